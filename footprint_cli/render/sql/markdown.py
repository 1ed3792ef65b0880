"""Rows as a Markdown table."""

from collections.abc import Iterable, Iterator
from itertools import islice

from footprint_cli.model.sql import Table
from footprint_cli.render import Page
from footprint_cli.render.inert import inert
from footprint_cli.render.sql.values import cell_text


def render(table: Table, page: Page) -> Iterator[str]:
    """Yield a line a row: as many as the page takes, and that there are more."""
    yield _line(table.columns, page)
    yield f"|{' --- |' * len(table.columns)}\n"
    for row in islice(table.rows, page.limit or None):
        yield _line(map(cell_text, row), page)
    if next(table.rows, None) is not None:
        yield f"\nThe first {page.limit} rows are shown.\n"


def _line(cells: Iterable[str], page: Page) -> str:
    return f"| {' | '.join(inert(one, page) for one in cells)} |\n"
