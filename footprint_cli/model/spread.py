"""How numbers are spread: each one counted while they are few, and rounded once they are many."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from math import ceil, isfinite

from msgspec import Struct, field

MOST_EXACT = 4096  # different numbers that are counted one by one
_DECIMALS, _DIGITS = 3, 3  # of a rounded number: up to 1, and beyond


class Spread(Struct):
    """Numbers with how often each was met, in bounded room.

    Up to `MOST_EXACT` different numbers are exact. Beyond, every one is `rounded`: to 3 decimals
    where it is not over 1 in size, else to 3 digits. Which of the two depends on the numbers alone,
    never on their order nor on how they were shared out: so spreads can be added up in any order.
    """

    counts: dict[float, int] = field(default_factory=dict)
    rounded: bool = False

    def add(self, value: float, times: int = 1) -> None:
        """Count a finite number."""
        key = _rounded(value) if self.rounded else float(value) + 0.0  # no zero is negative
        self.counts[key] = self.counts.get(key, 0) + times
        if not self.rounded and len(self.counts) > MOST_EXACT:
            self._round()

    def add_all(self, numbers: Mapping[float, int]) -> None:
        """Count finite numbers, each so many times."""
        if self.rounded:
            rounded = (
                round(one, _DECIMALS) + 0.0 if -1 <= one <= 1 else _rounded(one) for one in numbers
            )
            _add_to(self.counts, zip(rounded, numbers.values(), strict=True))
            return
        exact = (float(value) + 0.0 for value in numbers)
        _add_to(self.counts, zip(exact, numbers.values(), strict=True))
        if len(self.counts) > MOST_EXACT:
            self._round()

    def take(self, other: "Spread") -> None:
        """Add all numbers of another spread, which stays as it is."""
        if other.rounded and not self.rounded:
            self._round()
        if other.rounded:
            _add_to(self.counts, other.counts.items())
        else:
            self.add_all(other.counts)

    @property
    def total(self) -> int:
        """How many numbers were counted."""
        return sum(self.counts.values())

    def ordered(self) -> list[tuple[float, int]]:
        """List the numbers from the smallest on, each with its count."""
        return sorted(self.counts.items())

    def quantiles(self, shares: tuple[float, ...]) -> tuple[float, ...] | None:
        """Return, for each share of 0 to 1, the smallest number that so many are not above.

        Every answer is a number that was counted. None: none was.
        """
        ordered, total = self.ordered(), self.total
        if not total:
            return None
        reached, upto = 0, []
        for _, times in ordered:
            reached += times
            upto.append(reached)
        return tuple(ordered[bisect_left(upto, max(1, ceil(one * total)))][0] for one in shares)

    def _round(self) -> None:
        exact, self.counts, self.rounded = self.counts, {}, True
        self.add_all(exact)


def _add_to(counts: dict[float, int], numbers: Iterable[tuple[float, int]]) -> None:
    for value, times in numbers:
        counts[value] = counts.get(value, 0) + times


def _rounded(value: float) -> float:
    """Round a number; one that is rounded stays as it is."""
    if abs(value) <= 1:
        return round(value, _DECIMALS) + 0.0
    found = float(f"{value:.{_DIGITS}g}")
    return found if isfinite(found) else value
