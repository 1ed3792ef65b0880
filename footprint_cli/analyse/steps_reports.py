"""A recording → the tree of its steps: those of the run, and under each mount those of its subflow."""

from collections.abc import Iterator

from msgspec.structs import replace

from footprint_cli.analyse.comparisons import distrust
from footprint_cli.analyse.log_steps import steps_of
from footprint_cli.model.recording import Recording
from footprint_cli.model.rows import VERBS
from footprint_cli.model.steps_report import StepsReport, TracedStep

_NOT_TOLD = 3


def steps_report(
    recording: Recording, depth: int | None = None, *, writing: bool = False
) -> StepsReport:
    """Lay out the steps of a recording: nested ones to `depth` (0: none), or all.

    `writing` leaves out those that wrote nothing, did not fail, and hold no step that did. Raises
    `InputError` where the input cannot be read again.
    """
    logs = [
        (one.mount, steps_of(one.bundles(), one.mount, one.failures)) for one in recording.logs()
    ]
    every = [*_tree(logs)]
    shown = [one for one in every if depth is None or one.depth <= depth]
    shown = _telling(shown) if writing else shown
    untold = [*_untold(recording, logs), *_odd(every)]
    own = [one for one in every if one.log is None]
    return StepsReport(
        source=recording.source,
        steps=tuple(shown),
        known=len(every),
        executed=sum(bool(one.step) for one in every),
        logs=len(logs),
        commits=sum(len(one.commits) for one in own),
        damage=recording.damage,
        untold=tuple(untold),
        failure=recording.run.failure,
        exit_status=_NOT_TOLD if untold or recording.damage or not every else 0,
    )


def _telling(steps: list[TracedStep]) -> list[TracedStep]:
    """Leave out steps that wrote nothing and did not fail, and mount no step that did either."""
    kept: list[TracedStep] = []
    mounts: set[str | None] = set()  # of steps that are kept
    for one in reversed(steps):  # a mount comes before the steps of its log
        if one.writes or one.failure is not None or (one.mounts and one.step in mounts):
            kept.append(one)
            mounts.add(one.log)
    return kept[::-1]


def _untold(recording: Recording, logs: list[tuple[str | None, list[TracedStep]]]) -> Iterator[str]:
    if not logs:
        yield "no commit log is recorded"
    why = distrust(recording)
    if why is not None:
        yield why


def _odd(steps: list[TracedStep]) -> Iterator[str]:
    odd = sum(write.verb not in VERBS for one in steps for write in one.writes)
    if odd:
        writes = "1 write has" if odd == 1 else f"{odd} writes have"
        yield f"{writes} a verb that is none, or not recorded: what that did is not known"


def _tree(logs: list[tuple[str | None, list[TracedStep]]]) -> Iterator[TracedStep]:
    """Yield steps, each followed by those of the log that it mounts.

    The map of nested logs is flat (format notes, 3): a mount is found by its step id, in whichever
    log has it. A nested log whose mount no log has comes last.
    """
    nested = {mount: steps for mount, steps in logs if mount is not None}
    # Last first: what is to come next lies on top. Logs may nest as deep as a chart does.
    waiting = [(one, 0) for steps in (s for mount, s in logs if mount is None) for one in steps]
    waiting.reverse()
    while waiting or nested:
        if not waiting:
            _push(waiting, nested, next(iter(nested)), 1)
            continue
        one, depth = waiting.pop()
        mounts = one.step in nested and one.step != one.log
        yield replace(one, depth=depth, mounts=mounts)
        if mounts:
            _push(waiting, nested, one.step, depth + 1)


def _push(
    waiting: list[tuple[TracedStep, int]],
    nested: dict[str, list[TracedStep]],
    mount: str,
    depth: int,
) -> None:
    waiting += [(one, depth) for one in reversed(nested.pop(mount))]
