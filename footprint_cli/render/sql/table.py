"""Rows as a person reads them in a terminal: a table, or a line a value where its columns have no room."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from rich.cells import cell_len
from rich.table import Table as Drawn
from rich.text import Text

from footprint_cli.model.sql import Table
from footprint_cli.render import Page
from footprint_cli.render.drawing import Drawing
from footprint_cli.render.sql.values import cell_text
from footprint_cli.render.words import numbered

_FOLDED = 24  # cells: a longer word, as a path or an id, may be folded to so many
_AROUND = 3  # cells of a column beside its text: two blanks and a line


def render(table: Table, page: Page) -> Iterator[str]:
    """Yield what is drawn: as many rows as the page takes, and that there are more."""
    drawing = Drawing(page)
    shown = [*islice(table.rows, page.limit or None)]
    names = [drawing.seen(one) for one in table.columns]
    rows = [[drawing.seen(cell_text(one)) for one in row] for row in shown]
    columns = [*zip(names, *rows, strict=True)]
    widths = [max(map(_least_width, column)) for column in columns]
    room = page.width - sum(widths) - _AROUND * len(widths) - 1
    if room < 0:
        _records(names, rows, drawing)
    elif names:
        numbers = [any(_is_number(row[at]) for row in shown) for at in range(len(names))]
        _columns(names, rows, _shared(widths, columns, room), numbers, drawing)
    drawing.line(_left_out(len(shown), table), "dim")
    yield drawing.drawn()


def _least_width(text: str) -> int:
    """Return how many cells a text needs for its words to stay whole."""
    return max((min(cell_len(word), _FOLDED) for word in text.split()), default=1)


def _shared(widths: list[int], columns: Sequence[tuple[str, ...]], room: int) -> list[int]:
    """Share out the cells that are left, a cell at a time, to columns whose text is wider.

    Left to itself, rich takes the room that it lacks from the widest column, and breaks its words.
    """
    wanted = [max(*map(cell_len, column), 1) for column in columns]
    while room and (short := [at for at, want in enumerate(wanted) if widths[at] < want]):
        for at in short[:room]:
            widths[at] += 1
        room -= min(room, len(short))
    return widths


def _is_number(value: Any) -> bool:  # noqa: ANN401 (of any type of SQL)
    return isinstance(value, int | float)


def _columns(
    names: Sequence[str],
    rows: Sequence[Sequence[str]],
    widths: Sequence[int],
    numbers: Sequence[bool],
    drawing: Drawing,
) -> None:
    drawn = drawing.table(show_lines=drawing.narrow)
    for name, width, number in zip(names, widths, numbers, strict=True):
        drawn.add_column(
            Text(name), overflow="fold", width=width, justify="right" if number else "left"
        )
    for row in rows:
        drawn.add_row(*map(Text, row))
    drawing.put(drawn)


def _records(names: Sequence[str], rows: Sequence[Sequence[str]], drawing: Drawing) -> None:
    """Draw each row as a list of its values; without a row, only what its values would be."""
    if not rows:
        drawing.line(f"columns: {', '.join(names)}")
    for number, row in enumerate(rows, start=1):
        drawing.line(f"row {number}", "bold")
        if drawing.narrow:
            for name, cell in zip(names, row, strict=True):
                drawing.text(Text.assemble((f"{name}: ", "dim"), cell))
        else:
            drawing.put(_record(names, row))
        drawing.blank()


def _record(names: Sequence[str], row: Sequence[str]) -> Drawn:
    grid = Drawn.grid(padding=(0, 2), expand=True)
    grid.add_column(overflow="fold")
    grid.add_column(overflow="fold", ratio=1)
    for name, cell in zip(names, row, strict=True):
        grid.add_row(Text(f"  {name}", "dim"), Text(cell))
    return grid


def _left_out(shown: int, table: Table) -> str:
    more = next(table.rows, None) is not None
    if not more:
        return numbered(shown, "row")
    return f"the first {shown} rows are shown; --limit 0 shows all"
