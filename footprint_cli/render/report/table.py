"""A report as a person reads it in a terminal: the verdict first, then what it rests on."""

from collections.abc import Iterator

from rich.text import Text

from footprint_cli.model.finding import Finding
from footprint_cli.model.report import Report
from footprint_cli.render import Page
from footprint_cli.render.drawing import Drawing
from footprint_cli.render.report.said import (
    accepted_for,
    by_level,
    by_source,
    more_unjudged,
    not_held,
    place_of,
    verdict_sentence,
)

_VERDICTS = {"pass": "bold green", "fail": "bold red", "inconclusive": "bold yellow", None: "bold"}
_STATES = {"held": "green", "broken": "red", "not-checked": "yellow"}


def render(report: Report, page: Page) -> Iterator[str]:
    """Yield the verdict with what made it, the counts, and the findings of each recording."""
    drawing = Drawing(page)
    drawing.line(verdict_sentence(report), _VERDICTS.get(report.verdict, "bold"))
    if not report.failing:
        _why(report, drawing)
    if report.rules:
        _rules(report, drawing)
    yield drawing.drawn()
    for findings in by_level(report.findings) if report.answer == "verify" else [report.findings]:
        for source, about in by_source(findings):
            drawing.blank()
            drawing.line(source, "bold")
            _findings(about, drawing)
            yield drawing.drawn()
    if report.failing and report.why:
        drawing.blank()
        _why(report, drawing)
    _accepted(report, drawing)
    _checks(report, drawing)
    yield drawing.drawn()


def _why(report: Report, drawing: Drawing) -> None:
    for one in report.why:
        drawing.line(f"* {one}", "yellow")
    drawing.line(more_unjudged(report), "dim")


def _rules(report: Report, drawing: Drawing) -> None:
    table = drawing.table()
    table.add_column("rule", overflow="fold", ratio=1)
    for name in ("checked", "failed", "unknown"):
        width = 1 if drawing.narrow else len(name)
        table.add_column(name, justify="right", min_width=width, overflow="fold")
    for one in report.rules:
        table.add_row(
            Text(drawing.seen(one.rule)),
            Text(str(one.checked)),
            Text(str(one.failed), "red" if one.failed else ""),
            Text(str(one.unknown), "yellow" if one.unknown else ""),
        )
    drawing.put(table)


def _findings(findings: list[Finding], drawing: Drawing) -> None:
    """Draw findings, each retrieval named once above those that are about it."""
    before = ""
    for one in findings:
        place = place_of(one)
        if place and place != before:
            drawing.line(place, "bold cyan")
        before = place
        drawing.findings([one])


def _accepted(report: Report, drawing: Drawing) -> None:
    if not report.suppressed:
        return
    drawing.blank()
    drawing.line("accepted", "bold")
    for one in report.suppressed:
        place = place_of(one.finding)
        where = f"{one.finding.source}, {place}" if place else one.finding.source
        drawing.line(f"{where} [{one.finding.code}]: {accepted_for(one)}", "dim")


def _checks(report: Report, drawing: Drawing) -> None:
    """Draw the comparisons that did not hold, or could not be made, and why."""
    told = not_held(report)
    if not told:
        return
    drawing.blank()
    narrow = drawing.narrow
    table = drawing.table(show_lines=narrow)
    names = ("comparison",) if narrow else ("recording", "comparison", "came out")
    for name in names:
        table.add_column(name, overflow="fold", ratio=1 if name == "came out" else 2)
    for one in told:
        state = Text(one.state.replace("-", " "), _STATES.get(one.state, ""))
        texts = [drawing.seen(text) for text in (one.source, one.check, one.detail)]
        source, check, detail = texts
        if narrow:
            table.add_row(Text.assemble(source, "\n", (check, "bold"), " ", state, f"\n{detail}"))
        else:
            about = Text.assemble((check, "bold"), f"\n{detail}")
            table.add_row(Text(source), about, state)
    drawing.put(table)
