"""Rows of an index → the recordings that they were made of, each with its audit.

What is not kept is not there: the text of fragments and results, what calls covered, the log.
"""

import sqlite3
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

from footprint_cli.archive.index.audits import retrieval_again
from footprint_cli.archive.index.values import text_again
from footprint_cli.model.audit import Audit, RetrievalAudit
from footprint_cli.model.coverage import Call
from footprint_cli.model.evidence import Evidence, Retrieval
from footprint_cli.model.finding import Damage, Finding
from footprint_cli.model.recording import Recording, Run

_RECORDINGS = """
SELECT r.source, s.path, r.recording, r.format, r.run_id, r.session_id, r.started_ms, r.complete,
  r.dropped_events, r.commits, r.status, r.failure
FROM t_recording r JOIN t_source s USING (source) ORDER BY r.source, r.recording
"""
_RETRIEVALS = """
SELECT t.recording, t.retrieval, x1.value, d.setting, x3.value, d.retriever, x2.value, t.line, t.run_id
FROM t_retrieval t LEFT JOIN d_setting d ON d.setting = t.setting LEFT JOIN d_text x1 ON x1.text = t.outcome
  LEFT JOIN d_text x2 ON x2.text = t.step LEFT JOIN d_text x3 ON x3.text = t.evidence_from
WHERE t.source = ? ORDER BY t.recording, t.retrieval
"""
_LOST = "SELECT count(*) FROM t_retrieval WHERE setting NOT IN (SELECT setting FROM d_setting)"
_FINDINGS = """
SELECT f.recording, x1.value, x2.value, x3.value, f.message, f.line, x4.value, x5.value, f.chunk,
  x6.value
FROM t_finding f LEFT JOIN d_text x1 ON x1.text = f.kind LEFT JOIN d_text x2 ON x2.text = f.code
  LEFT JOIN d_text x3 ON x3.text = f.level LEFT JOIN d_text x4 ON x4.text = f.step
  LEFT JOIN d_text x5 ON x5.text = f.retriever LEFT JOIN d_text x6 ON x6.text = f.tool
WHERE f.source = ? ORDER BY f.recording, f.finding
"""
_CALLS = """
SELECT c.recording, x1.value, c.call_id, c.outcome, x2.value, c.iteration, c.line, c.run_id
FROM t_call c LEFT JOIN d_text x1 ON x1.text = c.tool LEFT JOIN d_text x2 ON x2.text = c.step
WHERE c.source = ? ORDER BY c.recording, c.call
"""

_READ = "some-read"


def audits_of(connection: sqlite3.Connection, *, in_short: bool = False) -> Iterator[Audit]:
    """Yield the audit of every recording of an index, in its order.

    With `in_short` a retrieval of which chunks were read has its place and its outcome and no more,
    for its candidates are most of what an index would be searched for.
    """
    [lost] = connection.execute(_LOST).fetchone()
    if lost:  # they would be left out in silence
        raise LookupError(f"{lost} retrievals name settings that are not there")
    rows = connection.execute(_RECORDINGS).fetchall()
    for source, group in groupby(rows, key=itemgetter(0)):
        yield from _of_source(connection, source, [*group], in_short=in_short)


def _of_source(
    connection: sqlite3.Connection, source: int, recordings: list[Any], *, in_short: bool
) -> Iterator[Audit]:
    retrievals, findings, calls = (
        _by_recording(connection.execute(statement, (source,)))
        for statement in (_RETRIEVALS, _FINDINGS, _CALLS)
    )
    for _, path, number, *row in recordings:
        name = str(text_again(path))
        audits = tuple(
            _in_short(place)
            if in_short and outcome == _READ
            else retrieval_again(connection, retrieval, explained=True)
            for retrieval, outcome, *place in retrievals.get(number, ())
        )
        told = findings.get(number, [])
        form, run_id, session_id, started, complete, dropped, commits, status, failure = row
        recording = Recording(
            source=name,
            format=form,
            run=Run(
                run_id=run_id,
                session_id=session_id,
                started=started,
                complete=None if complete is None else bool(complete),
                dropped_events=dropped,
                failure=failure,
            ),
            commits=commits,
            damage=tuple(_damage(one) for kind, *one in told if kind == "damage"),
            retrievals=tuple(one.retrieval for one in audits),
            calls=tuple(map(_call, calls.get(number, ()))),
        )
        yield Audit(
            recording=recording,
            retrievals=audits,
            findings=tuple(_finding(one, name) for kind, *one in told if kind != "damage"),
            exit_status=status,
        )


def _in_short(place: list[Any]) -> RetrievalAudit:
    """Return a retrieval of which chunks were read, without them."""
    setting, found, retriever, step, line, run = place
    if setting is None:
        raise LookupError("a retrieval names settings that are not there")
    retrieval = Retrieval(
        retriever=retriever, evidence_from=found, step=step, line=line, run=run, evidence=Evidence()
    )
    return RetrievalAudit(retrieval=retrieval, outcome=_READ, headline="")


def _by_recording(rows: sqlite3.Cursor) -> dict[int, list[list[Any]]]:
    """Part rows by their first column, the number of a recording."""
    found: dict[int, list[list[Any]]] = {}
    for number, *row in rows:
        found.setdefault(number, []).append([*map(text_again, row)])
    return found


def _damage(row: list[Any]) -> Damage:
    code, level, message, line, *_ = row
    return Damage(line=line, kind=code, detail=message, recovered=level == "warning")


def _finding(row: list[Any], source: str) -> Finding:
    code, level, message, line, step, retriever, chunk, tool = row
    return Finding(
        code=code,
        level=level,
        message=message,
        source=source,
        line=line,
        step=step,
        retriever=retriever,
        chunk=chunk,
        tool=tool,
    )


def _call(row: list[Any]) -> Call:
    tool, call_id, outcome, step, iteration, line, run = row
    return Call(
        tool=tool,
        call_id=call_id,
        outcome=outcome,
        step=step,
        iteration=iteration,
        line=line,
        run=run,
    )
