"""What kind of place the answer goes to: its format, width, colour and encoding."""

import os
import sys

from footprint_cli.cli.streams import output_encoding
from footprint_cli.errors import UsageError
from footprint_cli.render import FindingFormat, Format, Page

_MACHINE = frozenset({"json", "jsonl", "sarif", "junit"})
_SUFFIXES = {
    "json": Format.JSON,
    "jsonl": Format.JSONL,
    "md": Format.MARKDOWN,
    "csv": Format.CSV,
}
_FINDING_SUFFIXES = {"sarif": FindingFormat.SARIF, "xml": FindingFormat.JUNIT}
_NARROWEST, _USUAL = 16, 80


def chosen_format(asked: Format | None, path: str | None) -> Format:
    """Return the format asked for; by default a table on a terminal and plain anywhere else.

    A file whose name ends like a format is written in that format.
    """
    if asked is not None:
        return asked
    if path is not None:
        suffix = path.rpartition(".")[2].lower()
        if suffix in _FINDING_SUFFIXES:
            raise UsageError(f"{path}: only gate and verify write such a file; or name a --format")
        return _SUFFIXES.get(suffix, Format.PLAIN)
    return Format.TABLE if is_terminal() else Format.PLAIN


def chosen_finding_format(asked: FindingFormat | None, path: str | None) -> FindingFormat:
    """Return the format asked for, as `chosen_format` does, of those that findings have."""
    if asked is not None:
        return asked
    name = (path or "").lower()
    suffix = name.removesuffix(".json") if name.endswith(".sarif.json") else name
    form = _FINDING_SUFFIXES.get(suffix.rpartition(".")[2])
    return FindingFormat(chosen_format(None, path)) if form is None else form


def page_for(form: Format | FindingFormat, path: str | None, limit: int = 0) -> Page:
    """Describe the place: machine formats and files are UTF-8, colour is for terminals."""
    to_file = path is not None or form in _MACHINE
    return Page(
        width=_width(),
        color=not to_file and _wants_color(),
        encoding="utf-8" if to_file else output_encoding(),
        limit=limit,
    )


def is_terminal() -> bool:
    """Tell whether a person reads standard output on a terminal that can draw."""
    try:
        return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    except (AttributeError, ValueError):
        return False


def _wants_color() -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return is_terminal()


def _width() -> int:
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) > 0:
        return max(_NARROWEST, min(int(columns), 1000))
    try:
        return max(_NARROWEST, os.get_terminal_size(sys.stdout.fileno()).columns)
    except (AttributeError, OSError, ValueError):  # no standard output, or none with a width
        return _USUAL
