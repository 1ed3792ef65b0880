"""Where a recording describes its tools, and what they say of their search (search notes, 5.2)."""

from collections.abc import Iterator
from typing import Any

from footprint_cli.model.search import ToolSchema

# The doors in the order in which they are believed; a file of declarations comes after them.
PAYLOAD, TOOL_LIST, MCP = 1, 2, 3
_MCP_NAME = "MCP _meta"
_SEARCH_KEYS = frozenset({"source", "subject", "arguments"})
_COVERAGE_KEYS = frozenset(
    {"population", "filters", "period", "source", "subject", "fixed", "completeness"}
)
_MOST_NODES = 20_000  # of one value that is searched for tools


def carried(payload: dict[str, Any], door: str, line: int | None) -> ToolSchema | None:
    """Return the declaration that a payload carries, under whatever key."""
    tool = payload.get("toolName")
    if not isinstance(tool, str):
        return None
    for value in payload.values():
        if isinstance(value, dict) and value.keys() >= _SEARCH_KEYS:
            return ToolSchema(
                tool=tool,
                search=value,
                input_schema=payload.get("inputSchema"),
                period=payload.get("period") if "inputSchema" in payload else None,
                door=door,
                rank=PAYLOAD,
                line=line,
            )
    return None


def composed_in(payload: dict[str, Any]) -> dict[str, Any] | None:
    """Return the coverage that a payload carries ready made: facets and gaps, and no arguments."""
    for value in (payload, *payload.values()):
        if (
            isinstance(value, dict)
            and isinstance(value.get("gaps"), list)
            and "arguments" not in value
            and _COVERAGE_KEYS & value.keys()
        ):
            return value
    return None


def schema_of(tool: dict[str, Any], door: str, line: int | None = None) -> ToolSchema | None:
    """Read one tool of a list; None where it has no name."""
    name = tool.get("name")
    if not isinstance(name, str):
        return None
    search, rank = tool.get("search"), TOOL_LIST
    if search is None:
        search = _mcp_search(tool.get("_meta"))
        door, rank = (_MCP_NAME, MCP) if search is not None else (door, rank)
    return ToolSchema(
        tool=name,
        search=search,
        input_schema=tool.get("inputSchema"),
        period=tool.get("period"),
        assumed=tool.get("askOrAssume"),
        door=door,
        rank=rank,
        line=line,
    )


def schemas_in(value: object, door: str, line: int | None = None) -> Iterator[ToolSchema]:
    """Find every tool in a value: an object with a name and an input schema, however deep."""
    waiting: list[object] = [value]
    for _ in range(_MOST_NODES):
        if not waiting:
            return
        one = waiting.pop()
        if isinstance(one, list):
            waiting += [each for each in reversed(one) if isinstance(each, dict | list)]
        elif isinstance(one, dict):
            if "inputSchema" in one and (found := schema_of(one, door, line)) is not None:
                yield found
            else:
                values = reversed(one.values())
                waiting += [each for each in values if isinstance(each, dict | list)]


def _mcp_search(meta: object) -> Any:  # noqa: ANN401 (JSON)
    own = meta.get("agentfootprint") if isinstance(meta, dict) else None
    return own.get("search") if isinstance(own, dict) else None
