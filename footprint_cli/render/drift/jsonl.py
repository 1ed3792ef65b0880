"""One JSON object a line: a fact each."""

from collections.abc import Iterator

from footprint_cli.model.drift_report import DriftReport
from footprint_cli.render import Page
from footprint_cli.render.drift.facts import facts
from footprint_cli.render.json_text import json_text


def render(report: DriftReport, _page: Page) -> Iterator[str]:
    """Yield rows; `row` says what each is."""
    for one in facts(report):
        yield json_text(one._asdict()) + "\n"
