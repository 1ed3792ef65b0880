"""Which of many answers, and which candidates beside a chunk, a person is shown."""

from collections.abc import Iterable

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

    def distance(at: int) -> tuple[int, int]:
        return (min(abs(at - place) for place in places), at)

    others = [at for at in range(len(listed)) if at not in places]
    kept = sorted([*places, *sorted(others, key=distance)[:_BESIDE]]) if places else []
    return [listed[at] for at in kept]
