"""Judgements → the documents of `footprint.claim/1`, key by key."""

from typing import Any

from footprint_cli.model.claim import LIMITS, ClaimReport, Judged, Support
from footprint_cli.model.coverage import CoveredCall
from footprint_cli.render.claim.said import singles, unions
from footprint_cli.render.documents import finding_document

SCHEMA = "footprint.claim/1"


def report_document(report: ClaimReport) -> dict[str, Any]:
    """Return the whole document; with the sentences of an answer there is no claim of its own."""
    only = None if report.answer else report.judged[0]
    told = None if only is None else judged_document(only)
    searched = report.searched
    return {
        "schema": SCHEMA,
        "claim": None if told is None else told["claim"],
        "kind": None if told is None else told["kind"],
        "verdict": report.verdict,
        "details": list(report.details),
        "also": [] if told is None else told["also"],
        "sentence": report.sentence,
        "calls": [] if told is None else told["calls"],
        "unions": [] if told is None else told["unions"],
        "choices": [] if told is None else told["choices"],
        "limits": list(LIMITS),
        "warnings": list(report.warnings),
        "sentences": [judged_document(one) for one in report.judged] if report.answer else None,
        "notJudged": [
            {"sentence": one.sentence, "why": one.why, "source": one.source}
            for one in report.not_judged
        ]
        if report.answer
        else None,
        "searched": {
            "recordings": searched.recordings,
            "toolCalls": searched.tool_calls,
            "declaredCalls": searched.declared_calls,
        },
        "findings": [finding_document(one) for one in report.findings],
        "exitStatus": report.exit_status,
    }


def judged_document(one: Judged) -> dict[str, Any]:
    """Return a claim with how it stands; an element of `sentences`."""
    told, best = one.judgement, one.judgement.best
    return {
        "claim": told.claim.text,
        "kind": told.claim.kind,
        "verdict": told.verdict,
        "details": list(told.details),
        "also": [] if best is None else list(best.also),
        "sentence": told.sentence,
        "calls": [call_document(call, support) for call, support in singles(one)],
        "unions": [union_document(calls, support) for calls, support in unions(one)],
        "choices": []
        if best is None
        else [{"name": each.name, "value": each.value} for each in best.choices],
        "warnings": list(told.warnings),
        "source": one.source,
    }


def call_document(one: CoveredCall, support: Support) -> dict[str, Any]:
    """Return one element of `calls`."""
    return {
        "source": one.source,
        "step": one.call.step,
        "callId": one.call.call_id,
        "tool": one.call.tool,
        "verdict": support.verdict,
        "details": list(support.details),
        "also": list(support.also),
    }


def union_document(calls: list[CoveredCall], support: Support) -> dict[str, Any]:
    """Return one element of `unions`."""
    return {
        "tool": calls[0].call.tool,
        "source": calls[0].source,
        "calls": [{"step": one.call.step, "callId": one.call.call_id} for one in calls],
        "verdict": support.verdict,
        "details": list(support.details),
        "also": list(support.also),
    }
