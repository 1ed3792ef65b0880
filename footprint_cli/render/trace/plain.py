"""One fact a line, tab-separated, nothing cut: for pipes, `grep` and `cut`."""

from collections.abc import Iterator

from footprint_cli.model.trace_report import TraceReport
from footprint_cli.render import Page
from footprint_cli.render.plain_text import plain_line
from footprint_cli.render.trace.facts import facts
from footprint_cli.render.words import shown


def render(report: TraceReport, page: Page) -> Iterator[str]:
    """Yield rows of six cells: row, step, commit, key, what, told."""
    for one in facts(report):
        yield plain_line([shown(cell) for cell in one], page)
