"""One JSON object a line: a call, a part of a prompt, a chunk each."""

from collections.abc import Iterable, Iterator

from footprint_cli.model.prompt_report import PromptReport
from footprint_cli.render import Page
from footprint_cli.render.json_text import json_text
from footprint_cli.render.trace_prompt.facts import facts


def render(reports: Iterable[PromptReport], _page: Page, _status: int) -> Iterator[str]:
    """Yield rows; `row` says what each is."""
    for report in reports:
        for one in facts(report):
            yield json_text(one._asdict()) + "\n"
