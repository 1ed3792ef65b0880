"""One fact a line, tab-separated, nothing cut: for pipes, `grep` and `cut`."""

from collections.abc import Iterator

from footprint_cli.model.diff_report import DiffReport
from footprint_cli.render import Page
from footprint_cli.render.diff.facts import facts
from footprint_cli.render.plain_text import plain_line
from footprint_cli.render.words import shown


def render(report: DiffReport, page: Page) -> Iterator[str]:
    """Yield rows of ten cells, in the order of `FIELDS`."""
    for one in facts(report):
        yield plain_line([shown(cell) for cell in one], page)
