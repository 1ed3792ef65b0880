"""A report as a person reads it in a terminal: the verdict first, then what it rests on."""

from collections.abc import Iterator

from rich.text import Text

from footprint_cli.model.finding import Finding
from footprint_cli.model.report import Report
from footprint_cli.render import Page
from footprint_cli.render.drawing import Drawing
from footprint_cli.render.repeated import inputs_text, parted
from footprint_cli.render.report.said import (
    accepted_for,
    by_level,
    by_source,
    checks_by_outcome,
    more_unjudged,
    place_of,
    standing,
    verdict_sentence,
)

_VERDICTS = {"pass": "bold green", "fail": "bold red", "inconclusive": "bold yellow", None: "bold"}
_SOURCES = 2  # recordings named of many that came out alike


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
        alone, repeated = parted(findings)
        for source, about in by_source(alone):
            drawing.blank()
            drawing.line(source, "bold")
            _findings(about, drawing)
            yield drawing.drawn()
        for one, sources in repeated:
            drawing.blank()
            _findings([one], drawing)
            drawing.indented(inputs_text(sources), "dim")
    if report.failing and report.why:
        drawing.blank()
        _why(report, drawing)
    _declarations(report, drawing)
    _accepted(report, drawing)
    _checks(report, drawing)
    yield drawing.drawn()


def _why(report: Report, drawing: Drawing) -> None:
    for one in report.why:
        drawing.line(f"* {one}", "yellow")
    drawing.line(more_unjudged(report), "dim")


def _rules(report: Report, drawing: Drawing) -> None:
    narrow = drawing.narrow
    table = drawing.table()
    table.add_column("rule", overflow="fold", ratio=1)
    for name in () if narrow else ("checked", "failed", "unknown"):
        table.add_column(name, justify="right", min_width=len(name), overflow="fold")
    for one in report.rules:
        counts = [
            (str(one.checked), ""),
            (str(one.failed), "red" if one.failed else ""),
            (str(one.unknown), "yellow" if one.unknown else ""),
        ]
        name = drawing.seen(one.rule)
        if narrow:
            told = zip(("checked ", "failed ", "unknown "), counts, (", ", ", ", ""), strict=True)
            parts = [part for word, count, after in told for part in (word, count, after)]
            table.add_row(Text.assemble(name, "\n", *parts))
        else:
            table.add_row(Text(name), *(Text(*count) for count in counts))
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


def _declarations(report: Report, drawing: Drawing) -> None:
    if report.declarations:
        drawing.blank()
    for one in report.declarations:
        style = "green" if one.accepted else "red"
        drawing.line(f"{standing(one)}: {one.tool} in {one.source}", style)


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
    """Draw the comparisons that did not hold, or could not be made, each kind once, and where."""
    told = [*checks_by_outcome(report)]
    if told:
        drawing.blank()
        drawing.line("comparisons that did not hold or could not be made", "bold")
    for one, sources in told:
        state = one.state.replace("-", " ")
        shown = ", ".join(sources[:_SOURCES])
        more = len(sources) - _SOURCES
        rest = f" and {more} more" if more > 0 else ""
        style = "red" if one.state == "broken" else ""
        drawing.line(f"{one.check}, {state}: {one.detail}", style)
        drawing.line(f"  {shown}{rest}", "dim")
    if any(len(sources) > _SOURCES for _, sources in told):
        drawing.line("all recordings: --format plain, or json", "dim")
