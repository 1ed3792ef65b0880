"""What became of candidates, counted over many retrievals before it is laid out by chunk and document."""

from collections import Counter
from collections.abc import Iterator
from math import inf

from footprint_cli.analyse.limits import limits_of
from footprint_cli.analyse.pool import Pool
from footprint_cli.model.evidence import Candidate, Number
from footprint_cli.model.numbers import difference, usable
from footprint_cli.model.stats import (
    LIMITS,
    MOST_NEAR,
    NearMiss,
    RetrieverStats,
    counted,
    nearest,
    rows_of,
)

_MOST_HELD = 4 * MOST_NEAR  # near misses, before the nearest of them are picked
_SLACK = 1e-9  # of a threshold, for what subtracting doubles leaves behind
_BECAME: dict[str | None, str] = {limit: limit.replace("-", "_") for limit in LIMITS}  # in Rows
_OF_READ = {None: "not_known", True: "read", False: "dropped"}


class RowTally:
    """Counts the candidates of one retriever; `settle` lays out what was counted since."""

    def __init__(self, into: RetrieverStats, margin: float) -> None:
        self._into = into
        self._margin = margin
        self._forget()

    def add(self, pool: Pool, source: str) -> None:
        """Count the candidates of one retrieval of this source."""
        rows, limits, scores = pool.candidates, limits_of(pool), pool.scores
        ids, documents = [one.id for one in rows], [one.doc_uri for one in rows]
        became = [
            _OF_READ[read] if limit is None else _BECAME[limit]
            for limit, read in zip(limits, pool.read, strict=True)
        ]
        self._became.update(zip(ids, documents, became, strict=True))
        self._reasons.update([one.reason for one in rows if one.admitted is False])
        self._scores.update(scores)
        self._admitted.update(
            [one for one, row in zip(scores, rows, strict=True) if row.admitted is True]
        )
        for place, short in near_misses(pool, limits, self._margin):
            self._near[ids[place], documents[place]] += 1
            self._keep(rows[place], short, pool, source)

    def settle(self) -> None:
        """Add what was counted to the counts of the retriever."""
        into = self._into
        documents: Counter[tuple[str | None, str]] = Counter()
        for (chunk, document, became), times in self._became.items():
            documents[document, became] += times
            if chunk is None:
                into.unnamed += times
            else:
                rows_of(into.chunks, chunk).count(became, times)
        for (document, became), times in documents.items():
            into.rows.count(became, times)
            if document is None:
                into.without_document += times
            else:
                rows_of(into.documents, document).count(became, times)
        self._settle_near()
        into.no_reason += self._reasons.pop(None, 0)
        into.no_score += self._scores[None]
        for reason, times in self._reasons.items():
            counted(into.reasons, reason or "", times)
        into.scores.add_all(_recorded(self._scores))
        into.admitted_scores.add_all(_recorded(self._admitted))
        self._forget()

    def _settle_near(self) -> None:
        into = self._into
        into.near = nearest([*into.near, *self._nearest])
        for (chunk, document), times in self._near.items():
            into.rows.near += times
            if chunk is not None:
                into.chunks[chunk].near += times
            if document is not None:
                into.documents[document].near += times

    def _forget(self) -> None:
        self._became: Counter[tuple[str | None, str | None, str]] = Counter()
        self._nearest: list[NearMiss] = []
        self._farthest: Number = inf  # what falls short by more is not among the nearest
        self._near: Counter[tuple[str | None, str | None]] = Counter()
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
    for place, (score, limit) in enumerate(zip(pool.scores, limits, strict=True)):
        if limit == "threshold" and score is not None and floor <= score < threshold:
            short = difference(threshold, score)
            if usable(short) and short <= margin:
                yield place, short


def _floor(threshold: Number, margin: float) -> Number:
    """Return a score that no near miss is under: subtracting exactly is slow, and most are far off."""
    return threshold - margin - _SLACK * (1 + abs(threshold))
