"""When a run began, by what its recording says: a date in an envelope, or the clock of its events."""

from collections.abc import Iterable

from footprint_cli.model.numbers import is_number

_LATEST = 253_402_300_800_000  # ms: the year 10000, which no date can hold


def started_at(recorded: object, clocks: Iterable[float | None] = ()) -> float | None:
    """Return the milliseconds since 1970 UTC of a recorded date, else of the earliest clock.

    A date without an offset from UTC is not a moment, and counts as not recorded.
    """
    told = _moment(recorded) if isinstance(recorded, str) else None
    return min((one for one in clocks if one is not None), default=None) if told is None else told


def clock_of(meta: dict[str, object]) -> float | None:
    """Return what the clock of an event shows, in milliseconds since 1970 UTC."""
    shown = meta.get("wallClockMs")
    return shown if is_number(shown) and 0 <= shown < _LATEST else None


def _moment(text: str) -> float | None:
    from datetime import datetime

    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        return None
    shown = round(moment.timestamp() * 1000)
    return shown if 0 <= shown < _LATEST else None
