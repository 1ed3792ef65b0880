"""The retrieval seam: what a strategy is given, and what it answers (seed 000: `RetrievalStrategy`)."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from msgspec import Struct

from footprint_cli.model.evidence import Number


class Scored(Struct, frozen=True, kw_only=True):
    """One chunk of a pool, as a strategy and the stages behind it see it (seed: `ScoredCandidate`).

    `chars` is the length of its passage in UTF-16 code units, `updated` when it was written, in
    milliseconds since 1970 UTC, `tokens` what the picker counts it as. None: not known.
    """

    id: str | None
    score: Number | None = None
    chars: int | None = None
    least: int = 0  # what `chars` is at least, where it is not known
    updated: Number | None = None
    tokens: Number | None = None


class Verdict(NamedTuple):
    """A ruling on one chunk; `admitted` is None where what is known does not settle it."""

    admitted: bool | None
    reason: str | None = None


ADMITTED, OPEN = Verdict(admitted=True), Verdict(admitted=None)


def refused(reason: str) -> Verdict:
    """Return the verdict that refuses a chunk, with the reason that the record carries."""
    return Verdict(admitted=False, reason=reason)


class Strategy(Protocol):
    """Rules a pool that is best first: one verdict a chunk, in the order of the pool.

    `k` and `threshold` are the limits it rules by; None: it has none.
    """

    @property
    def name(self) -> str:
        """What a record calls it."""

    @property
    def k(self) -> Number | None:
        """How many chunks it is willing to admit."""

    @property
    def threshold(self) -> Number | None:
        """The quality floor."""

    def select(self, pool: Sequence[Scored], /) -> Sequence[Verdict]:
        """Rule on a pool; it must not be reordered, and every refusal has a reason."""
        ...
