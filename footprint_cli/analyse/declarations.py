"""What a tool declares about its search: read as far as it goes, and every fault of it said."""

from typing import Any

from footprint_cli.analyse.declaration_arguments import check_arguments
from footprint_cli.analyse.declaration_faults import Faults, quoted
from footprint_cli.analyse.declaration_phrases import check_shared
from footprint_cli.analyse.declaration_reading import read_search
from footprint_cli.analyse.declaration_rules import check_parts
from footprint_cli.analyse.input_schemas import listed_values, properties_of, scalar_text
from footprint_cli.model.evidence import is_placeholder
from footprint_cli.model.search import Declaration, Scalar, Search, ToolSchema

_INGESTING = "MCP"  # the door at which the producer drops a search with a fault


def declared(schema: ToolSchema) -> Declaration:
    """Read and check the search of a tool: search notes, section 3.

    Every fault is said at once, and what is readable is read all the same; but at the door of an
    MCP server a faulty search is dropped, as the producer does, and its faults are kept.
    """
    if schema.search is None:
        return Declaration(tool=schema.tool, door=schema.door)
    faults = Faults(schema.tool)
    _check(schema, faults)
    search = read_search(schema.search)
    read = Declaration(
        tool=schema.tool,
        search=search,
        found="file" if schema.from_file else "recording",
        source=schema.source if schema.from_file else None,
        door=schema.door,
        problems=faults.problems(),
        known_values={} if search is None else _known_values(search, schema.input_schema),
    )
    if read.faulty and schema.door.startswith(_INGESTING):
        return Declaration(tool=schema.tool, door=schema.door, problems=read.problems)
    return read


def _check(schema: ToolSchema, faults: Faults) -> None:
    search = schema.search
    if isinstance(search, dict):
        check_parts(search, schema, faults)
        check_arguments(search, schema, faults)
        check_shared(search, faults)
    elif is_placeholder(search):
        faults.add(
            "V01", "search", "search: it is withheld, so nothing of it is known", level="note"
        )
    else:
        faults.add("V01", "search", f"search: {quoted(search)} is no object")


def _known_values(search: Search, input_schema: Any) -> dict[str, tuple[Scalar, ...]]:  # noqa: ANN401
    """List the values that each argument may have, by its schema and by its words."""
    properties = properties_of(input_schema) or {}
    known: dict[str, tuple[Scalar, ...]] = {}
    for one in search.arguments:
        listed = listed_values(properties.get(one.name)) or ()
        texts = {scalar_text(value) for value in listed}
        values = (*listed, *(value for value in one.said if value not in texts))
        if values:
            known[one.name] = values
    return known
