"""What a sweep keeps of many sources → its report: the curve, targets, expectations, advice."""

from collections.abc import Iterator
from itertools import product
from math import ceil, prod
from typing import TYPE_CHECKING

from footprint_cli.analyse.advice import advised
from footprint_cli.analyse.sweeping import measured, settings_of
from footprint_cli.model.sweep import Counted, Counts, Hit, Packed, SweepPart, no_counts
from footprint_cli.model.sweep_report import (
    MEASURES,
    SHARES,
    Point,
    Scored,
    Sought,
    Sweep,
    SweepReport,
    Target,
)

if TYPE_CHECKING:
    from numpy import int64
    from numpy.typing import NDArray

_COLUMNS = Packed.__struct_fields__


class Swept:
    """Takes up what is kept of sources, and tells the whole."""

    def __init__(self, asked: Sweep) -> None:
        self._asked = asked
        self._whole = SweepPart()
        self._columns = {name: bytearray() for name in _COLUMNS}
        self._each = {name: bytearray() for name in measured(asked)}

    def take(self, part: SweepPart) -> None:
        """Take up one part; its columns are copied once, behind those that are there."""
        self._whole.take_counts(part)
        for name, column in self._columns.items():
            column.extend(getattr(part.packed, name))
        for name, numbers in self._each.items():
            numbers.extend(part.each.get(name, b""))

    def report(self) -> SweepReport:
        """Rule the columns at every point, and say what comes of it; the status is its own."""
        whole, points, sought = self._whole, tuple(self._points()), tuple(self._sought())
        untold = whole.unruled or any(one.matched == one.unruled for one in sought)
        advice, note = advised(self._asked, points)
        return SweepReport(
            asked=self._asked,
            retrievals=whole.retrievals,
            ruled=self._ruled,
            unruled=whole.unruled,
            one_by_one=whole.one_by_one,
            read=whole.read,
            nothing=whole.nothing,
            chars=Counted(value=whole.chars, more=whole.unsized, missing=whole.unsized),
            points=points,
            sought=sought,
            advice=advice,
            advice_note=note,
            exit_status=3 if untold or not whole.retrievals else 0,
        )

    @property
    def _ruled(self) -> int:
        return self._whole.retrievals - sum(self._whole.unruled.values())

    @property
    def _size(self) -> int:
        return prod(len(one.values) for one in self._asked.axes)

    def _points(self) -> Iterator[Point]:
        values = product(*(one.values for one in self._asked.axes))
        for place, (one, (counts, at, each)) in enumerate(zip(values, self._curves(), strict=True)):
            yield self._point(one, counts, at, each, place)

    def _curves(self) -> Iterator[tuple[Counts, int, "dict[str, NDArray[int64]]"]]:
        """Yield at each point counts, the place in them, and the numbers of single retrievals."""
        import numpy as np

        from footprint_cli.analyse.curves import Curves
        from footprint_cli.analyse.sweep import table_of

        table = table_of(Packed(**self._columns))  # type: ignore[arg-type]
        axis, whole = self._asked.axes[-1], self._whole
        rest = {
            name: np.frombuffer(numbers, np.int64).reshape(whole.one_by_one, self._size)
            for name, numbers in self._each.items()
        }
        for outer, setting in enumerate(settings_of(self._asked)):
            curves = Curves(table, setting.values, axis, self._each)
            first = outer * len(axis.values)
            counts = no_counts(len(axis.values))
            counts.take(curves.counts)
            if whole.counts is not None:
                counts.take(whole.counts.part(first, first + len(axis.values)))
            for at, numbers in enumerate(zip(*map(curves.each, self._each), strict=True)):
                yield (
                    counts,
                    at,
                    {
                        name: np.concatenate((some, rest[name][:, first + at]))
                        if whole.one_by_one
                        else some
                        for name, some in zip(self._each, numbers, strict=True)
                    },
                )

    def _point(
        self,
        values: "tuple[int | float, ...]",
        counts: Counts,
        at: int,
        each: "dict[str, NDArray[int64]]",
        place: int,
    ) -> Point:
        from footprint_cli.analyse.curves import shares

        numbers = {name: counts.at(name, at) for name in MEASURES.values()}
        told = {
            name: dict(zip(SHARES, shares(some, SHARES.values()), strict=True))
            for name, some in each.items()
        }
        at_targets = tuple(self._at(one, numbers, told) for one in self._asked.targets)
        return Point(
            values=values,
            admitted=numbers["admitted"],
            read=numbers["read"],
            nothing=numbers["nothing"],
            chars=numbers["chars"],
            shares=told["chars"] if self._ruled else None,
            at_targets=at_targets,
            met=tuple(
                one.met(value, numbers[MEASURES[one.measure]].bound)
                for one, value in zip(self._asked.targets, at_targets, strict=True)
            ),
            scored=self._scored(place),
        )

    def _at(
        self, target: Target, numbers: dict[str, Counted], told: dict[str, dict[str, int]]
    ) -> float | None:
        """Return what a target is held against; None: there is no retrieval."""
        name = MEASURES[target.measure]
        total, ruled = numbers[name].value, self._ruled
        if target.statistic == "total":
            return total
        if not ruled:
            return None
        if target.statistic == "mean":
            return total / ruled
        if name == "nothing":  # of each retrieval it is 1 or 0
            return int(ruled - total < max(ceil(SHARES[target.statistic] * ruled), 1))
        return told[name][target.statistic]

    def _scored(self, place: int) -> Scored | None:
        if not self._asked.expected:
            return None
        ruled = [(at, hit) for at, hit in self._whole.hits.items() if hit.read]
        return Scored(
            expected=sum(
                len(self._asked.expected[at].chunks) * (hit.matched - hit.unruled)
                for at, hit in ruled
            ),
            read=sum(hit.read[place] for _, hit in ruled),
            both=sum(hit.both[place] for _, hit in ruled),
            unsure=sum(hit.unsure[place] for _, hit in ruled),
        )

    def _sought(self) -> Iterator[Sought]:
        for place, one in enumerate(self._asked.expected):
            hit = self._whole.hits.get(place, Hit())
            yield Sought(
                name=one.name,
                chunks=len(one.chunks),
                matched=hit.matched,
                unruled=hit.unruled,
                never=tuple(each for each in one.chunks if each not in hit.seen)
                if hit.matched
                else (),
            )
