"""What a result says of the period that it holds → one verdict (search notes, 2.9)."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from footprint_cli.analyse.arguments import holds_placeholder

# Undeclared: the tool has a period argument, and its record says that the result names none.
_LEAST_HELD = ("not-held", "partly-held", "unknown", "undeclared", "covered")
_KEYS = frozenset({"queried", "held", "read_at", "readAt", "verdict"})


class _Span(NamedTuple):
    begin: datetime
    end: datetime


def held_verdict(periods: Iterable[Any]) -> str | None:
    """Return the least held of several periods; None where the result says nothing of one.

    Bounds are inclusive. What is no period (an instant without a zone, another key) is dropped, but
    not where redaction took a part, or where it says itself that not all is held: that is unknown.
    """
    verdicts = {one for period in periods if (one := _verdict(period)) is not None}
    return next((one for one in _LEAST_HELD if one in verdicts), None)


def odd_periods(periods: Iterable[Any]) -> int:
    """Count the values that are no periods and were dropped."""
    return sum(_verdict(one) is None for one in periods)


def _verdict(period: object) -> str | None:
    if isinstance(period, str):  # a row or an event has the verdict alone
        return period if period in _LEAST_HELD else "unknown"
    if not isinstance(period, dict):
        return None
    told = [_measured(period), _said(period)]
    return next((one for one in _LEAST_HELD if one in told), None)


def _measured(period: dict[str, Any]) -> str | None:
    """Compare the instants of a period; None where they cannot be read."""
    queried, held = _span(period.get("queried")), _span(period.get("held"))
    if queried is None or held is None or not period.keys() <= _KEYS:
        return None
    return _compared(queried, held)


def _said(period: dict[str, Any]) -> str | None:
    """Return what a period says itself of what is held, where that is not all of it."""
    held, verdict = period.get("held"), period.get("verdict")
    if isinstance(verdict, str) and verdict != "covered":
        return verdict if verdict in _LEAST_HELD else "unknown"
    if holds_placeholder(period):
        return "unknown"
    if period.get("queried") is not None and _span(period["queried"]) is None:
        return None
    bare = held is not None and not isinstance(held, dict) and held != "covered"
    return "unknown" if bare else None


def _compared(queried: _Span, held: _Span) -> str:
    if held.begin <= queried.begin and queried.end <= held.end:
        return "covered"
    apart = held.end < queried.begin or queried.end < held.begin
    return "not-held" if apart else "partly-held"


def _span(value: object) -> _Span | None:
    if not isinstance(value, dict) or value.keys() != {"from", "to"}:
        return None
    begin, end = _instant(value["from"]), _instant(value["to"])
    if begin is None or end is None or begin > end:
        return None
    return _Span(begin, end)


def _instant(value: object) -> datetime | None:
    """Read an ISO 8601 instant; one without a zone is none."""
    if not isinstance(value, str):
        return None
    try:
        instant = datetime.fromisoformat(value)
    except ValueError:
        return None
    return None if instant.tzinfo is None else instant
