"""Audits → a verdict: rules judge one recording after the other, and only what they found is kept."""

from datetime import date

from msgspec.structs import replace

from footprint_cli.analyse.acceptance import Acceptance, Kept, fingerprints, less_than_before
from footprint_cli.analyse.judging import ruled
from footprint_cli.analyse.memory import Memory
from footprint_cli.analyse.tally import Examples, Tally
from footprint_cli.model.audit import Audit, first_status
from footprint_cli.model.finding import Finding
from footprint_cli.model.gate import AskedRule, Baseline, GateSettings
from footprint_cli.model.report import Report, Searched, Unjudged
from footprint_cli.model.ruled import Found, Judged, Ruled, RuledRecording

FOUND, INCONCLUSIVE, UNREADABLE = 1, 3, 4


class Gate:
    """Judges recordings as they come; `report` says what came out of all of them."""

    def __init__(self, settings: GateSettings, today: date) -> None:
        self._settings = settings
        self._memory = Memory(settings)
        self._tally = Tally(settings)
        self._acceptance = Acceptance(settings.ignores, today)
        self._kept: list[Kept] = []
        self._searched = Searched(recordings=0, retrievals=0, tool_calls=0)
        self._unread = Examples()
        self._damaged = Examples()
        self._retrievers: set[str | None] = set()

    def judge(self, audit: Audit) -> None:
        """Judge one input by every rule that is asked for."""
        self.take(ruled(audit, self._settings))

    def take(self, one: RuledRecording) -> None:
        """Take up an input on which the rules were tried, elsewhere perhaps; in the inputs' order."""
        if one.unreadable is not None:
            self._unread.add(f"{one.source}: {one.unreadable}")
        if one.damage is not None:
            self._damaged.add(f"{one.source}: {one.damage}")
        self._searched = Searched(
            recordings=self._searched.recordings + one.recordings,
            retrievals=self._searched.retrievals + one.retrievals,
            tool_calls=self._searched.tool_calls + one.tool_calls,
        )
        self._retrievers.update(one.retrievers)
        for number, times in one.passed:
            self._tally.judged(self._tally.rules[number], times=times)
        for each in one.ruled:
            self._count(each, one.source)

    def report(self, baseline: Baseline | None) -> Report:
        """Say what was found, what is accepted, and what made the verdict inconclusive."""
        kept, accepted = self._acceptance.parted(self._kept, baseline)
        why = (*self._why(), *less_than_before(self._tally.checked(), baseline))
        findings = tuple(one.finding for one in kept)
        report = Report(
            answer="gate",
            searched=self._searched,
            findings=findings,
            exit_status=0,
            why=why,
            unjudged=self._tally.unjudged,
            rules=self._tally.counts(),
            suppressed=accepted,
            fail_on=self._settings.fail_on,
        )
        failing = bool(report.failing)
        statuses = {FOUND} if failing else {INCONCLUSIVE} if why else set()
        return replace(
            report,
            verdict="fail" if failing else "inconclusive" if why else "pass",
            exit_status=first_status(statuses | ({UNREADABLE} if self._unread.count else set())),
        )

    def baseline(self) -> Baseline:
        """Return what a later run is to accept: all that was found and is not ignored."""
        kept, _ = self._acceptance.parted(self._kept, None)
        return Baseline(
            checked=self._tally.checked(),
            searched=self._searched,
            findings=dict(fingerprints(kept)),
        )

    @property
    def read_all(self) -> bool:
        """Tell whether every input could be read."""
        return not self._unread.count

    def notes(self, baseline: Baseline | None) -> list[str]:
        """Say what of the settings had no effect."""
        named = {*self._settings.of_retriever, *self._settings.namespaces}
        only = self._settings.retriever
        unseen = sorted(named - self._retrievers) if only is None else []
        return [
            *self._acceptance.notes(self._kept, baseline, self._tally.names),
            *(f"retriever {one} is configured, and no input has it" for one in unseen),
        ]

    def _count(self, one: Ruled, source: str) -> None:
        rule = self._tally.rules[one.rule]
        judged = self._memory.settled(one)
        if judged.state == "unknown":
            self._tally.unknown(rule, _unjudged(rule, judged, one, source))
            return
        self._tally.judged(rule, failed=judged.state == "failed")
        level = self._settings.levels.get(rule.name, "error")
        for found in judged.found:
            finding = _finding(rule, found, level, source, one)
            kept = Kept(finding=finding, code=found.code)
            if not self._acceptance.ignores(kept):
                self._kept.append(kept)

    def _why(self) -> list[str]:
        why = [f"could not be read: {self._unread.text}"] if self._unread.count else []
        if self._damaged.count:
            why.append(f"damaged: {self._damaged.text}")
        why += self._tally.why()
        if self._searched.retrievals and not self._settings.allow_empty:
            why += self._tally.idle()
        if not why and not self._tally.checked_any and not self._settings.allow_empty:
            why.append("nothing was judged; --allow-empty accepts that")
        return why


def _unjudged(rule: AskedRule, judged: Judged, one: Ruled, source: str) -> Unjudged:
    return Unjudged(
        rule=rule.text,
        source=source,
        line=one.line,
        step=one.step,
        retriever=one.retriever,
        tool=one.tool,
        why=judged.why,
    )


def _finding(rule: AskedRule, found: Found, level: str, source: str, one: Ruled) -> Finding:
    at = found if one.of == "recording" else one
    return Finding(
        code=rule.name,
        level=found.level or level,
        message=found.message,
        source=source,
        line=at.line,
        step=at.step,
        retriever=at.retriever,
        chunk=None if one.of == "call" else found.chunk,
        tool=one.tool if one.of == "call" else found.tool,
        rule=None if rule.value is None else rule.text,
    )
