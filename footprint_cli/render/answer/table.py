"""The answer as a person reads it in a terminal: the sentence, then the latest retrievals in detail."""

from collections.abc import Callable, Iterable, Iterator

from rich.text import Text

from footprint_cli.model.answer import Occurrence, Reply
from footprint_cli.render import Page
from footprint_cli.render.answer.choice import beside, latest
from footprint_cli.render.answer.words import (
    CHUNK_HEADS,
    chunk_cells,
    flip_lines,
    history_line,
    occurrence_title,
    searched_line,
)
from footprint_cli.render.candidates import draw_candidates
from footprint_cli.render.drawing import Drawing
from footprint_cli.render.words import limits_line, origin_line

_CHUNKS = 40  # rows of a pattern's chunks


def render(
    occurrences: Iterable[Occurrence],
    reply: Callable[[], Reply],
    page: Page,
    _exit_status: Callable[[], int],
) -> Iterator[str]:
    """Yield what is drawn, retrieval by retrieval."""
    whole = page.limit == 0
    shown = latest(occurrences, read=page.read_first, whole=whole)
    drawing, told = Drawing(page), reply()
    drawing.line(told.sentence, "bold" if told.answer == "read" else "bold yellow")
    drawing.line(searched_line(told), "dim")
    if told.chunks is not None and len(told.chunks) > 1:
        _chunks(told, drawing, whole=whole)
    yield drawing.drawn()
    for group in shown:
        _retrieval(group, drawing, told)
        yield drawing.drawn()
    if told.listed > len(shown):
        drawing.blank()
        drawing.line(f"the latest {len(shown)} of {told.listed} are shown; --all shows all", "dim")
    drawing.blank()
    yield drawing.drawn()


def _chunks(told: Reply, drawing: Drawing, *, whole: bool) -> None:
    """Draw how often each chunk was read, of those that a pattern matches."""
    chunks = told.chunks or ()
    shown = chunks if whole else chunks[:_CHUNKS]
    table = drawing.table()
    for name in CHUNK_HEADS:
        left = name == "chunk"
        table.add_column(
            name, overflow="fold", ratio=1 if left else None, justify="left" if left else "right"
        )
    for one in shown:
        table.add_row(*(Text(drawing.seen(cell)) for cell in chunk_cells(one)))
    drawing.put(table)
    if len(shown) < len(chunks):
        drawing.line(f"{len(shown)} of {len(chunks)} chunks are shown; --all shows all", "dim")


def _retrieval(group: list[Occurrence], drawing: Drawing, told: Reply) -> None:
    first = group[0]
    evidence = first.retrieval.retrieval.evidence
    drawing.blank()
    drawing.line(occurrence_title(first), "bold cyan")
    for one in group:
        _chunk(one, drawing, told, named=len(group) > 1)
    if evidence is not None:
        drawing.line(limits_line(evidence))
    drawing.line(origin_line(first.retrieval), "dim")
    rows, own = beside(group)
    if rows and evidence is not None:
        draw_candidates(drawing, rows, evidence, own)
        listed = len(first.retrieval.candidates or ())
        if len(rows) < listed:
            left = f"{len(rows)} of {listed} candidates are shown; footprint explain shows all"
            drawing.line(left, "dim")
    for one in group:
        drawing.findings(one.findings)


def _chunk(one: Occurrence, drawing: Drawing, told: Reply, *, named: bool) -> None:
    if one.sentence not in told.sentence:
        name = f"{one.chunk}: " if named else ""
        drawing.line(f"{name}{one.sentence}", "bold" if one.answer == "read" else "bold yellow")
    for row in one.rows[:1]:
        drawing.line(history_line(row), "dim")
        for line in flip_lines(row, ascii_only=drawing.ascii):
            drawing.line(line)
