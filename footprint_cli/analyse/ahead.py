"""What stands before each candidate of a pool, as far as its own verdict hangs on it."""

from bisect import bisect_left, insort
from math import inf
from typing import NamedTuple

from footprint_cli.analyse.pool import Pool
from footprint_cli.model.evidence import Number
from footprint_cli.model.numbers import usable


class Ahead(NamedTuple):
    """What stands before one candidate, by rank.

    `reaching` counts those that no threshold refuses while it admits the candidate itself. With
    `k` as recorded the candidate is over the cap at every threshold up to `blocker`; None: at none.
    """

    reaching: int
    blocker: Number | None


def ahead_of(pool: Pool) -> dict[int, Ahead]:
    """Tell, for each candidate with a usable score by its place, what stands before it."""
    most = pool.most_admitted
    room = None if most is None else most - 1  # how many may stand before an admitted one
    scores: list[Number] = []
    always = 0  # those without a usable score are below no threshold
    found = {}
    for place in pool.ranked:
        score = pool.candidates[place].score
        if not usable(score):
            always += 1
            continue
        reaching = len(scores) - bisect_left(scores, score) + always
        found[place] = Ahead(reaching, _blocker(scores, always, room))
        insort(scores, score)
    return found


def ahead_in_order(pool: Pool, place: int) -> Ahead:
    """Tell the same of one candidate of an orderly pool, where all before it score no less."""
    most = pool.most_admitted
    if most is None or place < most:
        return Ahead(place, None)
    return Ahead(place, pool.candidates[most - 1].score if most else inf)


def _blocker(scores: list[Number], always: int, room: int | None) -> Number | None:
    """Find the score that a threshold must exceed for no more than `room` to stand before.

    `scores` are sorted; `always` more stand before at any threshold.
    """
    if room is None or len(scores) + always <= room:
        return None
    left = room - always
    return inf if left < 0 else scores[len(scores) - 1 - left]
