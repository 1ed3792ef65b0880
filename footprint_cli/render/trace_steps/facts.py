"""Steps as rows of one form, which `plain`, `csv` and `jsonl` share."""

from collections.abc import Iterator
from typing import NamedTuple

from footprint_cli.model.key_paths import key_text
from footprint_cli.model.steps_report import StepsReport, TracedStep
from footprint_cli.render.trace_steps.said import commits_cell


class Fact(NamedTuple):
    """A step, one of its writes, or what is not known.

    `log` is the mount whose log it is in, `commits` the lines in that log from 0; of a write, the
    one that made it. `size` is in characters of JSON, and `value` the first of them.
    """

    row: str  # step, write, not-known, run-failed
    source: str
    log: str | None = None
    depth: int | None = None
    number: int | None = None
    step: str | None = None
    stage: str | None = None
    commits: str | None = None
    through: int | None = None
    key: str | None = None
    verb: str | None = None
    size: int | None = None
    value: str | None = None
    withheld: bool | None = None
    failure: str | None = None


FIELDS = Fact._fields


def facts(report: StepsReport) -> Iterator[Fact]:
    """Yield each step, and after it what it wrote; at last what is not known."""
    for one in report.steps:
        yield _step(report.source, one)
        for each in one.writes:
            yield Fact(
                row="write",
                source=report.source,
                log=one.log,
                depth=one.depth,
                number=one.number,
                step=one.step,
                commits=str(each.commit),
                key=key_text(each.path),
                verb=each.verb,
                size=each.size,
                value=each.value,
                withheld=each.withheld,
            )
    for why in report.untold:
        yield Fact(row="not-known", source=report.source, value=why)
    if report.failure is not None:
        yield Fact(row="run-failed", source=report.source, failure=report.failure)


def _step(source: str, one: TracedStep) -> Fact:
    return Fact(
        row="step",
        source=source,
        log=one.log,
        depth=one.depth,
        number=one.number,
        step=one.step,
        stage=one.stage,
        commits=commits_cell(one) if one.commits else None,
        through=one.through,
        failure=one.failure,
    )
