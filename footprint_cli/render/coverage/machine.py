"""`footprint.coverage/1`: strict JSON, written call by call."""

from collections.abc import Iterator
from typing import Any

from footprint_cli.model.coverage_report import CoverageReport, ToolCoverage
from footprint_cli.render import Page
from footprint_cli.render.coverage.documents import (
    declaration_document,
    told_document,
    tool_tail,
)
from footprint_cli.render.documents import finding_document, searched_document
from footprint_cli.render.json_text import json_text

SCHEMA = "footprint.coverage/1"


def render(
    report: CoverageReport,
    _page: Page,
    *,
    gaps_only: bool = False,  # noqa: ARG001 (a document is always whole)
) -> Iterator[str]:
    """Yield one JSON document."""
    yield f'{_open({"schema": SCHEMA, "asked": report.asked})},"tools":['
    for number, tool in enumerate(report.tools):
        yield ("," if number else "") + "".join(_tool(tool))
    last = {
        "searched": searched_document(report.searched),
        "findings": [finding_document(one) for one in report.findings],
        "exitStatus": report.exit_status,
    }
    yield f"],{_text(last)[1:]}\n"


def _tool(tool: ToolCoverage) -> Iterator[str]:
    head = {"tool": tool.tool, "declaration": declaration_document(tool.declaration)}
    yield f'{_open(head)},"calls":['
    for number, covered in enumerate(tool.calls):
        yield ("," if number else "") + _text(told_document(covered))
    yield f"],{_text(tool_tail(tool))[1:]}"


def _open(head: dict[str, Any]) -> str:
    """Write an object without its end, for more keys to follow."""
    return _text(head)[:-1]


def _text(document: dict[str, Any]) -> str:
    return json_text(document, careful=True)  # an argument may be NaN where a line was damaged
