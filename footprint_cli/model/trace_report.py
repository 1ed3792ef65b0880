"""What `footprint trace` answers of one key of one commit log: the values that renderers draw."""

from typing import Any

from msgspec import Struct


class TraceAsked(Struct, frozen=True, kw_only=True):
    """What is asked. `question`: value, who-wrote, timeline, slice or forward.

    `key` and `step` are as they were typed; `log` is the step of the mount whose nested log is asked,
    None for that of the run. `deepest` and `most` are the steps that a slice follows, in depth and in
    number. `parity` keeps to the engine's own rules.
    """

    question: str
    key: str
    step: str | None = None
    log: str | None = None
    parity: bool = False
    deepest: int = 20
    most: int = 100


class TraceValue(Struct, frozen=True, kw_only=True):
    """A value of the state. `state`: there, absent, withheld (by redaction) or not-recorded."""

    state: str
    json: Any = None  # a JSON value; None where there is none


class TraceMoment(Struct, frozen=True, kw_only=True):
    """A write or a read of a key.

    `path` is what was written, or what the step is known to have read as it is recorded. `from_write`
    is the commit whose write a read saw; None: none in the log.
    """

    kind: str
    commit: int
    step: str
    stage: str | None
    path: str
    verb: str | None = None
    from_write: int | None = None


class TraceNode(Struct, frozen=True, kw_only=True):
    """One step of a slice, or in a forward one, one write of a key. `commit` None: before the log.

    `keys` are the paths written; `untracked` sources that the log does not follow: args, env, silent.
    `readers` are the steps that read it, forward alone.
    """

    id: str
    step: str | None
    stage: str | None
    commit: int | None
    depth: int
    keys: tuple[str, ...] = ()
    verb: str | None = None
    untracked: tuple[str, ...] = ()
    readers: tuple[str, ...] = ()


class TraceEdge(Struct, frozen=True, kw_only=True):
    """One dependency between two nodes, by their ids, and the key that was read.

    `basis`: `write` (what had been read before that very write), `step` (what the step read), or
    `contents`: no read is recorded, and the two hold the same text.
    """

    of: str  # the one that was fed
    source: str
    key: str
    basis: str


class TracePassage(Struct, frozen=True, kw_only=True):
    """A chunk that stood in the prompt of a model call, by the step of that.

    `rank` is from 1, `position` from 0, None: not recorded. `retrieval` is the step of its search,
    `proof`: `record` (a piece of the prompt names it), `fragment` (its text stands there) or `both`.
    """

    of: str
    retriever: str
    chunk: str
    rank: int | None
    position: int | None
    retrieval: str | None
    proof: str


class TraceReads(Struct, frozen=True, kw_only=True):
    """How far reads are recorded: by how many steps of all, and beside writes."""

    recorded: bool
    steps: int
    with_reads: int
    by_write: bool


class TraceNote(Struct, frozen=True):
    """What must be known to read an answer, by a code. `open`: it leaves something untold."""

    code: str
    message: str
    open: bool = False


class TraceReport(Struct, frozen=True, kw_only=True):
    """One answer. What its question does not ask for is None.

    `key` is the exact path. `commit` is the commit after which (value) or before which (who-wrote,
    slice) is asked; None: the end of the log.
    """

    question: str
    source: str
    log: str | None
    key: str
    parity: bool
    commit: int | None
    commits: int
    sentence: str
    reads: TraceReads
    value: TraceValue | None = None
    moments: tuple[TraceMoment, ...] | None = None
    nodes: tuple[TraceNode, ...] | None = None
    edges: tuple[TraceEdge, ...] | None = None
    passages: tuple[TracePassage, ...] | None = None
    notes: tuple[TraceNote, ...] = ()
    exit_status: int = 0
