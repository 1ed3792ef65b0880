"""A report as comma-separated rows, one header line; every field in quotes."""

from collections.abc import Iterator

from footprint_cli.model.finding import Finding
from footprint_cli.model.report import Report
from footprint_cli.render import Page
from footprint_cli.render.csv_text import csv_text
from footprint_cli.render.report.said import accepted_for, verdict_sentence

_HEADER = (
    "row",
    "level",
    "code",
    "source",
    "line",
    "step",
    "retriever",
    "chunk",
    "tool",
    "message",
    "why",
    "checked",
    "failed",
    "unknown",
)


def render(report: Report, page: Page) -> Iterator[str]:
    """Yield rows: the verdict, the rules or the comparisons, what was found and what is accepted."""
    rows = ([row.get(name, "") for name in _HEADER] for row in _rows(report))
    yield csv_text([_HEADER, *rows], page.encoding)


def _rows(report: Report) -> Iterator[dict[str, str]]:
    yield {
        "row": report.answer,
        "level": report.verdict or "",
        "message": verdict_sentence(report),
        "why": "; ".join(report.why),
    }
    for rule in report.rules:
        yield {
            "row": "rule",
            "code": rule.rule,
            "message": rule.says,
            "checked": str(rule.checked),
            "failed": str(rule.failed),
            "unknown": str(rule.unknown),
        }
    for place in report.unjudged:
        yield {
            "row": "unjudged",
            "code": place.rule,
            "source": place.source,
            "line": "" if place.line is None else str(place.line),
            "step": place.step or "",
            "retriever": place.retriever or "",
            "why": place.why,
        }
    for one in report.checks:
        yield {
            "row": "check",
            "level": one.state,
            "code": one.check,
            "source": one.source,
            "message": one.detail,
        }
    yield from ({"row": "finding", **_cells(finding)} for finding in report.findings)
    for accepted in report.suppressed:
        yield {"row": "suppressed", **_cells(accepted.finding), "why": accepted_for(accepted)}


def _cells(one: Finding) -> dict[str, str]:
    return {
        "level": one.level,
        "code": one.code,
        "source": one.source,
        "line": "" if one.line is None else str(one.line),
        "step": one.step or "",
        "retriever": one.retriever or "",
        "chunk": one.chunk or "",
        "tool": one.tool or "",
        "message": one.message,
    }
