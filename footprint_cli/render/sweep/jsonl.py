"""One JSON object a line: a point each."""

from collections.abc import Iterator

from footprint_cli.model.sweep import SweepReport
from footprint_cli.render import Page
from footprint_cli.render.json_text import json_text
from footprint_cli.render.sweep.facts import rows


def render(report: SweepReport, _page: Page) -> Iterator[str]:
    """Yield the points in their order."""
    for one in rows(report):
        yield json_text(one) + "\n"
