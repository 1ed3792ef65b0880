"""Candidates explained when they are looked at: who asks about one chunk needs few of them."""

from collections.abc import Callable, Iterator, Sequence
from typing import overload

from footprint_cli.model.audit import Explained


class LazyRows(Sequence[Explained]):
    """As many rows as `count`, each made by `explain` from its place when it is first asked for."""

    def __init__(self, count: int, explain: Callable[[int], Explained]) -> None:
        self._count = count
        self._explain = explain
        self._made: dict[int, Explained] = {}

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> Explained: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Explained, ...]: ...
    def __getitem__(self, place: int | slice) -> Explained | tuple[Explained, ...]:
        if isinstance(place, slice):
            return tuple(self[one] for one in range(self._count)[place])
        at = range(self._count)[place]  # raises IndexError, and counts from the end
        if at not in self._made:
            self._made[at] = self._explain(at)
        return self._made[at]

    def __iter__(self) -> Iterator[Explained]:
        return (self[at] for at in range(self._count))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[type[tuple[Explained, ...]], tuple[list[Explained]]]:
        return tuple, ([*self],)
