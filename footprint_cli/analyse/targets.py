"""What a point of a sweep must do: read from text, and held against its numbers."""

import operator
import re

from footprint_cli.errors import UsageError
from footprint_cli.model.sweep import NUMBERS, SHARES, Point, Target
from footprint_cli.model.what_if import AT_LEAST, AT_MOST, EXACT

TOTAL, MEAN = "total", "mean"
_NAMES = {**{name: name for name in NUMBERS}, "empty": "nothing", "characters": "chars"}
_SIGNS = {
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
    "=": operator.eq,
}
_FORM = re.compile(r"\s*(\w+)\s+(\w+)\s*(<=|>=|<|>|=)\s*(\d{1,15}(?:\.\d{1,15})?)\s*")
GRAMMAR = (
    "total|mean of chars|admitted|read|empty, or p50|p90|p95|p99|max of chars, then <=, <, >=, > or "
    "=, and a number: 'p95 chars <= 4000'"
)


def target_of(text: str) -> Target:
    """Read a target; `UsageError` shows what there is."""
    found = _FORM.fullmatch(text)
    share, word, sign, limit = found.groups() if found else ("", "", "", "")
    name = _NAMES.get(word)
    if name is None or (share not in {TOTAL, MEAN} and not (share in SHARES and name == "chars")):
        raise UsageError(f"--target {text!r}: not {GRAMMAR}")
    return Target(text=text, share=share, name=name, sign=sign, limit=float(limit))


def meets(target: Target, point: Point, ruled: int) -> bool | None:
    """Tell whether a point meets a target; None: its number is only bounded, on the wrong side."""
    number, met = point.numbers[target.name], as_said(target, point, ruled)
    if number.bound == EXACT:
        return met
    # A number that is at least what is said fails every ceiling it is over, and so on.
    settled = {
        (AT_LEAST, "<=", False),
        (AT_LEAST, "<", False),
        (AT_LEAST, ">=", True),
        (AT_LEAST, ">", True),
        (AT_MOST, "<=", True),
        (AT_MOST, "<", True),
        (AT_MOST, ">=", False),
        (AT_MOST, ">", False),
    }
    return met if (number.bound, target.sign, met) in settled else None


def as_said(target: Target, point: Point, ruled: int) -> bool:
    """Tell whether the number that is said of a point meets a target, whatever its bound."""
    value: float = point.numbers[target.name].value
    if target.share == MEAN:
        value = value / ruled if ruled else 0
    elif target.share != TOTAL:
        value = point.shares[target.share]
    met: bool = _SIGNS[target.sign](value, target.limit)
    return met


def all_met(verdicts: list[bool | None]) -> bool | None:
    """Join the verdicts of several targets."""
    if False in verdicts:
        return False
    return None if None in verdicts else True
