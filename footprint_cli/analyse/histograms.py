"""Scores → bins to be drawn, with an edge at each threshold."""

from bisect import bisect_right
from math import floor, isfinite, log10

from footprint_cli.model.spread import Spread
from footprint_cli.model.stats_report import ScoreBin

MOST_THRESHOLDS = 3
_MOST = 20  # bins, before thresholds part some of them
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_DIGITS = 12
_FINE = 1e9  # bins between zero and a score
_TWO = 2  # edges of one bin


def bins_of(
    scores: Spread, admitted: Spread, thresholds: tuple[float, ...]
) -> tuple[ScoreBin, ...]:
    """Lay scores out over at most 20 even bins, and a few more: a bin that holds a threshold is parted.

    So a score equal to a threshold stands in the bin above it. `admitted` are some of the scores.
    """
    if not scores.counts:
        return ()
    edges = _edges([*scores.counts, *thresholds], thresholds)
    let = _like(admitted, scores)
    all_, some = _binned(scores, edges), _binned(let, edges)
    return tuple(
        ScoreBin(edges[at], edges[at + 1], some[at], all_[at] - some[at])
        for at in range(len(edges) - 1)
    )


def _like(some: Spread, whole: Spread) -> Spread:
    """Round the numbers of a part where those of the whole are rounded."""
    found = Spread(rounded=whole.rounded)
    found.take(some)
    return found


def _binned(spread: Spread, edges: list[float]) -> list[int]:
    counts = [0] * (len(edges) - 1)
    for value, times in spread.counts.items():
        counts[min(bisect_right(edges, value), len(counts)) - 1] += times
    return counts


def _edges(values: list[float], thresholds: tuple[float, ...]) -> list[float]:
    low, high = min(values), max(values)
    step = _step(low, high)
    if max(abs(low), abs(high)) > step * _FINE:
        return [low, high]  # no double is as fine as such bins
    first, last = floor(low / step) - 1, floor(high / step) + 2  # dividing may be off by a hair
    even = [_tidy(step * place) for place in range(first, last + 1)]
    edges = sorted({*even, *thresholds})
    while len(edges) > _TWO and edges[1] <= low:
        del edges[0]
    while len(edges) > _TWO and edges[-2] > high:
        del edges[-1]
    if edges[0] <= low and high < edges[-1] and all(map(isfinite, edges)):
        return edges
    return [low, high]


def _step(low: float, high: float) -> float:
    """Return a width that a person would choose: 1, 2, 2.5 or 5 of some power of ten."""
    span = high / _MOST - low / _MOST
    if not span > 0:
        return 0.05
    power = 10.0 ** floor(log10(span))
    return next((power * one for one in _STEPS if power * one >= span), power * _STEPS[-1])


def _tidy(value: float) -> float:
    """Write off what adding up leaves behind: 0.15000000000000002 is 0.15."""
    return float(f"{value:.{_DIGITS}g}") + 0.0
