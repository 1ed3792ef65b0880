"""The counts as a person reads them in a terminal."""

from collections.abc import Iterator

from rich.text import Text

from footprint_cli.model.stats import Rows
from footprint_cli.model.stats_report import Listed, RetrieverReport, StatsReport, ToolReport
from footprint_cli.render import Page
from footprint_cli.render.drawing import Drawing
from footprint_cli.render.stats.facts import asked_text, best_limit
from footprint_cli.render.stats.histogram import draw_histogram
from footprint_cli.render.stats.lists import LISTS, more_text
from footprint_cli.render.stats.said import (
    lines_of,
    name_of,
    near_miss_text,
    near_text,
    scores_text,
    searched_text,
    tool_lines,
    tool_name,
)
from footprint_cli.render.words import numbered


def render(report: StatsReport, page: Page) -> Iterator[str]:
    """Yield what was searched, then retriever by retriever and tool by tool."""
    drawing = Drawing(page)
    drawing.line(searched_text(report), "dim")
    if report.told_by is not None:
        drawing.line(f"answered from {report.told_by}", "dim")
    if not report.retrievers and not report.tools:
        drawing.line("nothing to count: no retrieval and no tool call", "bold yellow")
    yield drawing.drawn()
    for one in report.retrievers:
        _retriever(one, report.margin, drawing)
        yield drawing.drawn()
    for each in report.tools:
        _tool(each, drawing)
        yield drawing.drawn()


def _retriever(one: RetrieverReport, margin: float, drawing: Drawing) -> None:
    drawing.blank()
    count = numbered(one.stats.retrievals, "retrieval")
    drawing.line(f"{name_of(one.stats)}: {count}", "bold cyan")
    drawing.labelled((label, text) for label, text in lines_of(one) if text)
    if one.stats.rows.considered:
        drawing.blank()
        drawing.line(scores_text(one), "bold")
        draw_histogram(one, drawing)
        drawing.line(near_text(one, margin), "yellow" if one.near else "dim")
        for near in one.near:
            drawing.indented(near_miss_text(near))
        _lists(one, drawing)


def _lists(one: RetrieverReport, drawing: Drawing) -> None:
    for title, noun, listed_of in LISTS:
        listed = listed_of(one)
        if listed.count:
            drawing.blank()
            drawing.line(f"{title}: {numbered(listed.count, noun)}", "bold")
            _list(listed, noun, drawing)
            drawing.line(more_text(listed), "dim")
    if one.not_known:
        drawing.line(
            f"{numbered(one.not_known, 'chunk')} may have been read: no text is shown", "dim"
        )


def _list(listed: Listed, noun: str, drawing: Drawing) -> None:
    table = drawing.table()
    table.add_column(noun, overflow="fold", ratio=1)
    if drawing.narrow:
        for name, rows in listed.first:
            table.add_row(Text(f"{drawing.seen(name)}\n{_told(rows)}"))
        drawing.put(table)
        return
    for head in ("considered", "read", "refused"):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("mostly by", no_wrap=True)
    for name, rows in listed.first:
        counts = (str(each) for each in (rows.considered, rows.read, rows.refused))
        table.add_row(Text(drawing.seen(name)), *counts, best_limit(rows) or "-")
    drawing.put(table)


def _told(rows: Rows) -> str:
    by = best_limit(rows)
    mostly = f", mostly by {by}" if by else ""
    return f"{rows.considered} considered, {rows.read} read, {rows.refused} refused{mostly}"


def _tool(one: ToolReport, drawing: Drawing) -> None:
    drawing.blank()
    drawing.line(f"{tool_name(one)}: {numbered(one.stats.calls, 'call')}", "bold cyan")
    drawing.labelled((label, text) for label, text in tool_lines(one) if text)
    open_ = [each for each in one.ground or () if each.state != "covered"]
    if open_:
        drawing.line("asked for, and not covered in full", "bold")
    for each in open_:
        drawing.indented(f"{asked_text(each.asked)}: {each.state}", "yellow")
