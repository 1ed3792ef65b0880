"""A report as Markdown, for a job summary or an issue."""

from collections.abc import Iterator

from footprint_cli.model.finding import Finding
from footprint_cli.model.report import Report
from footprint_cli.render import Page
from footprint_cli.render.inert import inert
from footprint_cli.render.repeated import inputs_text, parted
from footprint_cli.render.report.said import (
    accepted_for,
    by_source,
    more_unjudged,
    not_held,
    place_untold,
    standing,
    title_of,
    verdict_sentence,
)


def render(report: Report, page: Page) -> Iterator[str]:
    """Yield the verdict, then what it rests on."""
    yield "\n".join(_lines(report, page)) + "\n"


def _lines(report: Report, page: Page) -> Iterator[str]:
    yield f"## {inert(title_of(report), page)}"
    yield ""
    yield f"**{inert(verdict_sentence(report), page)}**"
    if report.why:
        yield ""
        yield from (f"* {inert(one, page)}" for one in report.why)
    if more_unjudged(report):
        yield ""
        yield inert(more_unjudged(report), page)
    if report.rules:
        yield ""
        yield "| rule | checked | failed | unknown |"
        yield "| --- | ---: | ---: | ---: |"
        for rule in report.rules:
            counts = f"{rule.checked} | {rule.failed} | {rule.unknown}"
            yield f"| {inert(rule.rule, page)} | {counts} |"
    if report.declarations:
        yield ""
        yield "| tool | declaration | file |"
        yield "| --- | --- | --- |"
        for told in report.declarations:
            cells = (told.tool, standing(told), told.source)
            yield f"| {' | '.join(inert(cell, page) for cell in cells)} |"
    yield from _findings(report, page)
    yield from _checks(report, page)
    yield from _accepted(report, page)


def _findings(report: Report, page: Page) -> Iterator[str]:
    alone, repeated = parted(report.findings)
    for source, findings in by_source(alone):
        yield ""
        yield f"### {inert(source, page)}"
        yield ""
        yield from (_finding(one, page) for one in findings)
    if repeated:
        yield ""
        yield "### in several inputs"
        yield ""
    for one, sources in repeated:
        yield f"{_finding(one, page)} {inert(inputs_text(sources), page)}"


def _finding(one: Finding, page: Page) -> str:
    line = "" if one.line is None else f", line {one.line}"
    place = place_untold(one)
    named = f"{inert(place, page)}: " if place else ""
    return f"* {one.level}: {named}{inert(one.message, page)} ({inert(one.code, page)}{line})"


def _accepted(report: Report, page: Page) -> Iterator[str]:
    if not report.suppressed:
        return
    yield ""
    yield "### accepted"
    yield ""
    for one in report.suppressed:
        source, why = inert(one.finding.source, page), inert(accepted_for(one), page)
        yield f"{_finding(one.finding, page)} in {source}; accepted: {why}"


def _checks(report: Report, page: Page) -> Iterator[str]:
    told = not_held(report)
    if not told:
        return
    yield ""
    yield "### comparisons that did not hold or could not be made"
    yield ""
    yield "| recording | comparison | came out | what was compared, or why not |"
    yield "| --- | --- | --- | --- |"
    for one in told:
        cells = (one.source, one.check, one.state, one.detail)
        yield f"| {' | '.join(inert(cell, page) for cell in cells)} |"
