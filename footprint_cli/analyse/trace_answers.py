"""The answers on the value of a key, on who wrote it, and on what fed it."""

from collections.abc import Iterable

from footprint_cli.analyse import trace_notes
from footprint_cli.analyse.held_values import value_after, value_of_rows
from footprint_cli.analyse.trace_question import Answered, Question, moment
from footprint_cli.analyse.trace_slices import SliceAnswer, slice_answer
from footprint_cli.analyse.traced import Traced
from footprint_cli.model.json_text import json_text
from footprint_cli.model.key_paths import key_text
from footprint_cli.model.trace_report import TraceMoment, TraceNote, TraceValue

_SHORT = 60  # characters of a value in a sentence


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
        yield TraceNote("part-withheld", f"{key_text(path)} is withheld by redaction", open=True)
    if told.state == "withheld":
        yield TraceNote("value-withheld", f"{question.name} is withheld by redaction", open=True)
    if told.state in {"absent", "not-recorded"} and not question.traced.writes(question.key):
        message = trace_notes.unknown(question.key, question.traced)
        yield TraceNote("unknown-key", message, open=True)
    if not whole:
        message = (
            "the state before the first commit is not recorded, and no commit set all of this key: "
            "what was there before may be a part of it"
        )
        yield TraceNote("base-not-recorded", message, open=True)


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
    return None if at is None else moment(traced, key, traced.lines[at], "write", None)


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
