import pytest

from footprint_cli.model.coverage_report import CoverageReport
from footprint_cli.render import Format
from tests.render.coverage.reports import (
    ABSENCE,
    NOT_DECLARED,
    REPORTS,
    covered,
    drawn,
    many,
    report,
    tool,
)

COLUMNS = {
    "tool": 5,
    "call": 9,
    "gap": 11,
    "choice": 7,
    "declared": 10,
    "ground": 8,
    "left-out": 3,
    "repeated": 3,
    "without-gaps": 3,
    "finding": 7,
}


def rows(one: CoverageReport, *, gaps_only: bool = False) -> list[list[str]]:
    lines = drawn(Format.PLAIN, one, gaps_only=gaps_only).split("\n")
    assert lines.pop() == ""
    return [line.split("\t") for line in lines]


def of_kind(kind: str, one: CoverageReport) -> list[list[str]]:
    return [row[1:] for row in rows(one) if row[0] == kind]


@pytest.mark.parametrize("gaps_only", [False, True])
@pytest.mark.parametrize("name", REPORTS)
def test_a_kind_of_row_has_always_as_many_columns(name: str, *, gaps_only: bool) -> None:
    for row in rows(REPORTS[name], gaps_only=gaps_only):
        assert len(row) == COLUMNS[row[0]]


@pytest.mark.parametrize("name", REPORTS)
def test_there_is_a_row_for_every_tool_call_gap_and_combination(name: str) -> None:
    one = REPORTS[name]
    kinds = [row[0] for row in rows(one)]

    calls = [each for every in one.tools for each in every.calls]
    assert kinds.count("tool") == len(one.tools)
    assert kinds.count("call") == len(calls)
    assert kinds.count("gap") == sum(len(each.coverage.gaps) for each in calls)
    assert kinds.count("ground") == sum(len(every.ground) for every in one.tools)
    assert kinds.count("finding") == len(one.findings)


def test_a_call_is_told_column_by_column() -> None:
    (row,) = of_kind("call", report(tool(covered(rows=None, search={**_D1, "complete": None}))))

    assert row[:6] == ["tools#3", "incidents", "c1", "ran", "-", "not-complete"]
    assert row[6].startswith("Searched open incidents of service checkout")
    assert row[7] == "run.jsonl"


def test_a_gap_is_told_column_by_column() -> None:
    assert of_kind("gap", report(tool(covered({})))) == [
        [
            "tools#3",
            "incidents",
            "c1",
            "omitted",
            "population",
            "service",
            "-",
            "it was not sent, and what leaving it out means is not declared",
            "asking-again",
            "run.jsonl",
        ]
    ]


def test_what_a_result_declares_has_a_row_an_item() -> None:
    told = of_kind("declared", report(tool(covered(of=NOT_DECLARED, told=(ABSENCE,)))))

    assert [row[3:8] for row in told] == [
        ["absence", "lookedFor", "leak reports in east", "-", "-"],
        ["absence", "checked", "leak log", "-", "-"],
        ["absence", "checked", "sensors", "all six reported", "-"],
        ["absence", "notChecked", "paper sheets", "not scanned yet", "-"],
        ["absence", "cannotCover", "the buried section", "no sensor is fitted", "-"],
    ]


def test_ground_that_was_asked_for_in_vain_and_repeated_calls_are_told() -> None:
    one = REPORTS["every state"]

    assert ["incidents", "not-covered", "service auth", "window 2h", "-"] in [
        row[:5] for row in of_kind("ground", one)
    ]
    assert of_kind("repeated", one) == [["incidents", "c1, c5"]]


def test_nothing_is_cut() -> None:
    assert len(of_kind("ground", many(45, 3))) == 135
    assert of_kind("left-out", REPORTS["left out"]) == [["incidents", "100"]]


def test_gaps_alone_count_the_calls_without_any() -> None:
    one = report(tool(covered(), covered({}), covered(outcome="failed"), covered()))

    assert [row[0] for row in rows(one, gaps_only=True)] == ["tool", "gap", "call", "without-gaps"]
    assert rows(one, gaps_only=True)[-1] == ["without-gaps", "incidents", "2"]


_D1 = {
    "source": {"what": "the incident store", "said": ["the incident store"]},
    "subject": {"what": "incidents", "said": ["incidents"]},
    "fixed": [{"name": "status", "value": "open", "said": ["open"]}],
    "arguments": [{"name": "service", "role": "population"}],
}
