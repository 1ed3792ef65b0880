"""One fact a line, tab-separated, nothing cut: for pipes, `grep` and `cut`."""

from collections.abc import Iterator

from footprint_cli.model.drift_report import DriftReport
from footprint_cli.render import Page
from footprint_cli.render.drift.facts import facts
from footprint_cli.render.plain_text import plain_line
from footprint_cli.render.words import shown


def render(report: DriftReport, page: Page) -> Iterator[str]:
    """Yield rows of seven cells: row, the two sides, retriever, name, before, after, state."""
    for one in facts(report):
        yield plain_line([shown(cell) for cell in one], page)
