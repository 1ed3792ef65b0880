"""`footprint.claim/1`: one strict JSON document."""

from collections.abc import Iterator

from footprint_cli.model.claim import ClaimReport
from footprint_cli.render import Page
from footprint_cli.render.claim.documents import report_document
from footprint_cli.render.json_text import json_text


def render(report: ClaimReport, _page: Page) -> Iterator[str]:
    """Yield one JSON document."""
    yield json_text(report_document(report)) + "\n"
