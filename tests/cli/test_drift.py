"""`footprint drift` as a process: its answers, its statuses, and what it says on standard error."""

import json
from pathlib import Path
from typing import Any

import pytest

from footprint_cli.render import Format
from tests.cli.recordings import CLEAN, DAMAGED, HOSTILE, evidence_line
from tests.cli.schemas import violation
from tests.cli.screen import raw_controls
from tests.program import FIXTURES, footprint, in_terminal

PICKER = FIXTURES / "picker-drops-admitted.commits.jsonl"
NO_RETRIEVAL = FIXTURES / "incident-searches.commits.jsonl"


def document(*arguments: Any) -> dict[str, Any]:
    answer = footprint("drift", *arguments, "--format", "json")
    whole: dict[str, Any] = json.loads(answer.out)
    assert violation(whole, "drift") is None
    assert whole["exitStatus"] == answer.status
    return whole


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ([CLEAN, CLEAN], 0),
        ([CLEAN, PICKER], 0),
        ([CLEAN, PICKER, "--fail-on", "k"], 1),
        ([CLEAN, PICKER, "--fail-on", "any"], 1),
        ([CLEAN, PICKER, "--fail-on", "namespace"], 0),
        ([CLEAN, PICKER, "--fail-on", "namespace", "--fail-on", "admitted"], 1),
        ([CLEAN, PICKER, "--fail-on", "scores"], 3),
        ([CLEAN, CLEAN, "--fail-on", "max-chars"], 3),
        ([CLEAN, PICKER, "--fail-on", "k", "--exit-zero"], 0),
        ([CLEAN, NO_RETRIEVAL], 3),
        ([CLEAN, DAMAGED], 3),
        ([CLEAN, "no-such-file"], 4),
        ([CLEAN], 2),
        ([CLEAN, CLEAN, CLEAN], 2),
        ([], 2),
        (["-", "-"], 2),
        ([CLEAN, CLEAN, "--fail-on", "kk"], 2),
        ([CLEAN, CLEAN, "--alpha", "0"], 2),
    ],
)
def test_the_status_says_whether_something_changed(arguments: list[Any], status: int) -> None:
    assert footprint("drift", *arguments).status == status


def test_an_unknown_change_is_named_with_the_nearest() -> None:
    answer = footprint("drift", CLEAN, CLEAN, "--fail-on", "treshold")

    assert answer.complaint == (
        "footprint: --fail-on: there is no change treshold; the nearest is threshold\n"
    )


def test_what_changed_is_told_with_both_values() -> None:
    whole = document(CLEAN, PICKER, "--fail-on", "threshold")

    assert [(one["what"], one["message"], one["fails"]) for one in whole["findings"]] == [
        ("admitted", "other chunks are admitted for 1 of 1 shared question", False),
        ("k", "3 before, 4 after", False),
        ("threshold", "0.6 before, 0.5 after", True),
    ]
    (question,) = whole["compared"][0]["retrievers"][0]["questions"]["first"]
    assert question["left"] == ["exchanger.md#2", "pumps.md#0"]
    assert question["entered"] == ["exchanger.md#0"]


def write(path: Path, scores: list[float]) -> Path:
    lines = []
    for number, score in enumerate(scores):
        row = {"id": "a", "score": score, "rank": 1, "admitted": True}
        lines.append(evidence_line([], queryHash=str(number), candidates=[row], consideredCount=1))
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def test_scores_that_moved_are_found_and_the_p_value_is_stated(tmp_path: Path) -> None:
    low = write(tmp_path / "low.jsonl", [0.3 + at / 100 for at in range(20)])
    high = write(tmp_path / "high.jsonl", [0.6 + at / 100 for at in range(20)])

    whole = document(low, high, "--fail-on", "scores")

    (retriever,) = whole["compared"][0]["retrievers"]
    assert whole["exitStatus"] == 1
    assert retriever["bestScores"]["distance"] == 1.0
    assert retriever["bestScores"]["p"] == pytest.approx(1.45e-11, rel=0.01)
    assert document(low, low, "--fail-on", "scores")["exitStatus"] == 0


def test_folders_and_globs_are_sides(tmp_path: Path) -> None:
    for name, of in (("before", CLEAN), ("after", PICKER)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "run.jsonl").write_bytes(of.read_bytes())

    there = document(tmp_path / "before", f"{tmp_path}/aft*/*.jsonl")

    assert [one["what"] for one in there["findings"]] == ["admitted", "k", "threshold"]


@pytest.mark.parametrize("jobs", ["2", "5"])
def test_workers_answer_as_one_process_does(jobs: str) -> None:
    sides = (f"{FIXTURES}/*.commits.jsonl", FIXTURES)

    here = footprint("drift", *sides, "--format", "json", "--jobs", "1")

    assert footprint("drift", *sides, "--format", "json", "--jobs", jobs) == here
    assert here.out


@pytest.mark.parametrize("form", [Format.TABLE, Format.PLAIN, Format.MARKDOWN, Format.CSV])
def test_an_empty_side_is_why_there_is_no_answer(form: Format) -> None:
    answer = footprint("drift", CLEAN, NO_RETRIEVAL, "--format", form)

    assert answer.status == 3
    assert "a side holds no retrieval" in " ".join(answer.text.split())


def test_a_damaged_side_says_so_in_every_format() -> None:
    whole = document(CLEAN, DAMAGED)
    before, after = (whole["compared"][0][side] for side in ("before", "after"))
    table, plain, markdown = (
        " ".join(footprint("drift", CLEAN, DAMAGED, "--format", form).text.split())
        for form in ("table", "plain", "markdown")
    )

    assert (before["damaged"], after["damaged"]) == (0, 1)
    assert (before["unreadable"], after["unreadable"]) == (0, 0)
    assert "damaged 0 1" in plain
    for text in (table, markdown):
        assert text.replace("\\", "").count("1 damaged: its counts are 'at least'") == 1


def test_an_input_that_cannot_be_read_is_counted(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "run.jsonl.gz").write_bytes(b"no gzip")
    (broken / "run.commits.jsonl").write_bytes(CLEAN.read_bytes())

    whole = document(CLEAN, broken)

    assert whole["exitStatus"] == 4
    assert whole["compared"][0]["after"]["unreadable"] == 1
    table = " ".join(footprint("drift", CLEAN, broken, "--format", "table").text.split())
    assert "1 input not readable" in table
    assert "nothing changed in what both sides record, as far as they could be read" in table


@pytest.mark.parametrize("form", Format)
def test_no_text_of_a_recording_acts(form: Format) -> None:
    answer = footprint("drift", HOSTILE, CLEAN, "--format", form)

    assert answer.out
    if form not in (Format.JSON, Format.JSONL):
        assert raw_controls(answer.text) <= {"\t"}
        assert "None" not in answer.text


@pytest.mark.parametrize("columns", [20, 60, 80, 200])
def test_a_terminal_of_any_width_shows_what_changed(columns: int) -> None:
    text = in_terminal("drift", CLEAN, PICKER, columns=columns).text

    assert "threshold" in text
    assert "exchanger.md#0" in "".join(text.split())
