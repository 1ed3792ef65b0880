"""Steps as a tree, as a person reads them in a terminal."""

from collections.abc import Iterable, Iterator

from footprint_cli.model.steps_report import StepsReport, TracedStep
from footprint_cli.render import Page
from footprint_cli.render.drawing import Drawing
from footprint_cli.render.trace_steps.said import (
    failure_text,
    first_steps,
    more_text,
    run_failure,
    step_text,
    title_text,
    write_texts,
)

_DEEPEST = 5  # set in; a step deeper in is set in no further


def render(reports: Iterable[StepsReport], page: Page, _status: int) -> Iterator[str]:
    """Yield each recording: a line a step, what it wrote below it, nested steps set in."""
    drawing = Drawing(page)
    for number, report in enumerate(reports):
        if number:
            drawing.blank()
        drawing.line(title_text(report), "bold")
        for damage in report.damage:
            drawing.damage(damage)
        drawing.line(run_failure(report), "red")
        for why in report.untold:
            drawing.line(f"not known: {why}", "yellow")
        for one in first_steps(report, page.limit):
            _step(one, drawing)
            yield drawing.drawn()
        drawing.line(more_text(report, page.limit), "dim")
        yield drawing.drawn()


def _step(one: TracedStep, drawing: Drawing) -> None:
    level = min(one.depth, _DEEPEST)
    style = "red" if one.failure is not None else "cyan" if one.writes else "dim"
    drawing.indented(step_text(one), style, depth=level)
    if one.failure is not None:
        drawing.indented(failure_text(one), "red", depth=level + 2)
    for text in write_texts(one):
        drawing.indented(text, "" if one.writes else "dim", depth=level + 2)
