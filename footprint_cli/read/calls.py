"""State while folding, and events → `Call`.

A commit log carries no flag for a call that failed; the texts below are the framework's own and
were read off recordings of agentfootprint 9.62.0 (section 7 of the format notes).
"""

from bisect import bisect_left
from typing import Any, Optional, TypeGuard

from msgspec.structs import replace

from footprint_cli.model.coverage import Call
from footprint_cli.model.evidence import PLACEHOLDERS
from footprint_cli.model.fold import Fold
from footprint_cli.model.js_copies import plain
from footprint_cli.model.json_text import json_text
from footprint_cli.model.numbers import is_number

CALL_KEYS = frozenset(
    {
        "history",
        "iteration",
        "llmLatestToolCalls",
        "middlewareDecisions",
        "pausedToolArgs",
        "pausedToolCallId",
    }
)

# Inferred: a result text that starts like this was written by the framework, not by the tool.
_OUTCOME_TEXTS = (
    ("Invalid arguments for tool ", "invalid-arguments"),
    ("Unknown tool: ", "unknown-tool"),
    ("[permission denied: ", "refused"),
)


class CallLog:
    """Collects the calls of one commit log while it is folded: a window shrinks `history` later.

    Call `before` ahead of each bundle that touches a key of `CALL_KEYS`, and `add` after it.
    """

    def __init__(self, run: str | None, earlier: Optional["CallLog"] = None) -> None:
        self.calls: list[Call] = []
        self.withheld_at: list[tuple[str | None, int | None]] = []  # steps whose calls are redacted
        self._run = run
        self._earlier = earlier  # of the log that a resumed run goes on from
        self._begun = earlier is not None
        self._waiting: Call | None = None  # paused before a recorded base was taken
        self.length: int = earlier.length if earlier else 0  # messages of `history` taken up
        self.last: Any = earlier.last if earlier else None
        self._iteration: int | None = None
        self._requested: list[Call] = []  # asked for by the model, not yet seen in `history`
        self._paused: dict[str | None, list[int]] = {}  # by call id, the calls that still wait
        self._rewrites = _Rewrites()
        self._rewrites_before: list[int] = []  # for each call, the rewrites it does not have
        self._rewrites_until: dict[str | None, int] = {}  # for each step, the rewrites it saw

    def start_from(self, fold: Fold) -> None:
        """Begin with a recorded base: its history is no news, but a call in it may still wait."""
        history = plain(fold.value("history"))
        if not isinstance(history, list):
            return
        self._begun, self.length = True, len(history)
        self.last = history[-1] if history else None
        waiting = recorded(plain(fold.value("pausedToolCallId")))
        for message in history:
            asked = message.get("toolCalls") if isinstance(message, dict) else None
            for one in asked if isinstance(asked, list) else ():
                call = self._call(one, None, None, "paused", "history")
                if call.call_id == waiting and waiting:
                    self._waiting = call

    def before(self, fold: Fold) -> None:
        """Note the iteration a bundle belongs to: the state before it says (format notes, 4)."""
        value = fold.value("iteration")
        self._iteration = value if _is_count(value) else None

    def add(
        self, bundle: dict[str, Any], line: int | None, fold: Fold, keys: dict[str, str]
    ) -> None:
        """Take up the calls that an applied bundle adds; `keys` is its root keys and verbs."""
        step = bundle["runtimeStageId"]
        if "middlewareDecisions" in keys and not _only_appends(bundle, "middlewareDecisions"):
            self._rewrites.forget_list()
        if "history" in keys:
            messages = self._new_messages(fold, keys["history"], step, line)
            self._take([plain(message) for message in messages], step, line)
            self._decided(fold, step)
        if "pausedToolCallId" in keys:
            self._pause(fold, step)
        if "llmLatestToolCalls" in keys:
            self._request(plain(fold.value("llmLatestToolCalls")), step, line)

    def finish(self) -> list[Call]:
        """Return every call; one that was asked for and never dispatched is the last to be added."""
        self._drop_requests()
        for index, before in enumerate(self._rewrites_before):
            one = self.calls[index]
            row = self._rewrites.last(one, before, self._rewrites_until.get(one.step, 0))
            if row is not None:
                # A rewrite without its result hides what the call ran with.
                self.calls[index] = replace(
                    one,
                    arguments=row.get("after"),
                    arguments_from="middleware" if "after" in row else None,
                )
        return self.calls

    def _new_messages(self, fold: Fold, verb: str, step: str, line: int | None) -> list[Any]:
        history = fold.value("history")
        if not isinstance(history, list):
            if self._begun and text(history) in PLACEHOLDERS:
                self.withheld_at.append((step, line))
            self._begun = True
            self.length = 0
            return []
        if verb != "append" and not self._begun:
            new: list[Any] = []  # the seed: earlier turns of the session, not calls of this run
        elif verb == "append":
            new = history[self.length :] if self.length <= len(history) else []
        else:
            new = history[self._continues_at(history) :]
        self._begun = True
        self.length = len(history)
        self.last = history[-1] if history else None
        return new

    def _continues_at(self, history: list[Any]) -> int:
        """Find where a rewritten history goes on: after what was last in it (a window shrinks it)."""
        if len(history) >= self.length and (
            not self.length or _same(history[self.length - 1], self.last)
        ):
            return self.length
        for index in range(len(history) - 1, -1, -1):
            if _same(history[index], self.last):
                return index + 1
        return len(history)

    def _take(self, messages: list[Any], step: str, line: int | None) -> None:
        opened: list[int] = []
        for message in messages:
            if not isinstance(message, dict):
                continue
            asked = message.get("toolCalls")
            if message.get("role") == "assistant" and isinstance(asked, list):
                for one in asked:
                    opened.append(len(self.calls))
                    self.calls.append(self._call(one, step, line, "unfinished", "history"))
            elif message.get("role") == "tool":
                self._answer(message, opened, step, line)
        dispatched = {self.calls[index].call_id for index in opened}
        if dispatched:
            self._requested = [one for one in self._requested if one.call_id not in dispatched]
            self._drop_requests()

    def _answer(
        self, message: dict[str, Any], opened: list[int], step: str, line: int | None
    ) -> None:
        call_id, content = recorded(message.get("toolCallId")), message.get("content")
        done: dict[str, Any] = {
            "outcome": _outcome_of(content),
            "result": content,
            "result_recorded": True,
        }
        for index in opened:
            if self.calls[index].call_id == call_id and self.calls[index].outcome == "unfinished":
                self.calls[index] = replace(self.calls[index], **done)
                return
        if self.resume(call_id, done):
            return
        asked = self._waiting if self._waiting and self._waiting.call_id == call_id else None
        self.calls.append(
            Call(
                tool=recorded(message.get("toolName")),
                call_id=call_id,
                arguments=asked.arguments if asked else None,
                arguments_from=asked.arguments_from if asked else None,
                iteration=self._iteration,
                step=step,
                line=line,
                run=self._run,
                **done,
            )
        )

    def resume(self, call_id: str | None, done: dict[str, Any]) -> bool:
        """Answer a call that waits here or in a log before: asked and answered, it is one call."""
        log: CallLog | None = self
        while log is not None:
            waiting = log._paused.get(call_id)  # noqa: SLF001
            if waiting:
                index = waiting.pop(0)
                log.calls[index] = replace(log.calls[index], **done)
                return True
            log = log._earlier  # noqa: SLF001
        return False

    def _pause(self, fold: Fold, step: str) -> None:
        paused = recorded(plain(fold.value("pausedToolCallId")))
        if not paused:
            return
        for index, one in enumerate(self.calls):
            if one.call_id == paused and one.step == step and one.outcome == "unfinished":
                self.calls[index] = replace(one, outcome="paused")
                self._paused.setdefault(paused, []).append(index)

    def _request(self, asked: object, step: str, line: int | None) -> None:
        self._drop_requests()
        if isinstance(asked, list):
            self._requested = [
                self._call(one, step, line, "not-dispatched", "not-dispatched") for one in asked
            ]

    def _drop_requests(self) -> None:
        self.calls.extend(self._requested)
        self._requested = []

    def _decided(self, fold: Fold, step: str) -> None:
        """Note which decisions the calls of a step have; `finish` shows the arguments they gave.

        A call ran with the arguments a rule rewrote (search coverage, 5.4).
        """
        self._rewrites.take(fold.value("middlewareDecisions"))
        missing = len(self.calls) - len(self._rewrites_before)
        self._rewrites_before += [self._rewrites.list_began_at] * missing
        self._rewrites_until[step] = self._rewrites.count

    def _call(
        self, asked: object, step: str | None, line: int | None, outcome: str, arguments_from: str
    ) -> Call:
        one = asked if isinstance(asked, dict) else {}
        return Call(
            tool=recorded(one.get("name")) if one is asked else recorded(asked),
            call_id=recorded(one.get("id")),
            outcome=outcome,
            arguments=one.get("args"),
            arguments_from=arguments_from if "args" in one else None,
            iteration=self._iteration,
            step=step,
            line=line,
            run=self._run,
        )


def touches_calls(bundle: dict[str, Any]) -> dict[str, str]:
    """Name the keys of `CALL_KEYS` that a bundle writes, each with its last verb."""
    return {row["path"]: row.get("verb") for row in bundle["trace"] if row["path"] in CALL_KEYS}


def text(value: object) -> str | None:
    """Return a text; a whole number is its digits, and anything else is not recorded."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def recorded(value: object) -> str | None:
    """Return a name or an id of a call; what is no text is its JSON text, so none is taken for another."""
    if value is None or isinstance(value, str):
        return value
    return json_text(value)


def with_events(logged: list[Call], seen: list[Call]) -> list[Call]:
    """Add what events alone know (a failure's flag) to the calls of the log, and calls it lacks.

    Call ids repeat, so a call is joined by id and step; each event serves one call. A resumed log
    lacks the arguments of the call it answers: there the id alone must do.
    """
    rest = list(seen)
    joined: list[Call] = []
    for one in logged:
        index = next((i for i, event in enumerate(rest) if _same_call(one, event)), None)
        joined.append(one if index is None else _completed(one, rest.pop(index)))
    return joined + rest


def _same_call(logged: Call, event: Call) -> bool:
    if logged.call_id != event.call_id or (logged.tool not in {event.tool, None} and event.tool):
        return False
    return logged.step == event.step or logged.arguments_from is None


def _completed(logged: Call, event: Call) -> Call:
    known = logged.outcome
    if event.outcome not in {"unfinished", "ran"} and known in {"ran", "unfinished"}:
        known = event.outcome
    if logged.arguments_from is None and event.arguments_from is not None:
        return replace(
            logged,
            outcome=known,
            arguments=event.arguments,
            arguments_from=event.arguments_from,
            tool=logged.tool or event.tool,
        )
    return replace(logged, outcome=known)


class _Rewrites:
    """The decisions of rules that rewrote arguments, numbered as they come.

    The list in the state grows with every call: each of its rows is looked at once.
    """

    def __init__(self) -> None:
        self.count = 0
        self.list_began_at = 0  # the number of the first rewrite in the list that the state holds
        self._looked_at = 0  # rows of that list
        self._rows: dict[tuple[str | None, object], list[tuple[int, dict[str, Any]]]] = {}

    def forget_list(self) -> None:
        """Begin a new list: the decisions of the one before were those of other calls."""
        self.list_began_at, self._looked_at = self.count, 0

    def take(self, decisions: object) -> None:
        """Look at the rows that were appended to the list since it was last seen."""
        if not isinstance(decisions, list) or len(decisions) < self._looked_at:
            self.forget_list()
        for row in decisions[self._looked_at :] if isinstance(decisions, list) else ():
            self._looked_at += 1
            if _rewrites(row):
                own = plain(row)
                key = (recorded(own.get("toolCallId")), _iteration_of(own))
                self._rows.setdefault(key, []).append((self.count, own))
                self.count += 1

    def last(self, call: Call, begin: int, end: int) -> dict[str, Any] | None:
        """Return the last rewrite of a call among those from `begin` up to `end`."""
        found: list[tuple[int, dict[str, Any]]] = []
        for iteration in {call.iteration, None}:
            rows = self._rows.get((call.call_id, iteration), [])
            place = bisect_left(rows, end, key=_number)
            found += rows[place - 1 : place] if place else []
        number, row = max(found, key=_number, default=(-1, None))
        return row if number >= begin else None


def _number(numbered: tuple[int, dict[str, Any]]) -> int:
    return numbered[0]


def _rewrites(row: object) -> TypeGuard[dict[str, Any]]:
    return (
        isinstance(row, dict)
        and row.get("moment") == "before-tool"
        and row.get("outcome") == "allow"
        and row.get("changed") is True
    )


def _iteration_of(row: dict[str, Any]) -> object:
    """Return the iteration that a decision is for; None: for any."""
    iteration = row.get("iteration")
    if iteration is None:
        return None
    return iteration if is_number(iteration) else ""  # the iteration of no call


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _only_appends(bundle: dict[str, Any], key: str) -> bool:
    return all(row.get("verb") == "append" for row in bundle["trace"] if row["path"] == key)


def _outcome_of(content: object) -> str:
    if isinstance(content, str):
        for start, outcome in _OUTCOME_TEXTS:
            if content.startswith(start):
                return outcome
    return "ran"


def _same(one: object, other: object) -> bool:
    """Tell two messages apart by what identifies them, without walking their contents."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return one is other
    return _identity(one) == _identity(other)


def _identity(message: dict[str, Any]) -> tuple[Any, ...]:
    content, asked = message.get("content"), message.get("toolCalls")
    ids = (
        [recorded(one.get("id")) for one in asked if isinstance(one, dict)]
        if isinstance(asked, list)
        else None
    )
    return (
        text(message.get("role")),
        recorded(message.get("toolCallId")),
        content if isinstance(content, str) else type(content),
        ids,
    )
