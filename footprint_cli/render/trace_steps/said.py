"""Sentences on steps that table and markdown share."""

from collections.abc import Iterator

from footprint_cli.model.commit import path_segments
from footprint_cli.model.key_paths import key_text
from footprint_cli.model.steps_report import StepsReport, StepWrite, TracedStep
from footprint_cli.render.words import numbered, shortened, shown

_KEYS = 8  # of one step that table and markdown show
_PREVIEW = 48  # characters of a value


def title_text(report: StepsReport) -> str:
    """Name the input, and count its steps and logs."""
    nested = f", {numbered(report.logs - 1, 'nested log')}" if report.logs > 1 else ""
    steps = numbered(report.executed, "step")
    commits = numbered(report.commits, "commit")
    return f"{report.source}: {steps} of {commits}{nested}"


def step_text(one: TracedStep) -> str:
    """Name a step: its id, its lines from 0, its display name, and what else stands among them."""
    if not one.step:
        of = "the run" if one.log is None else one.log
        return f"inputs of {of}, {lines_text(one)}"
    name = f" ({one.stage})" if one.stage else ""
    return f"{one.step}{name}, {lines_text(one)}"


def lines_text(one: TracedStep) -> str:
    """Name the lines of a step in its log."""
    if not one.commits:
        return "left no commit"
    word = "commit" if len(one.commits) == 1 else "commits"
    lines = f"{word} {', '.join(map(str, one.commits))}"
    if one.between:
        lines += f" (with {numbered(one.between, 'line')} of other steps up to {one.through})"
    return lines


def write_texts(one: TracedStep) -> Iterator[str]:
    """Yield what a step wrote: a line a key, parts of one key together; the first of many."""
    if not one.writes and one.failure is None:
        yield "wrote nothing"
    roots: dict[str, list[StepWrite]] = {}
    for each in one.writes:
        roots.setdefault(path_segments(each.path)[0], []).append(each)
    for root, writes in [*roots.items()][:_KEYS]:
        yield _write_text(writes[0]) if len(writes) == 1 else _parts_text(root, writes)
    if len(roots) > _KEYS:
        yield f"{len(roots) - _KEYS} more keys; plain lists all"


def _write_text(one: StepWrite) -> str:
    key = key_text(one.path)
    if one.withheld:
        return f"{one.verb} {key}: withheld by redaction"
    if one.value is None or one.size is None:
        return f"{one.verb} {key}: nothing is there after it"
    cut = shortened(one.value, _PREVIEW, "...") if one.size > _PREVIEW else one.value
    size = f" ({numbered(one.size, 'character')})" if one.size > _PREVIEW else ""
    return f"{one.verb} {key}: {cut}{size}"


def _parts_text(root: str, writes: list[StepWrite]) -> str:
    verbs = ", ".join(dict.fromkeys(one.verb for one in writes))
    names = ", ".join(key_text(one.path).removeprefix(f"{key_text(root)}/") for one in writes[:3])
    more = "" if len(writes) <= 3 else f" and {len(writes) - 3} more"  # noqa: PLR2004 (named above)
    hidden = "; some withheld" if any(one.withheld for one in writes) else ""
    return f"{verbs} {key_text(root)}, {numbered(len(writes), 'write')}: {names}{more}{hidden}"


def failure_text(one: TracedStep) -> str:
    """Say how a step failed; nothing where no failure is recorded."""
    return "" if one.failure is None else f"failed: {one.failure}"


def first_steps(report: StepsReport, limit: int) -> tuple[TracedStep, ...]:
    """Return the steps that are shown of many; 0: all."""
    return report.steps if limit == 0 else report.steps[:limit]


def more_text(report: StepsReport, limit: int) -> str:
    """Say how many steps are not shown, and why; nothing where all are."""
    left = len(report.steps) - len(first_steps(report, limit))
    parts = [f"{left} more; --limit 0 shows all"] if left else []
    if len(report.steps) < report.known:
        parts.append(f"{report.known - len(report.steps)} left out, as was asked for")
    return "; ".join(parts)


def run_failure(report: StepsReport) -> str:
    """Say how the run failed where no step is named; nothing where one is, or it did not."""
    named = any(one.failure is not None for one in report.steps)
    return "" if report.failure is None or named else f"the run failed: {report.failure}"


def commits_cell(one: TracedStep) -> str:
    """Write the lines of a step into one cell."""
    return ",".join(map(str, one.commits)) if one.commits else shown(None)
