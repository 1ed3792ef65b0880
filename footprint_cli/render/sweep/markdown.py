"""A curve as Markdown, for a job summary or an issue."""

from collections.abc import Iterator

from footprint_cli.model.sweep import SweepReport
from footprint_cli.render import Page
from footprint_cli.render.inert import inert
from footprint_cli.render.sweep.said import (
    OPTIONS,
    advice_of,
    notes_of,
    part_text,
    searched_text,
    shown_places,
    signed,
    title_text,
    unruled_of,
    values_text,
)


def render(report: SweepReport, page: Page) -> Iterator[str]:
    """Yield what is swept, the curve, and the advice."""
    yield f"## {inert(title_text(report), page)}\n\n{inert(searched_text(report), page)}\n"
    for line in unruled_of(report):
        yield f"\n**{inert(line, page)}**\n"
    if report.ruled:
        yield "\n".join([*_curve(report, page), ""])
        for line in notes_of(report):
            yield f"\n{inert(line, page)}\n"
    for line in advice_of(report):
        yield f"\n**{inert(line, page)}**\n"


def _curve(report: SweepReport, page: Page) -> Iterator[str]:
    scored = bool(report.expected)
    names = ", ".join(OPTIONS[one.name] for one in report.axes)
    more = " recall | precision |" if scored else ""
    yield f"\n| {names} | read | nothing | characters | p95 |{more}"
    yield "| --- |" + " ---: |" * (6 if scored else 4)
    best = {*report.advice}
    for at in shown_places(report):
        point = report.points[at]
        numbers = [
            inert(signed(point.numbers[name], ascii_only=False), page)
            for name in ("read", "nothing", "chars")
        ]
        cells = [values_text(point), *numbers, str(point.shares["p95"])]
        if scored and point.scored is not None:
            cells += [part_text(point.scored.recall), part_text(point.scored.precision)]
        bold = [f"**{one}**" for one in cells] if at in best else cells
        yield f"| {' | '.join(bold)} |"
