"""The counts as Markdown, for a job summary or an issue."""

from collections.abc import Iterator

from footprint_cli.model.stats_report import RetrieverReport, StatsReport, ToolReport
from footprint_cli.render import Page
from footprint_cli.render.inert import inert
from footprint_cli.render.stats.facts import asked_text, best_limit
from footprint_cli.render.stats.lists import LISTS, more_text
from footprint_cli.render.stats.said import (
    lines_of,
    name_of,
    near_miss_text,
    near_text,
    scores_text,
    searched_text,
    short_number,
    tool_lines,
    tool_name,
)
from footprint_cli.render.words import numbered


def render(report: StatsReport, page: Page) -> Iterator[str]:
    """Yield what was searched, then a part for each retriever and each tool."""
    yield f"## footprint stats\n\n{inert(searched_text(report), page)}\n"
    if report.told_by is not None:
        yield f"\nanswered from {inert(report.told_by, page)}\n"
    if not report.retrievers and not report.tools:
        yield "\n**nothing to count: no retrieval and no tool call**\n"
    for one in report.retrievers:
        yield "\n".join([*_retriever(one, report.margin, page), ""])
    for each in report.tools:
        yield "\n".join([*_tool(each, page), ""])


def _retriever(one: RetrieverReport, margin: float, page: Page) -> Iterator[str]:
    count = numbered(one.stats.retrievals, "retrieval")
    yield f"\n### {inert(name_of(one.stats), page)}: {count}\n"
    yield from (f"* {label}: {inert(text, page)}" for label, text in lines_of(one) if text)
    if not one.stats.rows.considered:
        return
    yield f"* {inert(scores_text(one), page)}"
    yield f"* {inert(near_text(one, margin), page)}"
    yield from (f"  * {inert(near_miss_text(near), page)}" for near in one.near)
    if one.bins:
        yield "\n| score | admitted | not admitted |\n| ---: | ---: | ---: |"
        for each in reversed(one.bins):
            marked = " (threshold)" if each.low in one.thresholds else ""
            span = f"{short_number(each.low)}{marked} to {short_number(each.high)}"
            yield f"| {span} | {each.admitted} | {each.others} |"
    yield from _lists(one, page)


def _lists(one: RetrieverReport, page: Page) -> Iterator[str]:
    for title, noun, listed_of in LISTS:
        listed = listed_of(one)
        if not listed.count:
            continue
        yield f"\n{title}: {numbered(listed.count, noun)}\n"
        yield f"| {noun} | considered | read | refused | mostly by |"
        yield "| --- | ---: | ---: | ---: | --- |"
        for name, rows in listed.first:
            counts = f"{rows.considered} | {rows.read} | {rows.refused}"
            yield f"| {inert(name, page)} | {counts} | {best_limit(rows) or '-'} |"
        if more_text(listed):
            yield f"\n{more_text(listed)}"


def _tool(one: ToolReport, page: Page) -> Iterator[str]:
    yield f"\n### {inert(tool_name(one), page)}: {numbered(one.stats.calls, 'call')}\n"
    yield from (f"* {label}: {inert(text, page)}" for label, text in tool_lines(one) if text)
    for each in one.ground or ():
        if each.state != "covered":
            yield f"* asked for: {inert(asked_text(each.asked), page)}: {each.state}"
