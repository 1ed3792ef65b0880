"""A score as a bar of a fixed number of cells, with the threshold marked on it."""

from collections.abc import Iterable

from footprint_cli.model.evidence import Number
from footprint_cli.model.numbers import usable

_EIGHTHS = " ▏▎▍▌▋▊▉"
_FULL, _MARK, _EMPTY = "█", "┊", " "


class Scale:
    """The range that the bars of one retrieval share: 0 to 1, wider where a number asks for it."""

    def __init__(self, numbers: Iterable[Number | None], width: int, *, ascii_only: bool) -> None:
        found = [float(one) for one in numbers if one is not None and usable(one)]
        self._low = min([0.0, *found])
        self._high = max([1.0, *found]) if self._low == 0.0 else max([0.0, *found])
        self._width = width
        self._ascii = ascii_only

    def bar(self, score: Number | None, threshold: Number | None) -> str:
        """Draw a score; blank where it is not a usable number."""
        if not usable(score):
            return ""
        cells = self._cells(float(score))
        if usable(threshold):
            at = min(self._width - 1, int(self._share(float(threshold)) * self._width))
            if cells[at] == _EMPTY:
                cells[at] = "|" if self._ascii else _MARK
        return "".join(cells).rstrip()

    def _share(self, value: float) -> float:
        span = self._high / 2 - self._low / 2  # halves: the whole may be beyond a double
        return 0.0 if span == 0 else (value / 2 - self._low / 2) / span

    def _cells(self, score: float) -> list[str]:
        eighths = round(self._share(score) * self._width * 8)
        full, rest = divmod(eighths, 8)
        if self._ascii:
            cells = ["#"] * (full + (rest >= 4))  # noqa: PLR2004 (half a cell)
        else:
            cells = [_FULL] * full + ([_EIGHTHS[rest]] if rest else [])
        return (cells + [_EMPTY] * self._width)[: self._width]
