"""What an index holds of the logs before the last one of a source → what the later ones go on from."""

import sqlite3
from collections.abc import Iterator

from footprint_cli.archive.index.audits import row_of
from footprint_cli.archive.index.growth import More
from footprint_cli.archive.index.moved import Ahead
from footprint_cli.archive.index.pieces import Known
from footprint_cli.archive.index.values import texts_again
from footprint_cli.archive.index.whole import Whole
from footprint_cli.archive.search.trust import Untrusted
from footprint_cli.model.audit import RetrievalAudit
from footprint_cli.model.coverage import Call
from footprint_cli.model.finding import Finding

_COUNTS = """
SELECT (SELECT count(*) FROM t_retrieval WHERE source = :source AND line <= :passed),
  (SELECT count(*) FROM t_call WHERE source = :source AND line <= :passed)
"""
# All that `Whole` may keep; it takes what it needs of them.
_RETRIEVALS = """
WITH ahead AS (
  SELECT t.retrieval, t.outcome, d.namespace, t.considered, t.corpus_empty, t.other
  FROM t_retrieval t JOIN d_setting d USING (setting) WHERE t.source = ? AND t.number < ?
)
SELECT min(retrieval) FROM ahead GROUP BY outcome, namespace, considered IS NULL, considered = 0
UNION SELECT retrieval FROM ahead WHERE corpus_empty OR instr(other, '"numbers"')
ORDER BY 1
"""
_CALLS = "SELECT min(call), outcome FROM t_call WHERE source = ? AND call < ? GROUP BY 2 ORDER BY 1"
_FRAGMENTS = """
SELECT EXISTS (SELECT 1 FROM t_retrieval JOIN t_detail USING (retrieval)
  WHERE source = ? AND number < ? AND prompt_chars IS NOT NULL)
"""
_FINDINGS = """
SELECT f.retrieval, s.path, x1.value, x2.value, f.message, f.line, x3.value, x4.value, f.chunk, x5.value
FROM t_finding f JOIN t_source s USING (source)
  LEFT JOIN d_text x0 ON x0.text = f.kind LEFT JOIN d_text x1 ON x1.text = f.code
  LEFT JOIN d_text x2 ON x2.text = f.level LEFT JOIN d_text x3 ON x3.text = f.step
  LEFT JOIN d_text x4 ON x4.text = f.retriever LEFT JOIN d_text x5 ON x5.text = f.tool
WHERE f.source = ? AND x0.value = 'finding' ORDER BY f.finding
"""
_ALL = 2**62  # retrievals
_OF_A_LOG = "memory-left-nothing"
_OF_THE_WHOLE = frozenset({"nothing-recorded", "failures-not-flagged", "namespace-near-miss"})


def known_ahead(connection: sqlite3.Connection, source: int, more: More) -> Known:
    """Return what the rows of a source tell of its logs before the last one.

    Raises `Untrusted` where something else was noticed than rows tell of which log.
    """
    held = {"source": source, "passed": more.passed}
    [(retrievals, calls)] = connection.execute(_COUNTS, held)
    whole = Whole(fragments=shows_fragments(connection, source, retrievals))
    for (place,) in connection.execute(_RETRIEVALS, (source, retrievals)).fetchall():
        row = row_of(connection, place)
        whole.add(RetrievalAudit(retrieval=row.retrieval(None), outcome=row.outcome, headline=""))
    sample = connection.execute(_CALLS, (source, calls))
    whole.calls = [Call(tool=None, call_id=None, outcome=outcome) for _, outcome in sample]
    found: list[tuple[Finding, int]] = []
    for at, one in _findings(connection, source):
        if at is not None:
            found += [(one, at)] if at < retrievals else []
        elif one.code == _OF_A_LOG and one.line is not None:
            whole.noticed += [one] if one.line <= more.passed else []
        elif one.code not in _OF_THE_WHOLE:
            raise Untrusted("what is said of it depends on every line")
    ahead = Ahead(retrievals=retrievals, calls=calls, lines=more.passed, logs=len(more.logs) - 1)
    return Known(ahead, whole, found, more.logs, more.fragments)


def shows_fragments(connection: sqlite3.Connection, source: int, first: int = _ALL) -> bool:
    """Tell whether a candidate in the first retrievals of a source shows text that went to the prompt."""
    [shown] = connection.execute(_FRAGMENTS, (source, first)).fetchone()
    return bool(shown)


def _findings(connection: sqlite3.Connection, source: int) -> Iterator[tuple[int | None, Finding]]:
    """Yield what was found in a source, each with the retrieval that it is about."""
    for at, path, code, level, message, line, step, retriever, chunk, tool in map(
        texts_again, connection.execute(_FINDINGS, (source,))
    ):
        yield (
            at,
            Finding(
                code=code,
                level=level,
                message=message,
                source=path,
                line=line,
                step=step,
                retriever=retriever,
                chunk=chunk,
                tool=tool,
            ),
        )
