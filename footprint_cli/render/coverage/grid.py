"""The ground of a tool's calls drawn together: population by period and filters."""

from collections.abc import Iterator

from rich.cells import cell_len
from rich.text import Text

from footprint_cli.model.coverage_report import Grid, ToolCoverage
from footprint_cli.render.coverage.together import (
    MOST_COLUMNS,
    MOST_ROWS,
    Cell,
    Together,
    cut_text,
    has_holes,
    left_out_text,
    shortened_lines,
    undrawn_text,
)
from footprint_cli.render.coverage.tools import repeated_lines
from footprint_cli.render.drawing import Drawing

_STYLES = {"covered": "green", "partly": "yellow", "not-covered": "red", "nobody-asked": "dim"}
_NARROWEST = 22  # cells of a column
_EDGE = 3  # cells that a border and its padding take beside each column


def draw_together(tool: ToolCoverage, drawing: Drawing) -> None:
    """Draw the grid, what was asked for and never covered, and which calls were the same."""
    together, grid = Together(tool), tool.grid
    if grid is not None:
        drawing.blank()
        drawing.line("together", "bold")
        _draw_grid(grid, together, drawing)
        drawing.line(cut_text(grid), "dim")
    drawing.line(undrawn_text(tool), "dim")
    drawing.line(left_out_text(tool), "dim")
    never = together.never_covered()
    if never:
        drawing.blank()
        drawing.line("asked for, and never covered", "bold")
        for line in shortened_lines(never):
            drawing.indented(line, "red")
    same = [*repeated_lines(tool)]
    if same:
        drawing.blank()
        for line in shortened_lines(same):
            drawing.line(line, "dim")


def _draw_grid(grid: Grid, together: Together, drawing: Drawing) -> None:
    if drawing.narrow:
        _draw_list(grid, together, drawing)
        return
    hole = "." if drawing.ascii else "\u00b7"
    label = min(max(cell_len(drawing.seen(one)) for one in grid.rows), drawing.page.width // 3)
    for columns in _pieces(grid, drawing.page.width - label - 2 * _EDGE):
        _draw_piece(grid, columns, together, drawing, label)
    if has_holes(grid):
        drawing.line(f"{hole} nobody asked", "dim")


def _pieces(grid: Grid, width: int) -> Iterator[range]:
    """Yield columns that fit beside each other, as even as can be."""
    count = min(len(grid.columns), MOST_COLUMNS)
    most = max(1, width // (_NARROWEST + _EDGE))
    pieces = -(-count // most)
    each = -(-count // pieces)
    for start in range(0, count, each):
        yield range(start, min(start + each, count))


def _draw_piece(
    grid: Grid, columns: range, together: Together, drawing: Drawing, label: int
) -> None:
    hole = "." if drawing.ascii else "\u00b7"
    table = drawing.table(show_lines=True)
    table.add_column("", overflow="fold", max_width=label)
    for column in columns:
        table.add_column(Text(drawing.seen(grid.columns[column])), overflow="fold", ratio=1)
    for name, cells in zip(grid.rows[:MOST_ROWS], grid.cells, strict=False):
        told = [together.cell(cells[column], hole) for column in columns]
        if any(one.state != "nobody-asked" for one in told):
            table.add_row(Text(drawing.seen(name), "bold"), *(_cell(one, drawing) for one in told))
    drawing.put(table)


def _cell(one: Cell, drawing: Drawing) -> Text:
    text = one.text if one.state == "nobody-asked" else drawing.seen(one.text)
    return Text(text, _STYLES[one.state])


def _draw_list(grid: Grid, together: Together, drawing: Drawing) -> None:
    """Draw a grid where there is no room for columns: a row's combinations below each other."""
    for name, cells in zip(grid.rows[:MOST_ROWS], grid.cells, strict=False):
        drawing.line(name, "bold")
        for column, place in zip(grid.columns[:MOST_COLUMNS], cells, strict=False):
            if place is not None:
                cell = together.cell(place, "")
                drawing.indented(f"{column}: {cell.text}", _STYLES[cell.state])
    if has_holes(grid):
        drawing.line("what is not listed, nobody asked", "dim")
