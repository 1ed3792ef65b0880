"""One fact a line, tab-separated, nothing cut: for pipes, `grep` and `cut`."""

from collections.abc import Iterator

from footprint_cli.model.stats_report import StatsReport
from footprint_cli.render import Page
from footprint_cli.render.plain_text import plain_line
from footprint_cli.render.stats.facts import facts
from footprint_cli.render.words import shown


def render(report: StatsReport, page: Page) -> Iterator[str]:
    """Yield rows of seven cells: row, retriever or tool, name, value, count, recording, place."""
    for one in facts(report):
        yield plain_line([shown(cell) for cell in one], page)
