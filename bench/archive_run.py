"""One run of a made archive, line by line: histories that grow, re-committed whole every time.

Ten lines an iteration, one of them with evidence. Traps stand among them: the evidence key and
chunk ids quoted inside text, as values, in lists, and as a key that is not at the top.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import orjson

from bench.archive_evidence import retrieval
from bench.archive_text import Dice, asked_id, passage

KEY = "retrievalEvidence_"
_FIRST_START = 1_772_442_000_020  # milliseconds
_HOURS = 5 * 3_600_000  # between runs
_MOST_CANDIDATES = 1_000


class Shape(NamedTuple):
    """How large a run is, and what an iteration of it holds, in bytes."""

    size: int
    iteration: int


class Run:
    """The lines of one run, each with its newline."""

    def __init__(self, seed: str, number: int, shape: Shape) -> None:
        self._dice = Dice(f"{seed}/{number}")
        self._number = number
        self._iterations = max(1, round(shape.size / shape.iteration))
        # A result is sent again in every later iteration: half of them on average.
        share = shape.size * 0.78 * 2 / (self._iterations * (self._iterations + 1))
        self._result = min(max(int(share), 200), 60_000)
        self._most = min(max(shape.size // 1_500, 10), _MOST_CANDIDATES)
        self._idx = self._step = 0
        self._history: list[orjson.Fragment] = []
        self._injected: list[orjson.Fragment] = []

    def lines(self) -> Iterator[bytes]:
        """Yield the run from its first commit to its last."""
        yield self._line("Initialize", "seed", self._seed())
        for number in range(1, self._iterations + 1):
            yield from self._iteration(number)
        yield self._line("Final", "final", {"finalContent": passage(self._dice, 400)})

    def _seed(self) -> dict[str, Any]:
        start = _FIRST_START + self._number * _HOURS
        question = f"Question {self._number}: {passage(self._dice, 60)}?"
        if self._trap(20):
            question = f"{KEY}plant-manual names {asked_id()}; why was it not read?"
        self._remember("user", question, {"role": "user", "content": question})
        return {
            "userMessage": question,
            "history": [{"role": "user", "content": question}],
            "runIdentity": {"conversationId": f"run-{start}-{self._number}"},
            "turnNumber": 1,
            "iteration": 1,
            "maxIterations": 100,
            "turnStartMs": start,
        }

    def _iteration(self, number: int) -> Iterator[bytes]:
        name, read = retrieval(self._dice, self._most)
        stage = f"sf-memory-read-{name}"
        self._step += 1
        yield self._line("Load Memory", stage, read)
        yield self._line("Load Memory", stage, {})
        yield self._next("Injection Engine", "sf-injection-engine", self._slots(name))
        shown = [
            {"slot": "system-prompt", "source": "rag", "rawContent": message["content"]}
            for message in read[f"memoryInjection_{name}"]
        ]
        yield self._next("Context", "context", {"systemPromptInjections": shown})
        yield self._line("Context", "context", {"messagesInjections": self._injected})
        yield self._next("Cache", "sf-cache", {})
        call = {"id": f"c{number}", "name": "gauge", "args": {"id": f"G-{number}"}}
        asked = {"totalInputTokens": number * 900, "llmLatestToolCalls": [call]}
        yield self._next("CallLLM", "call-llm", asked)
        yield self._next("Route", "sf-route", {})
        yield self._next("ToolCalls", "tool-calls", self._called(call, number), append="history")
        yield self._next("Deliver", "deliver", self._delivered(name))

    def _slots(self, name: str) -> dict[str, Any]:
        if not self._trap(100):
            return {"activeBySlot": [name]}
        # The key as the first value of a list, and after a comma, where a key would stand.
        return {"activeBySlot": [f"{KEY}{name}", name, f"{KEY}{name}"]}

    def _delivered(self, name: str) -> dict[str, Any]:
        if not self._trap(4_000):
            return {}
        # A real key, but not at the top: no evidence.
        inner = {"candidates": [{"id": asked_id(), "admitted": True}], "candidatesComplete": True}
        return {"audit": {f"{KEY}{name}": inner}}

    def _called(self, call: dict[str, Any], number: int) -> dict[str, Any]:
        text = passage(self._dice, int(self._result * (0.5 + self._dice.unit())))
        if self._trap(60):
            quoted = {f"{KEY}plant-manual": {"candidates": [{"id": asked_id()}]}}
            text += orjson.dumps(quoted).decode()
        asked = {"role": "assistant", "content": "", "toolCalls": [call]}
        said = {"role": "tool", "content": text, "toolCallId": call["id"], "toolName": "gauge"}
        self._remember("assistant", "", asked)
        self._remember("tool-result", text, said)
        return {"history": self._history[-2:], "iteration": number + 1}

    def _trap(self, rare: int) -> bool:
        """Tell whether a trap is laid: in the first run always, so that a small log has them too."""
        return self._dice.once_in(rare) or self._number == 0

    def _remember(self, source: str, text: str, message: dict[str, Any]) -> None:
        self._history.append(orjson.Fragment(orjson.dumps(message)))
        injected = {
            "contentSummary": text[:80],
            "slot": "messages",
            "source": source,
            "reason": f"conversation history [{len(self._injected)}]",
            "rawContent": text,
            "position": len(self._injected),
        }
        self._injected.append(orjson.Fragment(orjson.dumps(injected)))

    def _next(
        self, stage: str, stage_id: str, values: dict[str, Any], append: str | None = None
    ) -> bytes:
        self._step += 1
        return self._line(stage, stage_id, values, append)

    def _line(
        self, stage: str, stage_id: str, values: dict[str, Any], append: str | None = None
    ) -> bytes:
        commit = {
            "overwrite": values,
            "updates": {},
            "redactedPaths": [],
            "trace": _trace(values, append),
            "stage": stage,
            "stageId": stage_id,
            "runtimeStageId": f"{stage_id}#{self._step}",
            "idx": self._idx,
        }
        self._idx += 1
        return orjson.dumps(commit) + b"\n"


def _trace(values: dict[str, Any], append: str | None) -> list[dict[str, str]]:
    """Return the written paths; evidence is written field by field, and so named here."""
    trace = []
    for key, value in values.items():
        if key.startswith(KEY):
            trace += [{"path": f"{key}\u001f{name}", "verb": "set"} for name in value]
        else:
            trace.append({"path": key, "verb": "append" if key == append else "set"})
    return trace
