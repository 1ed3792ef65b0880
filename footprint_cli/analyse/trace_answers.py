"""The answer to each question of trace about one key."""

from collections.abc import Iterable
from typing import NamedTuple

from footprint_cli.analyse import trace_notes
from footprint_cli.analyse.held_values import value_after, value_of_rows
from footprint_cli.analyse.timelines import forward_of, timeline_of
from footprint_cli.analyse.trace_slices import SliceAnswer, slice_answer
from footprint_cli.analyse.traced import Traced
from footprint_cli.model.json_text import json_text
from footprint_cli.model.key_paths import key_text
from footprint_cli.model.recording import Recording
from footprint_cli.model.trace import Forward, LogLine, StoredLog, Timeline
from footprint_cli.model.trace_report import (
    TraceAsked,
    TraceEdge,
    TraceMoment,
    TraceNode,
    TraceNote,
    TracePassage,
    TraceValue,
)

_SHORT = 60  # characters of a value in a sentence


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


def value(question: Question) -> Answered:
    """Say what a key holds after a step, or at the end."""
    traced, key, lines = question.traced, question.key, question.traced.lines
    at = len(lines) - 1 if question.place is None else question.place[1]
    rows = value_of_rows(question.log.bundles(), key, at)
    writer_ = _write(traced, key, at + 1)
    moments = () if writer_ is None else (writer_,)
    if traced.parity:
        return Answered(_value_text(question, rows, at, writer_), (), at, rows, moments)
    held = value_after(question.log, key, at)
    notes = [*_value_notes(question, held.withheld, held.value, whole=held.whole)]
    if held.value != rows and held.value.state != "withheld":
        notes.append(trace_notes.otherwise(_short(rows)))
    sentence = _value_text(question, held.value, at, writer_)
    return Answered(sentence, tuple(notes), at, held.value, moments)


def _value_text(question: Question, told: TraceValue, at: int, writer_: TraceMoment | None) -> str:
    lines = question.traced.lines
    after = f"after commit {at} ({lines[at].step})" if lines else "in an empty log"
    said = {
        "there": f"{question.name} {after}",
        "absent": f"{question.name} is not there {after}",
        "withheld": f"{question.name} is withheld by redaction {after}",
        "not-recorded": f"{question.name} is not told {after}: no commit up to there wrote it, and "
        "the state before the log is not recorded",
    }[told.state]
    if writer_ is None:
        return said
    verb = _VERBS.get(writer_.verb or "", "written")
    if told.state == "absent" and writer_.verb == "set":
        verb = "set to nothing"  # the payload is not in the line: undefined, or a deletion
    return f"{said}, {verb} by {writer_.step} (commit {writer_.commit})"


_VERBS = {"set": "set", "merge": "merged", "append": "appended to", "delete": "deleted"}


def _value_notes(
    question: Question, withheld: Iterable[str], told: TraceValue, *, whole: bool
) -> Iterable[TraceNote]:
    for path in withheld:
        yield TraceNote(
            code="part-withheld", message=f"{key_text(path)} is withheld by redaction", open=True
        )
    if told.state == "withheld":
        yield TraceNote(
            code="value-withheld", message=f"{question.name} is withheld by redaction", open=True
        )
    if told.state == "not-recorded" and not question.traced.writes(question.key):
        message = trace_notes.unknown(question.key, question.traced)
        yield TraceNote(code="unknown-key", message=message, open=True)
    if not whole:
        message = (
            "the state before the first commit is not recorded, and no commit set all of this key: "
            "what was there before may be a part of it"
        )
        yield TraceNote(code="base-not-recorded", message=message, open=True)


def _short(told: TraceValue) -> str:
    text = json_text(told.json) if told.state == "there" else told.state
    return text if len(text) <= _SHORT else f"{text[:_SHORT]}…"


def writer(question: Question) -> Answered:
    """Say who wrote a key last, before a step or at all."""
    traced, key = question.traced, question.key
    before = len(traced.lines) if question.place is None else question.place[0]
    found = _write(traced, key, before)
    asked = None if question.place is None else before
    until = "" if asked is None else f" before commit {asked} ({traced.lines[before].step})"
    if found is None:
        return _unwritten(question, asked, until)
    stage = f" ({found.stage})" if found.stage else ""
    path = "" if found.path == key else f" at {key_text(found.path)}"
    sentence = (
        f"{question.name} was last written{until} by {found.step}{stage} in commit {found.commit}: "
        f"{found.verb or 'no verb'}{path}"
    )
    engine = question.engine
    known = None if engine is None else engine.written_before(key, before)
    notes = []
    if engine is not None and known != found.commit:
        own = "none" if known is None else f"{traced.lines[known].step} in commit {known}"
        notes.append(trace_notes.otherwise(own))
    return Answered(sentence, tuple(notes), asked, moments=(found,))


def _unwritten(question: Question, asked: int | None, until: str) -> Answered:
    key, base = question.key, question.log.base
    there = base is not None and value_after(question.log, key, -1).value.state == "there"
    sentence = f"no commit wrote {question.name}{until}"
    if there:
        sentence += "; it was there before the first commit"
    known = there or bool(question.traced.writes(key))
    notes = () if known else tuple(trace_notes.coded(["unknown-key"], key, question.traced))
    return Answered(sentence, notes, asked, moments=())


def _write(traced: Traced, key: str, before: int) -> TraceMoment | None:
    at = traced.written_before(key, before)
    return None if at is None else _moment(traced, key, traced.lines[at], "write", None)


def _moment(traced: Traced, key: str, line: LogLine, kind: str, seen: int | None) -> TraceMoment:
    rows = [row for row in line.rows if traced.is_of(row.path, key)] if kind == "write" else []
    read = traced.name_read(line, key) if kind == "read" else None
    return TraceMoment(
        kind=kind,
        commit=line.index,
        step=line.step,
        stage=line.stage,
        path=rows[-1].path if rows else read or key,
        verb=rows[-1].verb if rows else None,
        from_write=seen,
    )


def timeline(question: Question) -> Answered:
    """List the writes and reads of a key."""
    told = timeline_of(question.traced, question.key)
    notes = [*trace_notes.coded(told.notes, question.key, question.traced)]
    engine = question.engine
    theirs = None if engine is None else timeline_of(engine, question.key)
    if theirs is not None and theirs.moments != told.moments:
        notes.append(trace_notes.otherwise(_counted(theirs)))
    moments = tuple(
        _moment(question.traced, question.key, one.line, one.kind, one.from_write)
        for one in told.moments
    )
    return Answered(f"{question.name}: {_counted(told)}", tuple(notes), moments=moments)


def _counted(one: Timeline) -> str:
    writes = sum(each.kind == "write" for each in one.moments)
    reads = len(one.moments) - writes
    unread = "" if "reads-not-recorded" not in one.notes else " (reads are not recorded)"
    return f"{_times(writes, 'write')}, {_times(reads, 'read')}{unread}"


def _times(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def forward(question: Question) -> Answered:
    """Follow the last write of a key to what it fed."""
    traced, key = question.traced, question.key
    told = forward_of(traced, key)
    notes = [*trace_notes.coded(told.notes, key, traced)]
    if told.missing == "never-written":
        notes += trace_notes.coded({"unknown-key"} - {*told.notes}, key, traced)
    engine = question.engine
    theirs = None if engine is None else forward_of(engine, key)
    if theirs is not None and _shape(theirs) != _shape(told):
        notes.append(trace_notes.otherwise(_fed_text(theirs)))
    nodes = tuple(
        TraceNode(
            id=one.id,
            step=None if one.line is None else one.line.step,
            stage=None if one.line is None else one.line.stage,
            commit=None if one.line is None else one.line.index,
            depth=one.depth,
            keys=(one.key,),
            verb=one.verb,
            untracked=() if one.line is None else one.line.untracked,
            readers=tuple(dict.fromkeys(line.step for line in one.reads)),
        )
        for one in told.values
    )
    edges = tuple(
        TraceEdge(
            of=one.target,
            source=one.source,
            key=next(value_.key for value_ in told.values if value_.id == one.source),
            basis="write" if one.basis == "per-write" else "step",
        )
        for one in told.fed
    )
    sentence = f"{question.name} {_fed_text(told)}"
    return Answered(sentence, tuple(notes), nodes=nodes, edges=edges)


def _shape(one: Forward) -> object:
    return [(each.key, each.line, each.reads) for each in one.values], one.fed


def _fed_text(one: Forward) -> str:
    if one.missing is not None:
        return "was not written, and nothing is known to have read it"
    fed = len(one.values) - 1
    if fed == 0 and "reads-not-recorded" in one.notes:
        return "may have fed anything: reads are not recorded"
    return f"fed {_times(fed, 'later write')}"


def sliced(question: Question) -> Answered:
    """Say which steps and keys fed a key, back to the chunks of a prompt."""
    before = None if question.place is None else question.place[0]
    asked = SliceAnswer(question.recording, question.log, question.traced, question.key, before)
    told = slice_answer(asked, question.asked, question.engine)
    return Answered(
        told.sentence,
        told.notes,
        before,
        nodes=told.nodes,
        edges=told.edges,
        passages=told.passages,
    )
