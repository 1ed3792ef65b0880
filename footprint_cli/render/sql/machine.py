"""`footprint.sql/1`: the names of columns, and each row as a list, for two may have one name."""

from collections.abc import Iterator

from footprint_cli.model.sql import Table
from footprint_cli.render import Page
from footprint_cli.render.json_text import json_text
from footprint_cli.render.sql.values import json_value

SCHEMA = "footprint.sql/1"


def render(table: Table, _page: Page) -> Iterator[str]:
    """Yield one JSON document."""
    head = json_text({"schema": SCHEMA, "columns": list(table.columns)})
    yield f'{head[:-1]},"rows":['
    for number, row in enumerate(table.rows):
        yield ("," if number else "") + json_text([*map(json_value, row)])
    yield "]}\n"
