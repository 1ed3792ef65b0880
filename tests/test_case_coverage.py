"""What the shared case on tool arguments states of each call, and of what may not be claimed."""

import json
from pathlib import Path
from typing import Any

import pytest

from footprint_cli import audit, load
from footprint_cli.model.audit import Audit
from footprint_cli.model.coverage import Coverage, CoveredCall
from tests.program import footprint
from tests.shared import SHARED, needs_shared

pytestmark = needs_shared

CASE = SHARED / "cases" / "25-tool-args-lists-and-defaults.jsonl"
EXPECTED = SHARED / "cases" / "expected.json"
CALLS = ("c1", "c2", "c3", "c4", "c5", "c6", "c7")


def stated() -> dict[str, Any]:
    whole = json.loads(Path(EXPECTED).read_text("utf-8"))
    record: dict[str, Any] = whole[CASE.name]
    return record


def audited() -> Audit:
    (recording,) = load(CASE)
    assert recording.damage == ()
    return audit(recording)


def covered() -> dict[str | None, CoveredCall]:
    return {one.call.call_id: one for one in audited().calls}


def gaps(coverage: Coverage) -> list[tuple[str, str, str | None]]:
    return [(one.kind, one.bears, one.argument) for one in coverage.gaps]


def test_every_call_of_the_case_is_composed_by_the_declaration_in_the_file() -> None:
    calls = covered()

    assert tuple(calls) == CALLS == tuple(stated()["calls"])
    assert all(one.coverage.is_composed for one in calls.values())
    assert {one.declaration.found for one in calls.values()} == {"recording"}
    assert all(not one.declaration.faulty for one in calls.values())


@pytest.mark.parametrize("call", CALLS)
def test_the_values_of_a_call_are_those_that_the_case_states(call: str) -> None:
    told, coverage = stated()["calls"][call], covered()[call].coverage

    assert [one.value for one in coverage.population if not one.any] == told.get("population", [])
    severity = [one.value for one in coverage.filters if one.argument == "severity" and not one.any]
    stated_values = told.get("severity", [])  # a text says that nothing was narrowed
    assert severity == (stated_values if isinstance(stated_values, list) else [])
    assert coverage.rows == (1 if call == "c4" else 0)


def test_a_call_that_sends_a_list_has_the_whole_ground_that_the_case_states() -> None:
    told, one = stated()["calls"]["c1"], covered()["c1"]
    coverage = one.coverage

    assert {each.name: each.value for each in coverage.fixed} == told["fixed"]
    assert [(each.what, each.found) for each in coverage.source] == [("live", "default")]
    assert [(each.value, each.found) for each in coverage.period] == [("2h", "default")]
    assert [(each.argument, each.value, each.any) for each in coverage.filters] == [
        ("severity", None, True),
        ("region", "north", False),
    ]
    assert (coverage.completeness == "complete") is told["complete"]
    assert coverage.gaps == ()


@pytest.mark.parametrize(
    ("call", "gap"),
    [
        ("c3", ("empty-list", "population", "berth")),
        ("c4", ("omitted", "filters", "region")),
        ("c5", ("omitted", "filters", "region")),
        ("c6", ("unclassified", "population", "owner")),
        ("c7", ("omitted", "population", "berth")),
    ],
)
def test_what_a_call_leaves_open_is_the_gap_that_the_case_states(
    call: str, gap: tuple[str, str, str]
) -> None:
    assert gaps(covered()[call].coverage) == [gap]


def test_a_text_that_looks_like_a_list_is_one_value_and_is_said() -> None:
    (found,) = [one for one in audited().findings if one.code == "list-sent-as-text"]

    assert found.message.startswith("call c2: berth was sent as a text that looks like a list")
    assert found.tool == "find_incidents"


def test_null_is_told_from_an_argument_that_was_not_sent() -> None:
    calls = covered()

    assert [one.why for one in calls["c5"].coverage.gaps] == [
        "it was sent as null, and what leaving it out means is not declared"
    ]
    assert [one.why for one in calls["c4"].coverage.gaps] == [
        "it was not sent, and what leaving it out means is not declared"
    ]


def test_a_sent_store_replaces_the_declared_one() -> None:
    coverage = covered()["c6"].coverage

    assert [(one.what, one.found) for one in coverage.source] == [("archive", "sent")]


def test_every_call_says_that_only_open_incidents_were_searched() -> None:
    for one in covered().values():
        assert [(each.name, each.value) for each in one.coverage.fixed] == [("status", "open")]


def test_a_format_bears_on_nothing() -> None:
    for one in covered().values():
        facets = (*one.coverage.population, *one.coverage.filters, *one.coverage.period)
        assert "format" not in {each.argument for each in facets}
        assert "format" not in {each.argument for each in one.coverage.gaps}


def test_no_call_without_a_value_for_an_argument_narrowed_nothing() -> None:
    calls = covered()

    for call, argument in (("c3", "berth"), ("c4", "region"), ("c5", "region"), ("c7", "berth")):
        coverage = calls[call].coverage
        facets = (*coverage.population, *coverage.filters)
        assert argument not in {one.argument for one in facets}
        assert not coverage.is_clean


@pytest.mark.parametrize("style", ["plain", "json"])
def test_coverage_brings_up_every_situation_of_the_case(style: str) -> None:
    done = footprint("coverage", "--format", style, str(CASE))

    assert done.status == 0
    for told in stated()["mustReport"]:
        for part in told["says"].split("; "):
            call, _, argument = part.partition(": ")
            assert call in done.text
            assert argument in done.text
