"""What every format calls things, and the short form of values."""

from footprint_cli.model.audit import Audit, Explained, RetrievalAudit
from footprint_cli.model.coverage import Call
from footprint_cli.model.evidence import FIELDS, Candidate, Evidence, Number, Retrieval
from footprint_cli.model.finding import Finding
from footprint_cli.model.json_text import json_text
from footprint_cli.model.numbers import number_text, usable
from footprint_cli.model.recording import Recording

NOT_RECORDED = "-"

_FORMATS = {
    "commit-log": "commit log",
    "envelope": "archived recording",
    "recording": "bare recording",
    "snapshot": "snapshot",
    "events": "event stream",
    "evidence": "evidence lines",
    None: "not read",
}
_SOURCES = {
    "commit": "the commit log",
    "nested-log": "a nested log",
    "event": "an event, written before the picker rules",
    "line": "an evidence line",
}


_NAMELESS = frozenset({"withheld", "candidates-not-recorded", "failed"})


def shown(value: Number | str | bool | None) -> str:
    """Write a recorded value; `-` means not recorded, never zero."""
    if value is None:
        return NOT_RECORDED
    if isinstance(value, bool):
        return "true" if value else "false"
    return number_text(value) if isinstance(value, int | float) else value


def field_text(record: Candidate | Evidence, name: str, absent: str = NOT_RECORDED) -> str:
    """Write the value of a recorded name as it was recorded, also where its type is not promised."""
    value = getattr(record, FIELDS[type(record)][name])
    if value is not None:
        return shown(value)
    return json_text(record.odd[name]) if name in record.odd else absent


def verdict_word(one: Explained) -> str:
    """Return `read`, `not read`, `admitted` (its text is not shown) or `unknown`."""
    if one.read is None:
        return "admitted" if one.candidate.admitted is True else "unknown"
    return "read" if one.read else "not read"


def verdict_text(one: Explained) -> str:
    """Say what happened to a candidate whose numbers stand beside it."""
    word = verdict_word(one)
    return one.ruling if one.ruling.startswith(word) else f"{word}: {one.ruling}"


def where(candidate: Candidate) -> str:
    """Say where a chunk comes from: document, page and heading, as far as they are recorded."""
    parts = []
    if candidate.doc_uri is not None:
        parts.append(candidate.doc_uri)
    if candidate.page is not None or "page" in candidate.odd:
        parts.append(f"p. {field_text(candidate, 'page')}")
    if candidate.heading is not None:
        parts.append(candidate.heading)
    return ", ".join(parts)


def limits_line(evidence: Evidence) -> str:
    """Name the rule and its limits in one line."""
    names = ["strategy", "k", "threshold"]
    names += [name for name in ("maxChars", "charsUsed") if field_text(evidence, name, "")]
    return ", ".join(f"{name} {field_text(evidence, name)}" for name in names)


def counts_line(audit: RetrievalAudit) -> str:
    """Quote the recorded counts, and say whether the list is all there was."""
    evidence = audit.retrieval.evidence
    if evidence is None:
        return ""
    counts = ", ".join(
        f"{field_text(evidence, f'{word}Count')} {word}"
        for word in ("considered", "admitted", "rejected")
    )
    if audit.candidates is None:
        return counts
    if any(one.code in ("count-against-list", "counts-disagree") for one in audit.findings):
        counts += " as recorded; the table follows the list"
    if evidence.candidates_complete is True:
        listed = len(evidence.candidates or ())
        if usable(evidence.considered_count) and evidence.considered_count != listed:
            return f"{counts}; the list is recorded as complete, but holds {listed}"
        return f"{counts}; the list is complete"
    if evidence.candidates_complete is False:
        sample = f"{counts}; the list is a sample, as far as the pool reached"
        admitted = sum(one.admitted is True for one in evidence.candidates or ())
        missing = usable(evidence.admitted_count) and evidence.admitted_count > admitted
        return sample if missing else f"{sample}; no admitted one is missing"
    return f"{counts}; whether the list is complete is not recorded"


def origin_line(audit: RetrievalAudit) -> str:
    """Say where the evidence was read, and which namespace, order and embedder it names."""
    retrieval, evidence = audit.retrieval, audit.retrieval.evidence
    if retrieval.failure is not None:
        return "known from the run's configuration"
    parts = [f"from {_SOURCES.get(retrieval.evidence_from, retrieval.evidence_from)}"]
    if retrieval.line is not None:
        parts.append(f"line {retrieval.line}")
    if evidence is not None:
        for label, value in (
            ("namespace", evidence.namespace),
            ("prompt order", evidence.selection_order),
            ("embedder", evidence.embedder_id),
        ):
            if value is not None:
                parts.append(f"{label} {value}")
    return ", ".join(parts)


def summary_line(audit: Audit) -> str:
    """Say in one line what an input is and what was found in it."""
    recording = audit.recording
    if recording.format is None:
        return _FORMATS[None]
    parts = [_FORMATS.get(recording.format, recording.format or "")]
    if recording.commits is not None:
        parts.append(numbered(recording.commits, "commit"))
    if recording.lines is not None and recording.format not in (
        "envelope",
        "recording",
        "snapshot",
    ):
        parts.append(numbered(recording.lines.physical, "line"))
    retrievals, calls = audit.whole or (None, None)
    parts.append(_part(len(audit.retrievals), retrievals, "retrieval"))
    nameless = sum(one.outcome in _NAMELESS for one in audit.retrievals)
    if nameless:
        all_ = nameless == len(audit.retrievals)
        parts[-1] += " without named chunks" if all_ else f" ({nameless} without named chunks)"
    parts.append(_calls_part(recording, calls))
    return ", ".join(parts)


def _calls_part(recording: Recording, whole: int | None) -> str:
    """Count the tool calls; what redaction took of them is not called none."""
    told = _part(len(recording.calls), whole, "tool call")
    if not any(one.code == "calls-withheld" for one in recording.noticed):
        return told
    return f"{told}, others withheld" if recording.calls else "tool calls withheld"


def _part(count: int, whole: int | None, noun: str) -> str:
    return (
        numbered(count, noun) if whole in (None, count) else f"{count} of {numbered(whole, noun)}"
    )


def damage_line(audit: Audit) -> str:
    """Sum up the damage, or return nothing."""
    recording = audit.recording
    if not recording.damage:
        return ""
    lines = recording.lines
    if recording.format is None and lines is None:
        return ""  # the reason stands beside it
    if lines is None or not lines.damaged:
        return f"damaged: {numbered(len(recording.damage), 'place')}; what is shown is what could be read"
    summed = f"damaged: {lines.damaged} of {numbered(lines.physical, 'line')}"
    if all(one.recovered for one in recording.damage):
        return f"{summed}; all of it could be read"
    return f"{summed}; what was lost may have held more: counts of this input are 'at least'"


def run_line(audit: Audit) -> str:
    """Name the run, as far as it is recorded."""
    run = audit.recording.run
    parts = []
    ids = [run.run_id] if run.run_id is not None else list(run.run_ids)
    if ids:
        parts.append(("run " if len(ids) == 1 else f"{len(ids)} runs: ") + ", ".join(ids))
    if run.session_id is not None:
        parts.append(f"session {run.session_id}")
    if run.complete is not None:
        parts.append("complete" if run.complete else "not complete")
    if run.dropped_events:
        parts.append(f"{run.dropped_events} events dropped")
    if run.failure is not None:
        parts.append(f"failed: {run.failure}")
    return ", ".join(parts)


def place_of(one: Retrieval | Call) -> str:
    """Name the step, with the run where the input holds several; else the line; `-` for neither."""
    named = one.step or (NOT_RECORDED if one.line is None else f"line {one.line}")
    return f"{named} ({one.run})" if one.run is not None else named


def title_of(retrieval: Retrieval) -> str:
    """Name a retrieval: its retriever and where it ran."""
    return f"{retrieval.retriever or 'a retriever that is not named'} at {place_of(retrieval)}"


def arguments_text(call: Call) -> str:
    """Write a call's arguments as one line of JSON."""
    return NOT_RECORDED if call.arguments_from is None else json_text(call.arguments)


def result_text(call: Call) -> str:
    """Write a call's result: text as it stands, anything else as one line of JSON."""
    if not call.result_recorded:
        return NOT_RECORDED
    return call.result if isinstance(call.result, str) else json_text(call.result)


def finding_cells(finding: Finding) -> list[str]:
    """Write a finding as cells of a row: level, code, line, step, message."""
    line = NOT_RECORDED if finding.line is None else f"line {finding.line}"
    return [finding.level, finding.code, line, finding.step or NOT_RECORDED, finding.message]


def shortened(text: str, length: int, ellipsis: str = "…") -> str:
    """Cut text to a length with one ellipsis; for values that no one searches for."""
    return text if len(text) <= length else text[: length - len(ellipsis)] + ellipsis


def numbered(count: int, noun: str) -> str:
    """Write a number of things."""
    return f"1 {noun}" if count == 1 else f"{count} {noun}s"
