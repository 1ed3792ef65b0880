"""One JSON object a row, its columns by their names."""

from collections.abc import Iterator

from footprint_cli.model.sql import Table
from footprint_cli.render import Page
from footprint_cli.render.json_text import json_text
from footprint_cli.render.sql.values import json_value


def render(table: Table, _page: Page) -> Iterator[str]:
    """Yield a line a row."""
    for row in table.rows:
        yield json_text(dict(zip(table.columns, map(json_value, row), strict=True))) + "\n"
