"""Other settings as Markdown, for a job summary or an issue."""

from collections.abc import Iterable, Iterator

from footprint_cli.model.what_if import WhatIf, WhatIfReport
from footprint_cli.render import Page
from footprint_cli.render.inert import inert
from footprint_cli.render.what_if.facts import by_count
from footprint_cli.render.what_if.said import (
    LISTED,
    asked_text,
    left_out_text,
    numbers_of,
    ruling_text,
    score_text,
    searched_text,
    settings_text,
    title_of,
    totals_of,
    unruled_of,
    unruled_text,
)
from footprint_cli.render.words import numbered, shown


def render(report: WhatIfReport, page: Page) -> Iterator[str]:
    """Yield what is asked, retrieval by retrieval, and the totals where there are several."""
    yield f"## {inert(asked_text(report.setting), page)}\n\n"
    yield f"{inert(searched_text(report.totals), page)}\n"
    for one in report.answers:
        yield "\n".join([*_retrieval(one, page), ""])
    if report.left_out:
        yield f"\n{left_out_text(report)}\n"
    if report.totals.retrievals > 1:
        yield "\n".join([*_totals(report, page), ""])


def _retrieval(one: WhatIf, page: Page) -> Iterator[str]:
    yield f"\n### {inert(title_of(one), page)}\n"
    if one.unruled is not None:
        yield f"**{inert(unruled_text(one), page)}**"
        return
    if one.settings:
        yield f"{inert(settings_text(one.settings), page)}\n"
    yield from _labelled(numbers_of(one), page)
    if one.moved:
        yield "\n| rank | score | chunk | chars | what becomes of it |"
        yield "| ---: | --- | --- | ---: | --- |"
    for each in one.moved:
        cells = (shown(each.rank), score_text(each), shown(each.id), shown(each.chars))
        yield f"| {' | '.join(inert(cell, page) for cell in (*cells, ruling_text(each)))} |"


def _totals(report: WhatIfReport, page: Page) -> Iterator[str]:
    yield f"\n### together: {numbered(report.totals.ruled, 'retrieval')} ruled again\n"
    yield from _labelled([*unruled_of(report.totals), *totals_of(report)], page)
    for title, counts in (("gained", report.totals.gained), ("lost", report.totals.lost)):
        for name, count in by_count(counts)[:LISTED]:
            yield f"* {title}: {inert(name, page)}: {numbered(count, 'retrieval')}"


def _labelled(lines: Iterable[tuple[str, str]], page: Page) -> Iterator[str]:
    yield from (f"* {label}: {inert(text, page)}" for label, text in lines)
