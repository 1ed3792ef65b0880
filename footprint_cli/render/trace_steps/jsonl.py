"""One JSON object a line: a step or one of its writes each."""

from collections.abc import Iterable, Iterator

from footprint_cli.model.steps_report import StepsReport
from footprint_cli.render import Page
from footprint_cli.render.json_text import json_text
from footprint_cli.render.trace_steps.facts import facts


def render(reports: Iterable[StepsReport], _page: Page, _status: int) -> Iterator[str]:
    """Yield rows; `row` says what each is."""
    for report in reports:
        for one in facts(report):
            yield json_text(one._asdict()) + "\n"
