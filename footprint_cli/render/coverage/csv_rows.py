"""Calls and their gaps as comma-separated rows, one header line; every field in quotes."""

from collections.abc import Iterator

from footprint_cli.model.coverage import CoveredCall, Gap
from footprint_cli.model.coverage_report import CoverageReport
from footprint_cli.render import Page
from footprint_cli.render.coverage.said import holes, sentence
from footprint_cli.render.csv_text import csv_text

_HEADER = (
    "source",
    "step",
    "line",
    "tool",
    "callId",
    "declaration",
    "outcome",
    "rows",
    "status",
    "because",
    "completeness",
    "gap",
    "bears",
    "argument",
    "what",
    "why",
    "closes",
    "sentence",
)


def render(report: CoverageReport, page: Page, *, gaps_only: bool = False) -> Iterator[str]:
    """Yield a row a call and gap; a call without gaps has one row. Empty means not recorded.

    With `gaps_only` there are no rows of calls that have a ground without gaps.
    """
    yield csv_text([_HEADER], page.encoding)
    for tool in report.tools:
        for one in tool.calls:
            gaps = holes(one)
            if not (gaps_only and one.coverage.is_composed and not gaps):
                yield csv_text((_row(one, gap) for gap in gaps or (None,)), page.encoding)


def _row(one: CoveredCall, gap: Gap | None) -> list[str]:
    call, coverage = one.call, one.coverage
    cells = [
        one.source,
        call.step,
        None if call.line is None else str(call.line),
        call.tool,
        call.call_id,
        one.declaration.found,
        call.outcome,
        None if one.rows.count is None else str(one.rows.count),
        coverage.status,
        coverage.because,
        coverage.completeness,
    ]
    if gap is None:
        cells += [None] * 6
    else:
        cells += [gap.kind, gap.bears, gap.argument, gap.what, gap.why, gap.closes]
    return [cell or "" for cell in (*cells, sentence(one))]
