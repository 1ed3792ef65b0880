"""`footprint what-if --sweep` as a process: curves, targets, what is expected, and wrong words."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from footprint_cli.render import Format
from tests.cli.recordings import CLEAN, DAMAGED, HOSTILE, evidence_line
from tests.cli.schemas import violation
from tests.cli.screen import raw_controls
from tests.program import FIXTURES, footprint, in_terminal

NO_RETRIEVAL = FIXTURES / "incident-searches.commits.jsonl"
QUERY = "6eeb4f81"  # of the question in CLEAN


def document(*arguments: Any) -> dict[str, Any]:
    answer = footprint("what-if", *arguments, "--format", "json")
    whole: dict[str, Any] = json.loads(answer.out)
    assert violation(whole, "sweep") is None
    assert whole["exitStatus"] == answer.status
    return whole


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ([CLEAN, "--sweep", "threshold=0:1:0.25"], 0),
        ([CLEAN, "--sweep", "k=1:4", "--sweep", "threshold=0.5,0.6"], 0),
        ([CLEAN, "--sweep", "max-chars=0:300:100", "--k", "2"], 0),
        ([CLEAN, "--sweep", "threshold=-0.2:0.2:0.1", "--k", "none"], 0),
        ([NO_RETRIEVAL, "--sweep", "k=1:2"], 3),
        ([DAMAGED, "--sweep", "k=1:2"], 3),
        (["no-such-file", "--sweep", "k=1:2"], 4),
        ([CLEAN, "--sweep", "k"], 2),
        ([CLEAN, "--sweep", "k="], 2),
        ([CLEAN, "--sweep", "K=1:2"], 2),
        ([CLEAN, "--sweep", "k=2:1"], 2),
        ([CLEAN, "--sweep", "k=1:2:0"], 2),
        ([CLEAN, "--sweep", "k=1:2:0.5"], 2),
        ([CLEAN, "--sweep", "k=-1:2"], 2),
        ([CLEAN, "--sweep", "k=1:99999999"], 2),
        ([CLEAN, "--sweep", "threshold=0:1:0.001", "--sweep", "k=1:100"], 2),
        ([CLEAN, "--sweep", "k=1:2", "--sweep", "k=3:4"], 2),
        ([CLEAN, "--sweep", "k=1:2", "--k", "3"], 2),
        ([CLEAN, "--sweep", "k=1:2", "--target", "p95 read <= 3"], 2),
        ([CLEAN, "--sweep", "k=1:2", "--target", "few chars"], 2),
        ([CLEAN, "--sweep", "k=1:2", "--expect", "no-such-file"], 2),
        ([CLEAN, "--target", "total read >= 1"], 2),
    ],
)
def test_the_status_says_whether_all_could_be_ruled_again(
    arguments: list[Any], status: int
) -> None:
    assert footprint("what-if", *arguments).status == status


def test_each_point_is_what_the_setting_alone_would_do() -> None:
    grid = ("--sweep", "k=1:5", "--sweep", "threshold=-1,0.5,0.55,0.6,0.78,0.91,0.92")
    points = document(FIXTURES, *grid, "--exit-zero")["points"]

    assert len(points) == 35
    for one in points[::6]:
        k, threshold = map(str, one["values"])
        alone = footprint(
            "what-if", FIXTURES, "--k", k, f"--threshold={threshold}", "-f", "json", "--exit-zero"
        )
        totals = json.loads(alone.out)["totals"]
        named = {"read": "wouldRead", "nothing": "wouldReadNothing", "chars": "wouldChars"}
        for mine, theirs in {"admitted": "admitted", **named}.items():
            wanted = {name: totals[theirs][name] for name in ("value", "bound")}
            assert one[mine] == wanted, (one["values"], mine)
        assert one["sizesNotKnown"] == totals["wouldChars"]["sizesNotKnown"]


def test_steps_are_decimal() -> None:
    whole = document(CLEAN, "--sweep", "threshold=0:1:0.1")

    assert whole["asked"]["sweeps"][0]["values"] == [
        0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1
    ]  # fmt: skip


def archive(path: Path) -> Path:
    """Write three questions, each with chunks a (0.899), b (0.898), c (0.897)."""
    lines = [
        evidence_line([("top", ""), ("a", ""), ("b", ""), ("c", "")], queryHash=name, k=1)
        for name in ("q1", "q2", "q3")
    ]
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def test_what_is_expected_chooses_the_setting_that_reads_it_with_the_least(tmp_path: Path) -> None:
    expected = tmp_path / "expected.jsonl"
    expected.write_text(
        '{"query": "q1", "chunks": ["a", "top"]}\n'
        '{"query": "q2", "chunks": ["a", "elsewhere"]}\n'
        '{"query": "q9", "chunks": ["a"]}\n',
        "utf-8",
    )

    whole = document(archive(tmp_path / "run.jsonl"), "--sweep", "k=1:4", "--expect", expected)

    scored = [one["scored"] for one in whole["points"]]
    assert [(one["both"], one["expected"], one["read"]) for one in scored] == [
        (1, 4, 2),
        (3, 4, 4),
        (3, 4, 6),
        (3, 4, 8),
    ]
    assert (scored[1]["recall"], scored[1]["precision"]) == (0.75, 0.75)
    assert whole["expected"] == {
        "questions": 3,
        "retrievals": 2,
        "unmatched": ["q9"],
        "neverACandidate": ["q2: elsewhere"],
    }
    assert whole["exitStatus"] == 3


def test_a_target_leaves_out_what_does_not_meet_it() -> None:
    whole = document(CLEAN, "--sweep", "threshold=0.6:1:0.1", "--target", "p95 chars <= 182")

    assert [one["meets"] for one in whole["points"]] == [False, True, True, True, True]
    assert [whole["points"][at]["values"] for at in whole["advice"]["best"]] == [[0.7]]


def test_what_is_only_bounded_meets_no_target_for_certain() -> None:
    whole = document(
        CLEAN, "--k", "4", "--sweep", "threshold=0.5,0.7", "--target", "total read >= 4"
    )

    assert [one["meets"] for one in whole["points"]] == [None, False]
    assert "not proved" in whole["advice"]["note"]


def test_a_run_may_be_named_in_place_of_a_question(tmp_path: Path) -> None:
    envelope = FIXTURES / "some-below-threshold.envelope.json"
    run = json.loads(envelope.read_text("utf-8"))["run"]["runId"]
    expected = tmp_path / "expected.csv"
    expected.write_text(f"run,chunk\n{run},pumps.md#0\n{run},exchanger.md#2\n", "utf-8")

    whole = document(envelope, "--sweep", "k=1:3", "--expect", expected)

    assert [one["scored"]["both"] for one in whole["points"]] == [1, 1, 2]
    assert whole["advice"]["best"] == [2]


@pytest.mark.parametrize("jobs", ["1", "3"])
@pytest.mark.parametrize("form", ["json", "table"])
def test_workers_and_parts_answer_as_one_process_does(tmp_path: Path, jobs: str, form: str) -> None:
    asked = ("what-if", FIXTURES, "--sweep", "k=0:9", "--sweep", "threshold=0.4:0.8:0.2")
    whole = footprint(*asked, "--format", form)
    parts = [tmp_path / f"{number}.part" for number in (1, 2, 3)]
    for number, part in enumerate(parts, 1):
        footprint(*asked, "--shard", f"{number}/3", "-o", part)

    assert footprint(*asked, "--format", form, "--jobs", jobs).out == whole.out
    assert footprint("merge", *parts, "--format", form).out == whole.out


def test_csv_has_a_row_a_point() -> None:
    text = footprint("what-if", CLEAN, "--sweep", "threshold=0:1:0.1", "-f", "csv").text
    rows = [*csv.DictReader(text.splitlines())]

    assert [one["threshold"] for one in rows][:3] == ["0", "0.1", "0.2"]
    assert {one["k"] for one in rows} == {""}
    assert rows[-1]["read"] == "0"


@pytest.mark.parametrize("form", Format)
def test_no_text_of_a_recording_acts(form: Format) -> None:
    answer = footprint("what-if", HOSTILE, "--sweep", "k=0:3", "--format", form)

    assert answer.out
    if form not in (Format.JSON, Format.JSONL):
        assert raw_controls(answer.text) <= {"\t"}
        assert "None" not in answer.text


@pytest.mark.parametrize("columns", [30, 40, 80, 120])
def test_a_curve_fits_into_a_terminal(columns: int) -> None:
    screen = in_terminal("what-if", CLEAN, "--sweep", "threshold=0:1:0.01", columns=columns)

    assert screen.status == 0
    assert "21 of 101 values shown" in " ".join(screen.text.split())
