"""What a command line and the configuration say of tools → how calls are read."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from footprint_cli.cli.config import configuration
from footprint_cli.cli.inputs import some
from footprint_cli.cli.streams import complain
from footprint_cli.errors import UsageError
from footprint_cli.model.coverage import CoveredCall
from footprint_cli.model.recording import Recording

if TYPE_CHECKING:
    from footprint_cli.analyse.covered import Covering
    from footprint_cli.archive.questions import Declared

_ROWS_AT = "rows-at"
_WHY = "the key is one at the top of a result, without . and /"


def declared(
    declarations: list[str] | None,
    choose: list[str] | None = None,
    rows_at: list[str] | None = None,
    *,
    written: Iterable[str | None] = (),
) -> "Declared":
    """Read all settings at once: what is wrong with one is said before an input is opened.

    `written` are the files that will be written: none of them may hold declarations.
    """
    from footprint_cli.archive.questions import Declared
    from footprint_cli.cli.choices import choices_of
    from footprint_cli.cli.declared import declared_tools

    tools = declared_tools(declarations, written)
    named = {**_configured_rows(), **_given_rows(rows_at)}
    return Declared(tools=tools, choices=choices_of(choose), rows_at=named)


def covering(
    declarations: list[str] | None,
    choose: list[str] | None = None,
    rows_at: list[str] | None = None,
    *,
    written: Iterable[str | None] = (),
) -> "Covering":
    """Return what composes calls, by all settings at once, as `declared` reads them."""
    return declared(declarations, choose, rows_at, written=written).covering()


def note_uncalled(tools: Iterable[str], rows_at: Iterable[str], called: set[str]) -> None:
    """Say what was named for tools of which there is no call: it may be a slip of the pen."""
    for names, what in ((tools, "declared"), (rows_at, "named by rows-at")):
        uncalled = sorted(one for one in names if one not in called)
        if uncalled:
            known = some(sorted(filter(None, called))) or "none"
            complain(f"{what}, and not called in these inputs: {some(uncalled)}; called: {known}")


def lazy_covering(
    declarations: list[str] | None, *, written: str | None
) -> Callable[[Recording], tuple[CoveredCall, ...]]:
    """Return what composes the calls of a recording; the configuration is read at the first call."""
    known: list[Covering] = [covering(declarations, written=[written])] if declarations else []

    def calls(recording: Recording) -> tuple[CoveredCall, ...]:
        if not known:
            known.append(covering(None, written=[written]))
        return known[0].calls(recording)

    return calls


def _configured_rows() -> dict[str, str]:
    root = configuration()
    if root is None or not root.has(_ROWS_AT):
        return {}
    table = root.table(_ROWS_AT)
    named = {tool: table.text(tool) or "" for tool in table.names()}
    for tool, key in named.items():
        if not _is_key(key):
            raise table.fault(tool, f"cannot be {key}: {_WHY}")
    return named


def _given_rows(given: list[str] | None) -> dict[str, str]:
    named: dict[str, str] = {}
    for one in given or ():
        tool, equals, key = one.rpartition("=")
        if not (tool and equals and key):
            raise UsageError(f"--rows-at {one}: say which key of a tool's result, as TOOL=KEY")
        if not _is_key(key):
            raise UsageError(f"--rows-at {one}: {_WHY}")
        named[tool] = key
    return named


def _is_key(key: str) -> bool:
    """Tell whether a key may name rows: one at the top level only (search notes, 2.8)."""
    return bool(key) and "." not in key and "/" not in key
