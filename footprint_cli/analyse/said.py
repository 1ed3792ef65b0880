from msgspec import Struct

from footprint_cli.model.evidence import Candidate
from footprint_cli.model.numbers import number_text


class Said(Struct, frozen=True):
    """What a rule found: a sentence, the chunk it is about, and a level of its own if it has one."""

    message: str
    chunk: str | None = None
    level: str | None = None


def name_of(candidate: Candidate) -> str:
    """Name a candidate in a sentence; one without an id by its rank."""
    if candidate.id is not None:
        return candidate.id or "the chunk with the empty id"
    return (
        "a candidate without an id"
        if candidate.rank is None
        else f"the one at rank {candidate.rank}"
    )


def times(count: int, what: str) -> str:
    """Count things in words."""
    return f"1 {what}" if count == 1 else f"{number_text(count)} {what}s"
