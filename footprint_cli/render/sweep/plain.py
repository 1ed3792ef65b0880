"""One point or fact a line, tab-separated, nothing cut: for pipes, `grep` and `cut`."""

from collections.abc import Iterator

from footprint_cli.model.sweep_report import SweepReport
from footprint_cli.render import Page
from footprint_cli.render.plain_text import plain_line
from footprint_cli.render.sweep.facts import facts
from footprint_cli.render.words import shown


def render(report: SweepReport, page: Page) -> Iterator[str]:
    """Yield rows of the cells of `Fact`, in their order; `-` does not apply, or cannot be told."""
    for one in facts(report):
        yield plain_line([shown(cell) for cell in one], page)
