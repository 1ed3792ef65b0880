"""A recording → its Stats: what `explain` says of each chunk, counted, without the sentences."""

from collections.abc import Iterable

from footprint_cli.analyse.limits import limit_of
from footprint_cli.analyse.outcomes import outcome_of
from footprint_cli.analyse.pool import Pool
from footprint_cli.model.coverage import CoveredCall
from footprint_cli.model.evidence import FIELDS, Candidate, Evidence, Number, Retrieval
from footprint_cli.model.json_text import json_text
from footprint_cli.model.numbers import difference, is_number, number_text, usable
from footprint_cli.model.recording import Recording
from footprint_cli.model.stats import (
    LIMITS,
    SETTINGS,
    NearMiss,
    RetrieverStats,
    Rows,
    Stats,
    counted,
    nearest,
    rows_of,
)

MARGIN = 0.05  # how near to the threshold a miss is near, unless asked for otherwise
_SHARE_DECIMALS = 3
_SLACK = 1e-9  # of a threshold, for what subtracting doubles leaves behind
_COUNT_OF = {limit: limit.replace("-", "_") for limit in LIMITS}  # the fields of Rows


def stats_of(
    recording: Recording, calls: Iterable[CoveredCall] = (), *, margin: float = MARGIN
) -> Stats:
    """Count what one recording says; `calls` are its calls with the grounds that they covered.

    Recordings that come in parts are one: the last part counts.
    """
    stats = Stats(margin=margin)
    add_recording(stats, recording, calls)
    return stats


def add_recording(stats: Stats, recording: Recording, calls: Iterable[CoveredCall] = ()) -> None:
    """Count one more recording, as taking its own Stats would."""
    unreadable = any(one.kind == "unreadable" for one in recording.damage)
    stats.recordings += recording.format is not None and not recording.part
    stats.damaged += bool(recording.damage) and not unreadable
    stats.unreadable += unreadable
    stats.calls_withheld += any(one.code == "calls-withheld" for one in recording.noticed)
    for one in recording.retrievals:
        add_retrieval(stats, one, recording.source)
    if recording.calls:
        from footprint_cli.analyse.tool_stats import add_calls

        add_calls(stats, tuple(calls))


def add_retrieval(stats: Stats, retrieval: Retrieval, source: str) -> None:
    """Count one more retrieval, of this source."""
    _Counting(stats.retriever(retrieval.retriever), source, stats.margin).add(retrieval)


class _Counting:
    """Counts retrievals of one recording for one retriever."""

    def __init__(self, into: RetrieverStats, source: str, margin: float) -> None:
        self._into = into
        self._source = source
        self._margin = margin

    def add(self, retrieval: Retrieval) -> None:
        into, evidence = self._into, retrieval.evidence
        pool = None if evidence is None else Pool(retrieval, evidence)
        outcome, _ = outcome_of(retrieval, pool)
        into.retrievals += 1
        counted(into.outcomes, outcome)
        if pool is None:
            return
        into.recorded += 1
        self._settings(pool.evidence)
        self._rows(pool)
        if pool.candidates:
            self._best(pool)
        self._budget(pool)

    def _settings(self, evidence: Evidence) -> None:
        for name in SETTINGS:
            text = setting_text(evidence, name)
            if text is not None:
                counted(self._into.settings.setdefault(name, {}), text)
        if usable(evidence.considered_count):
            self._into.considered.add(evidence.considered_count)

    def _rows(self, pool: Pool) -> None:
        into, near = self._into, []
        floor = _floor(pool.evidence, self._margin)
        for place, candidate in enumerate(pool.candidates):
            limit = limit_of(place, pool)
            became = _became(pool.read[place]) if limit is None else _COUNT_OF[limit]
            own = self._counts(candidate)
            for rows in own:
                rows.count(became)
            if candidate.admitted is False:
                self._reason(candidate)
            self._score(candidate)
            if limit == "threshold" and self._is_near(candidate, pool, floor):
                near.append(self._near(candidate, pool))
                for rows in own:
                    rows.near += 1
        if near:
            into.near = nearest([*into.near, *near])

    def _counts(self, candidate: Candidate) -> list[Rows]:
        into = self._into
        found = [into.rows]
        if candidate.id is None:
            into.unnamed += 1
        else:
            found.append(rows_of(into.chunks, candidate.id))
        if candidate.doc_uri is None:
            into.without_document += 1
        else:
            found.append(rows_of(into.documents, candidate.doc_uri))
        return found

    def _is_near(self, candidate: Candidate, pool: Pool, floor: Number) -> bool:
        score = candidate.score
        return usable(score) and score >= floor and is_near(candidate, pool, self._margin)

    def _reason(self, candidate: Candidate) -> None:
        if candidate.reason is None:
            self._into.no_reason += 1
        else:
            counted(self._into.reasons, candidate.reason)

    def _score(self, candidate: Candidate) -> None:
        if not usable(candidate.score):
            self._into.no_score += 1
            return
        self._into.scores.add(candidate.score)
        if candidate.admitted is True:
            self._into.admitted_scores.add(candidate.score)

    def _near(self, candidate: Candidate, pool: Pool) -> NearMiss:
        score, threshold = candidate.score or 0, pool.evidence.threshold or 0
        retrieval = pool.retrieval
        return NearMiss(
            short=difference(threshold, score),
            score=score,
            threshold=threshold,
            chunk=candidate.id,
            source=self._source,
            step=retrieval.step,
            line=retrieval.line,
            run=retrieval.run,
        )

    def _best(self, pool: Pool) -> None:
        """Say where the best-scoring chunk went; of equals, one that was read."""
        best = pool.best_place
        if best is None:
            counted(self._into.best, "no-score")
            return
        score = pool.candidates[best].score
        self._into.best_scores.add(score or 0)
        equals = [best, *(at for at, one in enumerate(pool.candidates) if one.score == score)]
        read = next((at for at in equals if pool.read[at]), None)
        if read is not None:
            add_place(self._into, pool.candidates[read].prompt_position, len(pool.admitted))
            return
        unknown = any(pool.read[at] is None for at in equals)
        counted(self._into.best, "not-known" if unknown else "not-read")

    def _budget(self, pool: Pool) -> None:
        most, used = pool.evidence.max_chars, pool.evidence.chars_used
        if not usable(most):
            return
        self._into.budgets += 1
        self._into.budgets_cut += pool.spend_ended_at is not None
        add_budget_use(self._into, used, most)


def add_place(into: RetrieverStats, position: int | None, total: int, times: int = 1) -> None:
    """Count where in the prompt the best chunk stands, of so many that were admitted."""
    if position is None or not 0 <= position < total:
        counted(into.best, "no-position", times)
        return
    into.positions.add(position, times)
    ends = {0: "first", total - 1: "last"}
    counted(into.best, "only" if total == 1 else ends.get(position, "middle"), times)


def add_budget_use(into: RetrieverStats, used: Number | None, most: Number, times: int = 1) -> None:
    """Count the share of a character budget that was used, where that is known."""
    if usable(used) and most > 0:
        share = round(used / most, _SHARE_DECIMALS)
        if usable(share):
            into.budget_use.add(share, times)


def _floor(evidence: Evidence, margin: float) -> Number:
    """Return a score that no near miss is under: subtracting exactly is slow, and most are far off."""
    threshold = evidence.threshold
    if not usable(threshold):
        return 0
    return threshold - margin - _SLACK * (1 + abs(threshold))


def _became(read: bool | None) -> str:
    if read is None:
        return "not_known"
    return "read" if read else "dropped"


def is_near(candidate: Candidate, pool: Pool, margin: float) -> bool:
    """Tell whether a score is under the threshold, and by no more than the margin."""
    score, threshold = candidate.score, pool.evidence.threshold
    if not usable(score) or not usable(threshold) or not score < threshold:
        return False
    short = difference(threshold, score)
    return usable(short) and short <= margin


def setting_text(evidence: Evidence, name: str) -> str | None:
    """Write a recorded setting as text; None where it is not recorded."""
    value = getattr(evidence, FIELDS[Evidence][name])
    if value is None:
        return json_text(evidence.odd[name]) if name in evidence.odd else None
    return value_as_text(value)


def value_as_text(value: Number | str) -> str:
    """Write a value as text; 3 and 3.0 are one number."""
    if is_number(value):
        whole = isinstance(value, float) and value.is_integer()
        return number_text(int(value) if whole else value)
    return str(value)
