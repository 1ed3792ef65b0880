import json
from typing import Any

import pytest

from footprint_cli.render import Format
from tests.render.coverage.reports import REPORTS, drawn


def rows(name: str, *, gaps_only: bool = False) -> list[dict[str, Any]]:
    text = drawn(Format.JSONL, REPORTS[name], gaps_only=gaps_only)
    return [json.loads(line) for line in text.split("\n")[:-1]]


@pytest.mark.parametrize("name", REPORTS)
def test_the_rows_are_the_calls_and_findings_of_the_document(name: str) -> None:
    document = json.loads(drawn(Format.JSON, REPORTS[name]))

    calls = [row for row in rows(name) if row.pop("row") == "call"]
    findings = [row for row in rows(name) if row.pop("row") == "finding"]

    assert [{**row, "tool": None} for row in calls] == [
        {"tool": None, **one} for tool in document["tools"] for one in tool["calls"]
    ]
    assert findings == document["findings"]


def number_of_holes(call: dict[str, Any]) -> int:
    """The gaps of a ground, and each different item that a result itself leaves out."""
    if call["coverage"]["status"] == "not-composed":
        return 0
    items = (
        {json.dumps([name, item]) for one in call["declared"] for item in one[name] or []}
        for name in ("notChecked", "cannotCover", "inProgress")
    )
    return len(call["coverage"]["gaps"]) + sum(map(len, items))


@pytest.mark.parametrize("name", REPORTS)
def test_gaps_alone_are_those_of_the_calls_and_a_call_that_covers_nothing_stays(name: str) -> None:
    found = rows(name, gaps_only=True)
    calls = [row for row in rows(name) if row["row"] == "call"]

    assert sum(row["row"] == "gap" for row in found) == sum(map(number_of_holes, calls))
    assert [row for row in found if row["row"] == "call"] == [
        one for one in calls if one["coverage"]["status"] == "not-composed"
    ]
