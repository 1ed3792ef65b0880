"""One call, part or chunk a line, tab-separated, nothing cut: for pipes, `grep` and `cut`."""

from collections.abc import Iterable, Iterator

from footprint_cli.model.prompt_report import PromptReport
from footprint_cli.render import Page
from footprint_cli.render.plain_text import plain_line
from footprint_cli.render.trace_prompt.facts import facts
from footprint_cli.render.words import shown


def render(reports: Iterable[PromptReport], page: Page, _status: int) -> Iterator[str]:
    """Yield rows of twelve cells, as `facts.Fact` names them."""
    for report in reports:
        for one in facts(report):
            yield plain_line([shown(cell) for cell in one], page)
