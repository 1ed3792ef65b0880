"""What of a recording is asked for."""

from typing import NamedTuple


class Narrowing(NamedTuple):
    """What of a recording is asked for: one retriever, one step, the read or the not read."""

    retriever: str | None
    step: str | None
    only: str | None


EVERYTHING = Narrowing(retriever=None, step=None, only=None)
