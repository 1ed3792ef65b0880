"""Points and facts as comma-separated rows, one header line; every field in quotes."""

from collections.abc import Iterator

from footprint_cli.model.sweep_report import SweepReport
from footprint_cli.render import Page
from footprint_cli.render.csv_text import csv_text
from footprint_cli.render.sweep.facts import FIELDS, facts
from footprint_cli.render.words import shown


def render(report: SweepReport, page: Page) -> Iterator[str]:
    """Yield the header, then a row a fact. Empty means that it does not apply, or cannot be told."""
    yield csv_text([FIELDS], page.encoding)
    for one in facts(report):
        yield csv_text([["" if cell is None else shown(cell) for cell in one]], page.encoding)
