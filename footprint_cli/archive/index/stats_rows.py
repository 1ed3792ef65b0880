"""Retrievals and candidates of an index, added up by SQLite → what is counted of each retriever."""

from typing import Any

from footprint_cli.analyse.stats import add_budget_use, add_place, value_as_text
from footprint_cli.archive.index.asking import Asking
from footprint_cli.archive.index.schema import SCORE
from footprint_cli.archive.index.values import text_again, unpacked
from footprint_cli.model.evidence import Number
from footprint_cli.model.numbers import difference, usable
from footprint_cli.model.packed_rows import NEAR, ONE
from footprint_cli.model.stats import (
    SETTINGS,
    NearMiss,
    RetrieverStats,
    Stats,
    counted,
    nearest,
)

_OF_RULING = (
    "FROM t_candidate c JOIN t_retrieval t ON t.retrieval = c.retrieval"
    " JOIN d_ruling g ON g.ruling = c.ruling"
)
_SETTINGS = """
SELECT setting, retriever, strategy, k, threshold, max_chars, embedder, dimensions, selection_order,
  namespace FROM d_setting
"""
_RETRIEVALS = """
SELECT t.setting, x.value, t.considered, t.chars_used,
  CASE WHEN instr(t.other, '"noEvidence"') THEN t.other END, count(*)
FROM t_retrieval t LEFT JOIN d_text x ON x.text = t.outcome WHERE {easy} GROUP BY 1, 2, 3, 4, 5
"""
_ROWS = (
    f"SELECT t.setting, c.chunk, c.ruling, count(*) {_OF_RULING} WHERE {{easy}} GROUP BY 1, 2, 3"
)
_LISTED = "SELECT total(t.listed) FROM t_retrieval t WHERE {easy}"
_SCORES = f"""
SELECT t.setting, {SCORE} AS scored, g.admitted, count(*) {_OF_RULING} WHERE {{easy}} GROUP BY 1, 2, 3
"""
_NEAR = f"""
SELECT t.setting, c.chunk, {SCORE} AS scored, d.threshold, s.path, x.value, t.line, t.run_id
{_OF_RULING} JOIN d_setting d USING (setting) JOIN t_source s ON s.source = t.source
  LEFT JOIN d_text x ON x.text = t.step
WHERE g.limit_refused = 'threshold' AND scored < d.threshold
  AND d.threshold - scored <= :margin + 1e-9 * (1 + abs(d.threshold)) AND {{easy}}
"""
_BEST = f"""
SELECT t.setting, g.read, e.prompt_position, t.listed_admitted, {SCORE}, count(*), c.retrieval
{_OF_RULING} LEFT JOIN t_detail e ON e.retrieval = c.retrieval AND e.place = c.place
WHERE c.place = t.best AND {{easy}} GROUP BY 1, 2, 3, 4, 5, CASE WHEN g.read THEN 0 ELSE c.retrieval END
"""
_EQUALS = f"""
SELECT g.read, e.prompt_position
FROM t_candidate c JOIN d_ruling g USING (ruling)
  LEFT JOIN t_detail e ON e.retrieval = c.retrieval AND e.place = c.place
WHERE c.retrieval = :retrieval AND {SCORE} = :score ORDER BY c.place
"""
_SCORELESS = """
SELECT t.setting, count(*) FROM t_retrieval t WHERE t.listed > 0 AND t.best IS NULL AND {easy} GROUP BY 1
"""
_CUT = f"""
SELECT setting, count(*) FROM (
  SELECT DISTINCT t.setting, c.retrieval {_OF_RULING}
  WHERE g.limit_refused = 'char-budget' AND {{easy}}
) GROUP BY 1
"""


def add_rows(stats: Stats, asking: Asking) -> None:
    """Count every retrieval that SQLite can count."""
    adding = _Adding(stats, asking)
    adding.retrievals()
    adding.rows()
    adding.scores()
    adding.near()
    adding.best()
    adding.cut()


class _Adding:
    def __init__(self, stats: Stats, asking: Asking) -> None:
        self._stats = stats
        self._asking = asking
        self._settings = {
            row[0]: tuple(map(text_again, row[1:])) for row in asking.connection.execute(_SETTINGS)
        }
        chunks = asking.connection.execute(
            "SELECT k.chunk, k.id, x.value FROM d_chunk k LEFT JOIN d_text x ON x.text = k.document"
        )
        self._chunks = {
            chunk: (text_again(id_), text_again(document)) for chunk, id_, document in chunks
        }

    def _into(self, setting: int) -> RetrieverStats:
        return self._stats.retriever(self._settings[setting][0])

    def retrievals(self) -> None:
        """Count outcomes and settings."""
        for setting, outcome, considered, used, other, times in self._asking.rows(_RETRIEVALS):
            into = self._into(setting)
            into.retrievals += times
            counted(into.outcomes, outcome, times)
            if unpacked(other).get("noEvidence"):
                continue
            into.recorded += times
            values = dict(zip(SETTINGS, self._settings[setting][1:], strict=True))
            for name, value in values.items():
                if value is not None:
                    named = into.settings.setdefault(name, {})
                    counted(named, value_as_text(value), times)
            if considered is not None:
                into.considered.add(considered, times)
            most = values["maxChars"]
            if most is not None:
                into.budgets += times
                add_budget_use(into, used, most, times)

    def rows(self) -> None:
        """Count what became of rows, by chunk and by document."""
        rulings = {
            ruling: (_became(admitted, read, limit), admitted, text_again(reason))
            for ruling, admitted, read, limit, reason in self._asking.connection.execute(
                "SELECT ruling, admitted, read, limit_refused, reason FROM d_ruling"
            )
        }
        listed = 0
        for setting, chunk, ruling, times in self._asking.rows(_ROWS):
            listed += times
            into = self._into(setting)
            became, admitted, reason = rulings[ruling]
            id_, document = self._chunks[chunk]
            into.unnamed += times * (id_ is None)
            into.without_document += times * (document is None)
            into.rows.count(became, times)
            _count(into, id_, document, ONE[became] * times)
            if admitted == 0:
                if reason is None:
                    into.no_reason += times
                else:
                    counted(into.reasons, reason, times)
        [[kept]] = self._asking.rows(_LISTED)
        if listed != kept:  # a row names a retrieval or a ruling that is not there
            raise LookupError(f"of {kept:.0f} candidates, {listed} are told")

    def scores(self) -> None:
        """Count scores."""
        for setting, score, admitted, times in self._asking.rows(_SCORES):
            into = self._into(setting)
            if score is None:
                into.no_score += times
                continue
            into.scores.add(score, times)
            if admitted:
                into.admitted_scores.add(score, times)

    def near(self) -> None:
        """Count near misses, and keep the nearest of each retriever."""
        margin = self._stats.margin
        found: dict[int, list[NearMiss]] = {}
        for setting, chunk, score, threshold, *place in self._asking.rows(_NEAR, margin=margin):
            short = difference(threshold, score)
            if not usable(short) or short > margin:
                continue
            into = self._into(setting)
            into.rows.near += 1
            _count(into, *self._chunks[chunk], NEAR)
            own = found.setdefault(setting, [])
            own.append(self._near(chunk, (short, score, threshold), place))
            if len(own) > _HELD:
                own[:] = nearest(own)
        for setting, misses in found.items():
            into = self._into(setting)
            into.near = nearest([*into.near, *misses])

    def _near(
        self, chunk: int, numbers: tuple[Number, Number, Number], place: list[Any]
    ) -> NearMiss:
        short, score, threshold = numbers
        source, step, line, run = map(text_again, place)
        return NearMiss(
            short=short,
            score=score,
            threshold=threshold,
            chunk=self._chunks[chunk][0],
            source=source,
            step=step,
            line=line,
            run=run,
        )

    def best(self) -> None:
        """Count where the best chunks went; of equals, one that was read."""
        for row in self._asking.rows(_BEST):
            setting, read, position, total, score, times, retrieval = row
            into = self._into(setting)
            into.best_scores.add(score, times)
            if read:
                add_place(into, position, total, times)
                continue
            equals = self._asking.connection.execute(
                _EQUALS, {"retrieval": retrieval, "score": score}
            ).fetchall()
            places = [at for was_read, at in equals if was_read]
            if places:
                add_place(into, places[0], total)
            else:
                unknown = any(was_read is None for was_read, _ in equals)
                counted(into.best, "not-known" if unknown else "not-read")
        for setting, times in self._asking.rows(_SCORELESS):
            counted(self._into(setting).best, "no-score", times)

    def cut(self) -> None:
        """Count the retrievals in which a character budget refused a chunk."""
        for setting, times in self._asking.rows(_CUT):
            if self._settings[setting][1 + SETTINGS.index("maxChars")] is not None:
                self._into(setting).budgets_cut += times


def _count(into: RetrieverStats, id_: str | None, document: str | None, packed: int) -> None:
    if id_ is not None:
        counted(into.chunks, id_, packed)
    if document is not None:
        counted(into.documents, document, packed)


_HELD = 10_000  # near misses, before all but the nearest are let go of


def _became(admitted: int | None, read: int | None, limit: str | None) -> str:
    if limit is not None:
        return limit.replace("-", "_")
    if read is None or admitted is None:
        return "not_known"
    return "read" if read else "dropped"
