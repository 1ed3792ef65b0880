"""`footprint what-if` as a process: its answers, its statuses, and what it says on standard error."""

import json
from pathlib import Path
from typing import Any

import pytest

from footprint_cli.render import Format
from tests.cli.recordings import CLEAN, DAMAGED, HOSTILE, WITHHELD, evidence_file, notices
from tests.cli.schemas import violation
from tests.cli.screen import raw_controls
from tests.program import FIXTURES, footprint, in_terminal

PICKER = FIXTURES / "picker-drops-admitted.commits.jsonl"
NO_RETRIEVAL = FIXTURES / "incident-searches.commits.jsonl"
SCORES = '{"id": "exchanger.md#2", "score": 0.1}\n{"id": "pumps.md#0", "score": 9}\n'


def document(*arguments: Any) -> dict[str, Any]:
    answer = footprint("what-if", *arguments, "--format", "json")
    whole: dict[str, Any] = json.loads(answer.out)
    assert violation(whole, "what-if") is None
    assert whole["exitStatus"] == answer.status
    return whole


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ([CLEAN], 0),
        ([CLEAN, "--threshold", "0.1"], 0),
        ([CLEAN, "--threshold", "none", "--k", "none", "--max-chars", "none"], 0),
        ([CLEAN, "--strategy", "top-k"], 0),
        ([CLEAN, NO_RETRIEVAL], 0),
        ([NO_RETRIEVAL], 3),
        ([DAMAGED], 3),
        ([WITHHELD], 3),
        ([WITHHELD, "--exit-zero"], 0),
        ([FIXTURES / "candidates-not-recorded.commits.jsonl"], 3),
        (["no-such-file"], 4),
        ([CLEAN, "--threshold", "high"], 2),
        ([CLEAN, "--threshold", "nan"], 2),
        ([CLEAN, "--threshold", "1_0"], 2),
        ([CLEAN, "--k", "-1"], 2),
        ([CLEAN, "--k", "1.5"], 2),
        ([CLEAN, "--max-chars", ""], 2),
        ([CLEAN, "--strategy", "best"], 2),
        ([CLEAN, "--strategy", "mmr"], 2),
        ([CLEAN, "--strategy", "mmr", "--lambda", "2", "--vectors", CLEAN], 2),
        ([CLEAN, "--strategy", "rerank"], 2),
        ([CLEAN, "--strategy", "rerank", "--scores", "no-such-file"], 2),
        ([CLEAN, "--lambda", "0.5"], 2),
        ([CLEAN, "--scores", "scores.jsonl"], 2),
    ],
)
def test_the_status_says_whether_all_could_be_ruled_again(
    arguments: list[Any], status: int
) -> None:
    assert footprint("what-if", *arguments).status == status


def test_a_lower_threshold_lets_one_in_and_says_what_is_not_known_of_it() -> None:
    (one,) = document(CLEAN, "--threshold", "0.55", "--k", "4")["retrievals"]
    (came,) = [each for each in one["chunks"] if each["wouldRead"] and not each["read"]]

    assert one["settings"] == [
        {"name": "threshold", "before": 0.6, "after": 0.55},
        {"name": "k", "before": 3, "after": 4},
    ]
    assert (came["id"], came["chars"], came["reason"]) == (
        "exchanger.md#0",
        None,
        "below-threshold",
    )
    assert (one["read"], one["wouldRead"]["value"], one["wouldRead"]["bound"]) == (3, 4, "at-most")
    assert one["prompt"] is None
    assert "written is not recorded" in one["promptNote"]


def test_a_higher_threshold_takes_one_out_exactly() -> None:
    (one,) = document(CLEAN, "--threshold", "0.7")["retrievals"]

    assert [each["id"] for each in one["chunks"] if not each["wouldRead"]] == ["pumps.md#0"]
    assert (one["wouldRead"]["value"], one["wouldRead"]["bound"]) == (2, "exact")
    assert one["chars"]["value"] - one["wouldChars"]["value"] == 65  # of the passage on P-3
    assert one["wouldChars"]["bound"] == "exact"
    assert one["prompt"] == ["exchanger.md#3", "exchanger.md#2"]


def test_new_scores_decide_where_they_are_asked_for(tmp_path: Path) -> None:
    scores = tmp_path / "scores.jsonl"
    scores.write_text(SCORES, "utf-8")
    chunks = ("exchanger.md#2", ""), ("pumps.md#0", "")
    recording = evidence_file(tmp_path / "run.evidence.jsonl", *chunks)

    whole = document(recording, "--strategy", "rerank", "--scores", scores)

    (one,) = whole["retrievals"]
    assert whole["asked"] == {"strategy": "rerank", "lambda": None, "settings": {}}
    assert [(each["id"], each["wouldRead"]) for each in one["chunks"]] == [
        ("exchanger.md#2", False),
        ("pumps.md#0", True),
    ]


def test_a_chunk_without_a_new_score_is_why_a_retrieval_is_not_ruled(tmp_path: Path) -> None:
    scores = tmp_path / "scores.json"
    scores.write_text('{"exchanger.md#2": 0.5}', "utf-8")

    whole = document(CLEAN, "--strategy", "rerank", "--scores", scores)

    assert whole["exitStatus"] == 3
    assert whole["searched"]["unruled"] == [
        {"why": "no new score for 'exchanger.md#3'", "retrievals": 1}
    ]


def test_what_is_alike_is_left_out_for_what_is_not(tmp_path: Path) -> None:
    vectors = tmp_path / "vectors.json"
    vectors.write_text('{"a": [1, 0], "b": [1, 0.1], "c": [0, 1]}', "utf-8")
    recording = evidence_file(tmp_path / "run.jsonl", ("a", ""), ("b", ""), ("c", ""))
    mmr = ("--strategy", "mmr", "--lambda", "0.5", "--vectors", vectors, "--k", "2")

    (one,) = document(recording, *mmr)["retrievals"]

    assert {each["id"]: each["wouldRead"] for each in one["chunks"]} == {"a": True, "c": True}


def test_totals_over_many_are_the_sums_of_single_ones(tmp_path: Path) -> None:
    archive = notices(tmp_path / "many.jsonl", 30)

    whole = document(archive, "--k", "2", "--threshold", "0.8995")
    totals = whole["totals"]

    assert whole["searched"]["ruled"] == len(whole["retrievals"]) == 30
    for name in ("wouldRead", "admitted", "wouldChars"):
        assert totals[name]["value"] == sum(one[name]["value"] for one in whole["retrievals"])
    assert totals["read"] == sum(one["read"] for one in whole["retrievals"])
    assert totals["changed"] == sum(
        any(each["read"] is not each["wouldRead"] for each in one["chunks"])
        for one in whole["retrievals"]
    )


def test_of_many_the_table_shows_some_and_says_how_many_more(tmp_path: Path) -> None:
    archive = notices(tmp_path / "many.jsonl", 30)

    text = footprint("what-if", archive, "--k", "2", "-f", "table", "--limit", "2").text

    assert "28 retrievals more: --limit 0 shows all" in text
    assert "gained most often: 30 chunks" in text


@pytest.mark.parametrize("jobs", ["2", "5"])
@pytest.mark.parametrize("form", ["json", "table"])
def test_workers_answer_as_one_process_does(jobs: str, form: str) -> None:
    asked = ("what-if", FIXTURES, "--k", "1", "--format", form)

    assert footprint(*asked, "--jobs", jobs) == footprint(*asked, "--jobs", "1")


def test_parts_of_an_archive_are_added_up_to_the_whole(tmp_path: Path) -> None:
    asked = ("what-if", FIXTURES, "--threshold", "0.7")
    parts = [tmp_path / f"{number}.part" for number in (1, 2)]
    for number, part in enumerate(parts, 1):
        footprint(*asked, "--shard", f"{number}/2", "-o", part)

    merged = footprint("merge", *parts, "--format", "json")

    assert json.loads(merged.out) == json.loads(footprint(*asked, "--format", "json").out)


@pytest.mark.parametrize("form", Format)
def test_no_text_of_a_recording_acts(form: Format) -> None:
    answer = footprint("what-if", HOSTILE, "--threshold", "none", "--format", form)

    assert answer.out
    if form not in (Format.JSON, Format.JSONL):
        assert raw_controls(answer.text) <= {"\t"}
        assert "None" not in answer.text


@pytest.mark.parametrize("columns", [30, 40, 80, 120])
def test_a_terminal_of_any_width_shows_every_id_whole(columns: int) -> None:
    screen = in_terminal("what-if", PICKER, "--k", "1", columns=columns)

    assert "exchanger.md#2" in screen.text


def test_a_file_that_rules_is_not_written_over(tmp_path: Path) -> None:
    scores = tmp_path / "scores.jsonl"
    scores.write_text(SCORES, "utf-8")

    answer = footprint("what-if", CLEAN, "--strategy", "rerank", "--scores", scores, "-o", scores)

    assert answer.status == 2
    assert scores.read_text("utf-8") == SCORES


def test_what_an_event_admits_was_read_at_most() -> None:
    events = FIXTURES / "picker-drops-admitted.events.ndjson"

    (one,) = document(events)["retrievals"]

    assert (one["read"], one["readBound"], one["wouldRead"]["bound"]) == (4, "at-most", "at-most")
    assert "at most 4" in " ".join(footprint("what-if", events, "-f", "table").text.split())
