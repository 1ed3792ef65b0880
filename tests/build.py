"""Small records whose numbers agree with each other unless a test says otherwise."""

from typing import Any

from msgspec.structs import replace

from footprint_cli.analyse.pool import Pool
from footprint_cli.model.audit import RetrievalAudit
from footprint_cli.model.coverage import Call
from footprint_cli.model.evidence import (
    BELOW_THRESHOLD,
    Candidate,
    Evidence,
    Number,
    Retrieval,
    Ruling,
)
from footprint_cli.model.finding import Damage
from footprint_cli.model.recording import LineCount, Recording

THRESHOLD = 0.6
_BY_PLACE = -(10**9)  # a rank or a prompt position that `evidence` counts out


def candidate(id: str | None = "a.md#0", **fields: Any) -> Candidate:  # noqa: A002
    """An admitted chunk above the threshold; the record shows no text of it."""
    return Candidate(**{"id": id, "score": 0.8, "admitted": True, "rank": _BY_PLACE} | fields)


def read(id: str | None = "a.md#0", **fields: Any) -> Candidate:  # noqa: A002
    """An admitted chunk whose text stands in the prompt."""
    shown: dict[str, Any] = {"prompt_fragment": f"What {id} says.", "prompt_position": _BY_PLACE}
    return candidate(id, **shown | fields)


def refused(
    reason: str | None = BELOW_THRESHOLD,
    id: str | None = "z.md#0",  # noqa: A002
    **fields: Any,
) -> Candidate:
    """A refused chunk: under the threshold, or above it where another reason is named."""
    score = 0.4 if reason == BELOW_THRESHOLD else 0.7
    return candidate(id, **{"admitted": False, "reason": reason, "score": score} | fields)


def evidence(*candidates: Candidate, **fields: Any) -> Evidence:
    """A topK record of these candidates, best first, with ranks, positions and counts."""
    listed = tuple(_counted_out(candidates))
    admitted = sum(one.admitted is True for one in listed)
    consistent: dict[str, Any] = {
        "strategy": "topK",
        "k": 20,
        "threshold": THRESHOLD,
        "selection_order": "recency",
        "namespace": "_/_/_global",
        "considered_count": len(listed),
        "admitted_count": admitted,
        "rejected_count": len(listed) - admitted,
        "candidates": listed,
        "candidates_complete": True,
        "corpus_empty": not listed,
    }
    return Evidence(**consistent | fields)


def retrieval(*candidates: Candidate, **fields: Any) -> Retrieval:
    """A committed retrieval; a field of `Evidence` goes to its evidence."""
    of_evidence = {
        name: fields.pop(name) for name in [*fields] if name in Evidence.__struct_fields__
    }
    whole: dict[str, Any] = {
        "attached_all": fields.get("attached") is not None,
        "retriever": "handbook",
        "evidence_from": "commit",
        "step": "sf-memory-read-handbook#1",
        "line": 2,
        "evidence": evidence(*candidates, **of_evidence),
    }
    return Retrieval(**whole | fields)


def recording(*retrievals: Retrieval, **fields: Any) -> Recording:
    """An undamaged commit log that holds these retrievals."""
    whole: dict[str, Any] = {
        "source": "run.jsonl",
        "format": "commit-log",
        "lines": LineCount(physical=3, read=3, blank=0, damaged=0),
        "commits": 3,
        "retrievals": retrievals,
    }
    return Recording(**whole | fields)


def pool(*candidates: Candidate, fragments_elsewhere: bool = False, **fields: Any) -> Pool:
    """The candidates of one retrieval as analysis sees them."""
    one = retrieval(*candidates, **fields)
    assert one.evidence is not None
    return Pool(one, one.evidence, fragments_elsewhere=fragments_elsewhere)


def ruling(
    id: str | None = "a.md#0",  # noqa: A002
    *,
    admitted: bool | None = True,
    reason: str | None = None,
    rank: int | None = 1,
    score: Number | None = 0.8,
) -> Ruling:
    """The strategy's own verdict, from before the picker."""
    return Ruling(chunk=id, admitted=admitted, reason=reason, rank=rank, score=score)


def damage(**fields: Any) -> Damage:
    whole: dict[str, Any] = {
        "line": 3,
        "kind": "cut-line",
        "detail": "the line stops",
        "recovered": False,
    }
    return Damage(**whole | fields)


def call(**fields: Any) -> Call:
    """A call that ran, with its arguments and its result."""
    whole: dict[str, Any] = {
        "tool": "incidents",
        "call_id": "call-1",
        "outcome": "ran",
        "arguments": {"berth": 4},
        "arguments_from": "history",
        "result": "no rows",
        "result_recorded": True,
        "step": "tools#3",
        "iteration": 1,
        "line": 3,
    }
    return Call(**whole | fields)


def audited(*candidates: Candidate, **fields: Any) -> RetrievalAudit:
    """The audit of the one retrieval of a recording."""
    from footprint_cli.analyse.audits import audit

    return audit(recording(retrieval(*candidates, **fields))).retrievals[0]


def _counted_out(candidates: tuple[Candidate, ...]) -> list[Candidate]:
    counted, positions = [], 0
    for place, one in enumerate(candidates, start=1):
        rank = place if one.rank == _BY_PLACE else one.rank
        position = one.prompt_position
        if position == _BY_PLACE:
            position, positions = positions, positions + 1
        counted.append(replace(one, rank=rank, prompt_position=position))
    return counted
