import math
import re

_WHITE_SPACE = (
    "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
_DECIMAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_RADIX = re.compile(r"0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+")


def double(number: float) -> float:
    """Give the double that JavaScript reads for a number, infinity when it is too large for one."""
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def array_length(value: object) -> int | None:
    """Say which length an array gets when `value` is assigned to it; None where JavaScript throws.

    Null is 0, true is 1, `[]` and `""` are 0, `[3]` and `" 3 "` are 3: the number that the value
    converts to counts, as long as it is a whole one of 32 bits.
    """
    number = _number(value)
    if not (number.is_integer() and 0 <= number < 2**32):
        return None
    return int(number)


def _number(value: object) -> float:
    if isinstance(value, list):
        return _number_in_array(value)
    if value is None:
        return 0.0
    if isinstance(value, (bool, int, float)):
        return double(value)
    return _number_in_text(value) if isinstance(value, str) else math.nan


def _number_in_array(array: list[object]) -> float:
    inner: object = array
    while isinstance(inner, list):
        if len(inner) != 1:
            return math.nan if inner else 0.0
        inner = inner[0]
    # An array converts by way of its text, and there true is a word; absent, like null, is nothing.
    if isinstance(inner, (bool, dict)):
        return math.nan
    return _number(inner) if isinstance(inner, (int, float, str)) else 0.0


def _number_in_text(text: str) -> float:
    word = text.strip(_WHITE_SPACE)
    if not word:
        return 0.0
    if _DECIMAL.fullmatch(word):
        return float(word)
    # More digits than this are more than 32 bits, or zeros that nobody writes.
    if _RADIX.fullmatch(word) and len(word) < 2**10:
        return double(int(word, 0))
    return math.nan
