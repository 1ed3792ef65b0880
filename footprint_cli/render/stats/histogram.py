"""Scores as bars, the highest first, with the threshold drawn between them."""

from rich.table import Table
from rich.text import Text

from footprint_cli.model.stats_report import RetrieverReport, ScoreBin
from footprint_cli.render.drawing import Drawing
from footprint_cli.render.stats.said import short_number

_NARROWEST = 8  # cells of a bar


def draw_histogram(one: RetrieverReport, drawing: Drawing) -> None:
    """Draw a bar a bin: what was admitted, then what was not; a bar has at least a cell of each."""
    if not one.bins:
        return
    label = max(len(_label(each)) for each in one.bins)
    most = max(each.admitted + each.others for each in one.bins)
    width = max(_NARROWEST, drawing.page.width - label - len(str(most)) - 8)
    table = Table.grid(padding=(0, 1))
    for _ in range(3):
        table.add_column(no_wrap=True)
    marks = [*one.thresholds]
    for each in reversed(one.bins):
        while marks and marks[-1] >= each.high:
            _mark(table, marks.pop(), width, drawing)
        count = each.admitted + each.others
        bar = _bar(each, most, width, drawing)
        table.add_row(Text(f"  {_label(each):>{label}}"), bar, Text(str(count) if count else ""))
    for mark in reversed(marks):
        _mark(table, mark, width, drawing)
    drawing.put(table)
    drawing.text(_legend(one, drawing))


def _label(one: ScoreBin) -> str:
    return f"{short_number(one.low)} to {short_number(one.high)}"


def _mark(table: Table, threshold: float, width: int, drawing: Drawing) -> None:
    line = ("-" if drawing.ascii else "╌") * width
    cells = ("  threshold", line, short_number(threshold))
    table.add_row(*(Text(one, "yellow") for one in cells))


def _bar(one: ScoreBin, most: int, width: int, drawing: Drawing) -> Text:
    full, light = ("#", ".") if drawing.ascii else ("█", "░")
    count = one.admitted + one.others
    cells = max(1, round(count / most * width)) if count else 0
    first = round(one.admitted / count * cells) if count else 0
    if one.admitted and one.others:
        cells = max(cells, 2)
        first = min(max(first, 1), cells - 1)
    return Text.assemble((full * first, "green"), (light * (cells - first), "dim"))


def _legend(one: RetrieverReport, drawing: Drawing) -> Text:
    full, light = ("#", ".") if drawing.ascii else ("█", "░")
    legend = Text(f"  {full} admitted  {light} not admitted", "dim")
    drawn, all_ = len(one.thresholds), len(one.stats.settings.get("threshold", {}))
    if all_ > drawn:
        legend.append(f"; {drawn} of {all_} thresholds are drawn, the most frequent")
    return legend
