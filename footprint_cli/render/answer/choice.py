"""Which of many answers, and which candidates beside a chunk, a person is shown."""

from bisect import bisect_left
from collections.abc import Iterable
from heapq import nsmallest
from itertools import groupby

from footprint_cli.model.answer import Occurrence
from footprint_cli.model.audit import Explained

LATEST = 5  # retrievals in detail
BESIDE = 6  # candidates shown beside the ones that are asked for
_OWN = 20  # of the ones that are asked for


def latest(occurrences: Iterable[Occurrence], *, read: bool, whole: bool) -> list[list[Occurrence]]:
    """Keep the answers of the last retrievals, in the order they came; with `whole` all of them.

    Those that answer the question are kept before others: who asks why a chunk was not read is
    shown where it was not, and with `read` where it was. Those that cannot say come last.
    """
    kept: list[list[Occurrence]] = []
    for _, group in groupby(occurrences, key=lambda one: id(one.retrieval)):
        kept.append([*group])
        if not whole and len(kept) > LATEST:
            least = [_worth(each, read=read) for each in kept]
            kept.pop(least.index(min(least)))
    return kept


def _worth(group: list[Occurrence], *, read: bool) -> int:
    """Return 2 where an answer that names a chunk is the one asked for, 1 for others that name one."""
    named = [one for one in group if one.chunk is not None]
    return bool(named) + any((one.answer == "read") is read for one in named)


def beside(group: list[Occurrence]) -> tuple[list[Explained], tuple[Explained, ...]]:
    """Choose the rows that answers are seen against, and which of them are asked for.

    They are the chunks' own rows, up to a number, and those nearest by place.
    """
    listed = group[0].retrieval.candidates or ()
    own = {at for each in group for at in each.places}
    places = sorted(own)[:_OWN]
    if not places:
        return [], ()

    def distance(at: int) -> tuple[int, int]:
        after = bisect_left(places, at)
        near = places[max(0, after - 1) : after + 1]
        return (min(abs(at - place) for place in near), at)

    others = nsmallest(BESIDE, (at for at in range(len(listed)) if at not in own), key=distance)
    rows = [listed[at] for at in sorted([*places, *others])]
    return rows, tuple(listed[at] for at in places)
