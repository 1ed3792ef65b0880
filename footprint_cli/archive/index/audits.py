"""Rows of an index → the retrievals that they were made of, as analysis takes them.

A fragment of a prompt is not kept, only its size and whether text of the chunk is in it. Analysis asks
no more of it to answer for a chunk, so a stand-in of that size takes its place; it is shown nowhere.
"""

import sqlite3
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from footprint_cli.analyse.flips import Flipping
from footprint_cli.analyse.limits import binding_limits
from footprint_cli.analyse.outcomes import outcome_of
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.verdicts import explained
from footprint_cli.archive.index.values import number_again, score_again, text_again, unpacked
from footprint_cli.model.audit import Explained, RetrievalAudit
from footprint_cli.model.evidence import Candidate, Evidence, Retrieval, Ruling, Withheld
from footprint_cli.model.finding import Finding

_RETRIEVAL = """
SELECT t.run_id, d.retriever, x1.value, t.line, x2.value, x3.value, t.headline, t.listed, t.withheld,
  t.withheld_detail, t.failure, t.other, d.strategy, d.k, d.threshold, d.max_chars, t.chars_used,
  d.embedder, d.dimensions, d.selection_order, d.namespace, t.query_hash, t.considered, t.admitted,
  t.rejected, t.complete, t.omitted_reason, t.corpus_empty
FROM t_retrieval t JOIN d_setting d USING (setting) LEFT JOIN d_text x1 ON x1.text = t.step
  LEFT JOIN d_text x2 ON x2.text = t.evidence_from LEFT JOIN d_text x3 ON x3.text = t.outcome
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
_CANDIDATES = """
SELECT e.prompt_chars, e.prompt_bytes, g.fault, e.other, k.id, c.score,
  CASE g.ranked WHEN 1 THEN c.place + 1 ELSE e.rank END, g.admitted, g.reason, x1.value, k.page,
  x2.value, e.prompt_position
FROM t_candidate c LEFT JOIN t_detail e USING (retrieval, place)
  JOIN d_chunk k USING (chunk) JOIN d_ruling g USING (ruling)
  LEFT JOIN d_text x1 ON x1.text = k.document LEFT JOIN d_text x2 ON x2.text = k.heading
WHERE c.retrieval = ? ORDER BY c.place
"""
_CANDIDATE = (
    "id",
    "score",
    "rank",
    "admitted",
    "reason",
    "doc_uri",
    "page",
    "heading",
    "prompt_position",
)
_SCORE = _CANDIDATE.index("score")
_FLAGS = frozenset({"admitted", "candidates_complete", "corpus_empty"})
_FINDINGS = """
SELECT x1.value, x2.value, f.message, f.line, x3.value, x4.value, f.chunk, x5.value
FROM t_finding f LEFT JOIN d_text x1 ON x1.text = f.code LEFT JOIN d_text x2 ON x2.text = f.level
  LEFT JOIN d_text x3 ON x3.text = f.step LEFT JOIN d_text x4 ON x4.text = f.retriever
  LEFT JOIN d_text x5 ON x5.text = f.tool
WHERE (f.source, f.retrieval) = (SELECT source, number FROM t_retrieval WHERE retrieval = ?)
ORDER BY f.finding
"""


def retrieval_again(
    connection: sqlite3.Connection,
    place: int,
    source: str,
    explain: Callable[[Candidate], bool] | None,
    beside: int = 0,
) -> RetrievalAudit:
    """Return the audit of a retrieval by its number in the index.

    Of its candidates those are explained that `explain` says, and so many others `beside` them; the
    rest is only there. Without `explain` candidates and findings are left out, as for one that names
    no chunk that is asked for.
    """
    [row] = connection.execute(_RETRIEVAL, (place,))
    run, retriever, step, line, found, outcome, headline, listed = map(text_again, row[:8])
    withheld, detail, failure = map(text_again, row[8:11])
    other = unpacked(row[11])
    retrieval = Retrieval(
        retriever=retriever,
        evidence_from=found,
        step=step,
        line=line,
        run=run,
        evidence=None
        if other.get("noEvidence")
        else _evidence(row[12:], other, _listed(connection, place, listed)),
        withheld=None if withheld is None else Withheld(kind=withheld, detail=detail),
        failure=failure,
        at_retriever=_rulings(other.get("atRetriever")),
        retriever_from=other.get("retrieverFrom"),
        attached=None if other.get("attached") is None else tuple(other["attached"]),
        attached_all=bool(other.get("attachedAll")),
        withheld_fields=tuple(other.get("withheldFields") or ()),
    )
    pool = None if retrieval.evidence is None else Pool(retrieval, retrieval.evidence)
    if headline is None:
        outcome, headline = outcome_of(retrieval, pool)
    told = RetrievalAudit(retrieval=retrieval, outcome=outcome, headline=headline)
    if explain is None:
        return told
    return _explained(told, pool, _findings(connection, place, source), explain, beside)


def _explained(
    told: RetrievalAudit,
    pool: Pool | None,
    findings: tuple[Finding, ...],
    explain: Callable[[Candidate], bool],
    beside: int,
) -> RetrievalAudit:
    if pool is None or pool.evidence.candidates is None:
        return replace(told, findings=findings)
    flipping = Flipping(pool)
    shown = _shown([at for at, one in enumerate(pool.candidates) if explain(one)], beside)
    return replace(
        told,
        binding_limits=binding_limits(pool),
        candidates=tuple(
            explained(at, pool, flipping)
            if at in shown
            else Explained(candidate=one, read=pool.read[at], ruling="", explanation="")
            for at, one in enumerate(pool.candidates)
        ),
        findings=findings,
    )


def _shown(own: list[int], beside: int) -> set[int]:
    """Return these places and those around them; where they lie side by side, still so many others."""
    around = range(-beside - len(own), beside + len(own) + 1) if beside else (0,)
    return {at + by for at in own for by in around}


def _evidence(
    row: tuple[Any, ...], other: dict[str, Any], candidates: tuple[Candidate, ...] | None
) -> Evidence:
    return Evidence(
        memory_id=other.get("memoryId"),
        candidates=candidates,
        odd=other.get("odd") or {},
        extra=other.get("extra") or {},
        **_fields(_EVIDENCE, row, other),
    )


def _listed(
    connection: sqlite3.Connection, place: int, listed: int | None
) -> tuple[Candidate, ...] | None:
    if listed is None:
        return None
    found = tuple(map(_candidate, connection.execute(_CANDIDATES, (place,))))
    if len(found) != listed:  # a row names a chunk or a ruling that is not there
        raise LookupError(f"of {listed} candidates of a retrieval, {len(found)} are told")
    return found


def _candidate(row: tuple[Any, ...]) -> Candidate:
    chars, size, fault, written = row[:4]
    other = unpacked(written)
    own = [*row[4:]]
    own[_SCORE] = score_again(own[_SCORE])
    return Candidate(
        prompt_fragment=None if chars is None else stand_in(chars, size, fault),
        odd=other.get("odd") or {},
        extra=other.get("extra") or {},
        **_fields(_CANDIDATE, tuple(own), other),
    )


def _fields(names: tuple[str, ...], row: tuple[Any, ...], other: dict[str, Any]) -> dict[str, Any]:
    """Return recorded values by their names: columns, and numbers that no column could hold."""
    fields = {
        name: bool(value) if name in _FLAGS and value is not None else text_again(value)
        for name, value in zip(names, row, strict=True)
    }
    beyond = other.get("numbers") or {}
    return fields | {name: number_again(written) for name, written in beyond.items()}


def stand_in(chars: int, size: int, fault: str | None) -> str:
    """Make a text of so many characters and bytes, with text of a chunk in it where there was any."""
    if fault is not None:
        return " " * chars
    fours, rest = divmod(size - chars, 3)
    wide = "\U0001d4b3" * fours + ("", "é", "…")[rest]
    return wide + "x" * (chars - len(wide))


def _rulings(told: list[list[Any]] | None) -> tuple[Ruling, ...] | None:
    if told is None:
        return None
    return tuple(
        Ruling(chunk=chunk, admitted=admitted, reason=reason, rank=rank, score=score)
        for chunk, admitted, reason, rank, score in told
    )


def _findings(connection: sqlite3.Connection, place: int, source: str) -> tuple[Finding, ...]:
    rows = connection.execute(_FINDINGS, (place,))
    return tuple(
        Finding(
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
        for code, level, message, line, step, retriever, chunk, tool in (
            map(text_again, row) for row in rows
        )
    )
