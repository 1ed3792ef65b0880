from msgspec import Struct


class Prompt(Struct, frozen=True, kw_only=True):
    """The system prompt of one call of the model, as one source tells it.

    `told_by`: commit or event. Where `text` is None, `unknown` says why. `length` is in UTF-16 code
    units, as events count it.
    """

    told_by: str
    step: str | None
    line: int | None = None
    run: str | None = None
    text: str | None = None
    unknown: str | None = None
    length: int | None = None
    memories: frozenset[str] = frozenset()  # those of which it is known that they go into it


def length_of(text: str) -> int:
    """Count the UTF-16 code units of a text, as JavaScript does."""
    return len(text) + sum(one > "\uffff" for one in text)
