"""Axes and targets of a sweep, from the command line; a value that is none is a usage error."""

import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation

from footprint_cli.errors import UsageError
from footprint_cli.model.evidence import Number
from footprint_cli.model.sweep import AXES, Axis
from footprint_cli.model.sweep_report import MEASURES, SIGNS, STATISTICS, Target

_NAMES = {"threshold": "threshold", "k": "k", "max-chars": "maxChars"}
_FORM = "NAME=FROM:TO:STEP, or NAME=VALUE,VALUE…; NAME is threshold, k or max-chars"
_TARGET = re.compile(r"\s*(\w+)\s+(\w+)\s*(<=|>=|<|>|=)\s*(\S+)\s*")
_WORDS = " ".join("|".join(each) for each in (STATISTICS, MEASURES, SIGNS))
_GRAMMAR = f"{_WORDS} NUMBER, such as 'p95 chars <= 4000'"
_MOST_POINTS = 10_000
_SMALLEST = -30  # the power of ten of the smallest number that is taken
_LARGEST = 2**53  # a larger whole number may have no double of its own


def axes_of(texts: list[str]) -> tuple[Axis, ...]:
    """Return the axes that are asked for, the outermost first."""
    found: dict[str, Axis] = {}
    for text in texts:
        axis = _axis(text)
        if axis.name in found:
            raise UsageError(f"--sweep {text}: that setting is swept already")
        found[axis.name] = axis
    size = 1
    for one in found.values():
        size *= len(one.values)
    if size > _MOST_POINTS:
        raise UsageError(f"--sweep: {size} points, and {_MOST_POINTS} are the most")
    return tuple(found[name] for name in AXES if name in found)


def _axis(text: str) -> Axis:
    option = f"--sweep {text}"
    name, is_, asked = text.partition("=")
    if not is_ or name not in _NAMES or not asked:
        raise UsageError(f"{option}: say {_FORM}")
    if ":" in asked:
        values = [*_range(asked.split(":"), name, option)]
    else:
        values = [_decimal(one, option) for one in asked.split(",")]
    if name != "threshold" and any(one != int(one) or one < 0 for one in values):
        raise UsageError(f"{option}: not all are whole numbers from 0 on")
    if any(abs(one) > _LARGEST for one in values):
        raise UsageError(f"{option}: a value is beyond 2^53")
    return Axis(name=_NAMES[name], values=tuple(map(_number, sorted({*values}))))


def _range(parts: list[str], name: str, option: str) -> Iterator[Decimal]:
    """Yield the values of a range in decimal, in which 0.1 is a tenth: none is off by an error."""
    if len(parts) == 2 and name == "k":  # noqa: PLR2004
        parts = [*parts, "1"]
    if len(parts) != 3:  # noqa: PLR2004
        raise UsageError(f"{option}: say {_FORM}")
    first, last, step = (_decimal(one, option) for one in parts)
    if step <= 0 or last < first:
        raise UsageError(f"{option}: it goes from the lower to the higher by a step above 0")
    if (last - first) / step >= _MOST_POINTS:
        raise UsageError(f"{option}: more than {_MOST_POINTS} values")
    return (first + step * number for number in range(int((last - first) / step) + 1))


def _decimal(text: str, option: str) -> Decimal:
    try:
        value = Decimal(text)
    except InvalidOperation:
        value = Decimal("NaN")
    if not value.is_finite() or "_" in text or len(text) > 25:  # noqa: PLR2004 (digits that are kept)
        raise UsageError(f"{option}: {text!r} is not a number")
    if value.copy_abs() > _LARGEST or (value and value.adjusted() < _SMALLEST):
        raise UsageError(f"{option}: {text} is too large, or too small")
    return value


def _number(value: Decimal) -> Number:
    return int(value) if value == int(value) else float(value)


def targets_of(texts: list[str]) -> tuple[Target, ...]:
    """Return what settings should keep to."""
    return tuple(map(_target, texts))


def _target(text: str) -> Target:
    option = f"--target {text!r}"
    match = _TARGET.fullmatch(text)
    if match is None or match[1] not in STATISTICS or match[2] not in MEASURES:
        raise UsageError(f"{option}: say {_GRAMMAR}")
    number = _number(_decimal(match[4], option))
    return Target(statistic=match[1], measure=match[2], sign=match[3], number=number)
