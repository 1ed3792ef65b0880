"""One row a line, tab-separated; the first line names the columns."""

from collections.abc import Iterator

from footprint_cli.model.sql import Table
from footprint_cli.render import Page
from footprint_cli.render.plain_text import plain_line
from footprint_cli.render.sql.values import cell_text


def render(table: Table, page: Page) -> Iterator[str]:
    """Yield a line a row."""
    yield plain_line(table.columns, page)
    for row in table.rows:
        yield plain_line(map(cell_text, row), page)
