"""The answer as a person reads it in a terminal: a summary of all tools, or one tool call by call."""

from collections.abc import Iterator

from rich.text import Text

from footprint_cli.model.coverage import CoveredCall
from footprint_cli.model.coverage_report import CoverageReport, ToolCoverage
from footprint_cli.render import Page
from footprint_cli.render.coverage.grid import draw_together
from footprint_cli.render.coverage.parts import parts_of
from footprint_cli.render.coverage.said import (
    call_name,
    closes_text,
    gap_text,
    holes,
    sentence,
)
from footprint_cli.render.coverage.summary import draw_summary
from footprint_cli.render.coverage.tools import (
    declaration_text,
    faults_text,
    nothing_text,
    shown_calls,
    tool_name,
    without_gaps_text,
)
from footprint_cli.render.drawing import Drawing
from footprint_cli.render.repeated import inputs_text, parted
from footprint_cli.render.report.said import by_source
from footprint_cli.render.words import numbered, place_of


def render(report: CoverageReport, page: Page, *, gaps_only: bool = False) -> Iterator[str]:
    """Yield what is drawn, call by call; with `gaps_only`, of every tool what was left out."""
    drawing = Drawing(page)
    if not report.tools:
        drawing.line(nothing_text(report), "bold yellow")
        drawing.blank()
    elif report.asked is None and not gaps_only:
        draw_summary(report, drawing)
        drawing.blank()
    else:
        for tool in report.tools:
            yield from _tool(tool, drawing, gaps_only=gaps_only)
    alone, repeated = parted(report.findings)
    for source, about in by_source(alone):
        if report.searched.recordings > 1:
            drawing.line(source, "bold")
        drawing.findings(about)
    for one, sources in repeated:
        drawing.findings([one])
        drawing.indented(inputs_text(sources), "dim")
    yield drawing.drawn()


def _tool(tool: ToolCoverage, drawing: Drawing, *, gaps_only: bool) -> Iterator[str]:
    calls = numbered(len(tool.calls), "call")
    told = declaration_text(tool.declaration)
    drawing.line(f"{tool_name(tool)}: {calls}, {told}", "bold cyan")
    drawing.line(faults_text(tool.declaration), "yellow")
    yield drawing.drawn()
    kept, _ = shown_calls(tool, gaps_only=gaps_only)
    most = drawing.page.limit or len(kept)
    for one in kept[:most]:
        drawing.blank()
        _head(one, drawing)
        (_gaps if gaps_only else _call)(one, drawing)
        yield drawing.drawn()
    if len(kept) > most:
        drawing.line(f"{most} of {numbered(len(kept), 'call')} are shown; --format plain shows all")
    if gaps_only:
        drawing.blank()
        drawing.line(without_gaps_text(tool), "dim")
    else:
        draw_together(tool, drawing)
    drawing.blank()
    yield drawing.drawn()


def _head(one: CoveredCall, drawing: Drawing) -> None:
    name = call_name(one)
    place = place_of(one.call)
    where = one.source if place == name else f"{place}, {one.source}"
    drawing.text(Text.assemble((drawing.seen(name), "bold"), f"  {drawing.seen(where)}"))


def _call(one: CoveredCall, drawing: Drawing) -> None:
    drawing.line(sentence(one), "green" if one.is_clean else "yellow")
    drawing.labelled(parts_of(one))


def _gaps(one: CoveredCall, drawing: Drawing) -> None:
    """Draw what a call leaves open, and whether asking again could close it."""
    if not one.coverage.is_composed:
        drawing.line(sentence(one), "yellow")
    for gap in holes(one):
        drawing.indented(f"{gap_text(gap)}; {closes_text(gap)}", "yellow")
