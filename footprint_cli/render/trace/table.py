"""The answer as a person reads it in a terminal."""

from collections.abc import Iterator

from rich.text import Text

from footprint_cli.model.trace_report import TraceReport
from footprint_cli.render import Page
from footprint_cli.render.drawing import Drawing
from footprint_cli.render.trace.said import (
    head_text,
    moment_cells,
    note_text,
    reads_text,
    tree_lines,
    value_text,
)


def render(report: TraceReport, page: Page) -> Iterator[str]:
    """Yield the answer in a sentence first, then what it rests on."""
    drawing = Drawing(page)
    drawing.line(report.sentence, "bold")
    drawing.line(head_text(report), "dim")
    if report.question not in {"value", "who-wrote"}:
        drawing.line(reads_text(report), "dim" if report.reads.recorded else "yellow")
    drawing.line(value_text(report))
    if report.question == "timeline" and report.moments:
        _moments(report, drawing)
    _tree(report, drawing)
    for note in report.notes:
        style = "yellow" if note.open else "dim"
        drawing.line(f"{'not told' if note.open else 'note'}: {note_text(note)}", style)
    yield drawing.drawn()


def _moments(report: TraceReport, drawing: Drawing) -> None:
    rows = [moment_cells(one) for one in report.moments or ()]
    if drawing.narrow:
        for commit, step, done, path in rows:
            drawing.indented(f"{commit} {step}: {done} {path}")
        return
    table = drawing.table()
    table.add_column("commit", justify="right", no_wrap=True)
    for name in ("step", "what", "key"):
        table.add_column(name, overflow="fold", ratio=None if name == "what" else 1)
    for row in rows:
        table.add_row(*(Text(drawing.seen(cell)) for cell in row))
    drawing.put(table)


def _tree(report: TraceReport, drawing: Drawing) -> None:
    deepest = max(1, drawing.page.width // 6)  # two thirds of the width stay for the text
    for line in tree_lines(report):
        style = "cyan" if line.text.startswith("← its prompt") else ""
        drawing.indented(line.text, style, min(line.depth, deepest))
