"""The answer as Markdown: a summary of all tools, or one tool call by call."""

from collections.abc import Iterator

from footprint_cli.model.coverage import CoveredCall
from footprint_cli.model.coverage_report import CoverageReport, Grid, ToolCoverage
from footprint_cli.model.finding import Finding
from footprint_cli.render import Page
from footprint_cli.render.coverage.parts import parts_of
from footprint_cli.render.coverage.said import call_name, closes_text, gap_text, holes, sentence
from footprint_cli.render.coverage.summary import HEADS, summary_cells
from footprint_cli.render.coverage.together import (
    MOST_COLUMNS,
    MOST_ROWS,
    Together,
    cut_text,
    has_holes,
    left_out_text,
    shortened_lines,
    undrawn_text,
)
from footprint_cli.render.coverage.tools import (
    declaration_text,
    faults_text,
    nothing_text,
    repeated_lines,
    shown_calls,
    tool_name,
    without_gaps_text,
)
from footprint_cli.render.inert import inert
from footprint_cli.render.repeated import inputs_text, parted
from footprint_cli.render.report.said import by_source
from footprint_cli.render.words import numbered, place_of

_HOLE = "\u00b7"


def render(report: CoverageReport, page: Page, *, gaps_only: bool = False) -> Iterator[str]:
    """Yield the head, then one part a tool; with `gaps_only`, of every tool what was left out."""
    yield "## footprint coverage\n"
    if not report.tools:
        yield f"\n**{inert(nothing_text(report), page)}**\n"
    elif report.asked is None and not gaps_only:
        yield "\n".join(["", *_summary(report, page), ""])
    else:
        for tool in report.tools:
            yield "\n".join([*_tool(tool, page, gaps_only=gaps_only), ""])
    alone, repeated = parted(report.findings)
    for source, about in by_source(alone):
        yield f"\n### {inert(source, page)}\n\n"
        yield from (f"{_finding(one, page)}\n" for one in about)
    if repeated:
        yield "\n### in several inputs\n\n"
    for one, sources in repeated:
        yield f"{_finding(one, page)} {inert(inputs_text(sources), page)}\n"


def _finding(one: Finding, page: Page) -> str:
    return f"* {one.level}: {inert(one.message, page)} ({inert(one.code, page)})"


def _summary(report: CoverageReport, page: Page) -> Iterator[str]:
    yield _row(HEADS)
    yield _row(["---"] * len(HEADS))
    for tool in report.tools:
        yield _row([inert(cell, page) for cell in summary_cells(tool)])


def _tool(tool: ToolCoverage, page: Page, *, gaps_only: bool) -> Iterator[str]:
    yield ""
    yield f"### {inert(tool_name(tool), page)}"
    yield ""
    calls = numbered(len(tool.calls), "call")
    yield inert(f"{calls}, {declaration_text(tool.declaration)}", page)
    if faults_text(tool.declaration):
        yield ""
        yield f"**{inert(faults_text(tool.declaration), page)}**"
    kept, _ = shown_calls(tool, gaps_only=gaps_only)
    most = page.limit or len(kept)
    for one in kept[:most]:
        yield from _call(one, page, gaps_only=gaps_only)
    if len(kept) > most:
        yield ""
        yield f"{most} of {numbered(len(kept), 'call')} are shown."
    if not gaps_only:
        yield from _together(tool, page)
    elif without_gaps_text(tool):
        yield ""
        yield inert(without_gaps_text(tool), page)


def _call(one: CoveredCall, page: Page, *, gaps_only: bool) -> Iterator[str]:
    name = f"{call_name(one)}, {place_of(one.call)} in {one.source}"
    yield ""
    yield f"#### {inert(name, page)}"
    if not (gaps_only and one.coverage.is_composed):
        yield ""
        yield inert(sentence(one).strip(), page)
    parts = (
        [("gap", f"{gap_text(gap)}; {closes_text(gap)}") for gap in holes(one)]
        if gaps_only
        else [*parts_of(one)]
    )
    if parts:
        yield ""
        yield from (f"* {label}: {inert(text, page)}" for label, text in parts)


def _together(tool: ToolCoverage, page: Page) -> Iterator[str]:
    together, grid = Together(tool), tool.grid
    if grid is not None:
        yield from _grid(grid, together, page)
    same = shortened_lines([*repeated_lines(tool)])
    told = [undrawn_text(tool), left_out_text(tool), *(f"{one}." for one in same)]
    never = together.never_covered()
    if never:
        yield ""
        yield "Asked for, and never covered:"
        yield ""
        yield from (f"* {inert(one, page)}" for one in shortened_lines(never))
    for text in filter(None, told):
        yield ""
        yield inert(text, page)


def _grid(grid: Grid, together: Together, page: Page) -> Iterator[str]:
    hole = _HOLE if page.encoding == "utf-8" else "."
    yield ""
    yield "#### together"
    yield ""
    yield _row(["", *(inert(one, page) for one in grid.columns[:MOST_COLUMNS])])
    yield _row(["---"] * (1 + min(len(grid.columns), MOST_COLUMNS)))
    for name, cells in zip(grid.rows[:MOST_ROWS], grid.cells, strict=False):
        told = [together.cell(one, hole).text for one in cells[:MOST_COLUMNS]]
        yield _row([f"**{inert(name.strip(), page)}**", *(inert(one, page) for one in told)])
    for text in (cut_text(grid), f"{hole}: nobody asked" if has_holes(grid) else ""):
        if text:
            yield ""
            yield text


def _row(cells: list[str] | tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"
