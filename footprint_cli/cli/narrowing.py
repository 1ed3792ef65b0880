"""What of the inputs is asked for, and what of the answer's status is; nothing that reads is loaded."""

from typing import NamedTuple


class Narrowing(NamedTuple):
    """What of a recording is asked for: one retriever, one step, the read or the not read."""

    retriever: str | None
    step: str | None
    only: str | None


EVERYTHING = Narrowing(retriever=None, step=None, only=None)


def zeroed(status: int, *, exit_zero: bool) -> int:
    """Turn 1 and 3 into 0 where that is asked for, never 2 or 4."""
    return 0 if exit_zero and status in (1, 3) else status
