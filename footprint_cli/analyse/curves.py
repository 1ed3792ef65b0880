"""A table of retrievals along one axis, block by block, so that little beside its columns is held."""

from collections.abc import Iterable, Iterator, Mapping
from math import ceil

import numpy as np

from footprint_cli.analyse.sweep import Curve, Front, Integers, Table
from footprint_cli.model.evidence import Number
from footprint_cli.model.sweep import Axis, no_counts


class Curves:
    """Retrievals along one axis, block by block: their counts, and numbers of each of them."""

    def __init__(
        self, table: Table, values: Mapping[str, Number | None], axis: Axis, names: Iterable[str]
    ) -> None:
        self._signed = 1 if axis.name == "threshold" else -1
        self._axis = axis
        self._fronts: dict[str, list[Front]] = {name: [] for name in names}
        self.counts = no_counts(len(axis.values))
        for block in table.blocks():
            curve = Curve(block, values, axis)
            self.counts.take(curve.counts())
            for name, fronts in self._fronts.items():
                fronts.append(curve.front(name))

    def each(self, name: str) -> Iterator[Integers]:
        """Yield the numbers of single retrievals, in their order, at each value of the axis."""
        for value in self._axis.values:
            numbers = [one.at(self._signed * float(value)) for one in self._fronts[name]]
            yield np.concatenate(numbers) if numbers else np.zeros(0, np.int64)


def shares(numbers: Integers, parts: Iterable[float]) -> list[int]:
    """Return for each part the least of the numbers that so many of them do not exceed; 0 of none."""
    places = [max(ceil(part * len(numbers)) - 1, 0) for part in parts]
    if not len(numbers):
        return [0 for _ in places]
    ordered = np.partition(numbers, sorted({*places}))
    return [int(ordered[place]) for place in places]
