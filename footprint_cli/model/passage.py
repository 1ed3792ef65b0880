from msgspec import Struct


class Passage(Struct, frozen=True, kw_only=True):
    """One chunk that stood in the prompt of a call of the model, and what proves it.

    `part` counts the pieces of the system prompt, or the messages, from 0. `rank` is the store's
    order from 1, `position` the place in the injected text from 0; None: not recorded. `proof` is
    `record` (the piece names the chunk), `fragment` (its recorded text stands there), or `both`.
    `step` and `line` are those of the search; None where it is not in the recording.
    """

    chunk: str
    retriever: str
    place: str  # system or message
    part: int
    proof: str
    rank: int | None = None
    position: int | None = None
    doc_uri: str | None = None
    step: str | None = None
    line: int | None = None


class Passages(Struct, frozen=True, kw_only=True):
    """The chunks of one prompt, in its order.

    `unproved` says of which it cannot be proved that they were in it, `absent` which are admitted,
    and their recorded text is in no part of it; both are sentences.
    """

    found: tuple[Passage, ...] = ()
    unproved: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
