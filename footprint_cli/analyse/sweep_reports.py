"""What a sweep kept → the points of its curve, and which of them do best."""

from collections.abc import Sequence
from itertools import product

import numpy as np
from msgspec.structs import replace

from footprint_cli.analyse.sweep import Curve, share, table_of
from footprint_cli.analyse.swept import settings_along
from footprint_cli.analyse.targets import all_met, as_said, meets
from footprint_cli.model.sweep import (
    NUMBERS,
    SHARES,
    Axis,
    Point,
    Scored,
    SweepReport,
    Swept,
    Target,
)
from footprint_cli.model.what_if import Setting


def report_of(
    swept: Swept,
    setting: Setting,
    axes: tuple[Axis, ...],
    targets: tuple[Target, ...] = (),
    expected: Sequence[str] = (),
) -> SweepReport:
    """Lay a sweep out; `expected` are the questions and runs of which something is expected."""
    points = tuple(_points(swept, setting, axes, targets, scored=bool(expected)))
    ruled = swept.retrievals - sum(swept.unruled.values())
    advice, note = _advice(points, targets, ruled) if targets or expected else ((), None)
    unmatched = tuple(one for one in expected if one not in swept.matched)
    return SweepReport(
        setting=setting,
        axes=axes,
        targets=targets,
        swept=swept,
        points=points,
        advice=advice,
        advice_note=note,
        expected=len(expected),
        unmatched=unmatched,
        exit_status=3 if not swept.retrievals or swept.unruled or unmatched else 0,
    )


def _points(
    swept: Swept,
    setting: Setting,
    axes: tuple[Axis, ...],
    targets: tuple[Target, ...],
    *,
    scored: bool,
) -> list[Point]:
    table, axis = table_of(swept.packed), axes[-1]
    found: list[Point] = []
    ruled = swept.retrievals - sum(swept.unruled.values())
    values = [*product(*(one.values for one in axes))]
    for outer, tried in enumerate(settings_along(setting, axes)):
        curve = Curve(table, tried.values, axis)
        counts = curve.counts()
        counts.take(swept.counts[outer])
        others = np.array(swept.chars[outer], np.int64).reshape(-1, len(axis.values))
        for inner, chars in enumerate(curve.chars()):
            every = np.concatenate((chars, others[:, inner]))
            point = Point(
                values=values[len(found)],
                numbers={name: counts.number(name, inner) for name in NUMBERS},
                shares={name: share(every, part) for name, part in SHARES.items()},
                scored=_scored(swept.scored[outer][inner]) if scored else None,
            )
            met = all_met([meets(one, point, ruled) for one in targets])
            found.append(_with(point, met) if targets else point)
    return found


def _with(point: Point, met: bool | None) -> Point:
    return replace(point, meets=met)


def _scored(numbers: list[int]) -> Scored:
    expected, read, both = numbers
    return Scored(expected=expected, read=read, both=both)


def _advice(
    points: Sequence[Point], targets: tuple[Target, ...], ruled: int
) -> tuple[tuple[int, ...], str | None]:
    """Choose the points that read the most of what is expected, or of all, with the least text.

    Points that are known to meet the targets come before those that only do by what is said of them.
    """
    left = [at for at, one in enumerate(points) if not targets or one.meets is True]
    note = None
    if not left:
        left = [
            at
            for at, one in enumerate(points)
            if one.meets is None and all(as_said(each, one, ruled) for each in targets)
        ]
        note = "by these numbers, which are bounds: whether the targets are met is not proved"
    if not left or not ruled:
        return (), "no setting of these meets the targets" if ruled else None
    best = max(_worth(points[at]) for at in left)
    return tuple(at for at in left if _worth(points[at]) == best), note


def _worth(point: Point) -> tuple[float, int]:
    read = point.numbers["read"].value
    most = read if point.scored is None else point.scored.recall or 0
    return most, -point.numbers["chars"].value
