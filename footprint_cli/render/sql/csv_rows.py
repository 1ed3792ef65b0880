"""Comma-separated rows under a header, every field in quotes; null is an empty field."""

from collections.abc import Iterator

from footprint_cli.model.sql import Table
from footprint_cli.render import Page
from footprint_cli.render.csv_text import csv_text
from footprint_cli.render.sql.values import cell_text


def render(table: Table, page: Page) -> Iterator[str]:
    """Yield a line a row."""
    yield csv_text([table.columns], page.encoding)
    for row in table.rows:
        yield csv_text([[cell_text(one, "") for one in row]], page.encoding)
