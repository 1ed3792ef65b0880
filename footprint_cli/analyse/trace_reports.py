"""A question about one key of a commit log → its answer (commit-log notes, section 8)."""

from collections.abc import Callable, Sequence

from footprint_cli.analyse.log_lines import log_lines
from footprint_cli.analyse.trace_answers import sliced, value, writer
from footprint_cli.analyse.trace_asked import key_meant, lines_meant, log_meant
from footprint_cli.analyse.trace_lives import forward, timeline
from footprint_cli.analyse.trace_notes import elsewhere, odd_verbs, of_recording
from footprint_cli.analyse.trace_question import Answered, Question
from footprint_cli.analyse.traced import Traced
from footprint_cli.model.recording import Recording
from footprint_cli.model.trace_report import TraceAsked, TraceNote, TraceReads, TraceReport

_ANSWERS: dict[str, Callable[[Question], Answered]] = {
    "value": value,
    "who-wrote": writer,
    "timeline": timeline,
    "slice": sliced,
    "forward": forward,
}
_INCONCLUSIVE = 3


def trace_report(recording: Recording, asked: TraceAsked) -> TraceReport:
    """Answer one question about a key; exit status 3 where a part of it could not be told.

    Raises `UsageError` for a key, step or nested log that is not one, `IncompleteError` without a log,
    and `InputError` where the log cannot be read again.
    """
    log = log_meant(recording, asked.log)
    traced = Traced(log_lines(log.bundles()), log.reads, parity=asked.parity)
    key = key_meant(asked.key, traced, log)
    place = None if asked.step is None else lines_meant(asked.step, traced)
    question = Question(recording, log, traced, key, place, asked)
    answer = _ANSWERS[asked.question](question)
    notes = (*answer.notes, *odd_verbs(key, traced), *of_recording(recording))
    if asked.log is None and _lacks(answer, traced, key):
        notes = (*notes, *elsewhere(key, recording))
    return TraceReport(
        question=asked.question,
        source=recording.source,
        log=asked.log,
        key=key,
        parity=asked.parity,
        commit=answer.commit,
        commits=len(traced.lines),
        sentence=answer.sentence,
        reads=_reads(traced),
        value=answer.value,
        moments=answer.moments,
        nodes=answer.nodes,
        edges=answer.edges,
        passages=answer.passages,
        notes=notes,
        exit_status=_status(notes),
    )


def _lacks(answer: Answered, traced: Traced, key: str) -> bool:
    """Tell whether this log has no value of a key to show."""
    return not traced.writes(key) or (answer.value is not None and answer.value.state == "absent")


def _reads(traced: Traced) -> TraceReads:
    return TraceReads(
        recorded=traced.has_reads,
        steps=len(traced.steps),
        with_reads=traced.steps_with_reads,
        by_write=any(row.read_keys is not None for one in traced.lines for row in one.rows),
    )


def _status(notes: Sequence[TraceNote]) -> int:
    return _INCONCLUSIVE if any(one.open for one in notes) else 0
