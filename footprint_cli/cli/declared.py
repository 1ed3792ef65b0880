"""Which declarations of searches a command line means: those it names, or those configured."""

from collections.abc import Iterable

from footprint_cli.cli.config import configured_paths
from footprint_cli.cli.files import same_file
from footprint_cli.cli.streams import complain
from footprint_cli.errors import InputError, UsageError
from footprint_cli.model.json_text import json_text
from footprint_cli.model.search import ToolSchema
from footprint_cli.read.declarations import read_declarations


def declared_tools(
    paths: list[str] | None, written: Iterable[str | None] = ()
) -> tuple[ToolSchema, ...]:
    """Read the declarations of `--declarations`, or else those of the configuration.

    What cannot be read is a usage error, and so is a tool that two files declare in two ways. Says
    on standard error where they come from when nobody named them. None may be a file that is written.
    """
    if not paths:
        configured = configured_paths("declarations")
        if configured is None:
            return ()
        paths, where = configured
        complain(f"declarations from {', '.join(paths)} (from {where})")
    tools: dict[str, ToolSchema] = {}
    for path in paths:
        for one in _read(path):
            known = tools.setdefault(one.tool, one)
            if _content(known) != _content(one):
                both = f"{known.source} and {one.source}"
                raise UsageError(f"{one.tool} is declared in two ways: in {both}")
    for one in tools.values():
        for out in written:
            if out is not None and one.source is not None and same_file(one.source, out):
                raise UsageError(f"{out} holds declarations and would be written over")
    return tuple(tools.values())


def _read(path: str) -> list[ToolSchema]:
    try:
        return read_declarations(path)
    except InputError as error:
        raise UsageError(str(error)) from error


def _content(schema: ToolSchema) -> str:
    return json_text([schema.search, schema.input_schema, schema.period, schema.assumed])
