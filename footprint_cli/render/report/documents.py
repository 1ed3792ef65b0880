"""Reports → the documents of machine output, key by key."""

from typing import Any

from footprint_cli.model.report import (
    Checked,
    CheckedDeclaration,
    Report,
    RuleCount,
    Suppressed,
    Unjudged,
)
from footprint_cli.render.documents import finding_document, searched_document


def report_document(report: Report) -> dict[str, Any]:
    """Return `footprint.gate/1`, `footprint.verify/1` or `footprint.declarations/1`."""
    if report.answer == "declarations":
        return declarations_document(report)
    return gate_document(report) if report.answer == "gate" else verify_document(report)


def gate_document(report: Report) -> dict[str, Any]:
    """Return `footprint.gate/1`."""
    return {
        "schema": "footprint.gate/1",
        "verdict": report.verdict,
        "why": list(report.why),
        "unjudged": [unjudged_document(one) for one in report.unjudged],
        "rules": [rule_document(one) for one in report.rules],
        "findings": [finding_document(one) for one in report.findings],
        "suppressed": [suppressed_document(one) for one in report.suppressed],
        "searched": searched_document(report.searched),
        "exitStatus": report.exit_status,
    }


def verify_document(report: Report) -> dict[str, Any]:
    """Return `footprint.verify/1`."""
    return {
        "schema": "footprint.verify/1",
        "checks": [check_document(one) for one in report.checks],
        "searched": searched_document(report.searched),
        "findings": [finding_document(one) for one in report.findings],
        "exitStatus": report.exit_status,
    }


def declarations_document(report: Report) -> dict[str, Any]:
    """Return `footprint.declarations/1`."""
    return {
        "schema": "footprint.declarations/1",
        "declarations": [declaration_document(one) for one in report.declarations],
        "why": list(report.why),
        "findings": [finding_document(one) for one in report.findings],
        "exitStatus": report.exit_status,
    }


def declaration_document(one: CheckedDeclaration) -> dict[str, Any]:
    """Return one element of `declarations`."""
    problems = [
        {"code": each.code, "level": each.level, "message": each.message, "field": each.field}
        for each in one.problems
    ]
    return {
        "tool": one.tool,
        "source": one.source,
        "accepted": one.accepted,
        "problems": problems,
    }


def rule_document(one: RuleCount) -> dict[str, Any]:
    """Return one element of `rules`."""
    return {
        "rule": one.rule,
        "checked": one.checked,
        "failed": one.failed,
        "unknown": one.unknown,
    }


def unjudged_document(one: Unjudged) -> dict[str, Any]:
    """Return one element of `unjudged`."""
    return {
        "rule": one.rule,
        "source": one.source,
        "line": one.line,
        "step": one.step,
        "retriever": one.retriever,
        "tool": one.tool,
        "why": one.why,
    }


def suppressed_document(one: Suppressed) -> dict[str, Any]:
    """Return one element of `suppressed`."""
    until = None if one.until is None else one.until.isoformat()
    return {**finding_document(one.finding), "why": one.why, "until": until}


def check_document(one: Checked) -> dict[str, Any]:
    """Return one element of `checks`."""
    return {"source": one.source, "check": one.check, "state": one.state, "detail": one.detail}
