"""A recording → its audit: every retrieval explained, every finding, the exit status."""

from collections.abc import Callable, Iterator, Sequence

from footprint_cli.analyse.lazy_rows import LazyRows
from footprint_cli.analyse.limits import binding_limits
from footprint_cli.analyse.namespaces import near_namespaces
from footprint_cli.analyse.outcome_words import outcome_word
from footprint_cli.analyse.outcomes import outcome_of
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.rules import findings_of
from footprint_cli.model.audit import Audit, Explained, RetrievalAudit
from footprint_cli.model.coverage import CoveredCall
from footprint_cli.model.evidence import Candidate, Evidence, Retrieval
from footprint_cli.model.finding import Finding
from footprint_cli.model.recording import Recording

Covering = Callable[[Recording], tuple[CoveredCall, ...]]
ANSWERED, INCONCLUSIVE, UNREADABLE = 0, 3, 4
_NOT_ANSWERED = frozenset({"withheld", "candidates-not-recorded", "failed"})


def audit(
    recording: Recording,
    *,
    naming: Callable[[Candidate], bool] | None = None,
    covering: Covering | None = None,
    fragments: bool = False,
) -> Audit:
    """Explain every retrieval and call of a recording; pure, and the same for the same recording.

    With `naming` only the retrievals that name such a candidate are explained, each row of them when
    it is looked at: of the others the outcome is told, and neither candidates nor findings. Limits are
    left out then, and headlines where candidates are listed: an answer has its own words for them.
    `covering` composes what the calls covered; without it, from what the recording itself declares.
    With `fragments` the recording is a part of one that shows elsewhere what went to the prompt.
    """
    fragments = fragments or shows_fragments(recording)
    retrievals = tuple(
        _audited(one, recording.source, fragments=fragments)
        if naming is None
        else _asked(one, recording.source, fragments=fragments)
        if _names(one, naming)
        else _told(one)
        for one in recording.retrievals
    )
    return together(recording, retrievals, covering)


def outlined(
    recording: Recording, *, covering: Covering | None = None, finding: bool = True
) -> Audit:
    """Explain a recording as `audit` does, each row when it is looked at.

    Without `finding` what rules find in retrievals is left out.
    """
    fragments = shows_fragments(recording)
    retrievals = tuple(
        _audited(one, recording.source, fragments=fragments, finding=finding, lazy=True)
        for one in recording.retrievals
    )
    return together(recording, retrievals, covering)


def shows_fragments(recording: Recording) -> bool:
    """Tell whether any candidate shows the text that went to the prompt."""
    return any(
        candidate.prompt_fragment is not None
        for one in recording.retrievals
        if one.evidence is not None
        for candidate in one.evidence.candidates or ()
    )


def together(
    recording: Recording,
    retrievals: tuple[RetrievalAudit, ...],
    covering: Covering | None = None,
) -> Audit:
    """Put the retrievals of a recording, as they are explained, into its audit."""
    # Most recordings hold none, and load nothing for it.
    calls = covered(recording, covering) if recording.calls else ()
    return with_findings(recording, retrievals, calls, found_in(calls))


def with_findings(
    recording: Recording,
    retrievals: tuple[RetrievalAudit, ...],
    calls: tuple[CoveredCall, ...],
    found: tuple[Finding, ...],
) -> Audit:
    """Put a recording together with what was `found` in its calls."""
    findings = (
        *recording.noticed,
        *_nothing(recording),
        *_unflagged_calls(recording),
        *near_namespaces(recording),
        *found,
        *(finding for one in retrievals for finding in one.findings),
    )
    return Audit(
        recording=recording,
        retrievals=retrievals,
        findings=findings,
        exit_status=exit_status_of(recording, retrievals),
        calls=calls,
    )


def counted(recording: Recording, *, covering: Covering | None = None) -> Audit:
    """Take up a recording to be counted: with its calls, where `covering` composes them, and no more.

    Nothing is explained and nothing found; the status says whether all of it could be read.
    """
    return Audit(
        recording=recording,
        retrievals=(),
        findings=(),
        exit_status=status_of_reading(recording),
        calls=() if covering is None or not recording.calls else covering(recording),
    )


def called(recording: Recording, *, covering: Covering | None = None) -> Audit:
    """Take up a recording for its calls and what is found about them; no retrieval is explained."""
    return together(recording, (), covering)


def covered(recording: Recording, covering: Covering | None = None) -> tuple[CoveredCall, ...]:
    """Return the calls of a recording with their grounds."""
    from footprint_cli.analyse.covered import Covering as Default

    return (covering or Default().calls)(recording)


def found_in(calls: tuple[CoveredCall, ...]) -> tuple[Finding, ...]:
    """Return what rules find in calls."""
    if not any(map(_says_of_its_ground, calls)):
        return ()
    from footprint_cli.analyse.rules_calls import findings_of_calls

    return tuple(findings_of_calls(calls))


def _says_of_its_ground(one: CoveredCall) -> bool:
    return one.coverage.is_composed or bool(one.declared or one.declaration.problems)


def _names(retrieval: Retrieval, naming: Callable[[Candidate], bool]) -> bool:
    listed = () if retrieval.evidence is None else retrieval.evidence.candidates or ()
    return any(naming(one) for one in listed)


def _told(retrieval: Retrieval) -> RetrievalAudit:
    evidence = retrieval.evidence
    pool = None if evidence is None else Pool(retrieval, evidence)
    outcome, headline = _in_a_word(retrieval, pool)
    return RetrievalAudit(retrieval=retrieval, outcome=outcome, headline=headline)


def _asked(retrieval: Retrieval, source: str, *, fragments: bool) -> RetrievalAudit:
    """Take up one whose list names what is asked for."""
    pool = Pool(retrieval, retrieval.evidence or Evidence(), fragments_elsewhere=fragments)
    outcome, headline = _in_a_word(retrieval, pool)
    return RetrievalAudit(
        retrieval=retrieval,
        outcome=outcome,
        headline=headline,
        candidates=LazyRows(pool),
        findings=findings_of(retrieval, pool, source),
    )


def _in_a_word(retrieval: Retrieval, pool: Pool | None) -> tuple[str, str]:
    """Return the outcome, and a headline where there are no candidates."""
    if pool is not None and pool.candidates:
        return outcome_word(retrieval, pool), ""
    return outcome_of(retrieval, pool)


def _audited(
    retrieval: Retrieval, source: str, *, fragments: bool, lazy: bool = False, finding: bool = True
) -> RetrievalAudit:
    evidence = retrieval.evidence
    pool = None if evidence is None else Pool(retrieval, evidence, fragments_elsewhere=fragments)
    outcome, headline = outcome_of(retrieval, pool)
    listed = pool is not None and pool.evidence.candidates is not None
    return RetrievalAudit(
        retrieval=retrieval,
        outcome=outcome,
        headline=headline,
        binding_limits=binding_limits(pool) if pool and listed else None,
        candidates=_rows(pool, lazy=lazy) if pool and listed else None,
        findings=findings_of(retrieval, pool, source) if finding else (),
    )


def _rows(pool: Pool, *, lazy: bool) -> Sequence[Explained]:
    rows = LazyRows(pool)
    return rows if lazy else tuple(rows)


def status_of_reading(recording: Recording) -> int:
    """Answer with what reading a recording alone came to: was everything in it read."""
    if any(one.kind == "unreadable" for one in recording.damage):
        return UNREADABLE
    return INCONCLUSIVE if recording.damage else ANSWERED


def exit_status_of(recording: Recording, retrievals: tuple[RetrievalAudit, ...]) -> int:
    """Answer 0 when every retrieval and call of the input was shown (product, *Exit status*)."""
    if any(one.kind == "unreadable" for one in recording.damage):
        return UNREADABLE
    if recording.damage or not (retrievals or recording.calls):
        return INCONCLUSIVE
    if any(one.outcome in _NOT_ANSWERED for one in retrievals):
        return INCONCLUSIVE
    if any(finding.code == "calls-withheld" for finding in recording.noticed):
        return INCONCLUSIVE
    return ANSWERED


def _nothing(recording: Recording) -> Iterator[Finding]:
    """Say that there is nothing to explain, and where nested agents keep theirs."""
    if recording.format is None or recording.retrievals or recording.calls:
        return
    message = "no retrieval and no tool call is recorded here"
    if recording.format == "commit-log":
        message += "; those of nested agents are in the archived recording, never in a commit log"
    yield Finding(code="nothing-recorded", level="note", message=message, source=recording.source)


def _unflagged_calls(recording: Recording) -> Iterator[Finding]:
    """Say that a log of commits alone cannot tell a call that failed from one that ran."""
    ran = any(one.outcome == "ran" for one in recording.calls)
    if not ran or recording.format not in ("commit-log", "snapshot"):
        return
    yield Finding(
        code="failures-not-flagged",
        level="note",
        message="a commit log has no flag for a failed call: one that ran may have failed; its result "
        "is the text that the model read",
        source=recording.source,
    )
