"""Rows of an index → a retrieval as an answer shows it: no more of its list than the answer rests on."""

import sqlite3
from collections.abc import Iterator

from footprint_cli.analyse.lazy_rows import LazyRows
from footprint_cli.analyse.pool import Pool
from footprint_cli.archive.index.audits import Row, findings
from footprint_cli.archive.index.listed import InOrder, Listed, rows
from footprint_cli.model.audit import RetrievalAudit
from footprint_cli.model.evidence import OVER_CHAR_BUDGET, Candidate, Evidence

_ADMITTED = """
(+c.ruling IN (SELECT ruling FROM d_ruling WHERE admitted) OR c.place = (
  SELECT min(place) FROM t_candidate
  WHERE retrieval = ? AND +ruling IN (SELECT ruling FROM d_ruling WHERE NOT admitted AND reason = ?)
))
"""
_COUNT = "SELECT count(*) FROM t_candidate WHERE retrieval = ?"
_FEW = 64  # places that are named one by one


def naming_again(connection: sqlite3.Connection, row: Row, own: tuple[int, ...]) -> RetrievalAudit:
    """Return a retrieval that lists what is asked for, at these places.

    Its candidates are explained when they are looked at, and its headline is left out. Of a list that
    is best first no more is read than an answer needs, and the rest when it is looked at.
    """
    known: dict[int, Candidate] = {}
    retrieval = row.retrieval(Listed(connection, row.place, row.listed or 0, known))
    evidence = retrieval.evidence or Evidence()
    pool = Pool(retrieval, evidence)
    head = pool.most_admitted if row.as_ruled else -1
    if row.as_ruled is not None and head is not None and len(own) <= _FEW:
        pool = InOrder(retrieval, evidence, known, ruled=row.as_ruled)
        known.update(_needed(connection, row, head, own))
    return RetrievalAudit(
        retrieval=retrieval,
        outcome=row.outcome,
        headline="",
        candidates=LazyRows(pool),
        findings=findings(connection, row),
    )


def _needed(
    connection: sqlite3.Connection, row: Row, head: int, own: tuple[int, ...]
) -> Iterator[tuple[int, Candidate]]:
    """Yield by place what answers need of a list that is best first: the head, and what is asked for.

    The head ends with the first that `k` does not admit. Of a list that was ruled otherwise it is all
    that is admitted, and what ended the character budget.
    """
    if row.as_ruled:
        head = min(head, row.listed or 0)  # which may be larger than any number of SQLite
        first = [*rows(connection, row.place, "c.place <= ?", (head,))]
        count = min(head + 1, row.listed or 0)
        told = len(first)
    else:
        first = [*rows(connection, row.place, _ADMITTED, (row.place, OVER_CHAR_BUDGET))]
        count = row.listed or 0
        [told] = connection.execute(_COUNT, (row.place,)).fetchone()
    if told != count:
        raise LookupError(f"of {count} candidates of a retrieval, {told} are told")
    yield from first
    beyond = [at for at in own if not row.as_ruled or at > head]
    if beyond:
        yield from rows(
            connection, row.place, f"c.place IN ({', '.join('?' * len(beyond))})", beyond
        )


def silent_again(connection: sqlite3.Connection, row: Row) -> RetrievalAudit:
    """Return a retrieval that lists nothing that is asked for: its candidates are not explained."""
    listed = None if row.listed is None else Listed(connection, row.place, row.listed, {})
    return RetrievalAudit(
        retrieval=row.retrieval(listed), outcome=row.outcome, headline=row.headline or ""
    )
