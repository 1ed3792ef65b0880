"""The rows of a report, one JSON object a line; the last one has the verdict and the status."""

from collections.abc import Iterator
from typing import Any

from footprint_cli.model.report import Report
from footprint_cli.render import Page
from footprint_cli.render.documents import finding_document, searched_document
from footprint_cli.render.json_text import json_text
from footprint_cli.render.report.documents import (
    check_document,
    declaration_document,
    rule_document,
    suppressed_document,
    unjudged_document,
)


def render(report: Report, _page: Page) -> Iterator[str]:
    """Yield rows; `row` says what each is."""
    for row in _rows(report):
        yield json_text(row) + "\n"


def _rows(report: Report) -> Iterator[dict[str, Any]]:
    yield from ({"row": "rule", **rule_document(one)} for one in report.rules)
    yield from ({"row": "unjudged", **unjudged_document(one)} for one in report.unjudged)
    yield from ({"row": "check", **check_document(one)} for one in report.checks)
    for declaration in report.declarations:
        yield {"row": "declaration", **declaration_document(declaration)}
    yield from ({"row": "finding", **finding_document(one)} for one in report.findings)
    yield from ({"row": "suppressed", **suppressed_document(one)} for one in report.suppressed)
    yield {
        "row": "report",
        "answer": report.answer,
        "verdict": report.verdict,
        "why": list(report.why),
        "searched": searched_document(report.searched),
        "exitStatus": report.exit_status,
    }
