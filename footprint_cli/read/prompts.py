"""Commit logs and events → the system prompt that the model got at each of its calls.

No commit holds a prompt: it is put together from `systemPromptInjections` in the state before the
call (format notes, 6.1). An agent whose turns are grouped, and every agent of a composition, keeps
them in a nested log.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Optional

from footprint_cli.model.commit import path_segments, refusal
from footprint_cli.model.evidence import PLACEHOLDERS, is_placeholder
from footprint_cli.model.fold import Fold
from footprint_cli.model.js_values import ABSENT
from footprint_cli.model.prompts import Message, Prompt, length_of
from footprint_cli.model.steps import execution_of
from footprint_cli.read.calls import text
from footprint_cli.read.evidence import INJECTION_KEY
from footprint_cli.read.log import log_name
from footprint_cli.read.log_order import Commit, LogOrder, Numbered
from footprint_cli.read.messages import (
    HISTORY,
    INJECTED,
    PIECES,
    KnownKey,
    injected_turns,
    pieces_of,
    turns_of,
)

_KEYS = (PIECES, HISTORY, INJECTED)
_BLANK_LINE = "\n\n"  # between two pieces of a prompt
MODEL_CALL = "agentfootprint.stream.llm_start"


def calls_model(bundle: object) -> bool:
    """Tell whether a commit is that of a call of the model."""
    step = bundle.get("runtimeStageId") if isinstance(bundle, dict) else None
    return isinstance(step, str) and step.rpartition("#")[0].rpartition("/")[2] == "call-llm"


def logged_prompts(
    commits: Iterable[Commit],
    base: dict[str, Any] | None = None,
    *,
    many: bool = False,
    own: bool = False,
    whole: bool = False,
) -> Iterator[Prompt]:
    """Yield the prompts of the commits of one input, in their order.

    `many` says that it holds several logs: their prompts then name their own. With `own`, nobody
    else holds the commits. `whole` asks for pieces and messages.
    """

    def opened(number: int, earlier: _PromptLog | None, first: Commit) -> _PromptLog:
        return _PromptLog(
            log_name(number) if many else None,
            first,
            earlier=earlier,
            base=base if number == 1 else None,
            own=own,
            whole=whole,
        )

    order: LogOrder[_PromptLog] = LogOrder(opened, _unsaid)
    for commit in commits:
        why = refusal(commit.bundle) if isinstance(commit.bundle, dict) else ""
        if why == "":
            continue  # no record at all: it has no place in a log
        for log, one in order.placed(commit):
            if (why if one is commit else refusal(one.bundle)) is None:
                prompt = log.apply(one)
                if prompt is not None:
                    yield prompt


def document_prompts(
    logs: list[tuple[list[Any], dict[str, Any] | None, bool]],
    told: list[dict[str, Any]],
    *,
    whole: bool = False,
) -> Iterator[Prompt]:
    """Yield the prompts of a document: those of each log, with its base, and those of events.

    The last of a log says whether it holds several.
    """
    for bundles, base, many in logs:
        commits = (Commit(one, None, None) for one in bundles)
        yield from logged_prompts(commits, base, many=many, whole=whole)
    yield from (prompt for prompt in map(told_prompt, told) if prompt is not None)


def told_prompt(event: dict[str, Any], line: int | None = None) -> Prompt | None:
    """Return what an event tells of a prompt: its length, and its text where that was asked for."""
    if event.get("type") != MODEL_CALL:
        return None
    meta, payload = event.get("meta"), event.get("payload")
    meta = meta if isinstance(meta, dict) else {}
    told = payload if isinstance(payload, dict) else {}
    said, length = told.get("systemPromptText"), told.get("systemPromptChars")
    known = isinstance(said, str) and said not in PLACEHOLDERS
    return Prompt(
        told_by="event",
        step=text(meta.get("runtimeStageId")),
        line=line,
        run=text(meta.get("runId")),
        text=said if known else None,
        unknown=None if known else "the event does not hold the text of the prompt",
        messages_unknown="events do not hold the messages",
        length=length if isinstance(length, int) and not isinstance(length, bool) else None,
    )


class _PromptLog(Numbered):
    """One log, as far as its prompts need it."""

    def __init__(  # noqa: PLR0913 (what a log starts from)
        self,
        name: str | None,
        first: Commit,
        *,
        earlier: Optional["_PromptLog"],
        base: dict[str, Any] | None,
        own: bool,
        whole: bool,
    ) -> None:
        super().__init__()
        self._name = name
        self._whole = whole
        self._steps: set[str] = set()  # a child of a fork commits twice
        kept = _kept_whole if whole else _kept
        self._fold: Fold = Fold(earlier._fold.state() if earlier else base, keep=kept, own=own)  # noqa: SLF001
        started = not execution_of(first.bundle.get("runtimeStageId"))
        known = base is not None or started
        self._keys: dict[str, KnownKey] = {
            key: earlier._keys[key].again() if earlier else KnownKey(key, known=known)  # noqa: SLF001
            for key in _KEYS
        }
        self._memories: set[str] = set(earlier._memories if earlier else ())  # noqa: SLF001
        for key in base or ():
            self._note_memory(key)

    def apply(self, commit: Commit) -> Prompt | None:
        """Fold a commit; returns the prompt of a call of the model."""
        step = commit.bundle["runtimeStageId"]
        prompt = None
        if calls_model(commit.bundle) and step not in self._steps:
            self._steps.add(step)
            prompt = self._prompt(step, commit.line)
        self._fold.apply(commit.bundle)
        self._note(commit.bundle)
        self.ran(step)
        return prompt

    def _prompt(self, step: str, line: int | None) -> Prompt:
        records, why = self._keys[PIECES].told(self._fold)
        said, unknown = (None, why) if records is None else _joined(records)
        pieces = pieces_of(records) if self._whole and records is not None else None
        messages, no_messages = self._messages() if self._whole else (None, None)
        return Prompt(
            told_by="commit",
            step=step,
            line=line,
            run=self._name,
            text=said,
            unknown=unknown,
            length=None if said is None else length_of(said),
            memories=frozenset(self._memories),
            pieces=pieces,
            messages=messages,
            messages_unknown=no_messages,
        )

    def _messages(self) -> tuple[tuple[Message, ...] | None, str | None]:
        turns, why = self._keys[HISTORY].told(self._fold)
        if turns is not None:
            return turns_of(turns), None
        if self._fold.value(HISTORY) is ABSENT and self._keys[HISTORY].known:
            records, _ = self._keys[INJECTED].told(self._fold)
            read = None if records is None else injected_turns(records)
            if read is not None:
                return read, None
        return None, why

    def _note(self, bundle: dict[str, Any]) -> None:
        for one in self._keys.values():
            one.note(bundle)
        for row in bundle["trace"]:
            self._note_memory(path_segments(row["path"])[0])

    def _note_memory(self, key: str) -> None:
        """Note whether a memory speaks as the system: what it says to the model then stands there."""
        if not key.startswith(INJECTION_KEY):
            return
        messages = self._fold.value(key)
        memory = key.removeprefix(INJECTION_KEY)
        if isinstance(messages, list) and all(
            isinstance(one, dict) and one.get("role") == "system" for one in messages
        ):
            self._memories.add(memory)
        else:
            self._memories.discard(memory)


def _kept(key: str) -> bool:
    return key == PIECES or key.startswith(INJECTION_KEY)


def _kept_whole(key: str) -> bool:
    return key in _KEYS or key.startswith(INJECTION_KEY)


def _joined(records: list[Any]) -> tuple[str | None, str | None]:
    """Join pieces to the system prompt; or say why it is not all there."""
    texts = [one.get("rawContent") if isinstance(one, dict) else None for one in records]
    if any(is_placeholder(one) for one in texts):
        return None, f"a part of {PIECES} is withheld by redaction"
    said = [one for one in texts if isinstance(one, str)]
    if len(said) < len(texts):
        return None, f"a part of {PIECES} has no text"
    return _BLANK_LINE.join(said), None


def _unsaid(code: str, level: str, message: str, line: int | None) -> None:
    """Say nothing of what the first reading of the log has said."""
