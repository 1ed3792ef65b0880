"""All that one input told us, and which source each part came from."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct

from footprint_cli.model.coverage import Call
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.finding import Damage, Finding
from footprint_cli.model.prompts import Prompt, Prompts
from footprint_cli.model.search import ToolSchema
from footprint_cli.model.trace import StoredLog


class LineCount(Struct, frozen=True, kw_only=True):
    """Physical lines of an input. A repaired line is counted as read and as damaged."""

    physical: int
    read: int
    blank: int
    damaged: int


class Run(Struct, frozen=True, kw_only=True):
    """Which run was recorded, as far as the input says.

    `run_ids` are all ids seen, in order; `run_id` is the one of the envelope, or the only one seen.
    `started` is when the run began, in milliseconds since 1970 UTC; a commit log records no time.
    """

    run_id: str | None = None
    session_id: str | None = None
    complete: bool | None = None
    dropped_events: int | None = None
    producer: dict[str, Any] | None = None  # the versions, as recorded
    run_ids: tuple[str, ...] = ()
    failure: str | None = None  # the error that ended the run, where an event or a tree names it
    started: float | None = None


class FinalAnswer(Struct, frozen=True, kw_only=True):
    """What a run answered in the end.

    `found`: event (`agent.turn_end`), final (the log of the subflow that ends a run) or model: the
    model's own text, without what the agent adds to it.
    """

    text: str
    found: str
    run: str | None = None
    step: str | None = None
    line: int | None = None


def _no_commits() -> Iterator[Any]:
    return iter(())


def _no_logs() -> Iterator[StoredLog]:
    return iter(())


def _no_prompts(*, whole: bool = False) -> Iterator[Prompt]:  # noqa: ARG001 (`Prompts`)
    return iter(())


class Recording(Struct, frozen=True, kw_only=True, weakref=True):
    """One recorded input.

    `format`: commit-log, envelope, recording, snapshot, events or evidence. `noticed` are findings
    that only the reader can make: copied lines, gaps in the numbering, lines of an unknown kind.

    `log`, `prompts` and `logs` may read the input again, and then raise `InputError` where they cannot.
    """

    source: str
    format: str | None  # None: what it is could not be told
    run: Run = Run()
    lines: LineCount | None = None
    commits: int | None = None  # None: the input holds no commit log
    damage: tuple[Damage, ...] = ()
    noticed: tuple[Finding, ...] = ()
    retrievals: tuple[Retrieval, ...] = ()
    calls: tuple[Call, ...] = ()
    schemas: tuple[
        ToolSchema, ...
    ] = ()  # tools as the recording describes them, the best door first
    final_answers: tuple[FinalAnswer, ...] = ()  # one a run, as far as they are recorded
    base: dict[str, Any] | None = None  # the state before the first commit, where it is recorded
    part: bool = False  # more of the same input follows
    log: Callable[[], Iterable[Any]] = _no_commits  # the decoded commits, read again when asked
    shared_state: dict[str, Any] | None = None  # the final state, in clear, where it is recorded
    prompts: Prompts = _no_prompts  # at each call of the model, in log order
    logs: Callable[[], Iterable[StoredLog]] = _no_logs  # that of the run, then the nested ones

    def state_at(self, commit: int) -> dict[str, Any]:
        """Rebuild the state after commit number `commit` (from 0); -1 is the base.

        Past the end it is the final state. Values that the log withholds stay withheld.
        """
        from itertools import islice

        from footprint_cli.model.fold import fold

        return fold(islice(self.log(), max(0, commit + 1)), self.base)

    def last_writer(self, key: str, before: int | None = None) -> int | None:
        """Find the number of the last commit, before number `before`, that wrote exactly `key`.

        `key` is a path, its segments joined with U+001F. None: nothing wrote it.
        """
        from footprint_cli.model.writers import last_writer

        return last_writer(self.log(), key, before)

    def timeline(self, key: str) -> list[Any]:
        """List every write of exactly `key`: commit number, step and verb, in log order."""
        from footprint_cli.model.writers import timeline

        return timeline(self.log(), key)
