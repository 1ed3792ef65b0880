"""Where two sides differ, as Markdown, for a job summary or a review."""

from collections.abc import Iterator
from itertools import islice

from footprint_cli.model.diff_report import DiffReport, RetrievalDiff, RunDiff
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
from footprint_cli.render.inert import inert


def render(report: DiffReport, page: Page) -> Iterator[str]:
    """Yield the totals, then the pairs of runs that are not the same, then what is in no pair."""
    yield "".join(f"{line}\n" for line in _head(report, page))
    for one in islice(report.runs, page.limit or None):
        yield "".join(f"{line}\n" for line in _run(one, page))
    if page.limit and len(report.runs) > page.limit:
        more = more_text(len(report.runs) - page.limit, "pairs that are not the same")
        yield f"\n{inert(more, page)}\n"
    yield "".join(f"{line}\n" for line in _unpaired(report, page))


def _head(report: DiffReport, page: Page) -> Iterator[str]:
    yield "## footprint diff\n"
    yield f"* before {inert(side_text(report.before), page)}"
    yield f"* after {inert(side_text(report.after), page)}\n"
    yield f"**{inert(totals_text(report), page)}**\n"
    for label, text in counts_texts(report):
        yield f"* {label}: {inert(text, page)}"
    if verdict_text(report):
        yield f"* **{inert(verdict_text(report), page)}**"
    for why in report.not_known:
        yield f"* not known: {inert(why, page)}"


def _unpaired(report: DiffReport, page: Page) -> Iterator[str]:
    if report.unpaired:
        yield "\n### In no pair\n"
    for one in report.unpaired[: page.limit or None]:
        yield f"* {inert(unpaired_text(one), page)}"
    if page.limit and len(report.unpaired) > page.limit:
        yield f"\n{inert(more_text(len(report.unpaired) - page.limit, 'in no pair'), page)}"


def _run(one: RunDiff, page: Page) -> Iterator[str]:
    yield f"\n### {inert(pair_text(one), page)}\n"
    yield f"{inert(pairing_text(one), page)}\n"
    for label, text in kinds_texts(one):
        yield f"* {label}: {inert(text, page)}"
    yield from (f"* not told, {inert(why, page)}" for why in one.untold)
    yield from (f"* {inert(unpaired_text(alone), page)}" for alone in one.unpaired)
    for each in one.retrievals:
        yield from _retrieval(each, page)
    for call in one.calls:
        yield f"\n#### {inert(call_name(call), page)}\n"
        yield from (f"* {inert(line, page)}" for line in call_lines(call))
    if one.answer is not None:
        yield "\n#### answer\n"
        yield from (f"* {inert(line, page)}" for line in answer_lines(one.answer))


def _retrieval(one: RetrievalDiff, page: Page) -> Iterator[str]:
    yield f"\n#### {inert(retrieval_text(one), page)}\n"
    yield from (f"* {inert(value_line(value), page)}" for value in one.values)
    yield from (f"* why: {inert(cause_line(cause), page)}" for cause in one.causes)
    if one.order is not None:
        yield f"* {inert(order_text(one), page)}"
    rows = shown_chunks(one)
    if rows:
        yield "\n| chunk | before | after |"
        yield "| --- | --- | --- |"
    for each in rows:
        cells = (name_text(each.id), *chunk_cells(each))
        yield f"| {' | '.join(inert(cell, page) for cell in cells)} |"
    if moved_text(one):
        yield f"\n{inert(moved_text(one), page)}"
