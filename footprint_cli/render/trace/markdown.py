"""The answer as GitHub-flavoured Markdown."""

from collections.abc import Iterator

from footprint_cli.model.trace_report import TraceReport
from footprint_cli.render import Page
from footprint_cli.render.inert import inert
from footprint_cli.render.trace.said import (
    head_text,
    moment_cells,
    note_text,
    reads_text,
    tree_lines,
    value_text,
)

_DEEPEST = 12  # further in, Markdown would make code of an item


def render(report: TraceReport, page: Page) -> Iterator[str]:
    """Yield the answer, then what it rests on."""
    yield f"## {inert(report.sentence, page)}\n\n{inert(head_text(report), page)}\n"
    if report.question not in {"value", "who-wrote"}:
        yield f"\n{inert(reads_text(report), page)}\n"
    if value_text(report):
        yield f"\n{inert(value_text(report), page)}\n"
    if report.question == "timeline" and report.moments:
        yield "\n| commit | step | what | key |\n| ---: | --- | --- | --- |\n"
        for one in report.moments:
            yield f"| {' | '.join(inert(cell, page) for cell in moment_cells(one))} |\n"
    yield "\n"
    for line in tree_lines(report):
        yield f"{'  ' * min(line.depth, _DEEPEST)}* {inert(line.text, page)}\n"
    for note in report.notes:
        yield f"\n{'**not told**' if note.open else 'note'}: {inert(note_text(note), page)}\n"
