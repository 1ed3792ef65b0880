"""Files of declarations → `ToolSchema`, as they are written: nothing in them is checked here."""

import os
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any

from footprint_cli.errors import InputError
from footprint_cli.model.search import ToolSchema
from footprint_cli.read.lines import open_source

DOOR = "a file of declarations"
_SUFFIXES = (".json", ".toml")
_NAME, _TOOLS, _SEARCH = "name", "tools", "search"
_FILLS = ("arguments", "askOrAssume")  # beside a search: what the library fills in


def read_declarations(path: str) -> list[ToolSchema]:
    """Read the declarations of a JSON or TOML file, or of all such files in a folder.

    A file has one search a tool (`{tool: search}`), or tools with their `name`, `inputSchema` and
    `search`. Raises `InputError` where one cannot be read, or declares a tool twice.
    """
    return [schema for file in declaration_files(path) for schema in _read(file)]


def declaration_files(path: str) -> list[str]:
    """Return the files that a path means, those of a folder in order; not those in its folders."""
    if not os.path.isdir(path):  # noqa: PTH112
        return [path]
    try:
        names = sorted(os.listdir(path))  # noqa: PTH208
    except OSError as error:
        raise InputError(path, (error.strerror or str(error)).lower()) from error
    shown = [one for one in names if one.endswith(_SUFFIXES) and not one.startswith(".")]
    files = [os.path.join(path, one) for one in shown]  # noqa: PTH118
    files = [one for one in files if os.path.isfile(one)]  # noqa: PTH113
    if not files:
        raise InputError(
            path, f"no declarations in this folder (looked for {', '.join(_SUFFIXES)})"
        )
    return files


def _read(path: str) -> Iterator[ToolSchema]:
    with open_source(path) as source:
        data = source.stream.read()
        faults = source.faults
    if faults:
        raise InputError(path, faults[0].detail)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise InputError(path, f"is not UTF-8 at byte {error.start}") from error
    value = _toml(path, text) if path.lower().endswith(".toml") else _json(path, text)
    seen: set[str] = set()
    for schema in _schemas(path, value):
        if schema.tool in seen:
            raise InputError(path, f"declares {schema.tool} twice")
        seen.add(schema.tool)
        yield schema


def _json(path: str, text: str) -> Any:  # noqa: ANN401 (any JSON value)
    from footprint_cli.read.careful import MAX_DEPTH, Stopped, decode, skip_blanks
    from footprint_cli.read.text import stop_text

    read = decode(text)
    deep = f"is nested deeper than {MAX_DEPTH} levels"
    if isinstance(read, Stopped):
        raise InputError(path, deep if read.too_deep else stop_text(read, text))
    for note in read.notes:
        if note.kind == "duplicate-key":
            raise InputError(path, f"gives {note.what} twice")
        if note.kind == "too-deep":
            raise InputError(path, deep)
    end = skip_blanks(text, read.end)
    if end < len(text):
        raise InputError(path, f"goes on behind its JSON, at character {end + 1}")
    return read.value


def _toml(path: str, text: str) -> Any:  # noqa: ANN401
    import tomllib

    try:
        value = tomllib.loads(text)
    except RecursionError:
        raise InputError(path, "is nested too deeply to be read") from None
    except ValueError as error:  # also a number too long for Python
        raise InputError(path, f"is not TOML: {error}") from error
    _write_out_days(value)
    return value


def _write_out_days(value: dict[str, Any]) -> None:
    """Turn days and times, which JSON does not have, into their text."""
    waiting: list[Any] = [value]
    while waiting:
        container = waiting.pop()
        items = container.items() if isinstance(container, dict) else enumerate(container)
        for key, one in [*items]:
            if isinstance(one, date | datetime | time):
                container[key] = one.isoformat()
            elif isinstance(one, dict | list):
                waiting.append(one)


def _schemas(path: str, value: Any) -> Iterator[ToolSchema]:  # noqa: ANN401
    if isinstance(value, list):
        yield from _listed(path, value)
    elif not isinstance(value, dict):
        raise InputError(
            path, "holds no declarations: they are an object by tool, or a list of tools"
        )
    elif isinstance(value.get(_NAME), str) and _SEARCH in value:
        yield _whole(path, value)
    elif isinstance(value.get(_TOOLS), list):
        beside = next((key for key, one in value.items() if isinstance(one, dict)), None)
        if beside is not None:
            raise InputError(
                path, f"has a list of tools, and {beside} beside it: put it in the list"
            )
        yield from _listed(path, value[_TOOLS])
    else:
        for tool, search in value.items():
            yield _schema(path, tool, search=search)


def _listed(path: str, tools: list[Any]) -> Iterator[ToolSchema]:
    for place, one in enumerate(tools, 1):
        if not isinstance(one, dict) or not isinstance(one.get(_NAME), str):
            raise InputError(path, f"tool {place} of the list has no name")
        yield _whole(path, one)


def _whole(path: str, tool: dict[str, Any]) -> ToolSchema:
    assumed = next((tool[key] for key in _FILLS if key in tool), None)
    return _schema(
        path,
        tool[_NAME],
        search=tool.get(_SEARCH),
        input_schema=tool.get("inputSchema"),
        period=tool.get("period"),
        assumed=assumed,
    )


def _schema(path: str, tool: str, **parts: Any) -> ToolSchema:  # noqa: ANN401
    return ToolSchema(tool=tool, door=DOOR, from_file=True, source=path, **parts)
