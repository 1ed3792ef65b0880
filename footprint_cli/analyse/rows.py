"""How many rows a call returned (search notes, 2.8); the first reading that fits wins."""

from collections.abc import Iterator
from json import loads
from typing import Any

from msgspec import DecodeError
from msgspec.json import decode
from msgspec.structs import replace

from footprint_cli.analyse.envelopes import (
    DEEPEST,
    DESCRIBED_KINDS,
    declared_in,
    is_absence,
    is_described,
    is_ledger,
    periods_in,
)
from footprint_cli.model.coverage import Call, Declared, Rows
from footprint_cli.model.items import with_news

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
    absent = call.status == "absent" or "absence" in declared
    readings = [*_readings(call, rows_at)]
    counts = {one.count for one in (*readings, *([_ABSENT] if absent else ()))} - {None}
    if call.mixed or len(counts) > 1:
        told = tuple(sorted(one for one in counts if one is not None))
        rows = replace(_UNKNOWN, told=told if len(told) > 1 else ())
    elif absent:
        rows = _ABSENT
    else:
        rows = readings[0] if readings else _UNKNOWN
    return replace(rows, bounded=True) if "ledger" in declared else rows


def _readings(call: Call, rows_at: str | None) -> Iterator[Rows]:
    """Yield what each source of a result says of its rows; the first that knows is believed."""
    if is_described(call.described):
        yield _described(call.described)
    if call.result_recorded:
        value = _result(call)
        yield _read(value, rows_at, 0) if _may_declare(call) else _plain(value, rows_at)
    for raw in call.told:
        own = replace(call, result=raw, result_chars=None)
        value = _result(own)
        yield _read(value, rows_at, 0) if _may_declare(own) else _plain(value, rows_at)


def declarations_in(call: Call) -> tuple[Declared, ...]:
    """Return what a call's result declares: what was filed of it, and what stands in it besides.

    Where something was filed, only what that does not name counts of an envelope.
    """
    if not call.filed and call.described is None and not call.told:
        return _declared(call)
    found = (
        with_news(call.filed, declared_in(call.described))
        if call.filed
        else declared_in(call.described)
    )
    for own in (call, *(replace(call, result=raw, result_chars=None) for raw in call.told)):
        more = _declared(own)
        found = with_news(found, more) if found else more
    return found


def _declared(call: Call) -> tuple[Declared, ...]:
    return declared_in(_result(call)) if call.result_recorded and _may_declare(call) else ()


def periods_of(call: Call) -> tuple[Any, ...]:
    """Return what the result says of its period, as recorded: what was filed, and what it holds."""
    found = [*call.periods]
    if call.result_recorded and _may_declare(call):
        found += [one for one in periods_in(_result(call)) if one not in found]
    found += [one for one in periods_in(call.described) if one not in found]
    return tuple(found)


def _may_declare(call: Call) -> bool:
    """Tell whether an envelope in the result is one: text is none where a real one would be filed."""
    return not isinstance(call.result, str) or call.doors != "held" or bool(call.filed)


def _result(call: Call) -> Any:  # noqa: ANN401 (JSON)
    """Return a result to be read; text is parsed once, and here only.

    Text that begins like no list and no object says nothing, wherever the tool's own ends.
    """
    if not isinstance(call.result, str) or not _may_hold(call.result):
        return call.result
    return _parsed(_own_text(call))


def _may_hold(text: str) -> bool:
    return text.lstrip()[:1] in ("[", "{")


def _own_text(call: Call) -> str:
    """Return the tool's own text, without the notes that the agent puts behind it."""
    if call.result_chars is not None:
        units = call.result.encode("utf-16-le", "surrogatepass")[: 2 * call.result_chars]
        return str(units.decode("utf-16-le", "surrogatepass"))
    return str(call.result.partition(_NOTES)[0])


def _parsed(text: str) -> Any:  # noqa: ANN401 (JSON)
    if not _may_hold(text):
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
        if depth == DEEPEST:
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
