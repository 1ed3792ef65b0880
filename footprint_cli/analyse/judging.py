"""One recording → how every rule of a gate came out on it; pure, and the same in any order."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from footprint_cli.analyse.gate_rules import GATE_RULES, PASS_WHERE_READ
from footprint_cli.analyse.judged import PASSED, Judged, unknown
from footprint_cli.analyse.tally import Tally
from footprint_cli.model.audit import Audit, RetrievalAudit
from footprint_cli.model.coverage import CoveredCall
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.finding import Damage, Finding
from footprint_cli.model.gate import AskedRule, GateSettings
from footprint_cli.model.ruled import Ruled, RuledRecording

_FAILED = "retrieval-failed"
# Findings that show a retrieval may have been there and failed, without a record of it.
_LOST = frozenset({"memory-left-nothing", "retrieval-missing", "composition-events"})


def ruled(audit: Audit, settings: GateSettings) -> RuledRecording:
    """Judge one input by every rule that is asked for, as far as it can be told from it alone."""
    recording = audit.recording
    unreadable = next((one for one in recording.damage if one.kind == "unreadable"), None)
    told = RuledRecording(
        source=recording.source, unreadable=None if unreadable is None else unreadable.detail
    )
    if recording.format is not None:
        return _Judging(audit, settings).told(told)
    if unreadable is not None:
        return told
    why = unknown("nothing in it that could be recognised")
    rules = range(len(Tally(settings).rules))
    return replace(told, ruled=tuple(Ruled(rule=one, judged=why) for one in rules))


def can_be_put_together(settings: GateSettings) -> bool:
    """Tell whether all rules judge retrievals one by one, wherever in a recording they stand."""
    return all(GATE_RULES[one.name].of == "retrieval" for one in Tally(settings).rules)


def is_told_by_itself(part: Audit) -> bool:
    """Tell whether retrievals of a part of a recording come out as they do beside the others."""
    return not part.recording.damage and not any(one.code in _LOST for one in part.findings)


def put_together(parts: Sequence[RuledRecording]) -> RuledRecording | None:
    """Return how rules of retrievals came out on a recording that was judged in parts.

    None, where no part holds a retrieval: that is for the whole to say.
    """
    passed: Counter[int] = Counter()
    for one in parts:
        passed.update(dict(one.passed))
    if not any(one.retrievals for one in parts):
        return None
    return replace(
        parts[-1],
        recordings=1,
        retrievals=sum(one.retrievals for one in parts),
        tool_calls=sum(one.tool_calls for one in parts),
        retrievers=tuple(dict.fromkeys(one for part in parts for one in part.retrievers)),
        passed=tuple(passed.items()),
        ruled=tuple(one for part in parts for one in part.ruled if one.of != "recording"),
    )


class _Judging:
    """The rules, over the parts of one recording."""

    def __init__(self, audit: Audit, settings: GateSettings) -> None:
        self._audit = audit
        self._settings = settings
        self._tally = Tally(settings)
        self._numbers = {rule: number for number, rule in enumerate(self._tally.rules)}
        self._passed: Counter[int] = Counter()
        self._ruled: list[Ruled] = []
        self._lost = next((one for one in audit.findings if one.code in _LOST), None)

    def told(self, told: RuledRecording) -> RuledRecording:
        """Add all that the rules say."""
        self._judge()
        audit, recording = self._audit, self._audit.recording
        return replace(
            told,
            damage=_damage_text(recording.damage) if recording.damage else None,
            recordings=1,
            retrievals=len(audit.retrievals),
            tool_calls=len(recording.calls),
            retrievers=tuple(dict.fromkeys(one.retrieval.retriever for one in audit.retrievals)),
            passed=tuple(self._passed.items()),
            ruled=tuple(self._ruled),
        )

    def _judge(self) -> None:
        for rule in self._tally.rules_of_recordings:
            self._judge_recording(rule)
        for one in self._audit.retrievals:
            for rule in self._tally.rules_of(one.retrieval.retriever):
                self._add(rule, self._judged(one, rule), one.retrieval)
        if self._tally.rules_of_calls:
            self._judge_calls()
        if not self._audit.retrievals and self._is_unknown:
            for rule in self._tally.rules_of_any_retrieval:
                self._add_unknown(rule)
        elif self._lost is not None:
            for rule in self._tally.named(_FAILED):
                self._add_unknown(rule)

    def _judged(self, one: RetrievalAudit, rule: AskedRule) -> Judged:
        if one.outcome == "some-read" and rule.name in PASS_WHERE_READ:
            return PASSED
        return GATE_RULES[rule.name].judge(one, rule, self._settings)

    def _judge_recording(self, rule: AskedRule) -> None:
        kind = GATE_RULES[rule.name]
        if kind.of == "recording" or self._audit.retrievals:
            self._add(rule, kind.judge(self._audit, rule, self._settings))
        elif self._is_unknown:
            self._add_unknown(rule)

    def _judge_calls(self) -> None:
        audit, only = self._audit, self._settings.tool
        calls = [one for one in audit.calls if only in (None, one.call.tool)]
        hidden = next((one for one in audit.findings if one.code == "calls-withheld"), None)
        for rule in self._tally.rules_of_calls:
            states = set()
            for one in calls:
                judged = GATE_RULES[rule.name].judge(one, rule, self._settings)
                states.add(judged.state)
                self._add(rule, judged, one)
            if hidden is not None:
                self._add(rule, unknown(hidden.message), hidden)
            elif states <= {"none"} and not self._settings.allow_empty:
                self._add(rule, unknown(self._no_call(calls)))

    def _no_call(self, calls: list[CoveredCall]) -> str:
        only = self._settings.tool
        named = "no tool call in it" if only is None else f"no call of {only} in it"
        return f"{named} ran" if calls else named

    @property
    def _is_unknown(self) -> bool:
        """Tell whether a recording without a retrieval leaves the question open."""
        return not self._settings.allow_empty or self._lost is not None

    def _add_unknown(self, rule: AskedRule) -> None:
        """Say that a rule could not be judged, by what shows that a retrieval was lost, if anything."""
        if self._lost is not None:
            self._add(rule, unknown(self._lost.message), self._lost)
            return
        only = self._settings.retriever
        why = "no retrieval in it" if only is None else f"no retrieval of {only} in it"
        self._add(rule, unknown(why))

    def _add(
        self,
        rule: AskedRule,
        judged: Judged,
        at: Retrieval | CoveredCall | Finding | None = None,
    ) -> None:
        number = self._numbers[rule]
        if judged.state == "passed":
            self._passed[number] += 1
        elif judged.state != "none":
            self._ruled.append(_placed(number, judged, at))


def _placed(number: int, judged: Judged, at: Retrieval | CoveredCall | Finding | None) -> Ruled:
    if at is None:
        return Ruled(rule=number, judged=judged)
    where = at.call if isinstance(at, CoveredCall) else at
    kinds = {CoveredCall: "call", Retrieval: "retrieval", Finding: "recording"}
    return Ruled(
        rule=number,
        judged=judged,
        of=kinds[type(at)],
        line=where.line,
        step=where.step,
        retriever=getattr(where, "retriever", None),
        tool=getattr(where, "tool", None),
    )


def _damage_text(damage: tuple[Damage, ...]) -> str:
    first = damage[0]
    line = "" if first.line is None else f"line {first.line}: "
    rest = f" (and {len(damage) - 1} more)" if len(damage) > 1 else ""
    return f"{line}{first.detail}{rest}"
