"""One JSON object a line: a fact each."""

from collections.abc import Iterator

from footprint_cli.model.diff_report import DiffReport
from footprint_cli.render import Page
from footprint_cli.render.diff.facts import facts
from footprint_cli.render.json_text import json_text


def render(report: DiffReport, _page: Page) -> Iterator[str]:
    """Yield rows; `row` says what each is."""
    for one in facts(report):
        yield json_text(one._asdict()) + "\n"
