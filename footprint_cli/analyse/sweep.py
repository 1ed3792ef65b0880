"""Many retrievals at many values of one setting, all at once, in columns (numpy).

A list that is best first admits a part from its front, whatever the limits: a chunk depends only on
better ones, which clear every threshold that it clears. So each chunk is ruled once without the
limit that is swept, and is in until one value of it; a point of the curve counts how many still are.
Scores are float64: a narrower copy flips verdicts at equality.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from math import inf
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from footprint_cli.analyse.columns import HIDES, HIDES_BEYOND_K
from footprint_cli.model.evidence import Number
from footprint_cli.model.sweep import Axis, Counts, Packed

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
_MOST_ROWS = float(2**62)
_BLOCK = 1 << 20  # candidates that are ruled at a time: what is computed on the way stays small


class Table(NamedTuple):
    """The columns of `Packed`, and where the candidates of each retrieval begin."""

    begins: Integers
    sizes: Integers
    k: Floats
    threshold: Floats
    max_chars: Floats
    read: Integers
    hides: NDArray[np.int8]
    scores: Floats
    chars: Integers

    def blocks(self, most: int = _BLOCK) -> Iterator["Table"]:
        """Yield the retrievals in order, so many that they have at most `most` candidates, or one."""
        ends = self.begins + self.sizes
        first = 0
        while first < len(ends):
            start = int(self.begins[first])
            last = max(int(np.searchsorted(ends, start + most, side="right")), first + 1)
            rows, listed = slice(first, last), slice(start, int(ends[last - 1]))
            yield Table(
                begins=self.begins[rows] - start,
                sizes=self.sizes[rows],
                k=self.k[rows],
                threshold=self.threshold[rows],
                max_chars=self.max_chars[rows],
                read=self.read[rows],
                hides=self.hides[rows],
                scores=self.scores[listed],
                chars=self.chars[listed],
            )
            first = last


def table_of(packed: Packed) -> Table:
    """Read columns; they share the bytes."""
    sizes = np.frombuffer(packed.sizes, np.int64)
    return Table(
        begins=np.cumsum(sizes) - sizes,
        sizes=sizes,
        k=np.frombuffer(packed.k),
        threshold=np.frombuffer(packed.threshold),
        max_chars=np.frombuffer(packed.max_chars),
        read=np.frombuffer(packed.read, np.int64),
        hides=np.frombuffer(packed.hides, np.int8),
        scores=np.frombuffer(packed.scores),
        chars=np.frombuffer(packed.chars, np.int64),
    )


class Front(NamedTuple):
    """The chunks that can be in: whose they are, until when they are in, and what they weigh."""

    owner: NDArray[np.int32]
    until: Floats
    weights: Integers | None
    retrievals: int

    def at(self, value: float) -> Integers:
        """Add up what is in at a value, for each retrieval."""
        still = self.until >= value
        if self.weights is None:
            return np.bincount(self.owner[still], minlength=self.retrievals)
        sums = np.bincount(self.owner[still], self.weights[still], self.retrievals)
        return sums.astype(np.int64)


class Curve:
    """Retrievals along one axis: each chunk is in for all values that are at most its `until`.

    A larger `k` or `maxChars` admits more: of them values and `until` are taken negative. What the
    axis does not sweep is as recorded, or as `values` has it.
    """

    def __init__(self, table: Table, values: Mapping[str, Number | None], axis: Axis) -> None:
        self._table, self._values, self._name = table, values, axis.name
        grid = np.array(axis.values, np.float64)
        self._falls = axis.name == "threshold"
        self._grid = grid if self._falls else -grid[::-1]
        self._floor = self._limit("threshold", table.threshold, -inf)
        self._k = self._limit("k", table.k, inf)
        self._most = self._limit("maxChars", table.max_chars, inf)
        self._rule()

    def _limit(self, name: str, recorded: Floats, absent: float) -> Floats:
        """Return the limit of each retrieval; none where it is what is swept."""
        if name == self._name:
            return np.full(len(recorded), absent)
        if name not in self._values:
            return recorded
        value = self._values[name]
        return np.full(len(recorded), absent if value is None else float(value))

    def _rule(self) -> None:
        """Rule every chunk that can be in at all, without the limit that is swept."""
        table = self._table
        k = self._k if self._name != "k" else np.minimum(self._k, -self._grid[0])
        most = np.ceil(np.clip(k, 0, _MOST_ROWS)).astype(np.int64)
        front = np.minimum(table.sizes, most)  # behind it nothing is in
        self._owner = np.repeat(np.arange(len(front), dtype=np.int32), front)
        self._first = np.cumsum(front) - front
        self._rank = np.arange(len(self._owner)) - self._first[self._owner]
        at = table.begins[self._owner] + self._rank
        scores, chars = table.scores[at], table.chars[at]
        self._sized = chars >= 0
        self._chars = np.where(self._sized, chars, 0)
        spent, sure = self._spent(np.where(self._sized, chars, -1 - chars))
        clears, self._over = scores >= self._floor[self._owner], spent > self._most[self._owner]
        until = {"threshold": scores, "k": -1.0 - self._rank, "maxChars": -spent}[self._name]
        self._maybe = np.where(clears & ~self._over, until, -inf)
        self._until = self._maybe if sure.all() else np.where(sure, self._maybe, -inf)

    def _spent(self, least: Integers) -> tuple[Floats, NDArray[np.bool_]]:
        """Return what is spent at least up to each chunk and with it, and whether that is all of it.

        Where no budget bounds a retrieval nothing is spent.
        """
        bounded = np.full(len(self._k), self._name == "maxChars") | np.isfinite(self._most)
        if not bounded.any():
            return np.zeros(len(least)), np.ones(len(least), bool)
        counts = bounded[self._owner]
        spent = self._since(np.where(counts, least, 0))
        return spent.astype(np.float64), self._since(counts & ~self._sized) == 0

    def _since(self, numbers: NDArray[Any]) -> Integers:
        """Add numbers up along each retrieval."""
        total = np.concatenate(([0], np.cumsum(numbers)))
        found: Integers = total[1:] - total[self._first[self._owner]]
        return found

    @cached_property
    def _unsettled(self) -> Floats:
        """Until when more may be in than is known, or others: of unknown size, or behind the list."""
        open_ = np.where(self._until == self._maybe, -inf, self._maybe)
        return np.maximum(self._greatest(open_), self._hidden)

    @cached_property
    def _hidden(self) -> Floats:
        """Until when chunks behind the list may be in (`hidden.hidden_by` has the rule)."""
        table = self._table
        last = np.full(len(table.sizes), inf)
        listed = table.sizes > 0
        last[listed] = table.scores[(table.begins + table.sizes - 1)[listed]]
        asks = np.full(len(last), self._name == "k")
        if "k" in self._values:
            asks |= self._k != table.k
        hides = (table.hides == HIDES) | ((table.hides == HIDES_BEYOND_K) & asks)
        ended = self._greatest(np.where(self._over, 1.0, -inf)) > 0
        room = (table.sizes < self._k) & ~ended & (last >= self._floor)
        behind = {"threshold": last, "k": -1.0 - table.sizes, "maxChars": -self._whole}[self._name]
        return np.where(hides & room, behind, -inf)

    @cached_property
    def _whole(self) -> Floats:
        """What the whole front of each retrieval spends at least."""
        sizes = np.where(self._sized, self._chars, -1 - self._table.chars[self._at])
        return np.bincount(self._owner, sizes, len(self._k)).astype(np.float64)

    @property
    def _at(self) -> Integers:
        places: Integers = self._table.begins[self._owner] + self._rank
        return places

    @cached_property
    def _doubted(self) -> Floats:
        """Until when the picker is given one that it did not take."""
        new = self._rank == self._table.read[self._owner]
        return self._greatest(np.where(new, self._maybe, -inf))

    def _greatest(self, values: Floats) -> Floats:
        """Return the greatest of each retrieval; less than all values where it has none."""
        out = np.full(len(self._k), -inf)
        some = np.bincount(self._owner, minlength=len(out)) > 0
        if some.any():
            out[some] = np.maximum.reduceat(values, self._first[some])
        return out

    def _still(self, until: Floats, weights: NDArray[Any] | None = None) -> Integers:
        """Count those that are in at each value; with weights, add them up."""
        bins = np.searchsorted(self._grid, until, side="right")
        found = np.bincount(bins, weights, len(self._grid) + 1)
        return np.cumsum(found[::-1])[::-1][1:].astype(np.int64)

    def _told(self, numbers: Integers) -> list[int]:
        """Return numbers in the order of the axis."""
        ordered: list[int] = (numbers if self._falls else numbers[::-1]).tolist()
        return ordered

    def admitted(self) -> list[int]:
        """Count the chunks that are admitted for certain, at each value."""
        return self._told(self._still(self._until))

    def counts(self) -> Counts:
        """Count everything, at each value."""
        still, told, count = self._still, self._told, len(self._k)
        top = self._greatest(self._until)
        more, doubt = self._unsettled, np.maximum(self._unsettled, self._doubted)
        unsized = self._greatest(np.where(self._sized, -inf, self._maybe))
        admitted, up, down = told(still(self._until)), told(still(more)), told(still(doubt))
        return Counts(
            admitted=admitted,
            admitted_more=up,
            read=[*admitted],
            read_more=[*up],
            read_less=down,
            nothing=told(count - still(top)),
            nothing_more=told(still(np.minimum(top, doubt))),
            nothing_less=told(still(more) - still(np.minimum(top, more))),
            chars=told(still(self._maybe, self._chars)),
            chars_more=told(still(np.maximum(unsized, more))),
            chars_less=[*down],
            unsized=told(still(np.where(self._sized, -inf, self._maybe))),
        )

    def front(self, name: str) -> Front:
        """Return what tells a number of each retrieval (chars, admitted or read) at any value."""
        if name == "chars":
            return Front(self._owner, self._maybe, self._chars, len(self._k))
        return Front(self._owner, self._until, None, len(self._k))
