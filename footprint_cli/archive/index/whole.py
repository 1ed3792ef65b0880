"""What is kept of a recording that comes in parts: all that its findings and its status depend on."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from footprint_cli.analyse.audits import found_in, with_findings
from footprint_cli.model.audit import Audit, RetrievalAudit
from footprint_cli.model.coverage import Call, CoveredCall
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.finding import Finding
from footprint_cli.model.recording import Recording


class Whole(Struct):
    """Takes the retrievals and calls of a recording one by one, and keeps none that tells nothing new."""

    noticed: list[Finding] = []
    fragments: bool = False  # a candidate shows the text that went to the prompt
    outcomes: set[str] = set()
    namespaces: set[str] = set()  # that answered
    about: list[
        RetrievalAudit
    ] = []  # one of each outcome and of each namespace, all that met nothing
    calls: list[Call] = []  # one of each outcome
    found: list[Finding] = []  # in calls

    def add(self, one: RetrievalAudit) -> None:
        """Take up a retrieval."""
        evidence = one.retrieval.evidence
        tells = one.outcome not in self.outcomes
        self.outcomes.add(one.outcome)
        if evidence is not None and not self.fragments:
            listed = evidence.candidates or ()
            self.fragments = any(each.prompt_fragment is not None for each in listed)
        if evidence is not None and evidence.namespace:
            tells = tells or evidence.corpus_empty is True
            if evidence.considered_count and evidence.namespace not in self.namespaces:
                self.namespaces.add(evidence.namespace)
                tells = True
        if tells:
            self.about.append(replace(one, retrieval=_without_list(one.retrieval)))

    def cover(self, calls: tuple[CoveredCall, ...]) -> None:
        """Take up calls, all that there are of tools whose search the recording declares.

        What is found in others does not depend on each other.
        """
        self._sample(one.call for one in calls)
        self.found += found_in(calls)

    def _sample(self, calls: Iterable[Call]) -> None:
        known = {one.outcome for one in self.calls}
        for one in calls:
            if one.outcome not in known:
                known.add(one.outcome)
                self.calls.append(one)

    def join(self, later: "Whole", lines: int) -> None:
        """Take up what was kept of a later part, which stands behind so many lines."""
        self.noticed = [*self.noticed, *(moved_finding(one, lines) for one in later.noticed)]
        self.fragments = self.fragments or later.fragments
        for one in later.about:
            line = one.retrieval.line
            if lines and line is not None:
                one = replace(one, retrieval=replace(one.retrieval, line=line + lines))  # noqa: PLW2901
            self.add(one)
        self._sample(later.calls)
        self.found += [moved_finding(one, lines) for one in later.found]

    def audit(self, last: Recording) -> Audit:
        """Return the audit of the whole, but for its retrievals, with its last part."""
        recording = replace(
            last,
            noticed=(*self.noticed, *last.noticed),
            retrievals=tuple(one.retrieval for one in self.about),
            calls=tuple(self.calls),
        )
        return with_findings(recording, tuple(self.about), (), tuple(self.found))


def moved_finding(one: Finding, lines: int) -> Finding:
    """Return a finding about a line that stands behind so many others."""
    return one if one.line is None or not lines else replace(one, line=one.line + lines)


def _without_list(one: Retrieval) -> Retrieval:
    evidence = one.evidence
    return one if evidence is None else replace(one, evidence=replace(evidence, candidates=None))
