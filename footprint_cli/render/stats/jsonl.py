"""One JSON object a line: a fact each."""

from collections.abc import Iterator

from footprint_cli.model.stats_report import StatsReport
from footprint_cli.render import Page
from footprint_cli.render.json_text import json_text
from footprint_cli.render.stats.facts import facts


def render(report: StatsReport, _page: Page) -> Iterator[str]:
    """Yield rows; `row` says what each is."""
    for one in facts(report):
        yield json_text(one._asdict()) + "\n"
