"""Rows of an index → the retrievals that they were made of, as analysis takes them.

A fragment of a prompt is not kept, only its size and whether text of the chunk is in it. Analysis asks
no more of it to answer for a chunk, so a stand-in of that size takes its place; it is shown nowhere.
"""

import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from footprint_cli.analyse.lazy_rows import LazyRows
from footprint_cli.analyse.limits import binding_limits
from footprint_cli.analyse.outcomes import outcome_of
from footprint_cli.analyse.pool import Pool
from footprint_cli.archive.index.listed import Listed
from footprint_cli.archive.index.values import number_again, texts_again, unpacked
from footprint_cli.model.audit import RetrievalAudit
from footprint_cli.model.evidence import (
    Candidate,
    Evidence,
    Retrieval,
    Ruling,
    Withheld,
)
from footprint_cli.model.finding import Finding

_RETRIEVAL = """
SELECT t.source, s.path, t.number, t.as_ruled, x4.value, x5.value, x3.value, t.headline, t.listed,
  t.run_id, d.retriever, x1.value, t.line, x2.value, t.withheld, t.withheld_detail, t.failure, t.other,
  d.strategy, d.k, d.threshold, d.max_chars, t.chars_used, d.embedder, d.dimensions, d.selection_order,
  d.namespace, t.query_hash, t.considered, t.admitted, t.rejected, t.complete, t.omitted_reason,
  t.corpus_empty
FROM t_retrieval t JOIN d_setting d USING (setting) JOIN t_source s USING (source)
  LEFT JOIN d_text x1 ON x1.text = t.step LEFT JOIN d_text x2 ON x2.text = t.evidence_from
  LEFT JOIN d_text x3 ON x3.text = t.outcome LEFT JOIN d_text x4 ON x4.text = t.unnamed
  LEFT JOIN d_text x5 ON x5.text = t.unnamed_document
WHERE t.retrieval = ?
"""
_EVIDENCE = (
    "strategy",
    "k",
    "threshold",
    "max_chars",
    "chars_used",
    "embedder_id",
    "dimensions",
    "selection_order",
    "namespace",
    "query_hash",
    "considered_count",
    "admitted_count",
    "rejected_count",
    "candidates_complete",
    "candidates_omitted_reason",
    "corpus_empty",
)
_FLAGS = frozenset({"candidates_complete", "corpus_empty"})
_FINDINGS = """
SELECT x1.value, x2.value, f.message, f.line, x3.value, x4.value, f.chunk, x5.value
FROM t_finding f LEFT JOIN d_text x1 ON x1.text = f.code LEFT JOIN d_text x2 ON x2.text = f.level
  LEFT JOIN d_text x3 ON x3.text = f.step LEFT JOIN d_text x4 ON x4.text = f.retriever
  LEFT JOIN d_text x5 ON x5.text = f.tool
WHERE f.source = ?1 AND f.finding IN (  -- which the index by retrieval knows; else all are looked at
  SELECT finding FROM t_finding WHERE source = ?1 AND retrieval = ?2
) ORDER BY f.finding
"""


class Row(NamedTuple):
    """The row of a retrieval, by its `place` in the index.

    It is the `number`th of its source, and answers `unnamed`, or `unnamed_document`, where it does not
    name what is asked for.
    """

    place: int
    source: int
    path: str
    number: int
    as_ruled: bool | None
    unnamed: str
    unnamed_document: str
    outcome: str
    headline: str | None
    listed: int | None
    own: list[Any]

    def retrieval(self, candidates: Sequence[Candidate] | None) -> Retrieval:
        """Make the retrieval again, with its list."""
        run, retriever, step, line, found, withheld, detail, failure, written, *evidence = self.own
        other = unpacked(written)
        return Retrieval(
            retriever=retriever,
            evidence_from=found,
            step=step,
            line=line,
            run=run,
            evidence=None if other.get("noEvidence") else _evidence(evidence, other, candidates),
            withheld=None if withheld is None else Withheld(kind=withheld, detail=detail),
            failure=failure,
            at_retriever=_rulings(other.get("atRetriever")),
            retriever_from=other.get("retrieverFrom"),
            attached=None if other.get("attached") is None else tuple(other["attached"]),
            attached_all=bool(other.get("attachedAll")),
            withheld_fields=tuple(other.get("withheldFields") or ()),
        )


def row_of(connection: sqlite3.Connection, place: int) -> Row:
    """Read the row of a retrieval by its number in the index."""
    [row] = connection.execute(_RETRIEVAL, (place,))
    source, path, number, ruled, *told = texts_again(row)
    was_ruled = None if ruled is None else bool(ruled)
    return Row._make((place, source, path, number, was_ruled, *told[:5], told[5:]))


def retrieval_again(
    connection: sqlite3.Connection, place: int, *, explained: bool
) -> RetrievalAudit:
    """Return the audit of a retrieval by its number in the index.

    Unless `explained`, what is said of its candidates and what was found in it is left out.
    """
    row = row_of(connection, place)
    listed = None if row.listed is None else tuple(Listed(connection, place, row.listed, {}))
    retrieval = row.retrieval(listed)
    pool = None if retrieval.evidence is None else Pool(retrieval, retrieval.evidence)
    outcome, headline = row.outcome, row.headline
    if headline is None:
        outcome, headline = outcome_of(retrieval, pool)
    ruled = pool is not None and listed is not None and explained
    return RetrievalAudit(
        retrieval=retrieval,
        outcome=outcome,
        headline=headline,
        binding_limits=binding_limits(pool) if pool and ruled else None,
        candidates=tuple(LazyRows(pool)) if pool and ruled else None,
        findings=findings(connection, row) if explained else (),
    )


def _evidence(
    row: list[Any], other: dict[str, Any], candidates: Sequence[Candidate] | None
) -> Evidence:
    fields = dict(zip(_EVIDENCE, row, strict=True))
    for name in _FLAGS:
        if fields[name] is not None:
            fields[name] = bool(fields[name])
    for name, written in (other.get("numbers") or {}).items():
        fields[name] = number_again(written)
    return Evidence(
        memory_id=other.get("memoryId"),
        candidates=cast("tuple[Candidate, ...] | None", candidates),  # it reads as one
        odd=other.get("odd") or {},
        extra=other.get("extra") or {},
        **fields,
    )


def _rulings(told: list[list[Any]] | None) -> tuple[Ruling, ...] | None:
    if told is None:
        return None
    return tuple(
        Ruling(chunk=chunk, admitted=admitted, reason=reason, rank=rank, score=score)
        for chunk, admitted, reason, rank, score in told
    )


def findings(connection: sqlite3.Connection, row: Row) -> tuple[Finding, ...]:
    """Return what was found in a retrieval."""
    found = connection.execute(_FINDINGS, (row.source, row.number))
    return tuple(
        Finding(
            code=code,
            level=level,
            message=message,
            source=row.path,
            line=line,
            step=step,
            retriever=retriever,
            chunk=chunk,
            tool=tool,
        )
        for code, level, message, line, step, retriever, chunk, tool in (
            texts_again(one) for one in found
        )
    )
