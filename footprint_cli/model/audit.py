"""What analysis says of a recording: the values that renderers draw."""

from collections.abc import Collection, Sequence

from msgspec import Struct

from footprint_cli.model.coverage import CoveredCall
from footprint_cli.model.evidence import Candidate, Number, Retrieval
from footprint_cli.model.finding import Finding
from footprint_cli.model.recording import Recording

OUTCOMES = (
    "some-read",
    "nothing-admitted",
    "budget-admitted-nothing",
    "corpus-empty",
    "never-asked",
    "candidates-not-recorded",
    "withheld",
    "failed",
)


class Verdict(Struct, frozen=True, kw_only=True):
    """The ruling on a candidate at one stage: retriever, picker or formatter."""

    at: str
    admitted: bool | None
    reason: str | None = None


class Change(Struct, frozen=True):
    """One setting and the value nearest to the recorded one; `bound`: at-most or at-least it."""

    setting: str  # threshold, k, maxChars (characters) or maxEntries
    bound: str
    to: Number


class Flip(Struct, frozen=True, kw_only=True):
    """The smallest change of one setting, or of several at once, that would have admitted a chunk.

    `exact` is False where a value is a bound: `note` says what the recording leaves open.
    """

    changes: tuple[Change, ...]
    exact: bool = True
    note: str | None = None


class Explained(Struct, frozen=True, kw_only=True):
    """One candidate, with what the record says happened to it.

    `ruling` is the sentence beside its numbers, `explanation` the whole one with them. `flips` is
    None where they cannot be computed: `flips_note` says why.
    """

    candidate: Candidate
    read: bool | None  # None: the recording cannot say whether its text reached the prompt
    ruling: str
    explanation: str
    margin: Number | None = None  # score minus threshold
    history: tuple[Verdict, ...] = ()
    flips: tuple[Flip, ...] | None = ()
    flips_note: str | None = None


class BindingLimit(Struct, frozen=True, kw_only=True):
    """A limit that refused candidates, and how many.

    `limit`: threshold, k, max-entries, token-budget, char-budget or strategy.
    """

    limit: str
    refused: int


class RetrievalAudit(Struct, frozen=True, kw_only=True):
    """One retrieval: its outcome in a word and a sentence, and every candidate explained.

    `candidates` is None where the recording names none.
    """

    retrieval: Retrieval
    outcome: str
    headline: str
    binding_limits: tuple[BindingLimit, ...] | None = None
    candidates: Sequence[Explained] | None = None
    findings: tuple[Finding, ...] = ()


class Audit(Struct, frozen=True, kw_only=True):
    """A recording, and everything analysis says of it.

    `calls` are those of the recording, in its order, each with the ground that it covered.

    `findings` are all of them: of the recording first, then of each retrieval in order.
    `exit_status` is what this input alone would answer `explain` with. `whole` are the numbers of
    retrievals and calls in the recording, where only some of them are asked for.
    """

    recording: Recording
    retrievals: tuple[RetrievalAudit, ...]
    findings: tuple[Finding, ...]
    exit_status: int
    calls: tuple[CoveredCall, ...] = ()
    whole: tuple[int, int] | None = None


def first_status(statuses: Collection[int]) -> int:
    """Return the status that wins where several hold: the first of 2, 4, 1, 3, 0."""
    return next((status for status in (2, 4, 1, 3) if status in statuses), 0)
