"""Recorded retrievals → columns that a sweep can rule all at once."""

from array import array
from collections.abc import Sequence
from itertools import pairwise
from math import inf, isfinite

from footprint_cli.analyse.hidden import lists_all
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.reruled import Picker, picker_of, scored
from footprint_cli.model.evidence import Number
from footprint_cli.model.numbers import is_ascending, usable
from footprint_cli.model.seam import Scored
from footprint_cli.model.sweep import Packed

WHOLE, HIDES, HIDES_BEYOND_K = 0, 1, 2
_EXACT = 2**53  # a larger whole number may have no double of its own


class Columns:
    """Takes up retrievals that are regular: see `add`."""

    def __init__(self) -> None:
        self._sizes, self._read = array("q"), array("q")
        self._k, self._threshold, self._max_chars = array("d"), array("d"), array("d")
        self._hides = array("b")
        self._scores, self._chars = array("d"), array("q")

    def add(self, pool: Pool) -> bool:
        """Take up a retrieval that can be ruled again, and return True where it is regular.

        It is where its list is best first with a usable score each, and ruled so that the first are
        read, the picker refused none, and what was spent is what the sizes of passages say.
        """
        if not pool.candidates:
            return self._empty(pool)
        if not _is_regular(pool):
            return False
        rows, read = scored(pool), len(pool.admitted)
        if not _adds_up(pool, rows[:read]):
            return False
        self._row(pool, len(rows), read)
        self._scores.extend(float(one.score or 0) for one in rows)
        self._chars.extend(-1 - one.least if one.chars is None else one.chars for one in rows)
        return True

    def _empty(self, pool: Pool) -> bool:
        if not pool.is_whole or _limits(pool) is None:
            return False
        self._row(pool, 0, 0)
        return True

    def _row(self, pool: Pool, size: int, read: int) -> None:
        k, threshold, most = _limits(pool) or (inf, -inf, inf)
        self._sizes.append(size)
        self._read.append(read)
        self._k.append(k)
        self._threshold.append(threshold)
        self._max_chars.append(most)
        self._hides.append(_hides(pool))

    def packed(self) -> Packed:
        """Return the columns."""
        return Packed(
            sizes=self._sizes.tobytes(),
            k=self._k.tobytes(),
            threshold=self._threshold.tobytes(),
            max_chars=self._max_chars.tobytes(),
            read=self._read.tobytes(),
            hides=self._hides.tobytes(),
            scores=self._scores.tobytes(),
            chars=self._chars.tobytes(),
        )


def _is_regular(pool: Pool) -> bool:
    listed, read = pool.candidates, len(pool.admitted)
    if pool.retrieval.evidence_from == "event" or _limits(pool) is None:
        return False
    if not is_ascending([one.rank for one in listed]) or not _is_best_first(pool.scores):
        return False
    if not all(one.admitted for one in listed[:read]) or picker_of(pool) != Picker((), ()):
        return False
    short = usable(pool.evidence.k) and pool.evidence.k > len(listed)
    return not (short and _hides(pool) == HIDES_BEYOND_K)


def _is_best_first(scores: Sequence[Number | None]) -> bool:
    if not all(map(_is_double, scores)):
        return False
    return all(one >= other for one, other in pairwise(scores) if one is not None is not other)


def _is_double(score: Number | None) -> bool:
    return isinstance(score, float) or (isinstance(score, int) and abs(score) <= _EXACT)


def _adds_up(pool: Pool, read: list[Scored]) -> bool:
    """Tell whether the sizes of what was read are known, or nothing was spent; and say what was spent."""
    sizes, used = [one.chars for one in read], pool.evidence.chars_used
    if None in sizes:
        return pool.evidence.max_chars is None and used is None
    return used is None or used == sum(one or 0 for one in sizes)


def _limits(pool: Pool) -> tuple[float, float, float] | None:
    """Return k, threshold and character budget as doubles; None: one has no double of its own."""
    evidence = pool.evidence
    found = []
    for value, absent in ((evidence.k, inf), (evidence.threshold, -inf), (evidence.max_chars, inf)):
        if value is None:
            found.append(absent)
        elif not _is_double(value) or not isfinite(value):
            return None
        else:
            found.append(float(value))
    return found[0], found[1], found[2]


def _hides(pool: Pool) -> int:
    if pool.is_whole:
        return WHOLE
    return HIDES_BEYOND_K if lists_all(pool) and usable(pool.evidence.k) else HIDES
