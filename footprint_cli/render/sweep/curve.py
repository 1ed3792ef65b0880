"""A number along one axis, drawn with blocks: a column for each value, or for each few."""

from collections.abc import Sequence
from itertools import pairwise

_EIGHTHS = " ▁▂▃▄▅▆▇█"
_EIGHT = 8


def columns_of(numbers: Sequence[int], width: int) -> list[int]:
    """Return a number a column: of several values in one column the greatest is drawn.

    Few values get several columns each, all as many.
    """
    if not numbers:
        return []
    if len(numbers) <= width:
        times = width // len(numbers)
        return [one for one in numbers for _ in range(times)]
    edges = [at * len(numbers) // width for at in range(width + 1)]
    return [max(numbers[first:end]) for first, end in pairwise(edges)]


def drawn_curve(columns: Sequence[int], height: int, *, ascii_only: bool) -> list[str]:
    """Return the lines of a curve, the highest first; what is above zero is seen."""
    most = max(columns, default=0)
    levels = [_level(one, most, height) for one in columns]
    return [
        "".join(_block(level - _EIGHT * row, ascii_only=ascii_only) for level in levels)
        for row in reversed(range(height))
    ]


def _level(number: int, most: int, height: int) -> int:
    """Return a height in eighths of a line."""
    if not number:
        return 0
    return max(1, number * height * _EIGHT // most)


def _block(left: int, *, ascii_only: bool) -> str:
    part = min(max(left, 0), _EIGHT)
    if ascii_only:
        return "#" if part else " "
    return _EIGHTHS[part]
