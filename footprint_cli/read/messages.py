"""The state before a call of the model → the pieces of its system prompt, and its messages.

Format notes, 6.1 and 6.2: the messages are `history` without `injectedBy`. A call outside an agent
has no `history`: what it got is in `messagesInjections`.
"""

from typing import Any

from footprint_cli.model.commit import SEPARATOR
from footprint_cli.model.evidence import is_placeholder
from footprint_cli.model.fold import Fold
from footprint_cli.model.js_copies import plain
from footprint_cli.model.prompts import Message, Piece
from footprint_cli.read.calls import text
from footprint_cli.read.redaction import rows_under

PIECES, HISTORY, INJECTED = "systemPromptInjections", "history", "messagesInjections"
UNKNOWN_BASE = "the state that the run went on from is not recorded"


class KnownKey:
    """Whether the value of one key of the state can be told, commit by commit."""

    def __init__(self, key: str, *, known: bool, withheld: bool = False) -> None:
        self.key = key
        self.known = known  # a run that goes on from a state that is not recorded has only changes
        self.withheld = withheld

    def again(self) -> "KnownKey":
        """Return what is known of it where another log goes on."""
        return KnownKey(self.key, known=self.known, withheld=self.withheld)

    def note(self, bundle: dict[str, Any]) -> None:
        """Take up a commit that was folded; a value that is set anew is told whole."""
        written = [verb for inside, verb in rows_under(bundle, self.key) if not inside]
        if "set" in written:
            self.known, self.withheld = True, False
        listed = bundle.get("redactedPaths")
        for path in listed if isinstance(listed, list) else ():
            if isinstance(path, str) and path.split(SEPARATOR, 1)[0] == self.key:
                self.withheld = True

    def told(self, fold: Fold) -> tuple[list[Any] | None, str | None]:
        """Return the list under the key, which is the state's own, or why it cannot be told."""
        if self.withheld:
            return None, f"{self.key} is withheld by redaction"
        if not self.known:
            return None, UNKNOWN_BASE
        value = fold.value(self.key)
        if not isinstance(value, list):
            return None, f"the log holds no {self.key}"
        return value, None


def pieces_of(records: list[Any]) -> tuple[Piece, ...]:
    """Read the records of `systemPromptInjections`; what is no record has no text."""
    return tuple(_piece(one if isinstance(one, dict) else {}) for one in records)


def _piece(record: dict[str, Any]) -> Piece:
    rank, score, said = (record.get(n) for n in ("rankPosition", "retrievalScore", "rawContent"))
    return Piece(
        text=said if isinstance(said, str) and not is_placeholder(said) else None,
        source=text(record.get("source")),
        source_id=text(record.get("sourceId")),
        reason=text(record.get("reason")),
        rank=rank if isinstance(rank, int) and not isinstance(rank, bool) else None,
        score=score if isinstance(score, int | float) and not isinstance(score, bool) else None,
    )


def turns_of(history: list[Any]) -> tuple[Message, ...]:
    """Read `history`; a copy, for the state goes on."""
    return tuple(_turn(one) for one in plain(history) if isinstance(one, dict))


def _turn(record: dict[str, Any]) -> Message:
    injected = record.pop("injectedBy", None)
    return _message(record, injected)


def injected_turns(records: list[Any]) -> tuple[Message, ...] | None:
    """Read `messagesInjections` as messages; None where a record has no role or no text."""
    read = [
        {"role": one.get("asRole"), "content": one.get("rawContent")}
        for one in records
        if isinstance(one, dict)
    ]
    known = all(isinstance(value, str) for one in read for value in one.values())
    whole = known and len(read) == len(records)
    return tuple(_message(one, None) for one in read) if whole else None


def _message(value: dict[str, Any], injected: object) -> Message:
    said = value.get("content")
    withheld = is_placeholder(said)
    return Message(
        value=value,
        role=text(value.get("role")),
        text=said if isinstance(said, str) and not withheld else None,
        call_id=text(value.get("toolCallId")),
        tool=text(value.get("toolName")),
        injected_by=None if injected is None else text(injected) or "something unnamed",
        withheld=withheld,
    )
