"""Audits → how a claim stands against their calls, or how the sentences of their answers do."""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from footprint_cli.analyse.answer_sentences import own_part
from footprint_cli.analyse.claim_answers import SENTENCES, AnswerJudging
from footprint_cli.analyse.claim_kinds import claim_of
from footprint_cli.analyse.claims import judge
from footprint_cli.model.audit import Audit
from footprint_cli.model.claim import (
    ClaimReport,
    ClaimSearched,
    Judged,
    NotJudged,
    verdict_word,
)
from footprint_cli.model.coverage import Choices, CoveredCall
from footprint_cli.model.evidence import PLACEHOLDERS
from footprint_cli.model.finding import Finding
from footprint_cli.model.recording import FinalAnswer, Recording
from footprint_cli.model.search import Declaration

INCONCLUSIVE = 3
_NO_SUBJECT = "no declared subject occurs"
# Of several sentences the worst answers.
_WORST = (
    "contradicted",
    "outside",
    "wider",
    "no-search",
    "gap",
    "not-complete",
    "other-subject",
    "consistent",
)
Declaring = Callable[[Recording, str | None], Declaration]


class Claiming:
    """Takes up inputs one by one, then judges a claim; without one, the sentences of the answers.

    `declaring` says what is declared of a tool, `tools` names those that are declared outside of
    recordings. Results of calls are let go of: a claim is held against grounds.
    """

    def __init__(
        self,
        claim: str | None,
        choices: Choices,
        *,
        tool: str | None = None,
        declaring: Declaring,
        tools: Iterable[str] = (),
    ) -> None:
        self._claim = claim
        self._choices = choices
        self._tool = tool
        self._declaring = declaring
        self._tools = tuple(tools)
        self._calls: list[CoveredCall] = []
        self._declared: dict[str, Declaration] = {}
        self._judged: list[Judged] = []
        self._not_judged: list[NotJudged] = []
        self._warnings: dict[str, None] = {}
        self._findings: list[Finding] = []
        self._searched = ClaimSearched()
        self._cannot_say = False
        self._more = 0  # sentences that are not even listed
        self._seen: set[str] = set()

    def add(self, audit: Audit) -> None:
        """Take up one input."""
        recording = audit.recording
        if recording.format is None:
            return
        calls = [one.without_result() for one in audit.calls if self._is_asked_for(one.call.tool)]
        declared = self._declarations(recording)
        self._count(calls)
        self._findings += [
            one
            for one in audit.findings
            if one.code in ("calls-withheld", "declarations-withheld")
            or (one.tool and self._is_asked_for(one.tool))
        ]
        self._seen |= {one.call.tool or "" for one in audit.calls}
        if any(one.code == "calls-withheld" for one in recording.noticed):
            self._cannot_say = True
            self._warn(f"calls in {recording.source} are withheld: some may not be known")
        if self._claim is not None:
            self._calls += calls
            self._declared.update((one.tool, one) for one in declared)
            return
        self._answers(recording, calls, declared)

    def tools_seen(self) -> list[str]:
        """List the tools that were called, whichever is asked for."""
        return sorted(self._seen)

    def report(self, status: Callable[[int], int], *, fail: bool) -> ClaimReport:
        """Judge; `status` turns what this answers with into what the process does."""
        if self._claim is not None:
            told = judge(
                claim_of(self._claim), self._calls, self._choices, declared=self._declared.values()
            )
            self._judged.append(Judged(judgement=told, calls=tuple(self._calls)))
        report = self._answered() if self._claim is None else self._stood()
        return replace(report, exit_status=status(self._status(report, fail=fail)))

    def _stood(self) -> ClaimReport:
        told = self._judged[0].judgement
        return ClaimReport(
            answer=False,
            verdict=told.verdict,
            details=told.details,
            sentence=told.sentence,
            judged=(self._judged[0],),
            warnings=(*told.warnings, *self._warnings),
            searched=self._searched,
            findings=tuple(self._findings),
        )

    def _answered(self) -> ClaimReport:
        verdicts = [one.judgement.verdict for one in self._judged]
        worst = next((one for one in _WORST if one in verdicts), "not-judged")
        details = [
            each
            for one in self._judged
            if one.judgement.verdict == worst
            for each in one.judgement.details
        ]
        return ClaimReport(
            answer=True,
            verdict=worst,
            details=tuple(dict.fromkeys(details)),
            sentence=_counted(verdicts, len(self._not_judged) + self._more),
            judged=tuple(self._judged),
            not_judged=tuple(self._not_judged),
            warnings=tuple(self._warnings),
            searched=self._searched,
            findings=tuple(self._findings),
        )

    def _status(self, report: ClaimReport, *, fail: bool) -> int:
        if fail and report.verdict != "consistent":
            return 1
        unread = self._cannot_say or not self._searched.recordings or self._tool_is_unknown()
        if fail and any(_is_unsupported(one) for one in report.judged):
            return 1
        return INCONCLUSIVE if unread or report.verdict == "not-judged" else 0

    def _tool_is_unknown(self) -> bool:
        """Tell whether the only tool that is asked for was neither called nor is declared anywhere."""
        known = {*self._seen, *self._tools, *self._declared}
        return self._tool is not None and self._tool not in known

    def _answers(
        self, recording: Recording, calls: list[CoveredCall], declared: list[Declaration]
    ) -> None:
        if not recording.final_answers:
            self._warn(f"no answer is recorded in {recording.source}")
        for answer in recording.final_answers:
            own = [one for one in calls if _is_of_run(one, answer) and _is_before(one, answer)]
            self._answer(answer, recording.source, own, declared)

    def _answer(
        self,
        answer: FinalAnswer,
        source: str,
        calls: list[CoveredCall],
        declared: list[Declaration],
    ) -> None:
        if answer.text in PLACEHOLDERS:
            self._warn(f"the answer in {source} is withheld")
            self._cannot_say = True
            return
        text, block = own_part(answer.text)
        if block:
            self._warn(
                f"the framework's own block on coverage is no part of the answer in {source}"
            )
        judging = AnswerJudging(text, calls, declared, self._choices)
        for sentence, told in judging.told():
            if told is None:
                left = NotJudged(sentence=sentence, why=_NO_SUBJECT, source=source)
                self._not_judged.append(left)
            else:
                self._judged.append(Judged(judgement=told, calls=tuple(calls), source=source))
        self._leave(judging.rest(), source)

    def _leave(self, rest: int, source: str) -> None:
        """Say of how many sentences of an answer nothing is said."""
        if rest:
            what = f"{rest} more {'sentence' if rest == 1 else 'sentences'}"
            why = f"only the first {SENTENCES} sentences of an answer are judged"
            self._warn(f"{what} of the answer in {source}: {why}")
            self._not_judged.append(NotJudged(sentence=what, why=why, source=source))
            self._more += rest - 1  # one is counted with those that are listed
            self._cannot_say = True

    def _declarations(self, recording: Recording) -> list[Declaration]:
        """Return what is declared of every tool that is known with this recording."""
        names = [one.tool for one in recording.schemas]
        called = [one.tool for one in recording.calls if one.tool is not None]
        found = dict.fromkeys([*names, *called, *self._tools])
        asked = (one for one in found if self._is_asked_for(one))
        return [self._declaring(recording, one) for one in asked]

    def _is_asked_for(self, tool: str | None) -> bool:
        return self._tool is None or tool == self._tool

    def _count(self, calls: list[CoveredCall]) -> None:
        before = self._searched
        declared = sum(one.declaration.search is not None for one in calls)
        self._searched = ClaimSearched(
            recordings=before.recordings + 1,
            tool_calls=before.tool_calls + len(calls),
            declared_calls=before.declared_calls + declared,
        )

    def _warn(self, what: str) -> None:
        self._warnings[what] = None


def _is_before(one: CoveredCall, answer: FinalAnswer) -> bool:
    """Tell whether a call stands before an answer, as far as both have a line of one stream."""
    line, last = one.call.line, answer.line
    return answer.found != "event" or line is None or last is None or line < last


def _is_of_run(one: CoveredCall, answer: FinalAnswer) -> bool:
    return answer.run is None or one.call.run in (None, answer.run)


def _is_unsupported(one: Judged) -> bool:
    return one.judgement.verdict not in ("consistent", "not-judged")


def _counted(verdicts: list[str], others: int) -> str:
    """Say how many sentences stand in which way."""
    told = [one for one in verdicts if one != "not-judged"]
    parts = [f"{told.count(one)} {verdict_word(one)}" for one in _WORST if one in told]
    unjudged = len(verdicts) - len(told) + others
    if unjudged:
        parts.append(f"{unjudged} not judged")
    total = len(verdicts) + others
    noun = "sentence" if total == 1 else "sentences"
    return f"{total} {noun}: {', '.join(parts)}" if parts else "no sentence was found in an answer"
