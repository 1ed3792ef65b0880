"""Two samples of numbers: how far apart they are, and how likely that is by chance alone.

The test of Kolmogorov and Smirnov. Its exact form follows from counting lattice paths: each way to
part the pooled numbers into two samples is a path, and equal numbers are one step of it.
"""

from math import comb, exp, pi, sqrt
from typing import NamedTuple

MOST_EXACT = 1_000_000  # products of sizes for which every path is counted
_SMALL = 1.18  # under it one series converges sooner, from it on the other
_TERMS = 100

Sample = list[tuple[float, int]]


class Apart(NamedTuple):
    """The largest distance between two distributions, 0 to 1, and its p-value."""

    distance: float
    p: float
    exact: bool


def apart(one: Sample, other: Sample) -> Apart:
    """Compare two samples, each a list of numbers with how often they occur; neither may be empty.

    `p` is the probability of a distance at least as large where numbers fall to the two sides by
    chance. It is exact, ties and all, up to `MOST_EXACT`; beyond, it is that of large samples.
    """
    first, second = _size(one), _size(other)
    steps = _steps(one, other)
    far = max(abs(at * second - at_other * first) for at, at_other in steps)
    distance = far / (first * second)
    if first * second <= MOST_EXACT:
        ends = {at + at_other for at, at_other in steps}
        return Apart(distance, _share_as_far(first, second, far, ends), exact=True)
    return Apart(
        distance, _of_large(distance * sqrt(first * second / (first + second))), exact=False
    )


def least_p(first: int, second: int) -> float:
    """Return what no p-value of samples of these sizes is under: one way to part them, or its mirror too.

    Samples of two sizes that do not overlap may have no mirror image: equal numbers can be in its way.
    """
    if not first or not second:
        return 1.0
    ways = 2 if first == second else 1
    return ways / comb(first + second, first)


def _size(sample: Sample) -> int:
    return sum(times for _, times in sample)


def _steps(one: Sample, other: Sample) -> list[tuple[int, int]]:
    """Return, for each different number, how many of both samples are not above it."""
    counts: dict[float, list[int]] = {}
    for side, sample in enumerate((one, other)):
        for value, times in sample:
            counts.setdefault(value, [0, 0])[side] += times
    steps, at, at_other = [], 0, 0
    for _, (mine, theirs) in sorted(counts.items()):
        at, at_other = at + mine, at_other + theirs
        steps.append((at, at_other))
    return steps


def _share_as_far(first: int, second: int, far: int, ends: set[int]) -> float:
    """Return the share of paths that are `far` from the diagonal at the end of some number.

    Only sums of shares of paths that got so far: nothing cancels, so small values stay exact.
    """
    row = [0.0] * (second + 1)
    for at in range(first + 1):
        for at_other in range(second + 1):
            length = at + at_other
            if length in ends and abs(at * second - at_other * first) >= far:
                row[at_other] = 1.0
            elif length:
                above = row[at_other] * at if at else 0.0
                left = row[at_other - 1] * at_other if at_other else 0.0
                row[at_other] = (above + left) / length
    return min(1.0, row[second])


def _of_large(scaled: float) -> float:
    """Return the probability that Kolmogorov's distribution exceeds a scaled distance."""
    if scaled <= 0:
        return 1.0
    if scaled < _SMALL:
        odd = range(1, 2 * _TERMS, 2)
        under = sum(exp(-((one * pi / scaled) ** 2) / 8) for one in odd)
        return max(0.0, 1 - sqrt(2 * pi) / scaled * under)
    terms = [exp(-2 * (one * scaled) ** 2) for one in range(1, _TERMS)]
    return min(1.0, max(0.0, 2 * (sum(terms[::2]) - sum(terms[1::2]))))
