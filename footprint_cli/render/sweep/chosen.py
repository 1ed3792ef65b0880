"""Which points of a curve a person is shown: neighbours that are alike are one row."""

from typing import NamedTuple

from footprint_cli.model.sweep_report import Point, SweepReport


class Row(NamedTuple):
    """Points from one place to another, in which every number is the same."""

    first: int
    last: int
    advised: bool


def rows_of(report: SweepReport, limit: int) -> tuple[list[Row], int]:
    """Return up to `limit` rows (0: all), in their order, and how many points are left out.

    Advised ones come first, then both ends, then rows that stand evenly between.
    """
    rows = alike(report)
    if not limit or len(rows) <= limit:
        return rows, 0
    best = [at for at, one in enumerate(rows) if one.advised]
    spread = [round(at * (len(rows) - 1) / max(limit - 1, 1)) for at in range(limit)]
    kept = sorted([*dict.fromkeys([*best[:limit], 0, len(rows) - 1, *_outwards(spread)])][:limit])
    shown = sum(rows[at].last - rows[at].first + 1 for at in kept)
    return [rows[at] for at in kept], len(report.points) - shown


def _outwards(places: list[int]) -> list[int]:
    """Return places so that any number of the first are spread: every other of them first."""
    return [*places[::2], *places[1::2]]


def alike(report: SweepReport) -> list[Row]:
    """Return all points as rows: neighbours in which every number is the same are one."""
    rows: list[Row] = []
    advised = {*report.advice}
    for at, one in enumerate(report.points):
        before = report.points[rows[-1].last] if rows else None
        if before is not None and _same(before, one) and (at in advised) is rows[-1].advised:
            rows[-1] = rows[-1]._replace(last=at)
        else:
            rows.append(Row(at, at, at in advised))
    return rows


def _same(one: Point, other: Point) -> bool:
    """Tell whether two points differ in nothing but the value of the last axis."""
    return one.values[:-1] == other.values[:-1] and _numbers(one) == _numbers(other)


def _numbers(one: Point) -> tuple[object, ...]:
    numbers = (one.admitted, one.read, one.nothing, one.chars, one.shares, one.scored)
    return (*numbers, one.met, one.at_targets)
