"""The text of a JSON number to the number itself."""

MOST_DIGITS = 20_000
# Python refuses to read or print longer ones, unless it is told otherwise.
_PRINTABLE_DIGITS = 640


class LongInteger(int):
    """An integer too long for Python to print: its text is the digits as they were written."""

    digits: str

    def __repr__(self) -> str:
        return self.digits

    __str__ = __repr__

    def __format__(self, _: str) -> str:
        return self.digits


def read_number(text: str, *, whole: bool) -> tuple[int | float, str | None]:
    """Give the number, and its text, shortened, where neither an int nor a double can hold it.

    Integers are exact up to MOST_DIGITS digits; what is too large is an infinity.
    """
    if not whole:
        value = float(text)
        return value, shortened(text) if value in (float("inf"), float("-inf")) else None
    if len(text) <= _PRINTABLE_DIGITS:
        return int(text), None
    if len(text.lstrip("-")) > MOST_DIGITS:
        return float(text), shortened(text)
    return _long_integer(text), None


def _long_integer(text: str) -> LongInteger:
    digits = text.lstrip("-")
    total = 0
    for start in range(0, len(digits), _PRINTABLE_DIGITS):
        piece = digits[start : start + _PRINTABLE_DIGITS]
        total = total * 10 ** len(piece) + int(piece)
    value = LongInteger(-total if text.startswith("-") else total)
    value.digits = text
    return value


def shortened(text: str, most: int = 40) -> str:
    """Keep both ends of a text that is longer than `most`, and say how long it was."""
    if len(text) <= most:
        return text
    half = most // 2
    return f"{text[:half]}…{text[-half:]} ({len(text)} characters)"
