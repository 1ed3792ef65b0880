"""Steps as comma-separated rows, one header line; every field in quotes."""

from collections.abc import Iterable, Iterator

from footprint_cli.model.steps_report import StepsReport
from footprint_cli.render import Page
from footprint_cli.render.csv_text import csv_text
from footprint_cli.render.trace_steps.facts import FIELDS, facts
from footprint_cli.render.words import shown


def render(reports: Iterable[StepsReport], page: Page, _status: int) -> Iterator[str]:
    """Yield the header, then a row a fact. Empty means not recorded, or that there is none."""
    yield csv_text([FIELDS], page.encoding)
    for report in reports:
        for one in facts(report):
            yield csv_text([["" if cell is None else shown(cell) for cell in one]], page.encoding)
