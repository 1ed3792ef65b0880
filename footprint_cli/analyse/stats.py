"""A recording → its Stats: what `explain` says of each chunk, counted, without the sentences."""

from collections import Counter
from collections.abc import Iterable
from operator import attrgetter
from typing import Any

from footprint_cli.analyse.outcome_words import outcome_word
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.row_tallies import RowTally
from footprint_cli.model.coverage import CoveredCall
from footprint_cli.model.evidence import FIELDS, Evidence, Number, Retrieval
from footprint_cli.model.json_text import json_text
from footprint_cli.model.numbers import is_number, number_text, usable
from footprint_cli.model.recording import Recording
from footprint_cli.model.stats import (
    SETTINGS,
    RetrieverStats,
    Stats,
    counted,
)

_settings_of = attrgetter(*(FIELDS[Evidence][name] for name in SETTINGS))
MARGIN = 0.05  # how near to the threshold a miss is near, unless asked for otherwise
_SHARE_DECIMALS = 3


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
    counting = Counting(stats)
    counting.add(recording, calls)
    counting.settle()


def add_retrieval(stats: Stats, retrieval: Retrieval, source: str) -> None:
    """Count one more retrieval, of this source."""
    counting = Counting(stats)
    counting.add_retrieval(retrieval, source)
    counting.settle()


class Counting:
    """Counts recordings into Stats, which are right once all was settled.

    Chunks of many retrievals are the same ones: counting them together takes a third of the time.
    """

    def __init__(self, stats: Stats) -> None:
        self._stats = stats
        self._of: dict[str | None, _OfRetriever] = {}

    def add(self, recording: Recording, calls: Iterable[CoveredCall] = ()) -> None:
        """Count one more recording."""
        stats = self._stats
        unreadable = any(one.kind == "unreadable" for one in recording.damage)
        stats.recordings += recording.format is not None and not recording.part
        stats.damaged += bool(recording.damage) and not unreadable
        stats.unreadable += unreadable
        stats.calls_withheld += any(one.code == "calls-withheld" for one in recording.noticed)
        for one in recording.retrievals:
            self.add_retrieval(one, recording.source)
        if recording.calls:
            from footprint_cli.analyse.tool_stats import add_calls

            add_calls(stats, tuple(calls))

    def add_retrieval(self, retrieval: Retrieval, source: str) -> None:
        """Count one more retrieval, of this source."""
        name = retrieval.retriever
        of = self._of.get(name)
        if of is None:
            of = self._of[name] = _OfRetriever(self._stats.retriever(name), self._stats.margin)
        of.add(retrieval, source)

    def settle(self) -> Stats:
        """Return the Stats, with all that was counted."""
        for one in self._of.values():
            one.settle()
        return self._stats


class _OfRetriever:
    """Counts retrievals of one retriever."""

    def __init__(self, into: RetrieverStats, margin: float) -> None:
        self._into = into
        self._rows = RowTally(into, margin)
        self._met: Counter[tuple[Any, ...]] = Counter()  # settings, as recorded

    def settle(self) -> None:
        """Add what was counted together to the counts of the retriever."""
        self._rows.settle()
        for values, times in self._met.items():
            for name, value in zip(SETTINGS, values, strict=True):
                if value is not None:
                    counted(self._into.settings.setdefault(name, {}), value_as_text(value), times)
        self._met.clear()

    def add(self, retrieval: Retrieval, source: str) -> None:
        into, evidence = self._into, retrieval.evidence
        pool = None if evidence is None else Pool(retrieval, evidence)
        into.retrievals += 1
        counted(into.outcomes, outcome_word(retrieval, pool))
        if pool is None:
            return
        into.recorded += 1
        self._settings(pool.evidence)
        if pool.candidates:
            self._rows.add(pool, source)
            self._best(pool)
        self._budget(pool)

    def _settings(self, evidence: Evidence) -> None:
        if not evidence.odd:
            self._met[_settings_of(evidence)] += 1
        else:
            for name in SETTINGS:
                text = setting_text(evidence, name)
                if text is not None:
                    counted(self._into.settings.setdefault(name, {}), text)
        if usable(evidence.considered_count):
            self._into.considered.add(evidence.considered_count)

    def _best(self, pool: Pool) -> None:
        """Say where the best-scoring chunk went; of equals, one that was read."""
        best = pool.best_place
        if best is None:
            counted(self._into.best, "no-score")
            return
        score = pool.scores[best]
        self._into.best_scores.add(score or 0)
        equals = [best]
        if pool.scores.count(score) > 1:
            equals += [at for at, one in enumerate(pool.scores) if one == score]
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
