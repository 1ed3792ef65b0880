"""The rules of a gate that judge a whole recording."""

from msgspec.structs import replace

from footprint_cli.analyse.fragments import keeps_no_text
from footprint_cli.analyse.judged import PASSED, Found, Judged, failed, unknown
from footprint_cli.analyse.memory import consistency
from footprint_cli.model.answer import CANNOT_SAY, Asked, Occurrence
from footprint_cli.model.audit import Audit
from footprint_cli.model.gate import AskedRule, GateSettings
from footprint_cli.model.report import is_at_least


def record_inconsistent(audit: Audit, _asked: AskedRule, settings: GateSettings) -> Judged:
    """The record contradicts itself, or another one: what `verify` finds."""
    from footprint_cli.analyse.verification import GRAVEST_ACROSS, examined  # few gates ask for it

    one = replace(examined(audit), retrievals=len(audit.retrievals), checks=())
    if one.searches and is_at_least(GRAVEST_ACROSS, settings.fail_on):
        return Judged(state="open", examined=one)
    return consistency(one.findings, one, settings)


def recording_damaged(audit: Audit, _asked: AskedRule, _settings: GateSettings) -> Judged:
    """Something in a recording could not be read as it stands."""
    damage = audit.recording.damage
    if not damage:
        return PASSED
    places = "1 place" if len(damage) == 1 else f"{len(damage)} places"
    first = damage[0]
    lost = sum(not one.recovered for one in damage)
    state = f"{lost} of them not recovered" if lost else "all of it recovered"
    message = f"damaged in {places}, {state}; the first: {first.detail} [{first.kind}]"
    return failed(message, line=first.line)


def recording_incomplete(audit: Audit, _asked: AskedRule, _settings: GateSettings) -> Judged:
    """A recording is not complete, or events were dropped from it."""
    run = audit.recording.run
    told = ["the run is recorded as not complete"] if run.complete is False else []
    if run.dropped_events:
        events = "1 event was" if run.dropped_events == 1 else f"{run.dropped_events} events were"
        told.append(f"{events} dropped")
    if told:
        return failed("; ".join(told))
    return PASSED if run.complete else unknown("whether the run is complete is not recorded")


def _is_read(one: Occurrence) -> bool:
    """Tell whether a chunk was read; of a commit that shows no text at all, by the record's word."""
    if one.answer != "read" or not one.rows:
        return one.answer == "read"
    word = keeps_no_text(one.retrieval.retrieval)
    return any(row.read is True or (row.read is None and word) for row in one.rows)


def chunk_not_read(audit: Audit, asked: AskedRule, _settings: GateSettings) -> Judged:
    """No retrieval of a recording read the chunk that is named."""
    from footprint_cli.analyse.answers import answers, best

    chunk = asked.value or ""
    occurrences = answers(audit, Asked(text=chunk))
    answer = best([one.answer for one in occurrences])
    if answer == "read":
        proven = any(_is_read(one) for one in occurrences)
        return PASSED if proven else unknown(f"whether {chunk} was read is not recorded")
    unsaid = ("candidates-not-recorded",) if answer not in CANNOT_SAY else (answer,)
    hidden = next((one for one in occurrences if one.answer in unsaid), None)
    if hidden is not None:  # it may have been read there
        return unknown(hidden.sentence)
    if any(not one.recovered for one in audit.recording.damage):
        return unknown("what was lost of the recording may have read it")
    nearest = next(one for one in occurrences if one.answer == answer)
    found = Found(
        message=f"{chunk} was not read: {nearest.sentence.removeprefix('not read: ')}",
        chunk=chunk,
        line=nearest.retrieval.retrieval.line,
        step=nearest.retrieval.retrieval.step,
        retriever=nearest.retrieval.retrieval.retriever,
    )
    return Judged(state="failed", found=(found,))
