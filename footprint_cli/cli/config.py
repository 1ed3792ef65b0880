"""Settings of a project: `footprint.toml`, or `[tool.footprint]` in `pyproject.toml`."""

import os
import re
from typing import Any

from footprint_cli.cli.files import same_file
from footprint_cli.cli.tables import Table
from footprint_cli.errors import UsageError

_TABLE = re.compile(
    rb"""tool["']?\s*\.\s*["']?footprint|\[\s*["']?tool["']?\s*\]|^\s*["']?tool["']?\s*[.=]|\\[uU]""",
    re.MULTILINE,
)
_OWN, _SHARED = "footprint.toml", "pyproject.toml"
_KEYS = ("recordings", "declarations", "rows-at", "gate", "coverage")


def written_to(path: str | None) -> str | None:
    """Return the file that an answer is written to; None for standard output.

    It is never the file of the settings in force, nor one of declarations that they name.
    """
    if path in (None, "-"):
        return None
    root = configuration()
    if root is not None:
        if same_file(root.path, path):
            raise UsageError(f"{path} holds the settings and would be written over")
        if any(same_file(one, path) for one in root.paths("declarations") or ()):
            raise UsageError(f"{path} holds declarations and would be written over")
    return path


def configured_recordings() -> tuple[list[str], str] | None:
    """Return the configured recordings, relative to their file, and that file; None without any."""
    table = configuration("no recording was named, and ")
    recordings = None if table is None else table.paths("recordings")
    return None if table is None or recordings is None else (recordings, table.path)


def configured_paths(key: str) -> tuple[list[str], str] | None:
    """Return the paths of a key, relative to their file, and that file; None without any."""
    table = configuration()
    paths = None if table is None else table.paths(key)
    return None if table is None or paths is None else (paths, table.path)


def configuration(before: str = "") -> Table | None:
    """Return the settings of the nearest folder that has any, from the current one upwards.

    `before` is what a complaint about the current folder begins with.
    """
    try:
        folder = os.getcwd()  # noqa: PTH109
    except OSError as error:
        raise UsageError(
            f"{before}the current folder cannot be searched: {error.strerror}"
        ) from error
    while True:
        table = _in_folder(folder)
        if table is not None:
            table.only(*_KEYS)
            return table
        parent = os.path.dirname(folder)  # noqa: PTH120
        if parent == folder:
            return None
        folder = parent


def _in_folder(folder: str) -> Table | None:
    path = os.path.join(folder, _OWN)  # noqa: PTH118
    if _is_there(path):
        return Table(_read(path), "", os.path.relpath(path))
    path = os.path.join(folder, _SHARED)  # noqa: PTH118
    if not _is_there(path) or not _may_hold_table(path):
        return None
    tool = Table(_read(path).get("tool", {}), "tool", os.path.relpath(path))
    return tool.table("footprint") if tool.has("footprint") else None


def _is_there(path: str) -> bool:
    """Tell whether a file is there; what only has its name must not pass for no settings."""
    if os.path.lexists(path) and not os.path.isfile(path):  # noqa: PTH113
        raise UsageError(f"{os.path.relpath(path)}: no regular file, so its settings are not known")
    return os.path.isfile(path)  # noqa: PTH113


def _may_hold_table(path: str) -> bool:
    """Tell whether a pyproject.toml may have [tool.footprint]; most have none, and reading TOML is slow.

    A table is named in its header, in one of [tool], or by a key of the file; a key may be escaped.
    """
    try:
        with open(path, "rb") as stream:  # noqa: PTH123
            return _TABLE.search(stream.read()) is not None
    except OSError:
        return True  # reading it says why


def _read(path: str) -> dict[str, Any]:
    import tomllib

    shown = os.path.relpath(path)
    try:
        with open(path, "rb") as stream:  # noqa: PTH123
            return tomllib.load(stream)
    except RecursionError:
        raise UsageError(f"{shown}: nested too deeply to be read") from None
    except (OSError, ValueError) as error:  # it may hold a number too long for Python
        raise UsageError(f"{shown}: {error}") from error
