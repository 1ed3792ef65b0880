"""Candidates explained when they are looked at: who asks about one chunk needs few of them."""

from collections.abc import Iterator, Sequence
from typing import overload

from footprint_cli.analyse.flips import Flipping
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.verdicts import explained
from footprint_cli.model.audit import Explained


class LazyRows(Sequence[Explained]):
    """The rows of a pool, each explained when it is first asked for; `flipping` is what they share."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.flipping = Flipping(pool)
        self._made: dict[int, Explained] = {}

    def __len__(self) -> int:
        return len(self.pool.candidates)

    @overload
    def __getitem__(self, place: int) -> Explained: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Explained, ...]: ...
    def __getitem__(self, place: int | slice) -> Explained | tuple[Explained, ...]:
        if isinstance(place, slice):
            return tuple(self[one] for one in range(len(self))[place])
        at = range(len(self))[place]  # raises IndexError, and counts from the end
        if at not in self._made:
            self._made[at] = explained(at, self.pool, self.flipping)
        return self._made[at]

    def __iter__(self) -> Iterator[Explained]:
        return (self[at] for at in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[type[tuple[Explained, ...]], tuple[list[Explained]]]:
        return tuple, ([*self],)
