"""`footprint diff` as a process: its answers, its statuses, and what it says on standard error."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from footprint_cli.render import Format
from tests.cli.recordings import CLEAN, DAMAGED, HOSTILE, WITHHELD
from tests.cli.schemas import violation
from tests.cli.screen import cells, raw_controls, without_colour
from tests.program import FIXTURES, footprint, in_terminal

PICKER = FIXTURES / "picker-drops-admitted.commits.jsonl"
REFUSED = FIXTURES / "threshold-refuses-all.commits.jsonl"
TURNS = FIXTURES / "three-turns-in-one-file.commits.jsonl"
SEARCHES = FIXTURES / "incident-searches.commits.jsonl"
STEP = "sf-memory-read-plant-manual#1"


def document(*arguments: Any) -> dict[str, Any]:
    answer = footprint("diff", *arguments, "--format", "json")
    whole: dict[str, Any] = json.loads(answer.out)
    assert violation(whole, "diff") is None
    assert whole["exitStatus"] == answer.status
    return whole


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ([CLEAN, CLEAN], 0),
        ([CLEAN, PICKER], 0),
        ([CLEAN, PICKER, "--fail-on", "read-set"], 1),
        ([CLEAN, PICKER, "--fail-on", "any"], 1),
        ([CLEAN, PICKER, "--fail-on", "candidates"], 0),
        ([CLEAN, PICKER, "--fail-on", "candidates", "--fail-on", "settings"], 1),
        ([CLEAN, PICKER, "--fail-on", "read-set", "--exit-zero"], 0),
        ([CLEAN, WITHHELD, "--fail-on", "read-set"], 3),
        ([CLEAN, WITHHELD], 3),
        ([CLEAN, DAMAGED], 3),
        ([CLEAN, "no-such-file"], 4),
        (["/dev/null", "/dev/null"], 3),
        ([TURNS, SEARCHES], 3),
        ([CLEAN], 2),
        ([CLEAN, CLEAN, CLEAN], 2),
        ([], 2),
        (["-", "-"], 2),
        ([CLEAN, "--step", STEP], 2),
        (["-", "--step", STEP, "--step", STEP], 2),
        ([CLEAN, CLEAN, "--step", "a", "--step", "b", "--step", "c"], 2),
        ([CLEAN, CLEAN, "--fail-on", "reads"], 2),
        ([CLEAN, CLEAN, "--step", "no-such-step"], 3),
    ],
)
def test_the_status_says_whether_something_differs(arguments: list[Any], status: int) -> None:
    assert footprint("diff", *arguments).status == status


def test_an_unknown_kind_is_named_with_the_nearest() -> None:
    answer = footprint("diff", CLEAN, CLEAN, "--fail-on", "readset")

    assert answer.complaint == (
        "footprint: --fail-on: there is no kind readset; the nearest is read-set\n"
    )


def test_a_threshold_is_named_with_both_values_and_what_it_refuses() -> None:
    ((run,), (finding, *_)) = (document(CLEAN, REFUSED)[key] for key in ("pairs", "findings"))
    (retrieval,) = run["retrievals"]

    assert finding == {"kind": "read-set", "count": 1, "fails": False}
    assert retrieval["causes"] == [
        {
            "code": "threshold",
            "message": "threshold 0.6 -> 0.95 refuses these three",
            "chunks": ["exchanger.md#2", "exchanger.md#3", "pumps.md#0"],
            "by": [],
        }
    ]
    assert retrieval["readBeforeOnly"] == ["exchanger.md#2", "exchanger.md#3", "pumps.md#0"]
    assert run["answer"]["lines"][-1] == "+I do not have a passage about that."


def test_two_steps_of_one_recording_are_compared() -> None:
    whole = document(SEARCHES, "--step", "tool-calls#22", "--step", "tool-calls#44")
    ((run,),) = (whole["pairs"],)

    assert (run["differs"], run["answer"], whole["before"]["toolCalls"]) == (["coverage"], None, 1)
    assert [one["changed"] for one in run["toolCalls"]] == [["presence"], ["presence"]]


def test_a_step_of_two_recordings_leaves_their_answers_out() -> None:
    (run,) = document(CLEAN, REFUSED, "--step", STEP)["pairs"]

    assert run["differs"] == ["read-set", "verdicts", "settings"]


def test_a_step_that_is_not_there_is_said() -> None:
    answer = footprint("diff", CLEAN, CLEAN, "--step", "no-such-step")

    assert f"nothing matches --step no-such-step; seen: {STEP}" in answer.complaint


@pytest.fixture
def archives(tmp_path: Path) -> tuple[Path, Path]:
    """Two folders of the same runs, of which one threshold is another and one run is missing."""
    before, after = tmp_path / "before", tmp_path / "after"
    before.mkdir()
    for path in (CLEAN, TURNS, SEARCHES, FIXTURES / "corpus-empty.commits.jsonl"):
        shutil.copy(path, before)
    shutil.copytree(before, after)
    text = CLEAN.read_text("utf-8")
    assert '"threshold":0.6' in text
    (after / CLEAN.name).write_text(text.replace('"threshold":0.6', '"threshold":0.61'), "utf-8")
    (after / SEARCHES.name).unlink()
    return before, after


def test_archives_are_compared_run_by_run(archives: tuple[Path, Path]) -> None:
    whole = document(*archives)

    assert [(one["before"]["source"], one["differs"]) for one in whole["pairs"]] == [
        (str(archives[0] / CLEAN.name), ["settings"])
    ]
    assert whole["totals"] | {"untold": None} == {
        "pairs": 5,
        "equal": 4,
        "differing": 1,
        "notTold": 0,
        "retrievals": 5,
        "kinds": {"settings": 1},
        "untold": None,
        "causes": {},
        "unpaired": 1,
    }
    assert [(one["side"], one["place"]["source"]) for one in whole["unpaired"]] == [
        ("before", str(archives[0] / SEARCHES.name))
    ]


def test_a_glob_is_a_side_and_so_is_an_index(archives: tuple[Path, Path], tmp_path: Path) -> None:
    index = tmp_path / "before.footprint"
    assert footprint("index", archives[0], "-o", index).status == 0

    for before in (f"{archives[0]}/*.jsonl", index):
        (run,) = [one for one in document(before, archives[1])["pairs"] if one["differs"]]
        assert run["differs"] == ["settings"]
    kept = document(index, index, "--fail-on", "read-set", "--fail-on", "answer")
    assert kept["exitStatus"] == 3
    assert kept["notKnown"] == ["answer: cannot be told for 6 pairs of runs"]


def test_workers_answer_as_one_process_does(archives: tuple[Path, Path]) -> None:
    here, there = (
        footprint("diff", *archives, "--format", "json", "--jobs", jobs) for jobs in ("1", "3")
    )

    assert here.out == there.out
    assert here.out


def test_all_rows_are_in_plain_whatever_the_limit(archives: tuple[Path, Path]) -> None:
    all_, one = (footprint("diff", *archives, "--limit", limit).text for limit in ("0", "1"))

    assert all_ == one


def test_a_table_says_how_many_more_there_are(tmp_path: Path) -> None:
    for side, k in (("before", "3"), ("after", "2")):
        folder = tmp_path / side
        folder.mkdir()
        for number in range(3):
            text = CLEAN.read_text("utf-8").replace('"k":3', f'"k":{k}')
            (folder / f"{number}.jsonl").write_text(text, "utf-8")
    sides = tmp_path / "before", tmp_path / "after"

    for form in ("table", "markdown"):
        text = footprint("diff", *sides, "--format", form, "--limit", "1").text
        assert "2 more pairs that are not the same" in text.replace("\\", "")
        assert "more" not in footprint("diff", *sides, "--format", form, "--limit", "0").text


@pytest.mark.parametrize("form", [Format.TABLE, Format.PLAIN, Format.MARKDOWN, Format.CSV])
@pytest.mark.parametrize("sides", [(HOSTILE, CLEAN), (CLEAN, HOSTILE), (HOSTILE, HOSTILE)])
def test_nothing_that_was_recorded_acts_on_a_screen(form: Format, sides: tuple[Path, Path]) -> None:
    answer = footprint("diff", *sides, "--format", form)

    assert raw_controls(answer.text) - {"\t"} == set()


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_a_table_fits_into_a_terminal(columns: int) -> None:
    answer = in_terminal("diff", HOSTILE, PICKER, columns=columns)

    assert answer.status == 0
    assert [
        line for line in without_colour(answer.text).splitlines() if cells(line) > columns
    ] == []


def test_an_answer_is_not_written_over_a_side(tmp_path: Path) -> None:
    copy = tmp_path / "run.jsonl"
    shutil.copy(CLEAN, copy)

    answer = footprint("diff", CLEAN, copy, "-o", copy)

    assert answer.status == 2
    assert copy.read_bytes() == CLEAN.read_bytes()


def test_standard_input_is_one_side() -> None:
    answer = footprint("diff", "-", CLEAN, "--format", "json", stdin=CLEAN.read_bytes())

    assert json.loads(answer.out)["totals"]["equal"] == 1


def test_three_logs_in_one_file_are_the_three_of_three_files() -> None:
    whole = document(TURNS, f"{FIXTURES}/*-turn.commits.jsonl")

    assert (whole["totals"]["equal"], whole["unpaired"]) == (3, [])
