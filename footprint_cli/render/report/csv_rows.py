"""A report as comma-separated rows, one header line; every field in quotes."""

from collections.abc import Iterator

from footprint_cli.model.finding import Finding
from footprint_cli.model.report import Checked, Report, RuleCount, Unjudged
from footprint_cli.render import Page
from footprint_cli.render.csv_text import csv_text
from footprint_cli.render.report.said import accepted_for, standing, verdict_sentence

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
    yield from ({"row": "rule", **_rule(rule)} for rule in report.rules)
    yield from ({"row": "unjudged", **_place(place)} for place in report.unjudged)
    yield from ({"row": "check", **_check(check)} for check in report.checks)
    for told in report.declarations:
        cells = {"level": standing(told), "tool": told.tool, "source": told.source}
        yield {"row": "declaration", **cells}
    yield from ({"row": "finding", **_cells(finding)} for finding in report.findings)
    for accepted in report.suppressed:
        yield {"row": "suppressed", **_cells(accepted.finding), "why": accepted_for(accepted)}


def _rule(one: RuleCount) -> dict[str, str]:
    return {
        "code": one.rule,
        "message": one.says,
        "checked": str(one.checked),
        "failed": str(one.failed),
        "unknown": str(one.unknown),
    }


def _place(one: Unjudged) -> dict[str, str]:
    return {
        "code": one.rule,
        "source": one.source,
        "line": "" if one.line is None else str(one.line),
        "step": one.step or "",
        "retriever": one.retriever or "",
        "tool": one.tool or "",
        "why": one.why,
    }


def _check(one: Checked) -> dict[str, str]:
    return {"level": one.state, "code": one.check, "source": one.source, "message": one.detail}


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
