"""A report as one document of strict JSON, such as `footprint.gate/1`."""

from collections.abc import Iterator

from footprint_cli.model.report import Report
from footprint_cli.render import Page
from footprint_cli.render.json_text import json_text
from footprint_cli.render.report.documents import report_document


def render(report: Report, _page: Page) -> Iterator[str]:
    """Yield the document."""
    yield json_text(report_document(report)) + "\n"
