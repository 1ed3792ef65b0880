"""One JSON object a line: calls, then findings."""

from collections.abc import Iterator
from typing import Any

from footprint_cli.model.coverage import CoveredCall
from footprint_cli.model.coverage_report import CoverageReport
from footprint_cli.render import Page
from footprint_cli.render.coverage.documents import gap_document, told_document
from footprint_cli.render.coverage.said import holes
from footprint_cli.render.documents import finding_document
from footprint_cli.render.json_text import json_text


def render(report: CoverageReport, _page: Page, *, gaps_only: bool = False) -> Iterator[str]:
    """Yield rows; `row` says what each is.

    With `gaps_only` a call has a row a gap, and its own only where nothing could be composed.
    """
    for tool in report.tools:
        for covered in tool.calls:
            rows = _gaps(covered) if gaps_only else [_call(covered)]
            yield "".join(json_text(row, careful=True) + "\n" for row in rows)
    for finding in report.findings:
        yield json_text({"row": "finding", **finding_document(finding)}) + "\n"


def _call(covered: CoveredCall) -> dict[str, Any]:
    return {"row": "call", "tool": covered.call.tool, **told_document(covered)}


def _gaps(covered: CoveredCall) -> Iterator[dict[str, Any]]:
    if not covered.coverage.is_composed:
        yield _call(covered)
    call = covered.call
    place = {
        "tool": call.tool,
        "source": covered.source,
        "step": call.step,
        "line": call.line,
        "run": call.run,
        "callId": call.call_id,
    }
    for gap in holes(covered):
        yield {"row": "gap", **place, **gap_document(gap)}
