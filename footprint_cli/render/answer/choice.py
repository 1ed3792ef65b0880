"""Which of many answers, and which candidates beside a chunk, a person is shown."""

from bisect import bisect_left
from collections.abc import Iterable
from heapq import nsmallest

from footprint_cli.model.answer import Occurrence
from footprint_cli.model.audit import Explained

LATEST = 5  # answers in detail
_BESIDE = 6  # candidates shown beside the ones that are asked for


def latest(occurrences: Iterable[Occurrence], *, read: bool, whole: bool) -> list[Occurrence]:
    """Keep the last answers, in the order they came; with `whole` all of them.

    Those that answer the question are kept before others: who asks why a chunk was not read is
    shown where it was not, and with `read` where it was.
    """
    kept: list[Occurrence] = []
    for one in occurrences:
        kept.append(one)
        if not whole and len(kept) > LATEST:
            other = (at for at, each in enumerate(kept) if (each.answer == "read") is not read)
            kept.pop(next(other, 0))
    return kept


def beside(one: Occurrence) -> list[Explained]:
    """Choose the rows that an answer is seen against: the chunk's own, and the nearest by place."""
    listed = list(one.retrieval.candidates or ())
    own = {id(row) for row in one.rows}
    places = [at for at, row in enumerate(listed) if id(row) in own]
    if not places:
        return []

    def distance(at: int) -> tuple[int, int]:
        after = bisect_left(places, at)
        near = places[max(0, after - 1) : after + 1]
        return (min(abs(at - place) for place in near), at)

    others = nsmallest(
        _BESIDE, (at for at, row in enumerate(listed) if id(row) not in own), key=distance
    )
    return [listed[at] for at in sorted([*places, *others])]
