"""What became of candidates, counted over many retrievals before it is laid out by chunk and document."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from math import inf

from footprint_cli.analyse.limits import limits_of
from footprint_cli.analyse.pool import Pool
from footprint_cli.model.evidence import Candidate, Number
from footprint_cli.model.numbers import difference, usable
from footprint_cli.model.packed_rows import NEAR, ONE
from footprint_cli.model.spread import MOST_EXACT
from footprint_cli.model.stats import (
    LIMITS,
    MOST_NEAR,
    Counts,
    NearMiss,
    RetrieverStats,
    counted,
    nearest,
    rows_in,
)

_MOST_HELD = 4 * MOST_NEAR  # near misses, before the nearest of them are picked
_MOST_SCORES = 4 * MOST_EXACT  # different ones, before they are rounded
_SLACK = 1e-9  # of a threshold, for what subtracting doubles leaves behind
# By the limit that refused a row: one row, packed; of one that was not refused reading tells.
_OF_LIMIT: dict[str | None, int] = {limit: ONE[limit.replace("-", "_")] for limit in LIMITS}
_OF_LIMIT[None] = 0
_OF_READ = {None: ONE["not_known"], True: ONE["read"], False: ONE["dropped"]}


class RowTally:
    """Counts the candidates of one retriever; `settle` lays out what was counted since."""

    def __init__(self, into: RetrieverStats, margin: float) -> None:
        self._into = into
        self._margin = margin
        self._forget()

    def add(self, pool: Pool, source: str) -> None:
        """Count the candidates of one retrieval of this source."""
        rows, scores, limits = pool.candidates, pool.scores, limits_of(pool)
        ids, documents = [one.id for one in rows], [one.doc_uri for one in rows]
        became = [
            _OF_LIMIT[limit] or _OF_READ[read]
            for limit, read in zip(limits, pool.read, strict=True)
        ]
        for what, begin, end in _runs(became):
            self._rows += what * (end - begin)
            self._chunks.add(what, ids[begin:end])
            self._documents.add(what, documents[begin:end])
        self._reasons.update([one.reason for one in rows if one.admitted is False])
        self._scores.update(scores)
        self._admitted.update(
            [one for one, row in zip(scores, rows, strict=True) if row.admitted is True]
        )
        for place, short in near_misses(pool, limits, self._margin):
            self._rows += NEAR
            self._chunks.add(NEAR, [ids[place]])
            self._documents.add(NEAR, [documents[place]])
            self._keep(rows[place], short, pool, source)
        if len(self._scores) > _MOST_SCORES:
            self._settle_scores()

    def settle(self) -> None:
        """Add what was counted to the counts of the retriever."""
        into = self._into
        into.rows.take(rows_in(self._rows))
        into.unnamed += self._chunks.settle(into.chunks)
        into.without_document += self._documents.settle(into.documents)
        into.near = nearest([*into.near, *self._nearest])
        into.no_reason += self._reasons.pop(None, 0)
        for reason, times in self._reasons.items():
            counted(into.reasons, reason or "", times)
        self._settle_scores()
        self._forget()

    def _settle_scores(self) -> None:
        into = self._into
        into.no_score += self._scores[None]
        into.scores.add_all(_recorded(self._scores))
        into.admitted_scores.add_all(_recorded(self._admitted))
        self._scores.clear()
        self._admitted.clear()

    def _forget(self) -> None:
        self._rows = 0  # packed
        self._chunks, self._documents = _Names(), _Names()
        self._nearest: list[NearMiss] = []
        self._farthest: Number = inf  # what falls short by more is not among the nearest
        self._reasons: Counter[str | None] = Counter()
        self._scores: Counter[Number | None] = Counter()
        self._admitted: Counter[Number | None] = Counter()

    def _keep(self, candidate: Candidate, short: Number, pool: Pool, source: str) -> None:
        """Keep a near miss with its place while it may be among the nearest."""
        if short > self._farthest:
            return
        retrieval = pool.retrieval
        miss = NearMiss(
            short=short,
            score=candidate.score or 0,
            threshold=pool.evidence.threshold or 0,
            chunk=candidate.id,
            source=source,
            step=retrieval.step,
            line=retrieval.line,
            run=retrieval.run,
        )
        self._nearest.append(miss)
        if len(self._nearest) == _MOST_HELD:
            self._nearest = nearest(self._nearest)
            self._farthest = self._nearest[-1].short


class _Names:
    """Counts names of rows by what became of them: whole slices of a list at once, which is fast."""

    def __init__(self) -> None:
        self._by: defaultdict[int, Counter[str | None]] = defaultdict(Counter)

    def add(self, became: int, names: list[str | None]) -> None:
        """Count rows of which one packed row tells."""
        self._by[became].update(names)

    def settle(self, counts: Counts) -> int:
        """Add packed rows to those of the same name; returns how many rows have none."""
        unnamed, known = 0, counts.get
        for became, names in self._by.items():
            none = names.pop(None, 0)
            unnamed += 0 if became == NEAR else none  # which is counted elsewhere too
            for name, times in names.items():
                counts[name] = known(name, 0) + became * times  # type: ignore[index,arg-type]
        return unnamed


def _runs(became: list[int]) -> Iterator[tuple[int, int, int]]:
    """Give what follows each other without a change, and where: a list that is best first has few."""
    end = 0
    for what, run in groupby(became):
        begin, end = end, end + sum(1 for _ in run)
        yield what, begin, end


def _recorded(scores: Counter[Number | None]) -> dict[float, int]:
    return {score: times for score, times in scores.items() if score is not None}


def near_misses(
    pool: Pool, limits: list[str | None], margin: float
) -> Iterator[tuple[int, Number]]:
    """Yield the places that the threshold refused by no more than the margin, and by how much."""
    threshold = pool.evidence.threshold
    if not usable(threshold):
        return
    floor = _floor(threshold, margin)
    near = [
        place
        for place, score in enumerate(pool.scores)
        if score is not None and floor <= score < threshold
    ]
    for place in near:
        if limits[place] == "threshold":
            short = _short(threshold, pool.scores[place] or 0)
            if usable(short) and short <= margin:
                yield place, short


_short = lru_cache(maxsize=4096, typed=True)(
    difference
)  # retrievals have few thresholds and scores


def _floor(threshold: Number, margin: float) -> Number:
    """Return a score that no near miss is under: subtracting exactly is slow, and most are far off."""
    return threshold - margin - _SLACK * (1 + abs(threshold))
