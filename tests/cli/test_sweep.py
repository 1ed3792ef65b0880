"""`footprint what-if --sweep` as a process: its answers, its statuses, every format, every width."""

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from footprint_cli.render import Format
from tests.cli.recordings import CLEAN, DAMAGED, HOSTILE, WITHHELD, notices
from tests.cli.schemas import violation
from tests.cli.screen import raw_controls
from tests.program import FIXTURES, footprint, in_terminal

PICKER = FIXTURES / "picker-drops-admitted.commits.jsonl"
NO_RETRIEVAL = FIXTURES / "incident-searches.commits.jsonl"
LOGS = sorted({*FIXTURES.glob("*.commits.jsonl"), *FIXTURES.glob("*.envelope.json")})
SWEEP = ("--sweep", "threshold=0:1:0.1")
EXPECTED = '{"6eeb4f81": ["exchanger.md#2", "nowhere.md#1"], "ffffffff": ["a"]}'


@pytest.fixture
def expected(tmp_path: Path) -> Path:
    path = tmp_path / "expected.json"
    path.write_text(EXPECTED, "utf-8")
    return path


def document(*arguments: Any) -> dict[str, Any]:
    answer = footprint("what-if", *arguments, "--format", "json")
    whole: dict[str, Any] = json.loads(answer.out)
    assert violation(whole, "sweep") is None
    assert whole["exitStatus"] == answer.status
    return whole


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ([CLEAN, *SWEEP], 0),
        ([CLEAN, *SWEEP, "--k", "2"], 0),
        ([CLEAN, "--sweep", "k=1:20", *SWEEP], 0),
        ([CLEAN, "--sweep", "max-chars=0:500:50"], 0),
        ([CLEAN, *SWEEP, "--target", "p95 chars <= 4000"], 0),
        ([CLEAN, *SWEEP, "--target", "total read > 99"], 0),
        ([CLEAN, NO_RETRIEVAL, *SWEEP], 0),
        ([NO_RETRIEVAL, *SWEEP], 3),
        ([DAMAGED, *SWEEP], 3),
        ([WITHHELD, *SWEEP], 3),
        ([WITHHELD, *SWEEP, "--exit-zero"], 0),
        (["no-such-file", *SWEEP], 4),
        ([CLEAN, "--sweep", "threshold=0:1"], 2),
        ([CLEAN, *SWEEP, "--threshold", "0.5"], 2),
        ([CLEAN, *SWEEP, *SWEEP], 2),
        ([CLEAN, *SWEEP, "--target", "p95 chars"], 2),
        ([CLEAN, *SWEEP, "--expect", "no-such-file"], 2),
        ([CLEAN, *SWEEP, "--expect", CLEAN], 2),
        ([CLEAN, "--target", "p95 chars <= 4000"], 2),
        ([CLEAN, "--expect", "no-such-file"], 2),
    ],
)
def test_the_status_says_whether_all_could_be_ruled_again(
    arguments: list[Any], status: int
) -> None:
    assert footprint("what-if", *arguments).status == status


@pytest.mark.parametrize("value", ["0.5", "0.6", "0.7"])
def test_a_point_says_what_what_if_says_of_its_value(value: str) -> None:
    one = json.loads(footprint("what-if", FIXTURES, "--threshold", value, "-f", "json").out)
    points = document(FIXTURES, *SWEEP)["points"]

    (point,) = [each for each in points if each["settings"]["threshold"] == float(value)]
    for mine, other in (
        ("read", "wouldRead"),
        ("admitted", "admitted"),
        ("empty", "wouldReadNothing"),
        ("chars", "wouldChars"),
    ):
        for name in ("value", "bound", "sizesNotKnown"):
            assert point[mine][name] == one["totals"][other][name]


def test_recall_and_precision_come_with_their_sample(expected: Path) -> None:
    whole = document(CLEAN, PICKER, *SWEEP, "--expect", expected)
    found, lost = whole["expected"]

    assert (found["query"], found["matched"]) == ("6eeb4f81", 2)
    assert found["neverCandidates"] == ["nowhere.md#1"]
    assert (lost["query"], lost["matched"], lost["neverCandidates"]) == ("ffffffff", 0, [])
    assert whole["advice"]["restsOn"] == 2
    (first,) = [one for one in whole["points"] if one["settings"] == {"threshold": 0.9}]
    assert (first["expected"]["chunks"], first["expected"]["readOfThem"]) == (4, 2)
    assert (first["expected"]["recall"], first["expected"]["precision"]) == (0.5, 1.0)


@pytest.mark.parametrize(
    "name", ["picker-drops-admitted.events.ndjson", "some-below-threshold.envelope.json"]
)
def test_a_run_is_found_by_its_id(tmp_path: Path, name: str) -> None:
    run = "run-1772442000004-1"
    expected = tmp_path / "expected.jsonl"
    expected.write_text(json.dumps({"run": run, "read": ["exchanger.md#3"]}), "utf-8")

    whole = document(FIXTURES / name, *SWEEP, "--expect", expected)

    assert [(one["run"], one["matched"]) for one in whole["expected"]] == [(run, 1)]
    assert [one["expected"]["readOfThem"] for one in whole["points"]] == [1] * 8 + [0] * 3


def test_a_table_says_what_no_setting_can_read(expected: Path) -> None:
    text = footprint("what-if", CLEAN, *SWEEP, "--expect", expected, "-f", "table").text

    assert "nowhere.md#1 (query 6eeb4f81): never a candidate" in " ".join(text.split())
    assert "not there" in text
    assert "query ffffffff" in text


def test_csv_has_a_point_a_row_with_every_number(expected: Path) -> None:
    answer = footprint("what-if", CLEAN, *SWEEP, "--expect", expected, "--format", "csv")
    rows = [*csv.DictReader(StringIO(answer.text))]
    points = [one for one in rows if one["row"] == "point"]
    whole = document(CLEAN, *SWEEP, "--expect", expected)["points"]

    assert [float(one["threshold"]) for one in points] == [at / 10 for at in range(11)]
    assert [int(one["read"]) for one in points] == [one["read"]["value"] for one in whole]
    assert [int(one["p95"]) for one in points] == [one["charsOfOne"]["p95"] for one in whole]
    assert {one["row"] for one in rows} == {"point", "recorded", "advice", "expected", "never"}


def test_json_lines_are_the_points_and_the_rest(expected: Path) -> None:
    asked = (CLEAN, *SWEEP, "--expect", expected)
    answer = footprint("what-if", *asked, "--format", "jsonl")
    *points, last = map(json.loads, answer.text.splitlines())
    whole = document(*asked)

    assert points == [{"row": "point", **one} for one in whole["points"]]
    assert last["row"] == "sweep"
    assert last["advice"] == whole["advice"]


@pytest.mark.parametrize("jobs", ["2", "5"])
def test_workers_answer_as_one_process_does(jobs: str, expected: Path) -> None:
    asked = ("what-if", FIXTURES, *SWEEP, "--expect", expected, "--format", "json")

    assert footprint(*asked, "--jobs", jobs) == footprint(*asked, "--jobs", "1")


def test_parts_of_an_archive_are_added_up_to_the_whole(tmp_path: Path, expected: Path) -> None:
    asked = ("what-if", FIXTURES, *SWEEP, "--sweep", "k=1:3", "--expect", expected)
    parts = [tmp_path / f"{number}.part" for number in (1, 2)]
    for number, part in enumerate(parts, 1):
        footprint(*asked, "--shard", f"{number}/2", "-o", part)

    merged = footprint("merge", *parts, "--format", "json")

    assert json.loads(merged.out) == json.loads(footprint(*asked, "--format", "json").out)


def test_a_large_archive_is_searched_to_the_same_curve(tmp_path: Path) -> None:
    archive = notices(tmp_path / "many.jsonl", 40)
    asked = (archive, "--sweep", "threshold=0.85:0.95:0.005", "--sweep", "k=1:4")

    assert document(*asked) == document(*asked, "--full-parse")
    assert document(*asked)["searched"]["ruled"] == 40


@pytest.mark.parametrize("form", Format)
def test_no_text_of_a_recording_acts(form: Format, tmp_path: Path) -> None:
    expected = tmp_path / "expected.json"
    expected.write_text('{"\\u001b[31mred": ["\\u001b]0;title\\u0007"]}', "utf-8")

    answer = footprint("what-if", HOSTILE, *SWEEP, "--expect", expected, "--format", form)

    assert answer.out
    if form not in (Format.JSON, Format.JSONL):
        assert raw_controls(answer.text) <= {"\t"}
        assert "None" not in answer.text


@pytest.mark.parametrize("columns", [30, 40, 80, 120])
def test_a_terminal_of_any_width_shows_every_head(columns: int) -> None:
    screen = in_terminal("what-if", CLEAN, "--sweep", "threshold=0:1:0.05", columns=columns)

    for word in ("threshold", "read", "empty", "characters"):
        assert word in screen.text


def test_a_terminal_without_unicode_is_drawn_in_ascii() -> None:
    settings = {"PYTHONIOENCODING": "ascii", "COLUMNS": "80"}

    answer = footprint("what-if", CLEAN, *SWEEP, "--format", "table", settings=settings)

    assert answer.text.isascii()
    assert "####" in answer.text


def test_of_many_points_the_table_shows_some_and_says_how_many_more() -> None:
    asked = ("what-if", FIXTURES, *SWEEP, "--sweep", "k=1:5", "-f", "table")

    assert "points more: --limit 0 shows all" in footprint(*asked, "--limit", "4").text
    assert "more: --limit 0" not in footprint(*asked, "--limit", "0").text


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("index") / "all.footprint"
    assert footprint("index", *LOGS, "-o", path).status == 0
    return path


def test_an_index_tells_the_curve_but_for_the_sizes_of_passages(index: Path) -> None:
    asked = (*SWEEP, "--sweep", "k=1:6")
    told, whole = document("--index", index, *asked), document(*LOGS, *asked)

    searched = {**told["searched"], "index": None}
    assert searched == whole["searched"]
    assert told["searched"]["index"] == str(index)
    assert told["recorded"]["read"] == whole["recorded"]["read"]
    for mine, one in zip(told["points"], whole["points"], strict=True):
        for name in ("admitted", "read", "empty", "chars"):
            value, bound = one[name]["value"], mine[name]["bound"]
            if bound == "exact":
                assert (mine[name]["value"], one[name]["bound"]) == (value, "exact")
            elif bound == "at-least":
                assert mine[name]["value"] <= value
        assert mine["chars"]["sizesNotKnown"] >= one["chars"]["sizesNotKnown"]


def test_an_index_admits_what_its_recordings_do(tmp_path: Path, expected: Path) -> None:
    archive, path = notices(tmp_path / "many.jsonl", 30), tmp_path / "i.footprint"
    footprint("index", archive, CLEAN, "-o", path)
    asked = ("--sweep", "threshold=0.3:0.95:0.05", "--expect", expected)
    told = document("--index", path, *asked)
    whole = document(archive, CLEAN, *asked)

    assert told["expected"] == whole["expected"]
    for mine, one in zip(told["points"], whole["points"], strict=True):
        assert [mine[name] for name in ("admitted", "read", "empty", "expected")] == [
            one[name] for name in ("admitted", "read", "empty", "expected")
        ]


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["--k", "3"], 2),
        ([CLEAN, *SWEEP], 2),
        ([*SWEEP, "--jobs", "2"], 2),
        ([*SWEEP, "--retriever", "nobody"], 3),
        ([*SWEEP, "--exit-zero"], 0),
    ],
)
def test_an_index_is_asked_alone_and_for_sweeps(
    index: Path, arguments: list[Any], status: int
) -> None:
    assert footprint("what-if", "--index", index, *arguments).status == status


def test_a_file_of_expectations_is_not_written_over(expected: Path) -> None:
    answer = footprint("what-if", CLEAN, *SWEEP, "--expect", expected, "-o", expected)

    assert answer.status == 2
    assert expected.read_text("utf-8") == EXPECTED


def test_nothing_to_rule_is_said() -> None:
    answer = footprint("what-if", NO_RETRIEVAL, *SWEEP, "--format", "table")

    assert "nothing to rule again: no retrieval" in answer.text
    assert document(NO_RETRIEVAL, *SWEEP)["points"][0]["charsOfOne"] is None


@pytest.mark.parametrize(
    "words",
    [
        ["--sweep", "threshold=0:1:1e-999999999"],
        ["--sweep", "threshold=0:1e999999999:1"],
        ["--sweep", "k=1:2", "--target", "total chars <= 1e999999999"],
        ["--sweep", "k=1:2", "--target", "total chars <= 1e-99"],
        ["--sweep", "threshold=1e400,2"],
    ],
)
def test_a_number_that_nothing_has_is_refused_at_once(words: list[str]) -> None:
    answer = footprint("what-if", CLEAN, *words)

    assert answer.status == 2
    assert "too large, or too small" in answer.complaint
