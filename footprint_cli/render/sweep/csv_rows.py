"""Points as comma-separated rows, one header line; every field in quotes."""

from collections.abc import Iterator

from footprint_cli.model.sweep import SweepReport
from footprint_cli.render import Page
from footprint_cli.render.csv_text import csv_text
from footprint_cli.render.sweep.facts import FIELDS, rows
from footprint_cli.render.words import shown


def render(report: SweepReport, page: Page) -> Iterator[str]:
    """Yield the header, then a row a point. Empty means not known, or that it does not apply."""
    yield csv_text([FIELDS], page.encoding)
    for one in rows(report):
        cells = ("" if one[name] is None else shown(one[name]) for name in FIELDS)
        yield csv_text([cells], page.encoding)
