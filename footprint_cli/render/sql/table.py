"""Rows as a person reads them in a terminal."""

from collections.abc import Iterator
from itertools import islice

from rich.text import Text

from footprint_cli.model.sql import Table
from footprint_cli.render import Page
from footprint_cli.render.drawing import Drawing
from footprint_cli.render.sql.values import cell_text
from footprint_cli.render.words import numbered


def render(table: Table, page: Page) -> Iterator[str]:
    """Yield what is drawn: as many rows as the page takes, and that there are more."""
    drawing = Drawing(page)
    drawn = drawing.table(show_lines=drawing.narrow)
    shown = [*islice(table.rows, page.limit or None)]
    for at, name in enumerate(table.columns):
        numbers = any(isinstance(row[at], int | float) for row in shown)
        drawn.add_column(
            Text(drawing.seen(name)), overflow="fold", justify="right" if numbers else "left"
        )
    for row in shown:
        drawn.add_row(*(Text(drawing.seen(cell_text(one))) for one in row))
    if table.columns:
        drawing.put(drawn)
    drawing.line(_left_out(len(shown), table), "dim")
    yield drawing.drawn()


def _left_out(shown: int, table: Table) -> str:
    more = next(table.rows, None) is not None
    if not more:
        return numbered(shown, "row")
    return f"the first {shown} rows are shown; --limit 0 shows all"
