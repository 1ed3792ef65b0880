"""A claim as Markdown: the verdict, what it rests on, and what no verdict can say."""

from collections.abc import Iterator

from footprint_cli.model.claim import LIMITS, ClaimReport, Judged
from footprint_cli.render import Page
from footprint_cli.render.claim.said import (
    also_line,
    basis,
    call_place,
    choices_line,
    reasons,
    searched_line,
    telling,
    together,
    tool_name,
    unions,
    verdict_of,
)
from footprint_cli.render.inert import inert

_SHOWN = 20  # calls of one claim


def render(report: ClaimReport, page: Page) -> Iterator[str]:
    """Yield the head, the claim or each sentence, and the limits."""
    lines = [f"## {inert(report.sentence, page)}", "", inert(searched_line(report), page), ""]
    for one in report.judged:
        lines += _judged(one, page, answer=report.answer)
    if report.not_judged:
        lines += ["### Not judged", ""]
        lines += [
            f"* {inert(one.sentence, page)} ({inert(one.why, page)})" for one in report.not_judged
        ]
        lines.append("")
    for warning in report.warnings:
        lines.append(f"* warning: {inert(warning, page)}")
    for finding in report.findings:
        lines.append(f"* {finding.level}: {inert(finding.message, page)} ({finding.code})")
    if report.warnings or report.findings:
        lines.append("")
    lines += ["### What no verdict can say", "", *(f"* {inert(one, page)}" for one in LIMITS), ""]
    yield "\n".join(lines)


def _judged(one: Judged, page: Page, *, answer: bool) -> Iterator[str]:
    told = one.judgement
    yield f"> {inert(told.claim.text, page)}"
    yield ""
    if answer:
        yield f"**{inert(told.sentence, page)}**  "
    for line in (basis(one), also_line(one), choices_line(one)):
        if line:
            yield f"{inert(line, page)}  "
    if answer:
        yield from (f"warning: {inert(each, page)}  " for each in told.warnings)
        yield ""
        return
    yield ""
    yield from _calls(one, page)


def _calls(one: Judged, page: Page) -> Iterator[str]:
    shown, others = telling(one)
    if shown:
        yield "| call | tool | verdict | reasons | source |"
        yield "| --- | --- | --- | --- | --- |"
        for call, support in shown[:_SHOWN]:
            cells = [call_place(call), tool_name(call), verdict_of(support)]
            cells += [reasons(support), call.source]
            yield f"| {' | '.join(inert(cell, page) for cell in cells)} |"
        yield ""
    for calls, support in [*unions(one)][:_SHOWN]:
        yield f"* {inert(f'{together(calls)}: {verdict_of(support)}', page)}"
    left = others + max(0, len(shown) - _SHOWN)
    if left:
        yield ""
        yield f"Not listed: {left} of {len(shown) + others} calls; the json has all of them."
    yield ""
