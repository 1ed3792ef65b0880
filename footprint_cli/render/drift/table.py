"""What changed, as a person reads it in a terminal."""

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from footprint_cli.model.drift_report import Compared, DriftReport, RetrieverDrift, ScoreDrift
from footprint_cli.render import Page
from footprint_cli.render.drawing import Drawing
from footprint_cli.render.drift.facts import hindrance
from footprint_cli.render.drift.said import (
    drifted_text,
    more_questions,
    question_texts,
    questions_text,
    retriever_text,
    score_rows,
    series_text,
    setting_rows,
    sides_text,
    test_text,
    unchanged_text,
)

_STATES = {"changed": "yellow", "not-known": "dim"}


def render(report: DriftReport, page: Page) -> Iterator[str]:
    """Yield comparison by comparison: what changed first, then what it rests on."""
    drawing = Drawing(page)
    if report.told_by is not None:
        drawing.line(f"answered from {report.told_by}", "dim")
    drawing.line(series_text(report), "dim")
    if not report.compared:
        drawing.line(f"nothing to compare: {hindrance(report)}", "bold yellow")
    for number, one in enumerate(report.compared):
        if number:
            drawing.blank()
        _compared(one, drawing)
        yield drawing.drawn()
    yield drawing.drawn()


def _compared(one: Compared, drawing: Drawing) -> None:
    drawing.line(sides_text(one), "bold")
    drawing.line(unchanged_text(one), "green" if all(one.retrievals) else "bold yellow")
    for each in one.drifted:
        drawing.line(drifted_text(each), "red" if each.fails else "yellow")
    for why in one.not_known:
        drawing.line(f"not known: {why}", "yellow")
    for retriever in one.retrievers:
        if retriever.on_both:
            _retriever(retriever, drawing)


def _retriever(one: RetrieverDrift, drawing: Drawing) -> None:
    drawing.blank()
    drawing.line(retriever_text(one.retriever), "bold cyan")
    _settings(one, drawing)
    if one.scores is not None and any(one.scores.counts):
        _scores(one.scores, drawing)
        for note in one.scores.notes:
            drawing.line(note, "dim")
    if one.best_scores is not None:
        drawing.line(test_text(one.best_scores))
        for note in one.best_scores.notes:
            drawing.line(note, "dim")
    drawing.line(questions_text(one))
    for text in question_texts(one):
        drawing.indented(text, "yellow")
    drawing.line(more_questions(one), "dim")


def _settings(one: RetrieverDrift, drawing: Drawing) -> None:
    rows = [*setting_rows(one)]
    if drawing.narrow:
        drawing.line("settings", "bold")
        for name, before, after, state in rows:
            head = f"{name} ({state})" if state else name
            text = f"{head}: {before} before, {after} after"
            drawing.indented(text, _STATES.get(state, ""))
        return
    table = _table(("setting", "before", "after", ""), drawing)
    for row in rows:
        style = _STATES.get(row[3], "")
        table.add_row(*(Text(drawing.seen(cell), style) for cell in row))
    drawing.put(table)


def _scores(one: ScoreDrift, drawing: Drawing) -> None:
    if drawing.narrow:
        drawing.line("scores", "bold")
        for name, before, after in score_rows(one):
            drawing.indented(f"{name}: {before} before, {after} after")
        return
    table = _table(("score", "before", "after"), drawing)
    for row in score_rows(one):
        table.add_row(*map(Text, row))
    drawing.put(table)


def _table(heads: tuple[str, ...], drawing: Drawing) -> Table:
    table = drawing.table()
    for place, head in enumerate(heads):
        table.add_column(head, overflow="fold", ratio=None if place in (0, 3) else 1)
    return table
