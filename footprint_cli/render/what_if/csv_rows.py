"""Facts as comma-separated rows, one header line; every field in quotes."""

from collections.abc import Iterator

from footprint_cli.model.what_if import WhatIfReport
from footprint_cli.render import Page
from footprint_cli.render.csv_text import csv_text
from footprint_cli.render.what_if.facts import FIELDS, facts
from footprint_cli.render.words import shown


def render(report: WhatIfReport, page: Page) -> Iterator[str]:
    """Yield the header, then a row a fact. Empty means not recorded, or that it does not apply."""
    yield csv_text([FIELDS], page.encoding)
    for one in facts(report):
        yield csv_text([["" if cell is None else shown(cell) for cell in one]], page.encoding)
