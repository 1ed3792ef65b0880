from collections.abc import Iterable
from typing import Any, Protocol

from msgspec import Struct

from footprint_cli.model.evidence import Number


class Piece(Struct, frozen=True, kw_only=True):
    """One piece of a system prompt, with what the record says of where it is from.

    `source` is the producer's word: base, rag, memory, steering, fact, skill, instructions, or one
    that we do not know. `rank` is from 1. A `text` of None is withheld, or not recorded.
    """

    text: str | None
    source: str | None = None
    source_id: str | None = None
    reason: str | None = None
    rank: int | None = None
    score: Number | None = None


class Message(Struct, frozen=True, kw_only=True):
    """One message that the model got. `value` is all of it, as it went there.

    `call_id` and `tool` are those of a tool's result; `injected_by` is what put it there that is no
    turn of the conversation, and is no part of what the model got.
    """

    value: dict[str, Any]
    role: str | None = None
    text: str | None = None  # None: its content is withheld, or no text
    call_id: str | None = None
    tool: str | None = None
    injected_by: str | None = None
    withheld: bool = False


class Prompt(Struct, frozen=True, kw_only=True):
    """The prompt of one call of the model, as one source tells it.

    `told_by`: commit or event. Where `text`, the system prompt, is None, `unknown` says why.
    `length` is its length in UTF-16 code units, as events count it. `pieces` and `messages` are there
    only where they were asked for; where they still are None, `unknown` and `messages_unknown` say why.
    """

    told_by: str
    step: str | None
    line: int | None = None
    run: str | None = None
    text: str | None = None
    unknown: str | None = None
    length: int | None = None
    memories: frozenset[str] = frozenset()  # those of which it is known that they go into it
    pieces: tuple[Piece, ...] | None = None
    messages: tuple[Message, ...] | None = None
    messages_unknown: str | None = None


class Prompts(Protocol):
    """Gives the prompts of a recording in log order; `whole` asks for pieces and messages too."""

    def __call__(self, *, whole: bool = False) -> Iterable[Prompt]:
        """Read them, perhaps from the input again; raises `InputError` where that cannot be."""
        ...


def length_of(text: str) -> int:
    """Count the UTF-16 code units of a text, as JavaScript does."""
    return len(text) + sum(one > "\uffff" for one in text)
