from msgspec import Struct

from footprint_cli.model.finding import Damage


class StepWrite(Struct, frozen=True, kw_only=True):
    """One path that a step wrote, by its segments joined with U+001F.

    `size` is the characters of the value written as JSON, `value` the first of them; None: nothing
    was left there (`verb` set or delete), or it is withheld. `rows` is how often one commit says it.
    """

    path: str
    verb: str
    commit: int
    size: int | None = None
    value: str | None = None
    withheld: bool = False
    rows: int = 1


class TracedStep(Struct, frozen=True, kw_only=True):
    """One execution of a stage, or the inputs of a subflow (no `step`).

    `number` counts the steps of a log from 1. `commits` are its own lines, counted from 0; the state
    after it is that after line `through`, the last before the next step begins, which may hold lines
    of other steps (commit-log notes, 8.4). A step that failed and left no line has none.
    """

    log: str | None  # the step of the mount whose log it is in; None: that of the run
    depth: int  # of mounts that it is in
    number: int
    step: str
    stage: str | None = None
    stage_id: str | None = None
    commits: tuple[int, ...] = ()
    through: int | None = None
    between: int = 0  # lines of other steps from its first line to `through`
    writes: tuple[StepWrite, ...] = ()
    failure: str | None = None
    mounts: bool = False  # the log of its subflow is in the input


class StepsReport(Struct, frozen=True, kw_only=True):
    """The steps of one recording, each followed by those of its subflow.

    `known` is how many there are before a depth or a filter left any out, the inputs of subflows
    among them; `executed` is without these. `untold` is what cannot be told of them, and why.
    """

    source: str
    steps: tuple[TracedStep, ...]
    known: int
    executed: int
    logs: int
    commits: int
    damage: tuple[Damage, ...]
    untold: tuple[str, ...]
    failure: str | None
    exit_status: int
