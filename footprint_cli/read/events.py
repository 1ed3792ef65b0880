"""The events of one run → its retrievals and calls."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from footprint_cli.model.coverage import Call
from footprint_cli.model.evidence import PLACEHOLDER, PLACEHOLDERS, Retrieval, is_placeholder
from footprint_cli.model.json_text import recorded
from footprint_cli.model.recording import FinalAnswer
from footprint_cli.model.search import ToolSchema
from footprint_cli.read.calls import outcome_of_text, text
from footprint_cli.read.decisions import DENY, effect_of
from footprint_cli.read.filings import filed
from footprint_cli.read.loose_events import LooseEvents
from footprint_cli.read.schemas import carried, composed_in, schemas_in
from footprint_cli.read.search_events import SearchEvents, retriever_of
from footprint_cli.read.times import clock_of, started_at

PREFIX = "agentfootprint."
_HIDDEN = {"toolCallId": PLACEHOLDER}  # of what redaction took: it may be of any call of its step

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


class RunEvents:
    """What the events of one run say."""

    def __init__(self, run: str | None) -> None:
        self.run = run
        self.session: str | None = None
        self.began: float | None = None  # the earliest clock
        self.memories: list[dict[str, Any]] | None = None
        self.failure: str | None = None
        self.withheld_calls: list[tuple[str | None, int | None]] = []  # step and line
        self._withheld_at: set[str | None] = set()  # their steps
        self._calls: dict[int, Call] = {}  # by a number that stays when another call leaves the run
        self._number = 0
        self._open: dict[str | None, list[int]] = {}  # by call id, those that an event may end
        self._searches = SearchEvents(run)
        self.just_paused: list[str | None] = []  # ids of calls that the last event made wait
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
        held = (self._calls, self.retrievals, self.withheld_calls, self.memories, self.failure)
        return any(held)

    @property
    def retrievals(self) -> list[Retrieval]:
        """The retrievals in event order, each with the chunks seen attached."""
        return self._searches.retrievals

    def add(self, kind: str, payload: object, meta: dict[str, Any], line: int | None) -> None:
        """Take up one event; `kind` is its type without the prefix."""
        session = meta.get("sessionId")
        if isinstance(session, str):
            self.session = session
        self.began = started_at(None, (self.began, clock_of(meta)))
        step = text(meta.get("runtimeStageId"))
        handler = _READ.get(kind)
        if handler is not None:
            getattr(self, handler)(payload, step, line)
        if kind.startswith("tools."):
            self._of_tool(kind, payload, step, line)

    def _retrieved(self, payload: object, step: str | None, line: int | None) -> None:
        retriever = retriever_of(step, self.memories)
        self._searches.retrieved(payload, retriever, step, line)

    def _attached(self, payload: object, step: str | None, _line: int | None) -> None:
        self._searches.attached(payload, step)

    def _prompt_made(self, _payload: object, _step: str | None, _line: int | None) -> None:
        self._searches.prompt_made()

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
        if effect is not None and is_placeholder(payload.get("toolCallId")):
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
