"""One row a line, tab-separated, nothing cut: the verdict first, then what it rests on."""

from collections.abc import Iterator

from footprint_cli.model.claim import LIMITS, ClaimReport, Judged
from footprint_cli.render import Page
from footprint_cli.render.claim.said import (
    basis,
    choices_line,
    reasons,
    searched_line,
    singles,
    together,
    tool_name,
    unions,
)
from footprint_cli.render.plain_text import plain_line
from footprint_cli.render.words import NOT_RECORDED, finding_cells, place_of


def render(report: ClaimReport, page: Page) -> Iterator[str]:
    """Yield rows; the first column says what each row is."""
    name = "answer" if report.answer else "claim"
    text = NOT_RECORDED if report.answer else report.judged[0].judgement.claim.text
    head = [name, report.verdict, text, report.sentence, searched_line(report)]
    yield plain_line(head, page)
    for one in report.judged:
        yield from (plain_line(row, page) for row in _judged(one, answer=report.answer))
    for left in report.not_judged:
        yield plain_line(["not-judged", left.sentence, left.why, left.source], page)
    for warning in report.warnings:
        yield plain_line(["warning", warning], page)
    for finding in report.findings:
        yield plain_line(["finding", *finding_cells(finding), finding.source], page)
    for limit in LIMITS:
        yield plain_line(["limit", limit], page)


def _judged(one: Judged, *, answer: bool) -> Iterator[list[str]]:
    told = one.judgement
    if answer:
        best = NOT_RECORDED if told.best is None else reasons(told.best)
        found = [best, basis(one) or NOT_RECORDED, one.source or NOT_RECORDED]
        yield ["sentence", told.verdict, told.claim.text, told.sentence, *found]
    for call, support in singles(one):
        named = [tool_name(call), place_of(call.call), call.call.call_id or NOT_RECORDED]
        yield ["call", support.verdict, *named, reasons(support), call.source]
    for calls, support in unions(one):
        yield ["union", support.verdict, together(calls), reasons(support), calls[0].source]
    if choices_line(one):
        yield ["choices", choices_line(one)]
    if answer:
        for warning in told.warnings:
            yield ["warning", warning]
