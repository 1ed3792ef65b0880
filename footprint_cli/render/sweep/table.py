"""A sweep as a person reads it in a terminal: the curve, chosen rows of it, and the advice."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.text import Text

from footprint_cli.model.sweep_report import Point, SweepReport
from footprint_cli.render import Page
from footprint_cli.render.drawing import Drawing
from footprint_cli.render.sweep.cells import cells_of, heads_of
from footprint_cli.render.sweep.chosen import rows_of
from footprint_cli.render.sweep.curve import columns_of, drawn_curve
from footprint_cli.render.sweep.said import (
    MEASURED,
    advice_of,
    bounds_of,
    legend_text,
    notes_of,
    searched_text,
    title_of,
)
from footprint_cli.render.what_if.said import option_name
from footprint_cli.render.words import numbered, shown

_HEIGHT = 3  # lines of one curve
_WIDEST = 100  # columns of one curve
_FEWEST = 3  # values that make a curve


def render(report: SweepReport, page: Page) -> Iterator[str]:
    """Yield what is asked, the curves, rows of them, and what is advised."""
    drawing = Drawing(page)
    drawing.line(title_of(report), "bold")
    drawing.line(searched_text(report), "dim" if report.ruled else "bold yellow")
    drawing.labelled(notes_of(report))
    yield drawing.drawn()
    if not report.ruled:
        return
    _curves(report, drawing)
    _rows(report, drawing)
    yield drawing.drawn()
    advice = [*advice_of(report)]
    if advice:
        drawing.blank()
        drawing.line("advice", "bold")
        drawing.labelled(advice)
    yield drawing.drawn()


def _curves(report: SweepReport, drawing: Drawing) -> None:
    """Draw a curve for each number, or where several axes are swept one line for each setting."""
    axis = report.asked.axes[-1]
    if len(axis.values) < _FEWEST:
        return
    if len(report.asked.axes) == 1:
        for name, title in MEASURED:
            drawing.blank()
            _curve(title, [getattr(one, name).value for one in report.points], report, drawing)
        return
    drawing.blank()
    drawing.line(f"read, by {option_name(axis.name)}: the highest of each line is full", "bold")
    for outer, group in groupby(report.points, key=lambda one: one.values[:-1]):
        _line(report, outer, [*group], drawing)


def _curve(title: str, numbers: Sequence[int], report: SweepReport, drawing: Drawing) -> None:
    axis = report.asked.axes[-1]
    if min(numbers) == max(numbers):
        drawing.line(f"{title}: {numbers[0]} at every point", "bold")
        return
    drawing.line(f"{title}: {min(numbers)} to {max(numbers)}", "bold")
    columns = columns_of(numbers, min(drawing.page.width - 2, _WIDEST))
    for line in drawn_curve(columns, _HEIGHT, ascii_only=drawing.ascii):
        drawing.text(Text(f"  {line}", "green"))
    first, last = shown(axis.values[0]), shown(axis.values[-1])
    drawing.line(f"  {first}{last:>{max(len(columns) - len(first), len(last) + 1)}}", "dim")


def _line(
    report: SweepReport, outer: tuple[object, ...], points: list[Point], drawing: Drawing
) -> None:
    names = (option_name(one.name) for one in report.asked.axes)
    label = ", ".join(f"{name} {value}" for name, value in zip(names, outer, strict=False))
    numbers = [one.read.value for one in points]
    told = f"{min(numbers)} to {max(numbers)}"
    room = drawing.page.width - len(label) - len(told) - 6
    if room < len(told):  # no place for a curve
        drawing.line(f"  {label}: {told}")
        return
    (drawn,) = drawn_curve(columns_of(numbers, min(room, _WIDEST)), 1, ascii_only=drawing.ascii)
    drawing.text(Text.assemble(f"  {label}  ", (drawn, "green"), f"  {told}"))


def _rows(report: SweepReport, drawing: Drawing) -> None:
    rows, left = rows_of(report, drawing.page.limit)
    heads = heads_of(report)
    spared: set[str] = {"p50", "max"} if report.sought and not drawing.wide else set()
    kept: list[int] = []
    table = drawing.table()
    if drawing.narrow:
        table.add_column("settings, what they would do", overflow="fold", ratio=1)
    else:
        kept = [at for at, head in enumerate(heads) if head not in spared]
        for at in kept:
            table.add_column(heads[at], justify="right", overflow="fold")
    for row in rows:
        cells = cells_of(report, row, ascii_only=drawing.ascii)
        style = "bold green" if row.advised else ""
        if drawing.narrow:
            told = ", ".join(f"{head} {cell}" for head, cell in zip(heads, cells, strict=True))
            table.add_row(Text(f"{told}{' (best)' if row.advised else ''}", style))
        else:
            table.add_row(*(Text(cells[at], style) for at in kept))
    drawing.blank()
    drawing.put(table)
    if left:
        drawing.line(f"{numbered(left, 'point')} more: --limit 0 shows all", "dim")
    shown_points = [report.points[row.first] for row in rows]
    drawing.line(legend_text(shown_points, ascii_only=drawing.ascii), "dim")
    drawing.labelled(bounds_of(report))
