"""Every real recording tells in its three forms what its tools were asked, returned and declared."""

import json
from pathlib import Path
from typing import Any

import pytest

from footprint_cli import audit, load
from footprint_cli.analyse.covered import Covering
from footprint_cli.model.coverage import Call, CoveredCall, Declared, Item
from footprint_cli.read.declarations import read_declarations
from tests.oracles import RECORDINGS, RUNS, file_of
from tests.search_composition import notation
from tests.shared import needs_shared

pytestmark = needs_shared

KINDS = ("commits", "envelope", "events")
FORMS = pytest.mark.parametrize("kind", KINDS)
ORACLES = pytest.mark.parametrize(("folder", "run"), RUNS)


def covered(folder: Path, run: dict[str, Any], kind: str) -> list[CoveredCall]:
    """The calls of the application's own tools that began, where the form has them all."""
    path = file_of(folder, run, kind)
    if path is None:
        pytest.skip("not handed out, or empty")
    (recording,) = load(path)
    if any(one.code == "calls-withheld" for one in recording.noticed):
        pytest.skip("the log withholds its calls")
    if kind == "commits" and folder.name == "24-compositions":
        pytest.skip("the calls of a composition are in nested logs only")
    tools = {one["tool"] for one in run["toolInvocations"]}
    return [
        one
        for one in audit(recording).calls
        if one.call.tool in tools and one.call.outcome in ("ran", "failed", "paused")
    ]


@ORACLES
@FORMS
def test_the_arguments_of_a_call_are_those_that_the_tool_saw(
    folder: Path, run: dict[str, Any], kind: str
) -> None:
    calls, seen = covered(folder, run, kind), run["toolInvocations"]

    assert [one.call.tool for one in calls] == [one["tool"] for one in seen]
    for one, told in zip(calls, seen, strict=True):
        if one.call.arguments_from is None:  # a resumed log, or a rewrite that only events flag
            assert one.call.rewritten or "resumed" in run["label"] or "both" in run["label"]
        else:
            assert one.call.arguments == told["args"]


@ORACLES
@FORMS
def test_the_rows_of_a_call_are_those_that_the_tool_returned(
    folder: Path, run: dict[str, Any], kind: str
) -> None:
    calls, seen = covered(folder, run, kind), run["toolInvocations"]

    for one, told in zip(calls, seen, strict=True):
        expected = None if "threw" in told else rows_in(told["returned"], kind)
        assert one.rows.count == expected


def rows_in(value: Any, kind: str) -> int | None:
    """Count by search notes, 2.8; a log has not the marker of a described result."""
    if isinstance(value, list):
        return len(value)
    if not isinstance(value, dict):
        return None
    if value.get("af_absent") is True:
        return 0
    if "af_coverage" in value:
        return rows_in(value["result"], kind)
    if value.get("af_semantics") is True and kind != "commits":
        (rows,) = (value[one] for one in ("facts", "series", "edges") if value.get(one))
        return len(rows)
    return None


@ORACLES
@FORMS
def test_what_results_declare_is_what_the_state_has_of_it(
    folder: Path, run: dict[str, Any], kind: str
) -> None:
    calls = covered(folder, run, kind)
    expected = run["finalState"].get("coverageDeclared", [])
    told = [(one.call, each) for one in calls for each in one.declared]

    assert [row_of(call, each) for call, each in told] == [told_of(row) for row in expected]
    assert {each.door for _, each in told} <= {"event" if kind == "events" else "row"}


def row_of(call: Call, one: Declared) -> dict[str, Any]:
    return {
        "kind": one.kind,
        "toolName": call.tool,
        "toolCallId": call.call_id,
        "lookedFor": one.looked_for,
        "checked": items(one.checked),
        "notChecked": items(one.not_checked),
        "cannotCover": items(one.cannot_cover),
    }


def told_of(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "kind": row["kind"],
        "toolName": row["toolName"],
        "toolCallId": row["toolCallId"],
        "lookedFor": row.get("lookedFor"),
        **{
            name: [(one["what"], one.get("why")) for one in row[name]]
            for name in ("checked", "notChecked", "cannotCover")
        },
    }


def items(listed: tuple[Item, ...] | None) -> list[tuple[str, str | None]]:
    return [(one.what, one.why) for one in listed or ()]  # an event leaves an empty list out


def run_of(folder: str) -> dict[str, Any]:
    (run,) = json.loads((RECORDINGS / folder / "oracle.json").read_text())["runs"]
    assert isinstance(run, dict)
    return run


@FORMS
def test_a_ledger_around_an_absence_declares_twice(kind: str) -> None:
    calls = covered(RECORDINGS / "15-coverage", run_of("15-coverage"), kind)

    assert {one.call.tool: [each.kind for each in one.declared] for one in calls} == {
        "leak_search": ["absence"],
        "pump_health": ["ledger"],
        "flow_series": ["ledger"],
        "bounded_search": ["ledger", "absence"],
    }
    bounded = next(one for one in calls if one.call.tool == "bounded_search")
    assert (bounded.rows.count, bounded.rows.reading, bounded.rows.bounded) == (
        0,
        "declared-absent",
        True,
    )


# What the declaration says of the six calls, by their arguments in the oracle.
GAP = "declared→period"
GROUND = (
    ("billing", "24h", "status='open'(sent)", 1),
    ("search", "24h", "status='open'(sent)", 0),
    ("search", "7d", "status='open'(sent)", 1),
    ("billing", "7d", "status='resolved'(sent)", 1),
    ("auth", "7d", "status=*", 0),
    ("auth", "30d", "status='resolved'(sent)", 0),
)


@FORMS
def test_the_incidents_compose_what_their_declaration_says(kind: str) -> None:
    folder = RECORDINGS / "16-incidents"
    path = file_of(folder, run_of("16-incidents"), kind)
    assert path is not None
    (recording,) = load(path)
    tools = read_declarations(str(folder / "declarations.json"))

    calls = Covering(tools).calls(recording)

    assert [notation(one.coverage) for one in calls] == [
        {
            "source": ["the incident register"],
            "population": [f"service='{service}'(sent)"],
            "filters": [status],
            "period": [f"window='{window}'(sent)"],
            "gaps": [GAP],
            "completeness": "complete",
            "rows": rows,
        }
        for service, window, status, rows in GROUND
    ]
    assert {one.declaration.found for one in calls} == {"file"}
    assert not any(one.declaration.faulty for one in calls)
