"""Recorded values ↔ what SQLite can hold."""

from collections.abc import Collection, Sequence
from math import isfinite
from typing import Any

from footprint_cli.model.json_text import json_text

_LOW, _HIGH = -(2**63), 2**63  # whole numbers of SQLite

Stored = str | bytes | int | float | None


def stored_text(text: str | None) -> str | bytes | None:
    """Return a text as SQLite takes it: bytes, where half of a surrogate pair is no UTF-8."""
    if text is None or text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def text_again(stored: Any) -> Any:  # noqa: ANN401 (a text, or None)
    """Return a text from what `stored_text` gave."""
    return stored.decode("utf-8", "surrogatepass") if isinstance(stored, bytes) else stored


def texts_again(row: Sequence[Any]) -> Sequence[Any]:
    """Return a row with its texts as `text_again` returns them: as it is, where all are text."""
    return [*map(text_again, row)] if bytes in map(type, row) else row


def holds(number: float | None) -> bool:
    """Tell whether a column can hold a number as it was recorded."""
    if isinstance(number, float):
        return isfinite(number)
    return number is None or _LOW <= number < _HIGH


def number_again(written: str) -> int | float:
    """Return a number that no column could hold from the text that stands for it."""
    try:
        return int(written)
    except ValueError:
        return float(written.replace("Infinity", "inf"))


def packed(values: dict[str, Any]) -> str | bytes | None:
    """Write what has no column as JSON, None where there is nothing."""
    return stored_text(json_text(values)) if values else None


def unpacked(text: str | bytes | None) -> dict[str, Any]:
    """Read what `packed` wrote."""
    if text is None:
        return {}
    from footprint_cli.read.careful import Stopped, decode

    read = decode(text_again(text))
    return {} if isinstance(read, Stopped) or not isinstance(read.value, dict) else read.value


_SHORT = 8  # characters of a score that takes less room as a whole number
_WHOLE = 15  # stands for a number that was recorded without a fraction


def packed_score(score: float | None) -> float | None:
    """Return a score of few digits as a whole number: its digits times 16, and its decimals.

    Dividing the digits by the power of ten gives the very number again. What would take more room so
    is a double as it stands; what no column can hold is None.
    """
    if score is None:
        return None
    if isinstance(score, int):
        return score * 16 + _WHOLE if -(2**59) <= score < 2**59 else None
    if not isfinite(score):
        return None
    text = repr(score)
    if len(text) > _SHORT or "e" in text or not score:
        return score
    whole, _, fraction = text.partition(".")
    return int(whole + fraction) * 16 + len(fraction)


_FLOATS = {float}
_MOST = 65_536
_packed_before: dict[float, float | None] = {}  # few scores of a store have few digits


def packed_scores(scores: Collection[float | None]) -> list[float | None]:
    """Return scores as `packed_score` returns each."""
    if {*map(type, scores)} != _FLOATS or 0 in scores:  # 0.0 and -0.0 are one key
        return [*map(packed_score, scores)]
    known = _packed_before
    found = [*map(known.get, scores)]  # type: ignore[arg-type]
    if None in found:
        if len(known) > _MOST:
            known.clear()
        for place, score in enumerate(scores):
            if found[place] is None and score is not None:
                found[place] = known[score] = packed_score(score)
    return found


def score_again(packed: float | None) -> float | None:
    """Return the score that `packed_score` took."""
    if not isinstance(packed, int):
        return packed
    digits, decimals = packed >> 4, packed & 15
    return digits if decimals == _WHOLE else digits / 10.0**decimals
