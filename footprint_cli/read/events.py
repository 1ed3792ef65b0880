"""Event lines → retrievals and calls, run by run.

An event stream may hold several runs, line by line; `meta.runId` tells them apart (a stage id or a
call id alone does not). `memory.retrieved` is written before the picker rules: it tells the
strategy's verdicts, not the prompt (format notes, section 5).
"""

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from footprint_cli.model.coverage import Call
from footprint_cli.model.evidence import PLACEHOLDER, PLACEHOLDERS, Retrieval, Withheld
from footprint_cli.model.json_text import recorded
from footprint_cli.model.recording import FinalAnswer
from footprint_cli.model.search import ToolSchema
from footprint_cli.model.steps import MEMORY_STEP, subflow_of
from footprint_cli.read.calls import outcome_of_text, text
from footprint_cli.read.decisions import DENY, effect_of, is_hidden
from footprint_cli.read.evidence import evidence_of, rulings_of
from footprint_cli.read.filings import filed
from footprint_cli.read.loose_events import LooseEvents
from footprint_cli.read.schemas import carried, composed_in, schemas_in

PREFIX = "agentfootprint."
_HIDDEN = {"toolCallId": PLACEHOLDER}  # of what redaction took: it may be of any call of its step
OUTSIDE_RUN = "consumer-scope"  # pause.request and pause.resume carry this for a run id

# The event types that agentfootprint 9.62.0 writes and that carry what this tool reads.
_READ = {
    "memory.retrieved": "_retrieved",
    "memory.attached": "_attached",
    "stream.tool_start": "_tool_start",
    "stream.tool_end": "_tool_end",
    "stream.llm_start": "_prompt_made",
    "context.slot_composed": "_prompt_made",
    "validation.args_invalid": "_invalid",
    "permission.check": "_permission",
    "middleware.decision": "_decided",
    "checkin.decision": "_checked_in",
    "pause.request": "_paused",
    "agent.run_configured": "_configured",
    "agent.turn_end": "_answered",
    "tools.absent": "_absent",
    "tools.coverage_declared": "_ledger",
    "tools.semantics_declared": "_described",
    "findings.period": "_period_held",
    "error.fatal": "_failed",
}


class _Search(Struct):
    """A `memory.retrieved` event, and the attached chunks seen after it."""

    retrieval: Retrieval
    attached: list[str]
    prompt_made: bool = False  # something after it shows that the prompt was put together
    hidden: bool = False  # an attached chunk is withheld


class RunEvents:
    """What the events of one run say."""

    def __init__(self, run: str | None) -> None:
        self.run = run
        self.session: str | None = None
        self.memories: list[dict[str, Any]] | None = None
        self.failure: str | None = None
        self.withheld_calls: list[tuple[str | None, int | None]] = []  # step and line
        self._withheld_at: set[str | None] = set()  # their steps
        self._calls: dict[int, Call] = {}  # by a number that stays when another call leaves the run
        self._number = 0
        self._open: dict[str | None, list[int]] = {}  # by call id, those that an event may end
        self._searches: list[_Search] = []
        self._latest: dict[str, _Search] = {}  # by subflow
        self.just_paused: list[str | None] = []  # ids of calls that the last event made wait
        self._in_prompt = 0  # the searches before this one were followed by a prompt
        self._refusals: dict[tuple[str | None, str | None], str] = {}
        self._latest_call: dict[tuple[str | None, str | None], int] = {}  # by id and step
        self._unsure: set[tuple[str | None, str | None]] = set()  # ids and steps of several calls
        self._rewrites: set[tuple[str | None, str | None]] = set()  # of calls that did not begin
        self._undeclared_at: set[str | None] = set()  # steps where redaction took a declaration
        self._loose = LooseEvents()  # what events say of calls that they do not name clearly
        self.schemas: list[ToolSchema] = []
        self.answer: FinalAnswer | None = None

    @property
    def calls(self) -> list[Call]:
        """The calls in event order."""
        told = {number: self._told(one) for number, one in self._calls.items()}
        at = {number: key for key, number in self._latest_call.items()}
        for key, outcome in self._refusals.items():
            self._loose.refusal(key, outcome)
        for key in self._rewrites:
            self._loose.rewrite(key)
        return self._loose.settled(told, {number: step for number, (_, step) in at.items()})

    def _told(self, call: Call) -> Call:
        """Return a call with its doors; of calls that share id and step, results tell the ground."""
        if call.step in self._undeclared_at:
            return replace(call, doors="withheld")
        if (call.call_id, call.step) in self._unsure:
            return replace(call, doors="not-held", filed=(), periods=(), described=None)
        return call

    @property
    def tells(self) -> bool:
        """Whether the events hold anything that is shown."""
        held = (self._calls, self._searches, self.withheld_calls, self.memories, self.failure)
        return any(held)

    @property
    def retrievals(self) -> list[Retrieval]:
        """The retrievals in event order, each with the chunks seen attached."""
        return [
            replace(
                one.retrieval,
                attached=tuple(one.attached) if one.attached or one.prompt_made else None,
                attached_all=one.prompt_made and not one.hidden,
            )
            for one in self._searches
        ]

    def add(self, kind: str, payload: object, meta: dict[str, Any], line: int | None) -> None:
        """Take up one event; `kind` is its type without the prefix."""
        session = meta.get("sessionId")
        if isinstance(session, str):
            self.session = session
        step = text(meta.get("runtimeStageId"))
        handler = _READ.get(kind)
        if handler is not None:
            getattr(self, handler)(payload, step, line)
        if kind.startswith("tools."):
            self._of_tool(kind, payload, step, line)

    def _retrieved(self, payload: object, step: str | None, line: int | None) -> None:
        evidence = evidence_of(payload) if isinstance(payload, dict) else None
        withheld = None
        if evidence is None:
            hidden = text(payload) in PLACEHOLDERS
            detail = (
                "the payload of memory.retrieved is withheld by redaction"
                if hidden
                else "the payload of memory.retrieved is not a record"
            )
            withheld = Withheld(kind="redacted" if hidden else "unreadable", detail=detail)
        retrieval = Retrieval(
            retriever=retriever_of(step, self.memories),
            evidence_from="event",
            step=step,
            line=line,
            run=self.run,
            evidence=evidence,
            withheld=withheld,
            at_retriever=rulings_of(evidence) if evidence else None,
            retriever_from="event",
        )
        search = _Search(retrieval=retrieval, attached=[])
        self._searches.append(search)
        self._latest[subflow_of(step)] = search

    def _attached(self, payload: object, step: str | None, _line: int | None) -> None:
        chunk = text(payload.get("memoryId")) if isinstance(payload, dict) else None
        search = self._latest.get(subflow_of(step))
        if search is None:
            return
        if chunk is not None:  # the field is named memoryId and holds the chunk's id
            search.attached.append(chunk)
        search.hidden = search.hidden or chunk is None

    def _prompt_made(self, _payload: object, _step: str | None, _line: int | None) -> None:
        for search in self._searches[self._in_prompt :]:
            search.prompt_made = True
        self._in_prompt = len(self._searches)

    def _add_call(self, call: Call) -> None:
        key = (call.call_id, call.step)
        if key in self._latest_call:
            self._unsure.add(key)
        if key in self._rewrites:
            self._rewrites.remove(key)
            call = _without_arguments(call)
        self._calls[self._number] = call
        self._latest_call[key] = self._number
        if call.outcome in ("unfinished", "paused"):
            self._open.setdefault(call.call_id, []).append(self._number)
        self._number += 1

    def waits(self, call_id: str | None) -> bool:
        """Tell whether a call of this id has begun or paused here, and has not ended."""
        return bool(self._open.get(call_id))

    def take_paused(self, call_id: str | None, other: "RunEvents") -> bool:
        """Take over a call that waits in another run; tells whether there was one.

        Its step, line and run stay those of its start: a step id means nothing in another run.
        """
        for number in other._open.get(call_id, ()):  # noqa: SLF001
            if other._calls[number].outcome == "paused":  # noqa: SLF001
                other._open[call_id].remove(number)  # noqa: SLF001
                self._add_call(other._calls.pop(number))  # noqa: SLF001
                return True
        return False

    def _withhold(self, step: str | None, line: int | None) -> None:
        self.withheld_calls.append((step, line))
        self._withheld_at.add(step)

    def _tool_start(self, payload: object, step: str | None, line: int | None) -> None:
        if text(payload) in PLACEHOLDERS:
            self._withhold(step, line)
            return
        one = payload if isinstance(payload, dict) else {}
        self._add_call(
            Call(
                tool=recorded(one.get("toolName") if one is payload else payload),
                call_id=recorded(one.get("toolCallId")),
                outcome="unfinished",
                arguments=one.get("args"),
                arguments_from="event" if "args" in one else None,
                step=step,
                line=line,
                run=self.run,
            )
        )

    def _tool_end(self, payload: object, step: str | None, line: int | None) -> None:
        if text(payload) in PLACEHOLDERS:
            if step not in self._withheld_at:
                self._withhold(step, line)
            return
        one = payload if isinstance(payload, dict) else {}
        call_id = recorded(one.get("toolCallId"))
        outcome = self._refusals.pop((call_id, step), None) or _outcome_of(one)
        done: dict[str, Any] = {
            "outcome": outcome,
            "result": one.get("result"),
            "result_recorded": "result" in one,
            "status": text(one.get("status")),
            "doors": "held",
        }
        waiting = [one for one in self._open.get(call_id, ()) if self._calls[one].step == step]
        if len(waiting) > 1:
            self._loose.at_once(call_id, step)
        for number in self._open.get(call_id, ()):
            call = self._calls[number]
            if call.step == step or call.outcome == "paused":
                if outcome == "failed" and one.get("result") == f"Unknown tool: {call.tool}":
                    done["outcome"] = "unknown-tool"
                self._calls[number] = replace(call, **done)
                self._open[call_id].remove(number)
                self._latest_call[call_id, step] = number  # a resumed one has another step here
                return
        self._add_call(
            Call(
                tool=None if one is payload else recorded(payload),
                call_id=call_id,
                step=step,
                line=line,
                run=self.run,
                **done,
            )
        )

    def _change(
        self, row: dict[str, Any], step: str | None, change: Callable[[Call], Call]
    ) -> None:
        """Change the call that an event is about: the latest one of its id and step.

        Where that cannot be told, what the event says waits until all calls are known.
        """
        key = (recorded(row.get("toolCallId")), step)
        number = self._latest_call.get(key)
        if number in self._calls:
            self._calls[number] = change(self._calls[number])
            if key not in self._unsure:
                self._loose.told(key, row)
                return
        self._loose.add(row, step, change)

    def _absent(self, payload: object, step: str | None, _line: int | None) -> None:
        self._declared(payload, step, "absence")

    def _ledger(self, payload: object, step: str | None, _line: int | None) -> None:
        self._declared(payload, step, "ledger")

    def _declared(self, payload: object, step: str | None, kind: str) -> None:
        if text(payload) in PLACEHOLDERS:
            self._undeclared_at.add(step)
            self._loose.add({"kind": "ledger", "notChecked": payload, **_HIDDEN}, step)
        if isinstance(payload, dict):
            row = {**payload, "kind": kind}
            self._change(row, step, lambda call: filed(call, row, "event"))

    def _described(self, payload: object, step: str | None, _line: int | None) -> None:
        if text(payload) in PLACEHOLDERS:
            self._undeclared_at.add(step)
            self._loose.add({"kind": "ledger", "notChecked": payload, **_HIDDEN}, step)
        if isinstance(payload, dict):
            semantics = payload.get("semantics")
            left_out = None if semantics is None else [semantics]
            row = {**payload, "kind": "ledger", "notChecked": left_out}
            self._change(row, step, lambda call: replace(call, described=semantics))

    def _period_held(self, payload: object, step: str | None, _line: int | None) -> None:
        if text(payload) in PLACEHOLDERS:
            self._loose.add({"kind": "period", **_HIDDEN}, step)
        if isinstance(payload, dict):
            row = {**payload, "kind": "period"}
            self._change(row, step, lambda call: filed(call, row, "event"))

    def _of_tool(self, kind: str, payload: object, step: str | None, line: int | None) -> None:
        """Take up what any event about tools may carry: a declaration, or a coverage ready made."""
        if not isinstance(payload, dict):
            return
        found = carried(payload, f"{PREFIX}{kind}", line)
        self.schemas += [] if found is None else [found]
        composed = composed_in(payload)
        if composed is not None:
            self._change(
                {**payload, "kind": None}, step, lambda call: replace(call, composed=composed)
            )

    def _answered(self, payload: object, step: str | None, line: int | None) -> None:
        said = payload.get("finalContent") if isinstance(payload, dict) else None
        if isinstance(said, str) and said not in PLACEHOLDERS:
            self.answer = FinalAnswer(text=said, found="event", run=self.run, step=step, line=line)

    def _invalid(self, payload: object, step: str | None, _line: int | None) -> None:
        self._undecided(payload, step)
        if isinstance(payload, dict) and payload.get("enforced") is not False:
            self._refusals[recorded(payload.get("toolCallId")), step] = "invalid-arguments"

    def _permission(self, payload: object, step: str | None, _line: int | None) -> None:
        self._undecided(payload, step)
        result = payload.get("result") if isinstance(payload, dict) else None
        if isinstance(result, str) and result != "allow":  # search notes, section 5.1
            self._refuse(payload, step)

    def _decided(self, payload: object, step: str | None, _line: int | None) -> None:
        self._undecided(payload, step)
        if not isinstance(payload, dict):
            return
        effect = effect_of(payload)
        if effect is not None and is_hidden(payload.get("toolCallId")):
            self._loose.unread(payload, step)
        elif effect == DENY:
            self._refuse(payload, step)
        elif effect is not None:
            self._rewritten(recorded(payload.get("toolCallId")), step)

    def _undecided(self, payload: object, step: str | None) -> None:
        """Note a decision that redaction took: it may be on any call of its step."""
        if text(payload) in PLACEHOLDERS:
            self._loose.unread(payload, step)

    def _checked_in(self, payload: object, step: str | None, _line: int | None) -> None:
        self._undecided(payload, step)
        if isinstance(payload, dict) and payload.get("approved") is False:
            self._refuse(payload, step)

    def _refuse(self, payload: Any, step: str | None) -> None:  # noqa: ANN401 (a JSON object)
        self._refusals[recorded(payload.get("toolCallId")), step] = "refused"

    def _rewritten(self, call_id: str | None, step: str | None) -> None:
        """Hide the arguments that the model wrote: a rule changed them, and events never say how."""
        begun = [
            number
            for number in self._open.get(call_id, ())
            if self._calls[number].step == step and self._calls[number].outcome == "unfinished"
        ]
        for number in begun:
            self._calls[number] = _without_arguments(self._calls[number])
        if not begun:
            self._rewrites.add((call_id, step))

    def _paused(self, payload: object, _step: str | None, _line: int | None) -> None:
        question = payload.get("questionPayload") if isinstance(payload, dict) else None
        asked = recorded(question.get("toolCallId")) if isinstance(question, dict) else None
        waiting = self._calls if asked is None else self._open.get(asked, ())
        for number in waiting:
            if self._calls[number].outcome == "unfinished":
                self._calls[number] = replace(self._calls[number], outcome="paused")
                self.just_paused.append(self._calls[number].call_id)

    def _configured(self, payload: object, _step: str | None, line: int | None) -> None:
        self.schemas += schemas_in(payload, "agent.run_configured", line)
        listed = payload.get("memories") if isinstance(payload, dict) else None
        if isinstance(listed, list):
            self.memories = [one for one in listed if isinstance(one, dict)]

    def _failed(self, payload: object, _step: str | None, _line: int | None) -> None:
        error = payload.get("error") if isinstance(payload, dict) else None
        self.failure = text(error) or "the error is not recorded as text"


def _without_arguments(call: Call) -> Call:
    return replace(call, arguments=None, arguments_from=None, rewritten=True)


def _outcome_of(end: dict[str, Any]) -> str:
    """Tell how a call ended; later versions flag one that never ran (search notes, 5.1)."""
    if end.get("notDispatched"):
        return "not-dispatched"
    if end.get("notExecuted"):
        return "refused"
    error = end.get("error")
    if error is not None and error is not False:
        return "failed"
    # Other failures are flagged; a denial is told by its text alone where its own event is missing.
    return "refused" if outcome_of_text(end.get("result")) == "refused" else "ran"


class EventLog:
    """The events of one input, told apart by run."""

    def __init__(self) -> None:
        self.runs: dict[str | None, RunEvents] = {}
        self._current: RunEvents | None = None
        self._paused_in: dict[str | None, deque[RunEvents]] = {}  # by call id

    def add(self, event: dict[str, Any], line: int | None) -> None:
        """Take up one decoded event line."""
        meta = event.get("meta")
        meta = meta if isinstance(meta, dict) else {}
        run_id = text(meta.get("runId"))
        if run_id == OUTSIDE_RUN and self._current is not None:
            run = self._current
        else:
            run = self.runs.setdefault(run_id, RunEvents(run_id))
            self._current = run
        kind = event.get("type")
        name = kind.removeprefix(PREFIX) if isinstance(kind, str) else ""
        if name == "stream.tool_end":
            self._resume(run, event.get("payload"))
        run.add(name, event.get("payload"), meta, line)
        for call_id in run.just_paused:
            self._paused_in.setdefault(call_id, deque()).append(run)
        run.just_paused = []

    def __iter__(self) -> Iterator[RunEvents]:
        """Give the runs in order; what stands outside of them is one where it holds anything."""
        return (run for run_id, run in self.runs.items() if run_id != OUTSIDE_RUN or run.tells)

    def _resume(self, run: RunEvents, payload: object) -> None:
        """Hand a call that waits in a paused run to the run that ends it: they are one call."""
        if not isinstance(payload, dict):
            return
        call_id = recorded(payload.get("toolCallId"))
        if run.waits(call_id):
            return
        paused_in = self._paused_in.get(call_id)
        while paused_in and not run.take_paused(call_id, paused_in.popleft()):
            pass  # that one waits no more: its own run answered it


def retriever_of(step: str | None, memories: list[dict[str, Any]] | None) -> str | None:
    """Find the retriever of an event: only its step names it, and ids may hold `/` and `#`.

    A configured memory whose id ends the subflow path wins; else what follows `sf-memory-read-`.
    """
    path = subflow_of(step)
    for memory in memories or ():
        known = memory.get("id")
        if isinstance(known, str) and path.endswith(MEMORY_STEP + known):
            return known
    return path.partition(MEMORY_STEP)[2] or None if MEMORY_STEP in path else None
