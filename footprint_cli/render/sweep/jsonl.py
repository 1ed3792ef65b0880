"""One JSON object a line: a point each, and at the end the rest."""

from collections.abc import Iterator

from footprint_cli.model.sweep_report import SweepReport
from footprint_cli.render import Page
from footprint_cli.render.json_text import json_text
from footprint_cli.render.sweep.machine import document, point


def render(report: SweepReport, _page: Page) -> Iterator[str]:
    """Yield rows; `row` says what each is: point, or sweep."""
    for one in report.points:
        yield json_text({"row": "point", **point(report, one)}) + "\n"
    whole = document(report)
    del whole["schema"], whole["points"]
    yield json_text({"row": "sweep", **whole}) + "\n"
