"""An index → one side of a comparison, of all its recordings or of one period; and its periods."""

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import groupby
from operator import itemgetter
from sqlite3 import Connection
from typing import NamedTuple

from footprint_cli.analyse.sides import Asked, add_answer, add_question, ids_of_nothing, whole_ids
from footprint_cli.analyse.stats import MARGIN
from footprint_cli.archive.index.asking import Asking, Period
from footprint_cli.archive.index.stats import stats_asked
from footprint_cli.archive.index.values import text_again, unpacked
from footprint_cli.model.sides import Side

_QUESTIONS = """
SELECT t.retrieval, d.retriever, t.query_hash, x1.value, x2.value, t.considered, t.admitted,
  t.listed, CASE WHEN instr(t.other, '"noEvidence"') THEN t.other END
FROM t_retrieval t JOIN d_setting d USING (setting) LEFT JOIN d_text x1 ON x1.text = t.evidence_from
  LEFT JOIN d_text x2 ON x2.text = t.outcome
WHERE {easy} ORDER BY t.retrieval
"""
_ADMITTED = """
SELECT c.retrieval, k.id, g.admitted
FROM t_candidate c JOIN d_ruling g USING (ruling) JOIN d_chunk k USING (chunk)
  JOIN t_retrieval t ON t.retrieval = c.retrieval
WHERE g.admitted IS NOT 0 AND {easy} ORDER BY c.retrieval
"""
_DAYS = "SELECT r.day, count(*) FROM t_retrieval t JOIN t_recording r USING (source, recording) GROUP BY 1"
BY = ("day", "week", "month")
_WEEK = 7


class Named(NamedTuple):
    """A period, and what it is called: 2026-03-02, 2026-W10 or 2026-03."""

    name: str
    period: Period


def side_in(connection: Connection, period: Period | None = None) -> Side:
    """Return the side that an index gives."""
    asking = Asking(connection, period)
    side = Side(stats=stats_asked(asking, MARGIN))
    admitted = _admitted(asking)
    listed = next(admitted, None)
    for row in asking.rows(_QUESTIONS):
        while listed is not None and listed[0] < row[0]:
            listed = next(admitted, None)
        own = listed[1] if listed is not None and listed[0] == row[0] else []
        if not unpacked(row[-1]).get("noEvidence"):
            _add(side, row[1:-1], own)
    for retrieval, _ in asking.hard():
        add_question(side, retrieval)
    return side


def periods_in(connection: Connection, by: str) -> tuple[list[Named], int]:
    """Return the periods that have retrievals, the first first, and how many retrievals have no day.

    A run without a recorded time is in none of them: no time is made up for it.
    """
    found: dict[str, Named] = {}
    undated = 0
    for day, retrievals in connection.execute(_DAYS):
        if day is None:
            undated += retrievals
        else:
            named = _named(date.fromisoformat(day), by)
            found[named.name] = named
    return sorted(found.values(), key=lambda one: one.period.first), undated


def _named(day: date, by: str) -> Named:
    if by == "day":
        return Named(day.isoformat(), Period(day.isoformat(), day.isoformat()))
    if by == "week":
        year, week, weekday = day.isocalendar()
        first = day - timedelta(days=weekday - 1)
        last = first + timedelta(days=_WEEK - 1)
        return Named(f"{year}-W{week:02}", Period(first.isoformat(), last.isoformat()))
    month = day.isoformat()[:7]
    return Named(month, Period(f"{month}-01", f"{month}-31"))


def _add(side: Side, row: tuple[object, ...], own: list[tuple[str | None, int | None]]) -> None:
    retriever, query_hash, found, outcome, considered, counted, listed = map(text_again, row)
    if not listed:
        ids = ids_of_nothing(outcome)
    elif any(ruled is None for _, ruled in own):
        ids = None
    else:
        ids = whole_ids([chunk for chunk, _ in own], counted)
    add_answer(side, Asked(retriever, query_hash, found), ids, considered)


def _admitted(
    asking: Asking,
) -> Iterator[tuple[int, list[tuple[str | None, int | None]]]]:
    """Yield, retrieval by retrieval, the chunks that are not refused, each with its verdict."""
    for place, rows in groupby(asking.rows(_ADMITTED), key=itemgetter(0)):
        yield place, [(text_again(chunk), admitted) for _, chunk, admitted in rows]
