"""The life of a key, and what it fed, as answers."""

from footprint_cli.analyse import trace_notes
from footprint_cli.analyse.timelines import forward_of, timeline_of
from footprint_cli.analyse.trace_question import Answered, Question, moment
from footprint_cli.model.trace import Forward, Timeline
from footprint_cli.model.trace_report import TraceEdge, TraceNode


def timeline(question: Question) -> Answered:
    """List the writes and reads of a key."""
    told = timeline_of(question.traced, question.key)
    notes = [*trace_notes.coded(told.notes, question.key, question.traced)]
    engine = question.engine
    theirs = None if engine is None else timeline_of(engine, question.key)
    if theirs is not None and theirs.moments != told.moments:
        notes.append(trace_notes.otherwise(_counted(theirs)))
    moments = tuple(
        moment(question.traced, question.key, one.line, one.kind, one.from_write)
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
            verb=one.verb or None,
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
