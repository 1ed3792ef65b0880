"""A sweep as Markdown, for a job summary or an issue."""

from collections.abc import Iterable, Iterator

from footprint_cli.model.sweep_report import SweepReport
from footprint_cli.render import Page
from footprint_cli.render.inert import inert
from footprint_cli.render.sweep.cells import cells_of, heads_of
from footprint_cli.render.sweep.chosen import rows_of
from footprint_cli.render.sweep.said import (
    advice_of,
    bounds_of,
    legend_text,
    notes_of,
    searched_text,
    title_of,
)
from footprint_cli.render.words import numbered


def render(report: SweepReport, page: Page) -> Iterator[str]:
    """Yield what is asked, rows of the curve, and what is advised."""
    yield f"## {inert(title_of(report), page)}\n\n{inert(searched_text(report), page)}\n"
    yield from _listed(notes_of(report), page)
    if not report.ruled:
        return
    yield "\n".join([*_rows(report, page), ""])
    yield from _listed(bounds_of(report), page)
    advice = [*advice_of(report)]
    if advice:
        yield "\n### advice\n"
        yield from _listed(advice, page)


def _rows(report: SweepReport, page: Page) -> Iterator[str]:
    rows, left = rows_of(report, page.limit)
    heads = heads_of(report)
    yield f"\n| {' | '.join(heads)} |"
    yield f"| {' | '.join('---:' for _ in heads)} |"
    ascii_only = page.encoding != "utf-8"
    for row in rows:
        cells = [inert(one, page) for one in cells_of(report, row, ascii_only=ascii_only)]
        yield f"| {' | '.join(f'**{one}**' if row.advised else one for one in cells)} |"
    if left:
        yield f"\n{numbered(left, 'point')} more: --limit 0 shows all"
    legend = legend_text([report.points[row.first] for row in rows], ascii_only=ascii_only)
    if legend:
        yield f"\n{inert(legend, page)}"


def _listed(lines: Iterable[tuple[str, str]], page: Page) -> Iterator[str]:
    listed = [f"* {label}: {inert(text, page)}\n" for label, text in lines]
    if listed:
        yield "\n"
        yield from listed
