"""Search notes, 5.2: which of several declarations of a tool is believed."""

from typing import Any

import pytest

from footprint_cli.analyse.audits import audit
from footprint_cli.analyse.covered import Covering
from footprint_cli.model.coverage import Choices
from footprint_cli.model.search import ToolSchema
from tests.build import call, recording

PAYLOAD, TOOL_LIST, MCP = 1, 2, 3
PROPERTIES = {"type": "object", "properties": {"service": {}}}


def search(what: str = "the register", **fields: Any) -> dict[str, Any]:
    return {
        "source": {"what": what, "said": [what]},
        "subject": {"what": "incidents", "said": ["incidents"]},
        "arguments": [{"name": "service", "role": "population"}],
        "complete": "within-arguments",
        **fields,
    }


def schema(what: str | None = None, rank: int = TOOL_LIST, **fields: Any) -> ToolSchema:
    whole: dict[str, Any] = {
        "tool": "incidents",
        "search": None if what is None else search(what),
        "input_schema": PROPERTIES,
        "door": "MCP _meta" if rank == MCP else f"door {rank}",
        "rank": rank,
    }
    return ToolSchema(**whole | fields)


def bare(what: str = "a file", **fields: Any) -> ToolSchema:
    whole: dict[str, Any] = {"input_schema": None, "from_file": True, "rank": 4}
    return schema(what, **whole | fields)


def recorded(*schemas: ToolSchema, **fields: Any) -> Any:
    made = call(arguments={"service": "checkout"}, result=[], **fields)
    return recording(calls=(made,), schemas=schemas)


def source_of(*schemas: ToolSchema, given: tuple[ToolSchema, ...] = ()) -> list[str]:
    (one,) = Covering(given).calls(recorded(*schemas))
    return [each.what for each in one.coverage.source]


def test_a_payload_is_believed_before_a_tool_list_and_that_before_an_mcp_server() -> None:
    doors = [schema("mcp", MCP), schema("list", TOOL_LIST), schema("payload", PAYLOAD)]

    assert source_of(*doors) == ["payload"]
    assert source_of(*doors[:2]) == ["list"]
    assert source_of(doors[0]) == ["mcp"]
    assert source_of(*reversed(doors)) == ["payload"]


def test_of_one_door_the_last_word_counts() -> None:
    assert source_of(schema("first"), schema("last")) == ["last"]
    assert source_of(schema("first"), schema("last"), schema(None)) == ["last"]


def test_a_file_is_asked_last() -> None:
    assert source_of(schema("list"), given=(bare(),)) == ["list"]
    assert source_of(schema(None), given=(bare(),)) == ["a file"]
    assert source_of(given=(bare(),)) == ["a file"]


def test_a_faulty_search_of_an_mcp_server_is_dropped_and_the_file_is_asked() -> None:
    faulty = schema(None, MCP, search=search("mcp", arguments=[]))

    (alone,) = Covering().calls(recorded(faulty))
    (filed,) = Covering([bare()]).calls(recorded(faulty))

    assert (alone.coverage.status, alone.coverage.because) == ("not-composed", "no-search-declared")
    assert [one.code for one in alone.declaration.problems] == ["V08"]
    assert [one.what for one in filed.coverage.source] == ["a file"]
    assert [one.code for one in filed.declaration.problems] == ["V08"]


def test_a_faulty_search_of_another_door_composes_and_is_never_complete() -> None:
    faulty = schema(None, search=search(arguments=[{"name": "service", "role": "scope"}]))

    (one,) = Covering().calls(recorded(faulty))

    assert one.coverage.is_composed
    assert one.coverage.completeness == "not-complete"


def test_a_bare_search_is_checked_against_the_input_schema_that_is_recorded() -> None:
    described = schema(None, input_schema={"properties": {"service": {}, "team": {}}})

    (alone,) = Covering([bare()]).calls(recorded())
    (checked,) = Covering([bare()]).calls(recorded(described))

    assert [one.level for one in alone.declaration.problems] == ["note"]
    assert [(one.code, one.level) for one in checked.declaration.problems] == [("V08", "error")]
    assert "team" in checked.declaration.problems[0].message
    assert checked.declaration.found == "file"


def test_an_input_schema_of_its_own_is_kept() -> None:
    described = schema(None, input_schema={"properties": {"service": {}, "team": {}}})

    (one,) = Covering([bare(input_schema=PROPERTIES)]).calls(recorded(described))

    assert one.declaration.problems == ()


def test_the_declaration_of_another_tool_is_not_its_own() -> None:
    assert source_of(schema("list", tool="alerts"), given=(bare(tool="alerts"),)) == []


def test_a_call_whose_tool_is_not_recorded_has_no_declaration() -> None:
    (one,) = Covering([bare()]).calls(recorded(schema("list"), tool=None))

    assert one.coverage.because == "no-search-declared"


def test_calls_stay_in_their_order_each_with_its_own_declaration() -> None:
    calls = tuple(
        call(tool=tool, call_id=tool, arguments={"service": "a"}) for tool in ("b", "a", "b")
    )
    told = recording(calls=calls, schemas=(schema("A", tool="a"), schema("B", tool="b")))

    covered = Covering().calls(told)

    assert [one.call.call_id for one in covered] == ["b", "a", "b"]
    assert [one.coverage.source[0].what for one in covered] == ["B", "A", "B"]


def test_rows_are_where_the_users_of_a_tool_say() -> None:
    made = recording(calls=(call(result={"rows": [1]}), call(tool="x", result={"rows": [1]})))

    found = Covering(rows_at={"incidents": "rows"}).calls(made)

    assert [(one.rows.count, one.rows.by_app) for one in found] == [(1, True), (None, False)]


def test_choices_decide_and_are_named() -> None:
    declared = schema(None, search=search(limits={"cap": "unknown"}))
    choices = Choices(unknown_cap_on_empty="not-reached")

    (strict,) = Covering().calls(recorded(declared))
    (lenient,) = Covering(choices=choices).calls(recorded(declared))

    assert (strict.coverage.completeness, lenient.coverage.completeness) == (
        "not-complete",
        "complete",
    )
    assert [one.name for one in lenient.coverage.choices] == ["unknown-cap-on-empty"]


# A coverage that is recorded

COMPOSED = {
    "source": [{"what": "the register"}],
    "population": [{"argument": "service", "value": "payments"}],
    "gaps": [],
    "completeness": "complete",
}


def test_a_recorded_coverage_is_preferred_and_what_differs_is_said() -> None:
    (one,) = Covering().calls(recorded(schema("the register"), composed=COMPOSED))

    assert one.coverage.found == "recorded"
    assert [each.value for each in one.coverage.population] == ["payments"]
    assert one.differs == ("population",)


def test_a_recorded_coverage_needs_no_declaration() -> None:
    (one,) = Covering().calls(recorded(composed=COMPOSED))

    assert (one.coverage.found, one.coverage.is_composed, one.differs) == ("recorded", True, ())


@pytest.mark.parametrize("outcome", ["failed", "refused", "unfinished"])
def test_a_recorded_coverage_of_a_call_that_did_not_run_is_none(outcome: str) -> None:
    (one,) = Covering().calls(recorded(composed=COMPOSED, outcome=outcome))

    assert (one.coverage.status, one.coverage.because) == ("not-composed", outcome)


def test_an_audit_composes_by_what_the_recording_declares_itself() -> None:
    (one,) = audit(recorded(schema("list"))).calls

    assert [each.what for each in one.coverage.source] == ["list"]
    assert one.source == "run.jsonl"


# Several declarations of one tool


def sources_of(schemas: tuple[ToolSchema, ...], *calls: Any) -> list[tuple[str, bool]]:
    found = Covering().calls(recording(calls=calls, schemas=schemas))
    return [(one.coverage.source[0].what, one.declaration.ambiguous) for one in found]


def at(line: int | None, run: str | None = None) -> Any:
    return call(arguments={"service": "checkout"}, result=[], line=line, run=run)


def test_each_run_has_its_own_declaration() -> None:
    schemas = (schema("first", run="1", line=1), schema("second", run="2", line=9))

    assert sources_of(schemas, at(2, "1"), at(20, "2"), at(4, "1")) == [
        ("first", False),
        ("second", False),
        ("first", False),
    ]


def test_a_run_without_one_has_the_last_that_the_file_tells_of_before_it() -> None:
    schemas = (schema("first", run="1", line=1), schema("second", run="2", line=9))

    assert sources_of(schemas, at(12, "3"), at(5, "3")) == [("second", False), ("first", False)]


def test_within_a_run_the_last_one_before_the_call_counts_else_the_first_after_it() -> None:
    schemas = (schema("first", line=3), schema("second", line=9))

    assert sources_of(schemas, at(1), at(4), at(9), at(30)) == [
        ("first", False),
        ("first", False),
        ("second", False),
        ("second", False),
    ]


@pytest.mark.parametrize("lines", [(None, None), (1, None), (7, 7)])
def test_where_it_is_not_known_which_held_the_last_one_is_open(lines: Any) -> None:
    first, last = lines
    schemas = (schema("first", line=first), schema("last", line=last))
    (one,) = Covering().calls(recording(calls=(at(7),), schemas=schemas))

    assert [each.what for each in one.coverage.source] == ["last"]
    assert [each.kind for each in one.coverage.gaps] == ["declaration-ambiguous"]


def test_the_same_search_told_again_is_no_other() -> None:
    assert sources_of((schema("one"), schema("one")), at(None)) == [("one", False)]
