"""Settings of a project: `[tool.footprint]` in the nearest `pyproject.toml`."""

import os
from typing import Any

from footprint_cli.errors import UsageError

_FILE = "pyproject.toml"
_KEYS = ("recordings",)


def configured_recordings() -> tuple[list[str], str] | None:
    """Return the configured recordings, relative to their file, and that file; None without any."""
    path = _nearest()
    if path is None:
        return None
    table = _table(path)
    recordings = table.get("recordings")
    if recordings is None:
        return None
    listed = [recordings] if isinstance(recordings, str) else recordings
    if (
        not isinstance(listed, list)
        or not listed
        or not all(isinstance(one, str) for one in listed)
    ):
        raise UsageError(f"{path}: [tool.footprint] recordings must be a path or a list of paths")
    if any("\0" in one for one in listed):
        raise UsageError(f"{path}: [tool.footprint] recordings: a path cannot hold a NUL")
    parent = os.path.dirname(path)  # noqa: PTH120
    return [os.path.relpath(os.path.join(parent, one)) for one in listed], path  # noqa: PTH118


def _nearest() -> str | None:
    try:
        folder = os.getcwd()  # noqa: PTH109
    except OSError as error:
        raise UsageError(
            f"no recording was named, and the current folder cannot be searched: {error.strerror}"
        ) from error
    while True:
        path = os.path.join(folder, _FILE)  # noqa: PTH118
        if os.path.isfile(path):  # noqa: PTH113
            return os.path.relpath(path)
        parent = os.path.dirname(folder)  # noqa: PTH120
        if parent == folder:
            return None
        folder = parent


def _table(path: str) -> dict[str, Any]:
    import tomllib

    try:
        with open(path, "rb") as stream:  # noqa: PTH123
            tool = tomllib.load(stream).get("tool", {})
    except RecursionError:
        raise UsageError(f"{path}: nested too deeply to be read") from None
    except (OSError, ValueError) as error:  # it may hold a number too long for Python
        raise UsageError(f"{path}: {error}") from error
    table = tool.get("footprint", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        raise UsageError(f"{path}: [tool.footprint] must be a table")
    unknown = next((key for key in table if key not in _KEYS), None)
    if unknown is not None:
        known = ", ".join(_KEYS)
        raise UsageError(f"{path}: [tool.footprint] has no key {unknown}; it has {known}")
    return table
