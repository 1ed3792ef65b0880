"""Audits → the documents of machine output, key by key, in the order that is promised."""

from typing import TYPE_CHECKING, Any

from footprint_cli.model.audit import Audit, Change, Explained, Flip, RetrievalAudit
from footprint_cli.model.coverage import CoveredCall
from footprint_cli.model.evidence import Candidate, Evidence, recorded_value
from footprint_cli.model.finding import Damage, Finding
from footprint_cli.model.recording import Run
from footprint_cli.render.coverage.documents import covered_document

if TYPE_CHECKING:  # it brings dates, which explain does not need
    from footprint_cli.model.report import Searched

_EVIDENCE_KEYS = (
    "strategy",
    "queryHash",
    "k",
    "threshold",
    "maxChars",
    "charsUsed",
    "embedderId",
    "dimensions",
    "selectionOrder",
    "namespace",
    "consideredCount",
    "admittedCount",
    "rejectedCount",
    "candidatesComplete",
    "candidatesOmittedReason",
    "corpusEmpty",
)
_CANDIDATE_KEYS = (
    "id",
    "rank",
    "score",
    "admitted",
    "reason",
    "docUri",
    "page",
    "heading",
    "promptPosition",
)


def recording_document(audit: Audit) -> dict[str, Any]:
    """Return one element of `recordings` in `footprint.explain/1`."""
    recording = audit.recording
    lines = recording.lines
    return {
        "source": recording.source,
        "format": recording.format,
        "run": _run(recording.run),
        "lines": None
        if lines is None
        else {
            "physical": lines.physical,
            "read": lines.read,
            "blank": lines.blank,
            "damaged": lines.damaged,
        },
        "commits": recording.commits,
        "damage": [damage_document(one) for one in recording.damage],
        "retrievals": [retrieval_document(one) for one in audit.retrievals],
        "toolCalls": [call_document(one) for one in audit.calls],
    }


def retrieval_document(audit: RetrievalAudit) -> dict[str, Any]:
    """Return one element of `retrievals`."""
    retrieval = audit.retrieval
    evidence = retrieval.evidence or Evidence()
    limits, candidates = audit.binding_limits, audit.candidates
    return {
        "retriever": retrieval.retriever,
        "step": retrieval.step,
        "line": retrieval.line,
        "evidenceFrom": retrieval.evidence_from,
        "outcome": audit.outcome,
        "headline": audit.headline,
        **{name: recorded_value(evidence, name) for name in _EVIDENCE_KEYS},
        "bindingLimits": None
        if limits is None
        else [{"limit": one.limit, "refused": one.refused} for one in limits],
        "candidates": None
        if candidates is None
        else [candidate_document(one) for one in candidates],
        "run": retrieval.run,
        "attached": None if retrieval.attached is None else list(retrieval.attached),
        "injectedChars": None if retrieval.injected is None else len(retrieval.injected),
        "extra": _extra(evidence, _EVIDENCE_KEYS),
    }


def candidate_document(one: Explained) -> dict[str, Any]:
    """Return one element of `candidates`; `flips` are null where they cannot be computed."""
    candidate = one.candidate
    fragment = candidate.prompt_fragment
    return {
        **{name: recorded_value(candidate, name) for name in _CANDIDATE_KEYS},
        "promptChars": None if fragment is None else len(fragment),
        "read": one.read,
        "margin": one.margin,
        "explanation": one.explanation,
        "history": [
            {"at": stage.at, "admitted": stage.admitted, "reason": stage.reason}
            for stage in one.history
        ],
        "flips": None if one.flips is None else [flip_document(flip) for flip in one.flips],
        "flipsNote": one.flips_note,
        "extra": _extra(candidate, _CANDIDATE_KEYS),
    }


def flip_document(flip: Flip) -> dict[str, Any]:
    """Return one element of `flips`; the settings of `with` have to change together with it."""
    return {
        **_change(flip.changes[0]),
        "exact": flip.exact,
        "note": flip.note,
        "with": [_change(one) for one in flip.changes[1:]],
    }


def _change(one: Change) -> dict[str, Any]:
    return {"setting": one.setting, "bound": one.bound, "to": one.to}


def call_document(covered: CoveredCall) -> dict[str, Any]:
    """Return one element of `toolCalls`, with what the call covered."""
    call = covered.call
    return {
        "tool": call.tool,
        **covered_document(covered),
        "result": call.result,
        "line": call.line,
        "run": call.run,
        "filled": list(call.filled),
        "bounded": covered.rows.bounded,
    }


def damage_document(one: Damage) -> dict[str, Any]:
    """Return one element of `damage`."""
    return {
        "line": one.line,
        "kind": one.kind,
        "detail": one.detail,
        "recovered": one.recovered,
    }


def finding_document(one: Finding) -> dict[str, Any]:
    """Return one element of `findings`."""
    return {
        "code": one.code,
        "level": one.level,
        "message": one.message,
        "source": one.source,
        "line": one.line,
        "step": one.step,
        "retriever": one.retriever,
        "chunk": one.chunk,
        "tool": one.tool,
    }


def searched_document(one: "Searched") -> dict[str, int]:
    """Return `searched`."""
    return {
        "recordings": one.recordings,
        "retrievals": one.retrievals,
        "toolCalls": one.tool_calls,
    }


def _extra(record: Evidence | Candidate, keys: tuple[str, ...]) -> dict[str, Any]:
    """Return what was recorded and has no key of its own: other names, lists that are no lists."""
    return {**record.extra, **{k: v for k, v in record.odd.items() if k not in keys}}


def _run(run: Run) -> dict[str, Any]:
    only = run.run_ids[0] if len(run.run_ids) == 1 else None
    return {
        "runId": run.run_id if run.run_id is not None else only,
        "sessionId": run.session_id,
        "complete": run.complete,
        "droppedEvents": run.dropped_events,
        "producer": run.producer,
        "runIds": list(run.run_ids),
        "failure": run.failure,
    }
