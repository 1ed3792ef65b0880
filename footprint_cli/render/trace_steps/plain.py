"""One step or write a line, tab-separated, nothing cut: for pipes, `grep` and `cut`."""

from collections.abc import Iterable, Iterator

from footprint_cli.model.steps_report import StepsReport
from footprint_cli.render import Page
from footprint_cli.render.plain_text import plain_line
from footprint_cli.render.trace_steps.facts import facts
from footprint_cli.render.words import shown


def render(reports: Iterable[StepsReport], page: Page, _status: int) -> Iterator[str]:
    """Yield rows of fifteen cells, as `facts.Fact` names them."""
    for report in reports:
        for one in facts(report):
            yield plain_line([shown(cell) for cell in one], page)
