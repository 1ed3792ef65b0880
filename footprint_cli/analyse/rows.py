"""How many rows a call returned (search notes, 2.8); the first reading that fits wins."""

from json import loads
from typing import Any

from msgspec import DecodeError
from msgspec.json import decode
from msgspec.structs import replace

from footprint_cli.analyse.envelopes import (
    DESCRIBED_KINDS,
    declared_in,
    is_absence,
    is_described,
    is_ledger,
    periods_in,
)
from footprint_cli.model.coverage import Call, Declared, Rows

_DEEPEST = 8  # ledgers within each other
_UNKNOWN = Rows(count=None, reading="unknown")
_ABSENT = Rows(count=0, reading="declared-absent")
# Notes that the agent puts behind a result for the model to read; agentfootprint 9.62.0.
_NOTES = "\n\n[identical call: "


def rows_of(call: Call, rows_at: str | None = None) -> Rows:
    """Count the rows of a result; None where the record does not say.

    `rows_at` is the key under which a result of this tool has its rows, as its users declare.
    """
    if call.outcome != "ran":
        return _UNKNOWN  # the text of a failure or a refusal is no result
    declared = {one.kind for one in declarations_in(call)}
    rows = _ABSENT if call.status == "absent" or "absence" in declared else _rows(call, rows_at)
    return replace(rows, bounded=True) if "ledger" in declared else rows


def _rows(call: Call, rows_at: str | None) -> Rows:
    if is_described(call.described):
        return _described(call.described)
    if not call.result_recorded:
        return _UNKNOWN
    value = _result(call)
    if not _may_declare(call):
        return _plain(value, rows_at)
    return _read(value, rows_at, 0)


def declarations_in(call: Call) -> tuple[Declared, ...]:
    """Return what a call's result declares: what was filed of it, else what stands in it."""
    if call.filed or not call.result_recorded or not _may_declare(call):
        return call.filed
    return declared_in(_result(call))


def periods_of(call: Call) -> tuple[Any, ...]:
    """Return what the result says of its period, as recorded."""
    if call.periods or not call.result_recorded or not _may_declare(call):
        return call.periods
    return periods_in(_result(call))


def _may_declare(call: Call) -> bool:
    """Tell whether an envelope in the result is one: text is none where a real one would be filed."""
    return not isinstance(call.result, str) or call.doors != "held" or bool(call.filed)


def _result(call: Call) -> Any:  # noqa: ANN401 (JSON)
    """Return a result to be read; text is parsed once, and here only."""
    return _parsed(_own_text(call)) if isinstance(call.result, str) else call.result


def _own_text(call: Call) -> str:
    """Return the tool's own text, without the notes that the agent puts behind it."""
    if call.result_chars is not None:
        units = call.result.encode("utf-16-le", "surrogatepass")[: 2 * call.result_chars]
        return str(units.decode("utf-16-le", "surrogatepass"))
    return str(call.result.partition(_NOTES)[0])


def _parsed(text: str) -> Any:  # noqa: ANN401 (JSON)
    if text.lstrip()[:1] not in ("[", "{"):
        return text
    try:
        return decode(text)
    except (DecodeError, UnicodeEncodeError):
        return _odd(text)
    except RecursionError:
        return text


def _odd(text: str) -> Any:  # noqa: ANN401 (JSON)
    """Parse what only Python's own reader takes: a lone surrogate, a number too large for a double."""
    try:
        return loads(text, parse_constant=_refused)
    except (ValueError, RecursionError):
        return text


def _refused(token: str) -> None:
    raise ValueError(token)


def _read(value: Any, rows_at: str | None, depth: int) -> Rows:  # noqa: ANN401 (JSON)
    if is_absence(value):
        return _ABSENT
    if is_described(value):
        return _described(value)
    if is_ledger(value):
        if depth == _DEEPEST:
            return _UNKNOWN
        inner = _read(value["result"], rows_at, depth + 1)
        reading = "declared-absent" if inner.count == 0 else inner.reading
        return replace(inner, reading=reading, bounded=True)
    return _plain(value, rows_at)


def _plain(value: Any, rows_at: str | None) -> Rows:  # noqa: ANN401 (JSON)
    if isinstance(value, list):
        return _counted(value)
    if isinstance(value, dict) and rows_at is not None and isinstance(value.get(rows_at), list):
        return replace(_counted(value[rows_at]), by_app=True)
    return _UNKNOWN


def _counted(rows: list[Any]) -> Rows:
    return Rows(count=len(rows), reading="non-empty" if rows else "undeclared-empty")


def _described(value: dict[str, Any]) -> Rows:
    """Count what a described result holds; rows of several kinds are not added up."""
    counts = [len(value[kind]) for kind in DESCRIBED_KINDS if value.get(kind)]
    if not counts and value.get("clarify") is not None:
        return Rows(count=None, reading="clarify")
    if not counts:
        listed = any(isinstance(value.get(kind), list) for kind in DESCRIBED_KINDS)
        return _counted([]) if listed else _UNKNOWN
    return Rows(count=counts[0] if len(counts) == 1 else None, reading="non-empty")
