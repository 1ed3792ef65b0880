"""State while folding, and events → `Call`.

A commit log carries no flag for a call that failed; the texts below are the framework's own and
were read off recordings of agentfootprint 9.62.0 (section 7 of the format notes).
"""

from collections import deque
from typing import Any, Optional, TypeGuard

from msgspec.structs import replace

from footprint_cli.model.coverage import Call
from footprint_cli.model.evidence import is_placeholder
from footprint_cli.model.fold import Fold
from footprint_cli.model.js_copies import plain
from footprint_cli.model.json_text import recorded
from footprint_cli.read.filings import FILING_KEYS, Filings
from footprint_cli.read.rewrites import Decided, Rewrites
from footprint_cli.read.schemas import schemas_in
from footprint_cli.read.settling import Settling

CALL_KEYS = frozenset(
    {
        "history",
        "iteration",
        "llmLatestToolCalls",
        "middlewareDecisions",
        "pausedToolArgs",
        "pausedToolCallId",
        "dynamicToolSchemas",
        *FILING_KEYS,
    }
)

# Inferred: a result text that starts like this was written by the framework, not by the tool.
_OUTCOME_TEXTS = (
    ("Invalid arguments for tool ", "invalid-arguments"),
    ("Unknown tool: ", "unknown-tool"),
    ("[permission denied: ", "refused"),
    ("refused: ", "refused"),  # 9.118.1 on (search notes, section 7)
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
        self._rewrites = Rewrites()
        self._rewrites_before: list[int] = []  # for each call, the rewrites it does not have
        self._rewrites_until: dict[str | None, int] = {}  # for each step, the rewrites it saw
        self.filings: Filings = Filings(earlier.filings if earlier else None)
        self._tools: Any = None  # the tool list that was looked at last
        # By id and step: the calls of logs before that a step of this one answered.
        self._resumed: dict[tuple[str | None, str], tuple[CallLog, int]] = {}
        self._rows: list[tuple[str, dict[str, Any]]] = []  # what they say of calls, by their step
        self._hidden_at: set[str] = set()  # steps where redaction took what their calls ran with
        self._at_once: list[tuple[str | None, str | None]] = []  # ids and steps of several calls
        self._started = False
        self.unclaimed = 0  # rows of no call that is recorded

    def start_from(self, fold: Fold) -> None:
        """Begin with a recorded base: its history is no news, but a call in it may still wait."""
        history = plain(fold.value("history"))
        if not isinstance(history, list):
            return
        self._begun, self.length = True, len(history)
        self.last = history[-1] if history else None
        self.filings.start_from(fold)
        waiting = recorded(plain(fold.value("pausedToolCallId")))
        for message in history:
            asked = message.get("toolCalls") if isinstance(message, dict) else None
            for one in asked if isinstance(asked, list) else ():
                call = self._call(one, None, None, "paused", "history")
                if call.call_id == waiting and waiting:
                    self._waiting = call

    def before(self, fold: Fold) -> None:
        """Note the iteration a bundle belongs to: the state before it says (format notes, 4)."""
        if not self._started:
            self._started = True
            self._rewrites.start_from(fold.value("middlewareDecisions"))
        value = fold.value("iteration")
        self._iteration = value if _is_count(value) else None

    def add(
        self, bundle: dict[str, Any], line: int | None, fold: Fold, keys: dict[str, str]
    ) -> None:
        """Take up the calls that an applied bundle adds; `keys` is its root keys and verbs."""
        step = bundle["runtimeStageId"]
        if "middlewareDecisions" in keys:
            if not _only_appends(bundle, "middlewareDecisions"):
                self._rewrites.forget_list()
            self._decided(fold, step)
        if "history" in keys:
            messages = self._new_messages(fold, keys["history"], step, line)
            self._take([plain(message) for message in messages], step, line)
            self._decided(fold, step)
        if "pausedToolCallId" in keys:
            self._pause(fold, step)
        if "llmLatestToolCalls" in keys:
            self._request(plain(fold.value("llmLatestToolCalls")), step, line)
        if "dynamicToolSchemas" in keys:
            self._describe_tools(fold, line)
        self._rows += [(step, row) for row in self.filings.take(fold, keys, line)]
        if self._rewrites.withheld or self.filings.fills_withheld:
            self._hidden_at.add(step)

    def finish(self) -> list[Call]:
        """Return every call; one that was asked for and never dispatched is the last to be added.

        What a resumed log says of a call that waits in a log before is added there: finish the logs
        in their order, and take their calls then.
        """
        self._drop_requests()
        own = len(self.calls)
        waited = [(log, index, step) for (_, step), (log, index) in self._resumed.items()]
        settling = Settling(
            [
                *((one, one.step) for one in self.calls),
                *((log.calls[index], step) for log, index, step in waited),
            ]
        )
        settling.file(self._rows)
        settling.decide(self._decisions(), self._rewrites.lost())
        settling.hide(self._hidden_at)
        settling.mix(self._at_once)
        self.unclaimed = settling.unclaimed
        for place, (log, index, _) in enumerate(waited, own):
            log.calls[index] = settling.calls[place]
        self.calls = settling.calls[:own]
        self._tell_doors(settling.shared)
        return self.calls

    def _decisions(self) -> dict[int, list[Decided]]:
        """Return the decisions on the calls by their places (search notes, 5.4)."""
        found: dict[int, list[Decided]] = {}
        for index, before in enumerate(self._rewrites_before):
            one = self.calls[index]
            rows = self._rewrites.of(one, before, self._rewrites_until.get(one.step, 0))
            if rows:
                found[index] = rows
        return found

    def _tell_doors(self, shared: set[int]) -> None:
        """Say whether calls have a row; of those that share one, results must tell what they declare."""
        doors = self.filings.doors
        unsure = shared if doors == "held" else ()
        self.calls = [
            one if index in unsure else replace(one, doors=doors)
            for index, one in enumerate(self.calls)
        ]

    @property
    def tools_withheld(self) -> bool:
        """Tell whether redaction took the list of tools."""
        return is_placeholder(self._tools)

    def _describe_tools(self, fold: Fold, line: int | None) -> None:
        tools = fold.value("dynamicToolSchemas")
        if tools != self._tools:
            self._tools = plain(tools)
            self.filings.schemas += schemas_in(self._tools, "dynamicToolSchemas", line)

    def _new_messages(self, fold: Fold, verb: str, step: str, line: int | None) -> list[Any]:
        history = fold.value("history")
        if not isinstance(history, list):
            if self._begun and is_placeholder(history):
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
        opened: dict[str | None, deque[int]] = {}  # by id, the calls that wait for their answer
        for message in messages:
            if not isinstance(message, dict):
                continue
            asked = message.get("toolCalls")
            if message.get("role") == "assistant" and isinstance(asked, list):
                for one in asked:
                    call = self._call(one, step, line, "unfinished", "history")
                    opened.setdefault(call.call_id, deque()).append(len(self.calls))
                    self.calls.append(call)
            elif message.get("role") == "tool":
                self._answer(message, opened, step, line)
        if opened:
            self._requested = [one for one in self._requested if one.call_id not in opened]
            self._drop_requests()

    def _answer(
        self,
        message: dict[str, Any],
        opened: dict[str | None, deque[int]],
        step: str,
        line: int | None,
    ) -> None:
        call_id, content = recorded(message.get("toolCallId")), message.get("content")
        chars = message.get("toolChars")
        done: dict[str, Any] = {
            "outcome": outcome_of_text(content),
            "result": content,
            "result_recorded": True,
            "result_chars": chars if _is_count(chars) and chars >= 0 else None,
        }
        waiting = opened.get(call_id)
        if waiting:
            if len(waiting) > 1:
                self._at_once.append((call_id, step))
            index = waiting.popleft()
            self.calls[index] = replace(self.calls[index], **done)
            return
        if self.resume(call_id, done, step):
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

    def resume(self, call_id: str | None, done: dict[str, Any], step: str) -> bool:
        """Answer a call that waits here or in a log before: asked and answered, it is one call."""
        log: CallLog | None = self
        while log is not None:
            waiting = log._paused.get(call_id)  # noqa: SLF001
            if waiting:
                index = waiting.pop(0)
                log.calls[index] = replace(log.calls[index], **done)
                self._resumed[call_id, step] = (log, index)
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
        self._rewrites.take(fold.value("middlewareDecisions"), step)
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


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _only_appends(bundle: dict[str, Any], key: str) -> bool:
    return all(row.get("verb") == "append" for row in bundle["trace"] if row["path"] == key)


def outcome_of_text(content: object) -> str:
    """Tell from a result's text alone how a call ended: what the framework wrote itself is known."""
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
