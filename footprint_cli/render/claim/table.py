"""A claim as a person reads it in a terminal: the verdict first, then what it rests on."""

from collections.abc import Iterator

from rich.text import Text

from footprint_cli.model.claim import LIMITS, ClaimReport, Judged, Support
from footprint_cli.model.coverage import CoveredCall
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
from footprint_cli.render.drawing import Drawing

_STYLES = {"consistent": "bold green", "contradicted": "bold red", "not-judged": "bold"}
_SHOWN = 20  # calls of one claim


def render(report: ClaimReport, page: Page) -> Iterator[str]:
    """Yield the verdict, the calls or the sentences, and what no verdict can say."""
    drawing = Drawing(page)
    drawing.line(report.sentence, _style(report.verdict))
    drawing.line(searched_line(report), "dim")
    yield drawing.drawn()
    for one in report.judged:
        if report.answer:
            _sentence(one, drawing)
        else:
            _claim(one, drawing)
        yield drawing.drawn()
    _unjudged(report, drawing)
    for warning in report.warnings:
        drawing.line(f"warning: {warning}", "yellow")
    drawing.findings(report.findings)
    drawing.blank()
    drawing.line("what no verdict can say", "dim bold")
    for limit in LIMITS:
        drawing.line(f"* {limit}", "dim")
    yield drawing.drawn()


def _style(verdict: str) -> str:
    return _STYLES.get(verdict, "bold yellow")


def _claim(one: Judged, drawing: Drawing) -> None:
    for line in (basis(one), also_line(one), choices_line(one)):
        drawing.line(line, "dim")
    shown, others = telling(one)
    if shown:
        _calls(shown[:_SHOWN], drawing)
    for calls, support in [*unions(one)][:_SHOWN]:
        drawing.line(f"{together(calls)}: {verdict_of(support)}")
    left = others + max(0, len(shown) - _SHOWN)
    if left:
        whole = len(shown) + others
        drawing.line(f"not listed: {left} of {whole} calls; --format plain lists all", "dim")


def _calls(shown: list[tuple[CoveredCall, Support]], drawing: Drawing) -> None:
    table = drawing.table(show_lines=drawing.narrow)
    if drawing.narrow:
        table.add_column("call", overflow="fold", ratio=1)
    else:
        table.add_column("call", overflow="fold", max_width=20)
        if drawing.wide:
            table.add_column("tool", overflow="fold", max_width=14)
        table.add_column("verdict", overflow="fold", ratio=3)
        table.add_column("reasons", overflow="fold", ratio=5)
        if drawing.wide:
            table.add_column("source", overflow="fold", ratio=3)
    for call, support in shown:
        where, tool, source = (
            drawing.seen(one) for one in (call_place(call), tool_name(call), call.source)
        )
        verdict = Text(verdict_of(support), _style(support.verdict))
        why = drawing.seen(reasons(support))
        if drawing.narrow:
            table.add_row(Text.assemble(f"{tool} at {where}\n", verdict, f"\n{why}"))
            continue
        if drawing.wide:
            table.add_row(Text(where), Text(tool), verdict, Text(why), Text(source))
        else:
            table.add_row(Text(f"{tool}\n{where}"), verdict, Text(why))
    drawing.put(table)


def _sentence(one: Judged, drawing: Drawing) -> None:
    told = one.judgement
    drawing.blank()
    drawing.line(told.claim.text, "bold")
    drawing.line(told.sentence, _style(told.verdict))
    for line in (basis(one), also_line(one), choices_line(one)):
        drawing.line(line, "dim")
    for warning in told.warnings:
        drawing.line(f"warning: {warning}", "yellow")


def _unjudged(report: ClaimReport, drawing: Drawing) -> None:
    if report.answer and report.not_judged:
        drawing.blank()
        drawing.line("sentences that were not judged", "bold")
        for one in report.not_judged:
            drawing.line(f"* {one.sentence} ({one.why})")
    if report.answer and report.warnings:
        drawing.blank()
