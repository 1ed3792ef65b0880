"""`footprint.diff/1`: strict JSON, pair by pair."""

from collections.abc import Iterator
from typing import Any

from footprint_cli.model.diff_report import (
    CallDiff,
    CallSide,
    Cause,
    ChunkDiff,
    ChunkSide,
    DiffReport,
    Place,
    RetrievalDiff,
    RunDiff,
    SideTold,
    Unpaired,
    Value,
)
from footprint_cli.render import Page
from footprint_cli.render.json_text import json_text

SCHEMA = "footprint.diff/1"


def render(report: DiffReport, _page: Page) -> Iterator[str]:
    """Yield one JSON document as it is computed, findings last."""
    head = {
        "schema": SCHEMA,
        "before": _side(report.before),
        "after": _side(report.after),
        "totals": _totals(report),
    }
    yield json_text(head)[:-1] + ',"pairs":['
    for number, one in enumerate(report.runs):
        yield ("," if number else "") + json_text(_run(one), careful=True)
    tail = {
        "unpaired": [_unpaired(one) for one in report.unpaired],
        "notKnown": list(report.not_known),
        "findings": [*_findings(report)],
        "exitStatus": report.exit_status,
    }
    yield "]," + json_text(tail)[1:] + "\n"


def _side(one: SideTold) -> dict[str, Any]:
    return {
        "name": one.name,
        "runs": one.runs,
        "retrievals": one.retrievals,
        "toolCalls": one.calls,
        "damaged": one.damaged,
    }


def _totals(report: DiffReport) -> dict[str, Any]:
    totals = report.totals
    return {
        "pairs": totals.pairs,
        "equal": totals.equal,
        "differing": totals.differing,
        "notTold": totals.not_told,
        "retrievals": totals.retrievals,
        "kinds": totals.kinds,
        "untold": totals.untold,
        "causes": totals.causes,
        "unpaired": len(report.unpaired),
    }


def _findings(report: DiffReport) -> Iterator[dict[str, Any]]:
    counted = {**report.totals.kinds}
    if report.unpaired:
        counted["unpaired"] = counted.get("unpaired", 0) + len(report.unpaired)
    for kind, count in counted.items():
        yield {"kind": kind, "count": count, "fails": kind in report.fails}


def _run(one: RunDiff) -> dict[str, Any]:
    return {
        "before": place(one.before),
        "after": place(one.after),
        "pairedBy": one.paired_by,
        "note": one.note,
        "differs": list(one.differs),
        "notTold": list(one.not_told),
        "retrievals": [_retrieval(each) for each in one.retrievals],
        "toolCalls": [_call(each) for each in one.calls],
        "answer": None
        if one.answer is None
        else {
            "before": one.answer.before,
            "after": one.answer.after,
            "lines": list(one.answer.lines),
        },
        "unpaired": [_unpaired(each) for each in one.unpaired],
        "untold": list(one.untold),
    }


def place(one: Place) -> dict[str, Any]:
    """Return where something stands."""
    return {
        "source": one.source,
        "run": one.run,
        "session": one.session,
        "turn": one.turn,
        "step": one.step,
        "line": one.line,
        "name": one.name,
        "queryHash": one.query_hash,
    }


def _retrieval(one: RetrievalDiff) -> dict[str, Any]:
    return {
        "before": place(one.before),
        "after": place(one.after),
        "states": one.states,
        "values": [_value(each) for each in one.values],
        "readBeforeOnly": list(one.left),
        "readAfterOnly": list(one.entered),
        "causes": [_cause(each) for each in one.causes],
        "chunks": [_chunk(each) for each in one.chunks],
        "promptOrder": None if one.order is None else [list(each) for each in one.order],
        "untold": list(one.untold),
    }


def _value(one: Value) -> dict[str, Any]:
    return {
        "name": one.name,
        "kind": one.kind,
        "before": one.before,
        "after": one.after,
        "told": one.told,
    }


def _cause(one: Cause) -> dict[str, Any]:
    return {
        "code": one.code,
        "message": one.message,
        "chunks": list(one.chunks),
        "by": list(one.by),
    }


def _chunk(one: ChunkDiff) -> dict[str, Any]:
    return {
        "id": one.id,
        "before": _chunk_side(one.before),
        "after": _chunk_side(one.after),
        "changed": list(one.changed),
    }


def _chunk_side(one: ChunkSide | None) -> dict[str, Any] | None:
    if one is None:
        return None
    return {
        "rank": one.rank,
        "score": one.score,
        "admitted": one.admitted,
        "reason": one.reason,
        "promptPosition": one.prompt_position,
        "read": one.read,
    }


def _call(one: CallDiff) -> dict[str, Any]:
    return {
        "tool": one.tool,
        "before": _call_side(one.before),
        "after": _call_side(one.after),
        "changed": list(one.changed),
    }


def _call_side(one: CallSide | None) -> dict[str, Any] | None:
    if one is None:
        return None
    return {
        "place": place(one.place),
        "callId": one.call_id,
        "arguments": one.arguments,
        "outcome": one.outcome,
        "rows": one.rows,
        "ground": None if one.ground is None else list(one.ground),
    }


def _unpaired(one: Unpaired) -> dict[str, Any]:
    return {"side": one.side, "what": one.what, "place": place(one.place), "why": one.why}
