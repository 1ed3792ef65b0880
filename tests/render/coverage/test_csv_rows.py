import csv
from io import StringIO

import pytest

from footprint_cli.render import Format
from footprint_cli.render.coverage.said import holes
from tests.render.coverage.reports import NOT_DECLARED, REPORTS, covered, drawn, report, tool


def rows(text: str) -> list[dict[str, str]]:
    return [*csv.DictReader(StringIO(text, newline=""), strict=True)]


@pytest.mark.parametrize("name", REPORTS)
def test_there_is_a_row_a_call_and_gap_and_one_for_a_call_without_gaps(name: str) -> None:
    calls = [each for one in REPORTS[name].tools for each in one.calls]

    assert len(rows(drawn(Format.CSV, REPORTS[name]))) == sum(
        max(1, len(holes(one))) for one in calls
    )


def test_a_row_has_what_is_recorded_and_nothing_else() -> None:
    one = report(tool(covered(), covered({}, None, call_id="c2"), covered(of=NOT_DECLARED)))

    whole, gap, bare = rows(drawn(Format.CSV, one))

    assert [whole[name] for name in ("rows", "completeness", "gap", "why")] == [
        "0",
        "complete",
        "",
        "",
    ]
    assert [gap[name] for name in ("callId", "rows", "gap", "bears", "argument", "closes")] == [
        "c2",
        "",
        "omitted",
        "population",
        "service",
        "asking-again",
    ]
    assert [bare[name] for name in ("status", "because", "sentence")] == [
        "not-composed",
        "no-search-declared",
        "No search declared: what it searched is not known.",
    ]


def test_gaps_only_leaves_out_the_calls_without_any() -> None:
    one = report(
        tool(covered(), covered({}, call_id="c2"), covered(call_id="c3", outcome="failed"))
    )

    assert [row["callId"] for row in rows(drawn(Format.CSV, one, gaps_only=True))] == ["c2", "c3"]
