"""Forward: the life of a key, who read it, and what it fed (commit-log notes, 8.3)."""

from bisect import bisect_left, bisect_right
from collections import deque

from footprint_cli.analyse.traced import Traced
from footprint_cli.model.trace import Fed, Forward, LogLine, Moment, Timeline, Value

UNKNOWN, NO_READS, PRE_RUN, CONSERVATIVE = (
    "unknown-key",
    "reads-not-recorded",
    "pre-run-origin",
    "conservative-fed-edges",
)
MOST_DEEP, MOST_VALUES = 20, 100


def timeline_of(traced: Traced, key: str) -> Timeline:
    """Merge writes and reads of a key; a step reads before it writes."""
    writes, moments = traced.writes(key), []
    wrote = {*writes}
    for line in traced.lines:
        if traced.read_at(line, key):
            at = bisect_left(writes, line.index)
            seen = writes[at - 1] if at else None
            moments.append(Moment(kind="read", line=line, from_write=seen))
        if line.index in wrote:
            moments.append(Moment(kind="write", line=line, verb=_verb(traced, line, key)))
    notes = _notes(traced, known=bool(moments))
    if any(one.kind == "read" and one.from_write is None for one in moments):
        notes = (*notes, PRE_RUN)
    missing = None if moments else _missing(traced)
    return Timeline(key=key, moments=tuple(moments), missing=missing, notes=notes)


def forward_of(traced: Traced, key: str) -> Forward:
    """Follow the last write of a key to what read it, what that wrote, and so on."""
    writes = traced.writes(key)
    readers = [line for line in traced.lines if traced.read_at(line, key)]
    missing = None if writes or readers else _missing(traced)
    if missing is not None:
        return Forward(key=key, missing=missing, notes=_notes(traced, known=False))
    return _Walk(traced).forward(key, writes[-1] if writes else None)


def _missing(traced: Traced) -> str | None:
    """Say why nothing is told of a key; None: where no read is recorded it may have been read."""
    if not traced.lines:
        return "empty-log"
    return "never-written" if traced.steps_with_reads else None


def _notes(traced: Traced, *, known: bool) -> tuple[str, ...]:
    notes = () if known else (UNKNOWN,)
    return notes if traced.steps_with_reads else (*notes, NO_READS)


def _verb(traced: Traced, line: LogLine, key: str) -> str | None:
    rows = [row for row in line.rows if traced.is_of(row.path, key)]
    return rows[-1].verb if rows else None


class _Walk:
    """Breadth first, from a write to the writes of those that read it."""

    def __init__(self, traced: Traced) -> None:
        self._traced = traced
        self._values: dict[tuple[str, int], Value] = {}
        self._fed: list[Fed] = []
        self._queue: deque[Value] = deque()

    def forward(self, key: str, at: int | None) -> Forward:
        """Walk from the write of a key at a line; None: from before the log."""
        self._value(key, at, 0)
        while self._queue:
            self._expand(self._queue.popleft())
        known = at is not None or bool(self._values[key, -1].reads)
        notes = _notes(self._traced, known=known)
        if at is None:
            notes = (*notes, PRE_RUN)
        if any(one.basis == "stage" for one in self._fed):
            notes = (*notes, CONSERVATIVE)
        return Forward(
            key=key, values=tuple(self._values.values()), fed=tuple(self._fed), notes=notes
        )

    def _value(self, key: str, at: int | None, depth: int) -> Value:
        traced, place = self._traced, -1 if at is None else at
        writes = traced.writes(key)
        later = bisect_right(writes, place)
        following = writes[later] if later < len(writes) else None
        line = None if at is None else traced.lines[at]
        end = len(traced.lines) if following is None else following + 1
        value = Value(
            id=f"n{len(self._values)}",
            key=key,
            depth=depth,
            line=line,
            verb=None if line is None else _verb(traced, line, key),
            next_write=following,
            reads=[one for one in traced.lines[place + 1 : end] if traced.read_at(one, key)],
        )
        self._values[key, place] = value
        self._queue.append(value)
        return value

    def _expand(self, value: Value) -> None:
        if value.depth >= MOST_DEEP:
            return
        for line in value.reads:
            for path in dict.fromkeys(row.path for row in line.rows):
                row = line.row(path)
                if row is None:
                    continue
                if row.read_keys is not None and value.key not in row.read_keys:
                    continue
                known = self._values.get((path, line.index))
                if known is None:
                    if len(self._values) == MOST_VALUES:
                        continue
                    known = self._value(path, line.index, value.depth + 1)
                basis = "stage" if row.read_keys is None else "per-write"
                fed = Fed(value.id, known.id, basis)
                if fed not in self._fed:
                    self._fed.append(fed)
