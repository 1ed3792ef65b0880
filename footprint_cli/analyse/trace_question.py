"""What is asked of one key, with all that it is asked of, and what an answer holds."""

from typing import NamedTuple

from footprint_cli.analyse.traced import Traced
from footprint_cli.model.key_paths import key_text
from footprint_cli.model.recording import Recording
from footprint_cli.model.trace import LogLine, StoredLog
from footprint_cli.model.trace_report import (
    TraceAsked,
    TraceEdge,
    TraceMoment,
    TraceNode,
    TraceNote,
    TracePassage,
    TraceValue,
)


class Question(NamedTuple):
    """What is asked, with all that it is asked of; `place`: the first and last line of its step."""

    recording: Recording
    log: StoredLog
    traced: Traced
    key: str
    place: tuple[int, int] | None
    asked: TraceAsked

    @property
    def name(self) -> str:
        """The key, as it can be typed."""
        return key_text(self.key)

    @property
    def engine(self) -> Traced | None:
        """The same log by the engine's own rules; None: these are them."""
        if self.traced.parity:
            return None
        return Traced(self.traced.lines, self.log.reads, parity=True)


class Answered(NamedTuple):
    """An answer, as far as its question asks for it."""

    sentence: str
    notes: tuple[TraceNote, ...]
    commit: int | None = None
    value: TraceValue | None = None
    moments: tuple[TraceMoment, ...] | None = None
    nodes: tuple[TraceNode, ...] | None = None
    edges: tuple[TraceEdge, ...] | None = None
    passages: tuple[TracePassage, ...] | None = None


def moment(traced: Traced, key: str, line: LogLine, kind: str, seen: int | None) -> TraceMoment:
    """Return a write of a key at a line, or a read; `seen` is the write that a read saw."""
    rows = [row for row in line.rows if traced.is_of(row.path, key)] if kind == "write" else []
    read = traced.name_read(line, key) if kind == "read" else None
    return TraceMoment(
        kind=kind,
        commit=line.index,
        step=line.step,
        stage=line.stage,
        path=rows[-1].path if rows else read or key,
        verb=(rows[-1].verb or None) if rows else None,
        from_write=seen,
    )
