"""What the commit log says of keys and steps beside their values: reads, slices, timelines."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct


class Reads(Struct, frozen=True, kw_only=True):
    """Which keys each step read, by step id, as an execution tree tells it; None: no tree tells.

    Keys are as the producer wrote them: the segments of a nested one are joined with dots. `mounts`
    are the steps that a subflow wrote for: what it was given is not recorded as reads.
    """

    by_step: Mapping[str, tuple[str, ...]] | None = None
    mounts: frozenset[str] = frozenset()


class StoredLog(Struct, frozen=True, kw_only=True):
    """One commit log of a recording, with the reads of its own steps.

    `mount` is the step whose subflow it belongs to; None: it is that of the run. `base` is the state
    before its first commit, None where that is not recorded. `bundles` may read the input again, and
    then raises `InputError` where it cannot. `failures` are the errors that an execution tree names,
    by step.
    """

    mount: str | None = None
    bundles: Callable[[], Iterable[Any]]
    base: dict[str, Any] | None = None
    reads: Reads = Reads()
    failures: Mapping[str, str] = {}


class TraceRow(Struct, frozen=True):
    """One row of a line: what it wrote, how, and what had been read before, where that is recorded.

    `size` is the number of elements of a list that was set or appended; None: it was no list.
    """

    path: str
    verb: str
    read_keys: tuple[str, ...] | None = None
    size: int | None = None


class LogLine(Struct, frozen=True, kw_only=True):
    """One line of a commit log without its values; `index` counts the lines from 0."""

    index: int
    step: str
    stage_id: str | None = None
    stage: str | None = None
    rows: tuple[TraceRow, ...] = ()
    untracked: tuple[str, ...] = ()

    def row(self, path: str) -> TraceRow | None:
        """Return the first row at exactly a path."""
        return next((one for one in self.rows if one.path == path), None)


class Edge(Struct, frozen=True):
    """One dependency: a step, the step that wrote what it read, and the key."""

    step: str
    writer: str
    key: str


class Node(Struct, kw_only=True):
    """One step of a slice.

    `linked_by` is the key that led to it; `untracked` are sources of values that the log does not
    follow (args, env, silent).
    """

    step: str
    line: LogLine
    depth: int
    linked_by: str = ""
    keys: tuple[str, ...] = ()  # written, with repeats
    untracked: tuple[str, ...] = ()
    edges: list[Edge] = []


class Cut(Struct, frozen=True):
    """Why a slice is not whole: it was deeper, or larger, than is followed."""

    by_depth: bool
    by_nodes: bool


class Slice(Struct, frozen=True, kw_only=True):
    """What fed a key or a step, backward. `missing`: empty-log or never-written, and no nodes."""

    key: str | None
    missing: str | None = None
    nodes: tuple[Node, ...] = ()
    cut: Cut | None = None


class Moment(Struct, frozen=True, kw_only=True):
    """A write or a read of a key. Of a read `from_write` is the line that it saw; None: before the log."""

    kind: str
    line: LogLine
    verb: str | None = None
    from_write: int | None = None


class Timeline(Struct, frozen=True, kw_only=True):
    """The life of a key. `notes` are codes: unknown-key, reads-not-recorded, pre-run-origin."""

    key: str
    moments: tuple[Moment, ...] = ()
    missing: str | None = None
    notes: tuple[str, ...] = ()


class Value(Struct, kw_only=True):
    """A write of a key in a forward slice; `origin` is write or pre-run. Who read it, until `next`."""

    id: str
    key: str
    depth: int
    line: LogLine | None = None  # None: it was there before the log
    verb: str | None = None
    next_write: int | None = None
    reads: list[LogLine] = []


class Fed(Struct, frozen=True):
    """One value fed another: by the write's own record of reads (`per-write`), or the step's (`stage`)."""

    source: str
    target: str
    basis: str


class Forward(Struct, frozen=True, kw_only=True):
    """What a key fed, forward. `notes` as of `Timeline`, and conservative-fed-edges."""

    key: str
    values: tuple[Value, ...] = ()
    fed: tuple[Fed, ...] = ()
    missing: str | None = None
    notes: tuple[str, ...] = ()
