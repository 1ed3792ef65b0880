"""What two lists have in common, by one key after the other, in order where several have one."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import Generic, NamedTuple, TypeVar

One = TypeVar("One")


class Matched(NamedTuple, Generic[One]):
    """Pairs in order of the first list, and what is left of both."""

    pairs: list[tuple[One, One]]
    before: list[One]
    after: list[One]


def matched(
    before: Sequence[One], after: Sequence[One], keys: Sequence[Callable[[One], Hashable | None]]
) -> Matched[One]:
    """Pair what has an equal key; each key is tried on what those before it left, None fits nothing."""
    found: list[tuple[int, int]] = []
    mine, theirs = dict(enumerate(before)), dict(enumerate(after))
    for key in keys:
        others: dict[Hashable, list[int]] = defaultdict(list)
        for place, one in reversed(theirs.items()):
            others[key(one)].append(place)
        for place, one in [*mine.items()]:
            value = key(one)
            if value is not None and others[value]:
                other = others[value].pop()
                found.append((place, other))
                del mine[place], theirs[other]
    pairs = [(before[one], after[other]) for one, other in sorted(found)]
    return Matched(pairs, [*mine.values()], [*theirs.values()])
