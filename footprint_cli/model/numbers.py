"""Numbers as a recording has them: exact text, exact differences, no comparison with a NaN."""

from collections.abc import Collection
from math import isfinite
from typing import TypeGuard

from footprint_cli.model.evidence import Number

_LARGEST_PLAIN = 21  # JavaScript writes an exponent from 1e21 on,
_SMALLEST_PLAIN = -7  # and from 1e-7 down
_DOUBLE = 1024  # bits: a larger whole number is infinite for the producer
_FLOATS = {float}
_PIECE = 600  # digits: Python refuses to print very long ones at once


def is_number(value: object) -> TypeGuard[Number]:
    """Tell a JSON number from anything else; a bool is an int in Python and not in JSON."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def usable(value: object) -> TypeGuard[Number]:
    """Tell whether a value is a number that may be compared: one that a double can hold."""
    if type(value) is float:  # asked more often than anything else: no call is made for it
        return value - value == 0  # neither NaN nor infinite
    return type(value) is int and value.bit_length() < _DOUBLE


def is_all_finite(values: Collection[object]) -> TypeGuard[list[Number | None]]:
    """Tell whether all values are finite floats, at the speed at which they can be looked at.

    False too for floats so large that their sum is not finite.
    """
    return {*map(type, values)} <= _FLOATS and isfinite(sum(values))  # type: ignore[arg-type]


def is_ascending(values: list[int | None]) -> bool:
    """Tell whether all are there, and none is smaller than the one before it."""
    return None not in values and values == sorted(values)  # type: ignore[type-var]


def number_text(value: Number) -> str:
    """Write a number with every digit it has, in the notation of the producer (JavaScript's)."""
    if isinstance(value, int):
        return str(value) if value.bit_length() < _DOUBLE else _long_text(value)
    if not isfinite(value):
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"  # noqa: PLR0124
    text = repr(value)
    if "e" not in text:
        return text
    digits, exponent = _scaled(text)
    sign, figures = ("-", str(-digits)) if digits < 0 else ("", str(digits))
    point = len(figures) + exponent
    if len(figures) <= point <= _LARGEST_PLAIN:
        return sign + figures + "0" * exponent
    if _SMALLEST_PLAIN + 1 < point <= 0:
        return f"{sign}0.{'0' * -point}{figures}"
    mantissa, _, power = text.partition("e")
    return f"{mantissa}e{'-' if power[0] == '-' else '+'}{power.lstrip('+-').lstrip('0')}"


def _long_text(value: int) -> str:
    rest, pieces = abs(value), []
    while rest:
        rest, piece = divmod(rest, 10**_PIECE)
        pieces.append(str(piece).zfill(_PIECE) if rest else str(piece))
    return ("-" if value < 0 else "") + "".join(reversed(pieces))


def difference(one: Number, other: Number) -> Number:
    """Subtract two recorded numbers as written: 0.41 - 0.6 is -0.19, not -0.18999999999999995.

    Both must be `usable`.
    """
    if isinstance(one, int) and isinstance(other, int):
        return one - other
    (first, a), (second, b) = _scaled(repr(one)), _scaled(repr(other))
    low = min(a, b)
    return float(f"{first * 10 ** (a - low) - second * 10 ** (b - low)}e{low}")


def _scaled(text: str) -> tuple[int, int]:
    """Split a decimal text into a whole number and a power of ten."""
    mantissa, _, power = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    if fraction == "0":
        fraction = ""
    return int(whole + fraction), int(power or 0) - len(fraction)
