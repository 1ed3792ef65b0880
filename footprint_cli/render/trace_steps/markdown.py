"""Steps as nested Markdown lists, for an issue or a job summary."""

from collections.abc import Iterable, Iterator

from footprint_cli.model.steps_report import StepsReport, TracedStep
from footprint_cli.render import Page
from footprint_cli.render.inert import inert
from footprint_cli.render.trace_steps.said import (
    failure_text,
    first_steps,
    more_text,
    run_failure,
    step_text,
    title_text,
    write_texts,
)


def render(reports: Iterable[StepsReport], page: Page, _status: int) -> Iterator[str]:
    """Yield each recording: an item a step, what it wrote and its subflow below it."""
    yield "## footprint trace steps\n"
    for report in reports:
        yield f"\n### {inert(title_text(report), page)}\n\n"
        for damage in report.damage:
            yield f"* damage: {inert(damage.detail, page)}\n"
        if run_failure(report):
            yield f"* {inert(run_failure(report), page)}\n"
        yield from (f"* not known: {inert(why, page)}\n" for why in report.untold)
        for one in first_steps(report, page.limit):
            yield "\n".join([*_step(one, page), ""])
        if more_text(report, page.limit):
            yield f"\n{more_text(report, page.limit)}\n"


def _step(one: TracedStep, page: Page) -> Iterator[str]:
    indent = "  " * one.depth
    yield f"{indent}* **{inert(step_text(one), page)}**"
    if one.failure is not None:
        yield f"{indent}  * **{inert(failure_text(one), page)}**"
    yield from (f"{indent}  * {inert(text, page)}" for text in write_texts(one))
