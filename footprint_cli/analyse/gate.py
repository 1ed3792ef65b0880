"""Audits → a verdict: rules judge one recording after the other, and only what they found is kept."""

from datetime import date

from msgspec.structs import replace

from footprint_cli.analyse.acceptance import Acceptance, Kept, fingerprints, less_than_before
from footprint_cli.analyse.gate_rules import GATE_RULES
from footprint_cli.analyse.judged import Found, Judged, Memory
from footprint_cli.analyse.tally import Examples, Tally
from footprint_cli.model.audit import Audit, RetrievalAudit, first_status
from footprint_cli.model.coverage import CoveredCall
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.finding import Damage, Finding
from footprint_cli.model.gate import AskedRule, Baseline, GateSettings
from footprint_cli.model.recording import Recording
from footprint_cli.model.report import Report, Searched, Unjudged

FOUND, INCONCLUSIVE, UNREADABLE = 1, 3, 4
_FAILED = "retrieval-failed"
# Findings that show a retrieval may have been there and failed, without a record of it.
_LOST = frozenset({"memory-left-nothing", "retrieval-missing", "composition-events"})


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
        recording = audit.recording
        unreadable = next((one for one in recording.damage if one.kind == "unreadable"), None)
        if unreadable is not None:
            self._unread.add(f"{recording.source}: {unreadable.detail}")
        if recording.format is not None:
            self._judge(audit, _lost(audit))
        elif unreadable is None:
            for rule in self._tally.rules:
                self._unknown(rule, "nothing in it that could be recognised", recording)

    def _judge(self, audit: Audit, lost: Finding | None) -> None:
        recording = audit.recording
        self._look_at(audit)
        for rule in self._tally.rules_of_recordings:
            self._judge_recording(rule, audit, lost)
        for one in audit.retrievals:
            for rule in self._tally.rules_of(one.retrieval.retriever):
                judged = GATE_RULES[rule.name].judge(one, rule, self._memory)
                self._count(rule, judged, recording, one)
        if self._tally.rules_of_calls:
            self._judge_calls(audit)
        if not audit.retrievals and self._is_unknown(lost):
            for rule in self._tally.rules_of_any_retrieval:
                self._unknown(rule, self._nothing, recording, lost)
        elif lost is not None:
            for rule in self._tally.named(_FAILED):
                self._unknown(rule, lost.message, recording, lost)

    def _judge_calls(self, audit: Audit) -> None:
        only = self._settings.tool
        calls = [one for one in audit.calls if only in (None, one.call.tool)]
        hidden = next((one for one in audit.findings if one.code == "calls-withheld"), None)
        for rule in self._tally.rules_of_calls:
            states = set()
            for one in calls:
                judged = GATE_RULES[rule.name].judge(one, rule, self._memory)
                states.add(judged.state)
                self._count(rule, judged, audit.recording, one)
            if hidden is not None:
                self._unknown(rule, hidden.message, audit.recording, hidden)
            elif states <= {"none"} and not self._settings.allow_empty:
                self._unknown(rule, self._no_call(calls), audit.recording)

    def _no_call(self, calls: list[CoveredCall]) -> str:
        only = self._settings.tool
        named = "no tool call in it" if only is None else f"no call of {only} in it"
        return f"{named} ran" if calls else named

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

    def _look_at(self, audit: Audit) -> None:
        """Count what is looked at."""
        recording = audit.recording
        self._searched = Searched(
            recordings=self._searched.recordings + 1,
            retrievals=self._searched.retrievals + len(audit.retrievals),
            tool_calls=self._searched.tool_calls + len(recording.calls),
        )
        if recording.damage:
            self._damaged.add(f"{recording.source}: {_damage_text(recording.damage)}")
        self._retrievers |= {one.retrieval.retriever for one in audit.retrievals}

    def _judge_recording(self, rule: AskedRule, audit: Audit, lost: Finding | None) -> None:
        kind = GATE_RULES[rule.name]
        if kind.of == "recording" or audit.retrievals:
            judged = kind.judge(audit, rule, self._memory)
            self._count(rule, judged, audit.recording, None)
        elif self._is_unknown(lost):
            self._unknown(rule, self._nothing, audit.recording, lost)

    def _is_unknown(self, lost: Finding | None) -> bool:
        """Tell whether a recording without a retrieval leaves the question open."""
        return not self._settings.allow_empty or lost is not None

    @property
    def _nothing(self) -> str:
        only = self._settings.retriever
        return "no retrieval in it" if only is None else f"no retrieval of {only} in it"

    def _unknown(
        self,
        rule: AskedRule,
        why: str,
        recording: Recording,
        at: Retrieval | CoveredCall | Finding | None = None,
    ) -> None:
        """Count that a rule could not be judged; a finding says itself why."""
        where = at.call if isinstance(at, CoveredCall) else at
        place = Unjudged(
            rule=rule.text,
            source=recording.source,
            line=None if where is None else where.line,
            step=None if where is None else where.step,
            retriever=getattr(where, "retriever", None),
            tool=getattr(where, "tool", None),
            why=at.message if isinstance(at, Finding) else why,
        )
        self._tally.unknown(rule, place)

    def _count(
        self,
        rule: AskedRule,
        judged: Judged,
        recording: Recording,
        one: RetrievalAudit | CoveredCall | None,
    ) -> None:
        if judged.state == "none":
            return
        if judged.state == "unknown":
            at = one.retrieval if isinstance(one, RetrievalAudit) else one
            self._unknown(rule, judged.why, recording, at)
            return
        self._tally.judged(rule, failed=judged.state == "failed")
        level = self._settings.levels.get(rule.name, "error")
        for found in judged.found:
            finding = _finding(rule, found, level, recording.source, one)
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


def _finding(
    rule: AskedRule,
    found: Found,
    level: str,
    source: str,
    one: RetrievalAudit | CoveredCall | None,
) -> Finding:
    if isinstance(one, CoveredCall):
        call = one.call
        return Finding(
            code=rule.name,
            level=found.level or level,
            message=found.message,
            source=source,
            line=call.line,
            step=call.step,
            tool=call.tool,
        )
    retrieval = None if one is None else one.retrieval
    return Finding(
        code=rule.name,
        level=found.level or level,
        message=found.message,
        source=source,
        line=found.line if retrieval is None else retrieval.line,
        step=found.step if retrieval is None else retrieval.step,
        retriever=found.retriever if retrieval is None else retrieval.retriever,
        chunk=found.chunk,
        tool=found.tool,
    )


def _lost(audit: Audit) -> Finding | None:
    return next((one for one in audit.findings if one.code in _LOST), None)


def _damage_text(damage: tuple[Damage, ...]) -> str:
    first = damage[0]
    line = "" if first.line is None else f"line {first.line}: "
    rest = f" (and {len(damage) - 1} more)" if len(damage) > 1 else ""
    return f"{line}{first.detail}{rest}"
