"""The points of a sweep that do best, and what that rests on."""

from collections.abc import Callable, Sequence

from footprint_cli.model.sweep_report import Point, Sweep
from footprint_cli.model.what_if import EXACT

Advice = tuple[tuple[int, ...], str | None]  # numbers of points, and a sentence


def advised(asked: Sweep, points: Sequence[Point]) -> Advice:
    """Return the points that do best; none where nothing is asked that one could do best.

    Of those that keep to the targets: the best recall, then the least text; without an expectation
    the fewest retrievals that read nothing, then the most chunks read, then the least text.
    """
    if not asked.targets and not asked.expected:
        return (), None
    firm = [at for at, one in enumerate(points) if not asked.targets or one.meets]
    open_ = [at for at, one in enumerate(points) if asked.targets and one.meets is None]
    among = firm or [at for at in open_ if _would_meet(asked, points[at])]
    if not among and open_:
        return (), "no setting is known to meet the targets, and by the numbers told none does"
    if not among:
        return (), "no setting of these meets the targets"
    said = "" if firm else "no setting is known to meet the targets, these may; "
    if firm and open_:
        said = f"known to meet the targets ({len(open_)} more may, which cannot be told); "
    best, by = _wanted(among, points) if asked.expected else _loosest(among, points)
    return best, said + by


def _would_meet(asked: Sweep, point: Point) -> bool:
    """Tell whether the numbers that are told meet every target, whatever their bounds."""
    both = zip(asked.targets, point.at_targets, strict=True)
    return all(target.met(value, EXACT) for target, value in both)


def _loosest(among: list[int], points: Sequence[Point]) -> tuple[tuple[int, ...], str]:
    by = "fewest retrievals that read nothing, then most chunks read, then least text"
    return _best(among, points, _most_read), by


def _wanted(among: list[int], points: Sequence[Point]) -> tuple[tuple[int, ...], str]:
    if not any(one.scored is not None and one.scored.expected for one in points):
        return (), "nothing that was expected could be held against a retrieval"
    unsized = any(points[at].chars.missing for at in among)
    best = _best(among, points, _fewest if unsized else _least)
    if not _both(points[best[0]]):
        return (), "no setting of these reads an expected chunk"
    if unsized:
        return best, "best recall, then fewest chunks: sizes of some passages are not recorded"
    return best, "best recall, then least text"


def _best(
    among: list[int], points: Sequence[Point], order: Callable[[Point], tuple[int, ...]]
) -> tuple[int, ...]:
    keys = {at: order(points[at]) for at in among}
    least = min(keys.values())
    return tuple(at for at in among if keys[at] == least)


def _most_read(one: Point) -> tuple[int, ...]:
    return (one.nothing.value, -one.read.value, one.chars.value)


def _least(one: Point) -> tuple[int, ...]:
    return (-_both(one), one.chars.value)


def _fewest(one: Point) -> tuple[int, ...]:
    return (-_both(one), one.read.value, one.chars.value)


def _both(one: Point) -> int:
    return 0 if one.scored is None else one.scored.both
