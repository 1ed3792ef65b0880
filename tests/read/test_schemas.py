"""Where a recording describes its tools (search notes, 5.2)."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footprint_cli.errors import InputError
from footprint_cli.model.search import ToolSchema
from footprint_cli.read.schemas import (
    MCP,
    PAYLOAD,
    TOOL_LIST,
    carried,
    composed_in,
    schema_of,
    schemas_in,
)
from tests.log import (
    REDACTED,
    answers,
    asks,
    bundle,
    envelope,
    event,
    numbered,
    recording_of,
    seed,
)

SEARCH: dict[str, Any] = {"source": {}, "subject": {}, "arguments": []}
COMPOSED = {"population": [], "gaps": [], "completeness": "complete"}
INPUT = {"type": "object", "properties": {"service": {}}}


def tool(name: str = "incidents", **fields: Any) -> dict[str, Any]:
    return {"name": name, "description": "…", "inputSchema": INPUT, **fields}


def told(schemas: tuple[ToolSchema, ...]) -> list[tuple[str, Any, str, int | None]]:
    return [(one.tool, one.search, one.door, one.line) for one in schemas]


# One tool


def test_a_tool_of_a_list_has_what_is_recorded_of_it() -> None:
    fills = [{"name": "window"}]

    assert schema_of(tool(search=SEARCH, period="window", askOrAssume=fills), "a door", 3) == (
        ToolSchema(
            tool="incidents",
            search=SEARCH,
            input_schema=INPUT,
            period="window",
            assumed=fills,
            door="a door",
            rank=TOOL_LIST,
            line=3,
        )
    )


def test_the_search_of_an_mcp_server_has_a_door_of_its_own() -> None:
    one = schema_of(tool(_meta={"agentfootprint": {"search": SEARCH}}), "a door")
    own = schema_of(tool(search={}, _meta={"agentfootprint": {"search": SEARCH}}), "a door")

    assert one is not None
    assert own is not None
    assert (one.search, one.door, one.rank) == (SEARCH, "MCP _meta", MCP)
    assert (own.search, own.door, own.rank) == ({}, "a door", TOOL_LIST)


@pytest.mark.parametrize("meta", [None, 7, [], {}, {"agentfootprint": "search"}])
def test_a_meta_of_another_shape_declares_nothing(meta: Any) -> None:
    one = schema_of(tool(_meta=meta), "a door")

    assert one is not None
    assert (one.search, one.door) == (None, "a door")


@pytest.mark.parametrize("name", [None, 7, ["a"]])
def test_a_tool_without_a_name_is_none(name: Any) -> None:
    assert schema_of({"name": name, "inputSchema": INPUT}, "a door") is None


def test_tools_are_found_however_deep_and_in_their_order() -> None:
    value = {"agents": [{"tools": [tool("a"), tool("b")]}, {"x": {"y": [[tool("c")]]}}]}

    assert [one.tool for one in schemas_in(value, "a door")] == ["a", "b", "c"]


def test_a_value_that_nests_deeper_than_the_stack_is_looked_through() -> None:
    deep: Any = tool("deep")
    for _ in range(5000):
        deep = [deep]

    assert [one.tool for one in schemas_in(deep, "a door")] == ["deep"]


def test_many_plain_values_hide_no_tool() -> None:
    assert len([*schemas_in([*range(50_000), tool()], "a door")]) == 1


# Payloads


@pytest.mark.parametrize("key", ["search", "declaration", "of_a_later_version"])
def test_a_payload_carries_a_declaration_under_any_key(key: str) -> None:
    one = carried({"toolName": "incidents", "toolCallId": "c1", key: SEARCH}, "a door", 3)

    assert one is not None
    assert (one.tool, one.search, one.rank, one.line) == ("incidents", SEARCH, PAYLOAD, 3)


@pytest.mark.parametrize(
    "payload",
    [
        {"toolName": "incidents", "search": {"source": {}, "subject": {}}},
        {"toolName": "incidents", "search": [SEARCH]},
        {"toolName": 7, "search": SEARCH},
        {"search": SEARCH},
        {"toolName": "incidents"},
    ],
)
def test_a_payload_without_a_declaration_carries_none(payload: dict[str, Any]) -> None:
    assert carried(payload, "a door", None) is None


def test_facets_and_gaps_without_arguments_are_a_coverage_ready_made() -> None:
    assert composed_in({"toolName": "incidents", "coverage": COMPOSED}) == COMPOSED
    assert composed_in({"toolName": "incidents", **COMPOSED}) == {
        "toolName": "incidents",
        **COMPOSED,
    }


@pytest.mark.parametrize(
    "value",
    [
        {**SEARCH, "gaps": []},
        {**COMPOSED, "gaps": {}},
        {**COMPOSED, "arguments": {}},
        {"gaps": []},
        {"population": []},
        [COMPOSED],
        None,
    ],
)
def test_what_is_no_coverage_ready_made(value: Any) -> None:
    assert composed_in({"toolName": "incidents", "value": value}) is None


@settings(deadline=None)
@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=3)),
        lambda inner: st.one_of(
            st.lists(inner, max_size=3),
            st.dictionaries(
                st.sampled_from(
                    ["name", "inputSchema", "search", "_meta", "toolName", "gaps", "source"]
                ),
                inner,
            ),
        ),
        max_leaves=10,
    )
)
def test_any_value_is_looked_through(value: Any) -> None:
    assert all(isinstance(one.tool, str) for one in schemas_in(value, "a door"))
    if isinstance(value, dict):
        carried(value, "a door", None)
        composed_in(value)


# Recordings


def test_the_list_of_tools_of_a_log_is_read_each_time_that_it_changes(tmp_path: Path) -> None:
    first, second = tool("a", search={"n": 1}), tool("a", search={"n": 2})

    recording = recording_of(
        tmp_path,
        *numbered(
            seed(dynamicToolSchemas=[first]),
            bundle("context#3", {"dynamicToolSchemas": [first]}),
            bundle("context#7", {"dynamicToolSchemas": [second, tool("b")]}),
        ),
    )

    assert told(recording.schemas) == [
        ("a", {"n": 1}, "dynamicToolSchemas", 1),
        ("a", {"n": 2}, "dynamicToolSchemas", 3),
        ("b", None, "dynamicToolSchemas", 3),
    ]


def test_a_document_describes_tools_in_its_state_manifest_and_structure(tmp_path: Path) -> None:
    whole = envelope(
        numbered(seed(dynamicToolSchemas=[tool("a")])),
        sharedState={"dynamicToolSchemas": [tool("a")]},
    )
    whole["configuration"] = {"manifest": {"tools": [tool("b")]}}
    whole["recording"]["structure"] = {"nodes": [{"tool": tool("c")}]}

    recording = recording_of(tmp_path, whole)

    assert [(one.tool, one.door) for one in recording.schemas] == [
        ("a", "dynamicToolSchemas"),
        ("a", "sharedState.dynamicToolSchemas"),
        ("b", "the run manifest"),
        ("c", "structure"),
    ]


def test_tools_that_the_log_withholds_are_not_filled_in_from_live_state(tmp_path: Path) -> None:
    hidden = seed(dynamicToolSchemas=REDACTED)
    whole = envelope(numbered(hidden), sharedState={"dynamicToolSchemas": [tool("a")]})

    assert recording_of(tmp_path, whole).schemas == ()


def test_events_describe_tools_in_their_payloads_and_in_the_manifest(tmp_path: Path) -> None:
    payload = {"toolName": "a", "toolCallId": "c1", "declared": SEARCH}

    recording = recording_of(
        tmp_path,
        event("agent.run_configured", {"tools": [tool("b", search=SEARCH)]}),
        event("tools.search_declared", payload, "tools#5"),
        event("stream.llm_start", payload, "tools#5"),
    )

    assert told(recording.schemas) == [
        ("b", SEARCH, "agent.run_configured", 1),
        ("a", SEARCH, "agentfootprint.tools.search_declared", 2),
    ]
    assert [one.rank for one in recording.schemas] == [TOOL_LIST, PAYLOAD]


def test_a_row_of_the_state_may_carry_a_declaration(tmp_path: Path) -> None:
    row = {"kind": "ledger", "toolName": "a", "toolCallId": "c1", "search": SEARCH}

    recording = recording_of(
        tmp_path,
        *numbered(
            seed(),
            bundle(
                "tools#5",
                {
                    "history": [asks(("c1", "a", {})), answers("c1", tool="a")],
                    "coverageDeclared": [row],
                    "findingsLedger": [{**row, "kind": "standing", "toolName": "b"}],
                },
                "append",
            ),
        ),
    )

    assert told(recording.schemas) == [
        ("a", SEARCH, "a row of coverageDeclared", 2),
        ("b", SEARCH, "a row of findingsLedger", 2),
    ]


def line(**fields: Any) -> dict[str, Any]:
    return {"kind": "tool-schema", "name": "a", **fields}


def test_lines_that_describe_tools_may_stand_in_an_event_stream(tmp_path: Path) -> None:
    recording = recording_of(
        tmp_path,
        line(inputSchema=INPUT, search=SEARCH, period="window"),
        event("stream.tool_start", {"toolName": "a", "toolCallId": "c1", "args": {}}, "tools#5"),
        line(search={"n": 2}),
    )

    assert told(recording.schemas) == [
        ("a", SEARCH, "a tool-schema line", 1),
        ("a", {"n": 2}, "a tool-schema line", 3),
    ]
    assert recording.schemas[0].period == "window"
    assert (recording.damage, recording.noticed) == ((), ())
    assert len(recording.calls) == 1


@pytest.mark.parametrize("fields", [{"name": None}, {"name": 7}, {"search": 7}, {"search": None}])
def test_a_line_that_describes_no_tool_is_no_damage(tmp_path: Path, fields: dict[str, Any]) -> None:
    recording = recording_of(tmp_path, event("agent.turn_start", {}), line(**fields))

    assert recording.damage == ()
    assert all(one.search in (None, 7) for one in recording.schemas)


def test_lines_that_describe_tools_alone_are_no_recording(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="it holds declarations of tools"):
        recording_of(tmp_path, line(inputSchema=INPUT, search=SEARCH))
