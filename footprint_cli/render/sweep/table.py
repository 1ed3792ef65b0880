"""A curve as a person reads it in a terminal: a bar of what is read at each value."""

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from footprint_cli.model.sweep import Point, SweepReport
from footprint_cli.render import Page
from footprint_cli.render.drawing import Drawing
from footprint_cli.render.sweep.said import (
    OPTIONS,
    advice_of,
    notes_of,
    part_text,
    searched_text,
    shown_places,
    signed,
    title_text,
    unruled_of,
    values_text,
)

_BAR, _WIDE_BAR = 10, 24  # cells


def render(report: SweepReport, page: Page) -> Iterator[str]:
    """Yield what is swept, the curve, and the advice."""
    drawing = Drawing(page)
    drawing.line(title_text(report), "bold")
    drawing.line(searched_text(report), "dim" if report.ruled else "bold yellow")
    for why in unruled_of(report):
        drawing.indented(why, "yellow")
    if report.ruled:
        places = shown_places(report)
        drawing.blank()
        _curve(report, places, drawing)
        if len(places) < len(report.points):
            told = f"{len(places)} of {len(report.points)} values shown; --format csv has all"
            drawing.line(told, "dim")
        for note in notes_of(report):
            drawing.line(note, "dim")
    for each in advice_of(report):
        drawing.line(each, "bold")
    yield drawing.drawn()


def _curve(report: SweepReport, places: list[int], drawing: Drawing) -> None:
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True)
    scored = bool(report.expected)
    heads = ["read", "nothing", "characters"]
    heads += ["p95"] if not drawing.narrow else []
    heads += ["recall", "precision"] if scored else []
    for _ in heads:
        table.add_column(justify="right", no_wrap=True)
    if not drawing.narrow:
        table.add_column(no_wrap=True)
    names = ", ".join(OPTIONS[one.name] for one in report.axes)
    table.add_row(Text(f"  {names}", "bold"), *(Text(one, "bold") for one in heads))
    most = max(one.numbers["read"].value for one in report.points) or 1
    best = {*report.advice}
    for at in places:
        point = report.points[at]
        mark = ("> " if drawing.ascii else "▸ ") if at in best else "  "
        style = "green" if at in best else "dim" if point.meets is False else ""
        cells = _cells(point, drawing, scored=scored)
        cells += [] if drawing.narrow else [_bar(point, most, drawing)]
        table.add_row(Text(mark + values_text(point), style), *(Text(one, style) for one in cells))
    drawing.put(table)


def _cells(point: Point, drawing: Drawing, *, scored: bool) -> list[str]:
    cells = [
        signed(point.numbers[name], ascii_only=drawing.ascii)
        for name in ("read", "nothing", "chars")
    ]
    if not drawing.narrow:
        cells.append(str(point.shares["p95"]))
    if scored and point.scored is not None:
        cells += [part_text(point.scored.recall), part_text(point.scored.precision)]
    return cells


def _bar(point: Point, most: int, drawing: Drawing) -> str:
    width = _WIDE_BAR if drawing.wide else _BAR
    count = point.numbers["read"].value
    cells = max(1, round(count / most * width)) if count else 0
    return ("#" if drawing.ascii else "█") * cells
