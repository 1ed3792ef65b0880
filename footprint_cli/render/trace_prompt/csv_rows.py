"""Prompts as comma-separated rows, one header line; every field in quotes."""

from collections.abc import Iterable, Iterator

from footprint_cli.model.prompt_report import PromptReport
from footprint_cli.render import Page
from footprint_cli.render.csv_text import csv_text
from footprint_cli.render.trace_prompt.facts import FIELDS, facts
from footprint_cli.render.words import shown


def render(reports: Iterable[PromptReport], page: Page, _status: int) -> Iterator[str]:
    """Yield the header, then a row a fact. Empty means not recorded, or that there is none."""
    yield csv_text([FIELDS], page.encoding)
    for report in reports:
        for one in facts(report):
            yield csv_text([["" if cell is None else shown(cell) for cell in one]], page.encoding)
