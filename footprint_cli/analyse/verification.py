"""What `verify` holds against a recording: all findings, damage too, and what others say."""

from collections.abc import Callable, Iterator
from weakref import ref

from footprint_cli.analyse.comparisons import Comparison, distrust
from footprint_cli.analyse.final_state import check_state
from footprint_cli.analyse.prompts import check_prompts
from footprint_cli.analyse.said import times
from footprint_cli.analyse.searches import Searches, seen
from footprint_cli.model.audit import Audit
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.examined import Examined
from footprint_cli.model.finding import Damage, Finding
from footprint_cli.model.recording import Recording
from footprint_cli.model.report import Checked

GRAVEST_ACROSS = "warning"  # the gravest that a comparison of recordings finds


class Verification:
    """Checks the recordings of one archive, one after the other, and remembers what they share.

    No recording is held: one is let go of as soon as its caller does.
    """

    def __init__(self) -> None:
        self._searches = Searches()
        self._of: ref[Recording] | None = None
        self._findings: tuple[Finding, ...] = ()
        self._checks: tuple[Checked, ...] = ()

    def findings(self, audit: Audit) -> tuple[Finding, ...]:
        """Return every finding of a recording, its damage first."""
        self._verify(audit)
        return self._findings

    def checks(self, audit: Audit) -> tuple[Checked, ...]:
        """Say which comparisons could be made on a recording, and how they came out."""
        self._verify(audit)
        return self._checks

    def compared(self, one: Examined) -> tuple[Finding, ...]:
        """Return every finding of a recording that was examined, elsewhere perhaps."""
        told = (finding for each in one.searches for finding in self._searches.compared(each))
        return (*one.findings, *told)

    def _verify(self, audit: Audit) -> None:
        recording = audit.recording
        if self._of is not None and self._of() is recording:
            return
        one = examined(audit)
        self._of = ref(recording)
        self._checks = one.checks
        self._findings = self.compared(one)


def examined(audit: Audit) -> Examined:
    """Hold a recording against itself; pure, so that it can be done anywhere and in any order."""
    recording = audit.recording
    trusted = distrust(recording) is None
    comparisons = tuple(_comparisons(audit)) if recording.format is not None else ()
    searches = (seen(one, recording.source, trusted=trusted) for one in recording.retrievals)
    return Examined(
        findings=(
            *(_of_damage(one, recording.source) for one in recording.damage),
            *run_findings(recording),
            *audit.findings,
            *(finding for one in comparisons for finding in one.findings),
        ),
        checks=tuple(one.checked for one in comparisons),
        searches=tuple(one for one in searches if one is not None),
        recordings=int(recording.format is not None),
        retrievals=len(recording.retrievals),
        tool_calls=len(recording.calls),
        holds=_holds_anything(recording),
    )


def _holds_anything(recording: Recording) -> bool:
    """Tell whether there is a commit, a retrieval, a call or an event to hold against another."""
    events = recording.format == "events" or bool(recording.run.run_ids)
    return bool(recording.commits or recording.retrievals or recording.calls or events)


def _comparisons(audit: Audit) -> Iterator[Comparison]:
    """Yield what can be compared in an input of this kind, made or not."""
    recording = audit.recording
    if recording.commits:
        yield _ruled(audit, "idx-gap", f"the numbers of {times(recording.commits, 'commit')}")
    yield check_state(recording)
    if recording.commits is not None:
        yield from check_prompts(recording)
    for code, (comparable, what) in _OF_EXPLAIN.items():
        count = sum(comparable(one.retrieval) for one in audit.retrievals)
        if count:
            yield _ruled(audit, code, f"{what} of {times(count, 'retrieval')}")


def _ruled(audit: Audit, code: str, detail: str) -> Comparison:
    """Say how a comparison came out whose findings are among the audit's already."""
    state = "broken" if any(one.code == code for one in audit.findings) else "held"
    source = audit.recording.source
    return Comparison(Checked(source=source, check=code, state=state, detail=detail))


def _lists(retrieval: Retrieval) -> bool:
    evidence = retrieval.evidence
    return evidence is not None and evidence.candidates is not None


def _has_injection(retrieval: Retrieval) -> bool:
    return _lists(retrieval) and retrieval.injected is not None


def _has_verdicts(retrieval: Retrieval) -> bool:
    committed = retrieval.evidence_from != "event"
    return _lists(retrieval) and committed and retrieval.at_retriever is not None


def _has_attached(retrieval: Retrieval) -> bool:
    committed = retrieval.evidence_from != "event"
    return _lists(retrieval) and committed and retrieval.attached_all


# The comparisons that `explain` makes too, and whether a retrieval allows them.
_OF_EXPLAIN: dict[str, tuple[Callable[[Retrieval], bool], str]] = {
    "fragments-against-injection": (_has_injection, "the injected text"),
    "event-against-commit": (_has_verdicts, "the list of the strategy and the final one"),
    "attached-against-record": (_has_attached, "what events saw attached and what is admitted"),
}


def run_findings(recording: Recording) -> Iterator[Finding]:
    """Yield what a recording says of itself: events that were dropped, a run that is not complete."""
    dropped = recording.run.dropped_events
    if dropped is not None and dropped > 0:
        message = (
            f"the recorder dropped {times(dropped, 'event')}: what only events tell may be missing"
        )
        yield Finding(
            code="events-dropped", level="warning", message=message, source=recording.source
        )
    if recording.run.complete is False:
        message = "the run was recorded as not complete: it paused, failed or was cut short"
        yield Finding(code="run-incomplete", level="note", message=message, source=recording.source)


def _of_damage(damage: Damage, source: str) -> Finding:
    return Finding(
        code=damage.kind,
        level="warning" if damage.recovered else "error",
        message=damage.detail,
        source=source,
        line=damage.line,
    )
