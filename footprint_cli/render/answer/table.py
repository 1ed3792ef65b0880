"""The answer as a person reads it in a terminal: the sentence, then the latest retrievals in detail."""

from collections.abc import Callable, Iterable, Iterator

from footprint_cli.model.answer import Occurrence, Reply
from footprint_cli.render import Page
from footprint_cli.render.answer.choice import beside, latest
from footprint_cli.render.answer.words import (
    flip_lines,
    history_line,
    occurrence_title,
    searched_line,
)
from footprint_cli.render.candidates import draw_candidates
from footprint_cli.render.drawing import Drawing
from footprint_cli.render.words import limits_line, origin_line


def render(
    occurrences: Iterable[Occurrence],
    reply: Callable[[], Reply],
    page: Page,
    _exit_status: Callable[[], int],
) -> Iterator[str]:
    """Yield what is drawn, answer by answer."""
    shown = latest(occurrences, read=page.read_first, whole=page.limit == 0)
    drawing, told = Drawing(page), reply()
    drawing.line(told.sentence, "bold" if told.answer == "read" else "bold yellow")
    drawing.line(searched_line(told), "dim")
    yield drawing.drawn()
    for one in shown:
        _occurrence(one, drawing, told)
        yield drawing.drawn()
    left_out = told.listed - len(shown)
    if left_out:
        drawing.blank()
        drawing.line(f"the latest {len(shown)} of {told.listed} are shown; --all shows all", "dim")
    drawing.blank()
    yield drawing.drawn()


def _occurrence(one: Occurrence, drawing: Drawing, told: Reply) -> None:
    evidence = one.retrieval.retrieval.evidence
    drawing.blank()
    drawing.line(occurrence_title(one), "bold cyan")
    if one.sentence not in told.sentence:
        drawing.line(one.sentence, "bold" if one.answer == "read" else "bold yellow")
    if one.rows:
        drawing.line(history_line(one.rows[0]), "dim")
    _flips(one, drawing)
    if evidence is not None:
        drawing.line(limits_line(evidence))
    drawing.line(origin_line(one.retrieval), "dim")
    rows = beside(one)
    if rows and evidence is not None:
        draw_candidates(drawing, rows, evidence, one.rows)
        listed = len(one.retrieval.candidates or ())
        if len(rows) < listed:
            drawing.line(f"{len(rows)} of {listed} candidates are shown", "dim")
    drawing.findings(one.findings)


def _flips(one: Occurrence, drawing: Drawing) -> None:
    for row in one.rows[:1]:
        lines = flip_lines(row, ascii_only=drawing.ascii)
        begin = "would have been admitted with " if row.flips else ""
        for line in lines:
            drawing.line(f"{begin}{line}")
            begin = "or with "
