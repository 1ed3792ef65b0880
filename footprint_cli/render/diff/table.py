"""Where two sides differ, as a person reads it in a terminal."""

from collections.abc import Iterator
from itertools import islice

from rich.text import Text

from footprint_cli.model.diff_report import AnswerDiff, DiffReport, RetrievalDiff, RunDiff
from footprint_cli.render import Page
from footprint_cli.render.diff.said import (
    answer_lines,
    call_lines,
    call_name,
    cause_line,
    chunk_cells,
    counts_texts,
    kinds_texts,
    more_text,
    moved_text,
    name_text,
    order_text,
    pair_text,
    pairing_text,
    retrieval_text,
    shown_chunks,
    side_text,
    totals_text,
    unpaired_text,
    value_line,
    verdict_text,
)
from footprint_cli.render.drawing import Drawing

_LINES = {"-": "red", "+": "green", "@": "dim"}


def render(report: DiffReport, page: Page) -> Iterator[str]:
    """Yield the totals, then the pairs of runs that are not the same, then what is in no pair."""
    drawing = Drawing(page)
    drawing.line(f"before {side_text(report.before)}", "bold")
    drawing.line(f"after {side_text(report.after)}", "bold")
    differs = report.totals.differing or not report.totals.pairs
    drawing.line(totals_text(report), "yellow" if differs else "green")
    drawing.labelled(counts_texts(report))
    drawing.line(verdict_text(report), "bold red")
    for why in report.not_known:
        drawing.line(f"not known: {why}", "yellow")
    yield drawing.drawn()
    for one in islice(report.runs, page.limit or None):
        drawing.blank()
        _run(one, drawing)
        yield drawing.drawn()
    if page.limit:
        drawing.line(more_text(len(report.runs) - page.limit, "pairs that are not the same"), "dim")
    _unpaired(report, drawing)
    yield drawing.drawn()


def _unpaired(report: DiffReport, drawing: Drawing) -> None:
    if report.unpaired:
        drawing.blank()
        drawing.line("in no pair", "bold")
    for one in report.unpaired[: drawing.page.limit or None]:
        drawing.indented(unpaired_text(one), "yellow")
    if drawing.page.limit:
        drawing.line(more_text(len(report.unpaired) - drawing.page.limit, "in no pair"), "dim")


def _run(one: RunDiff, drawing: Drawing) -> None:
    drawing.line(pair_text(one), "bold cyan")
    drawing.line(pairing_text(one), "dim")
    drawing.labelled(kinds_texts(one))
    for why in one.untold:
        drawing.line(f"not told, {why}", "yellow")
    for each in one.retrievals:
        _retrieval(each, drawing)
    for alone in one.unpaired:
        drawing.line(unpaired_text(alone), "yellow")
    for call in one.calls:
        drawing.line(call_name(call), "bold")
        for line in call_lines(call):
            drawing.indented(line, "yellow")
    if one.answer is not None:
        _answer(one.answer, drawing)


def _retrieval(one: RetrievalDiff, drawing: Drawing) -> None:
    drawing.line(retrieval_text(one), "bold")
    for value in one.values:
        drawing.indented(value_line(value), "yellow" if value.told else "dim")
    for cause in one.causes:
        drawing.indented(f"why: {cause_line(cause)}", _style(cause.code))
    drawing.indented(order_text(one), "yellow") if one.order else None
    _chunks(one, drawing)
    if one.chunks:
        drawing.line(moved_text(one), "dim")


def _style(code: str) -> str:
    return "dim" if code == "not-provable" else "green"


def _chunks(one: RetrievalDiff, drawing: Drawing) -> None:
    rows = [(name_text(each.id), *chunk_cells(each)) for each in shown_chunks(one)]
    if not rows:
        return
    if drawing.narrow:
        for name, before, after in rows:
            drawing.indented(f"{name}: {before} -> {after}")
        return
    table = drawing.table()
    for head in ("chunk", "before", "after"):
        table.add_column(head, overflow="fold", ratio=1)
    for row in rows:
        table.add_row(*(Text(drawing.seen(cell)) for cell in row))
    drawing.put(table)


def _answer(one: AnswerDiff, drawing: Drawing) -> None:
    drawing.line("answer", "bold")
    for line in answer_lines(one):
        drawing.indented(line, _LINES.get(line[:1], ""))
