"""Where two recordings, retrievals or archives differ, and why: the answer of `diff`."""

from collections.abc import Iterator
from typing import Any, Protocol

from msgspec import Struct

# What may differ, the most telling first, each with what it stands for. `--fail-on` takes these words.
KINDS: dict[str, str] = {
    "read-set": "other chunks were read",
    "answer": "another final answer",
    "coverage": "a tool call has another outcome, rows, ground or gap, or only one side has it",
    "text": "a chunk that both sides read stands in the prompt with another text",
    "prompt-order": "the chunks that both sides read stand in another order",
    "verdicts": "a chunk of both sides is admitted on one and refused on the other",
    "reasons": "a chunk that both sides refuse is refused for another reason",
    "candidates": "other chunks were considered, or in another order",
    "scores": "a chunk of both sides has another score",
    "settings": "another strategy, limit, embedder, order, namespace or query",
    "unpaired": "a run, or a retrieval of paired runs, that only one side has",
}
ONLY = "only run"  # what made a pair of the only runs of both sides
SAME, DIFFERS, NOT_TOLD = "same", "differs", "not-told"

# The causes that a record can prove, each with what is proved.
CAUSES: dict[str, str] = {
    "query": "another query was put to the store",
    "embedder": "another embedder, or other dimensions: scores are not comparable",
    "namespace": "another namespace was searched",
    "corpus-empty": "the search met an empty corpus on one side only",
    "threshold": "the other threshold alone gives the other verdicts, both ways",
    "k": "the other k alone gives the other verdicts, both ways",
    "k-and-threshold": "both together give the other verdicts, both ways, and neither alone does",
    "score": "the chunk's own score moved over the threshold, all limits equal",
    "ranks-above": "with the same settings, chunks of one side only take the places that k has",
    "char-budget": "what one side spent does not fit into the character budget of the other",
    "picker-cap": "the strategy admitted it on both sides, the picker's cap refused it on one",
    "token-budget": "the strategy admitted it on both sides, the token budget refused it on one",
    "strategy": "the strategy is all that differs, among the same candidates",
    "prompt-order": "the recorded order of the prompt is another",
    "corpus": "a whole pool of the same namespace does not hold the chunk",
    "pool": "the longer list goes on where the other, a sample, ends",
    "not-provable": "the recordings do not prove why",
}


class Value(Struct, frozen=True, kw_only=True):
    """A recorded value that is not the same on both sides, as recorded; None: not recorded.

    `kind` is the word of `KINDS` that it belongs to. `told`: both sides record it.
    """

    name: str
    kind: str
    before: Any
    after: Any
    told: bool


class ChunkSide(Struct, frozen=True, kw_only=True):
    """What one side records of a chunk, as recorded; `read` is None where it cannot be told."""

    rank: Any = None
    score: Any = None
    admitted: Any = None
    reason: Any = None
    prompt_position: Any = None
    read: bool | None = None


class ChunkDiff(Struct, frozen=True, kw_only=True):
    """A chunk that is not the same on both sides; a side that does not list it is None.

    `changed` are the recorded names that differ: rank, score, admitted, reason, promptPosition,
    read, text.
    """

    id: str | None
    before: ChunkSide | None
    after: ChunkSide | None
    changed: tuple[str, ...]


class Cause(Struct, frozen=True, kw_only=True):
    """A cause (a word of `CAUSES`) in a sentence, and the chunks whose difference it explains.

    `by` are other chunks that bring it about.
    """

    code: str
    message: str
    chunks: tuple[str | None, ...] = ()
    by: tuple[str | None, ...] = ()


class Place(Struct, frozen=True, kw_only=True):
    """Where a run, or a retrieval or call of it, stands. `turn` is the number in its session, from 1."""

    source: str
    run: str | None = None
    session: str | None = None
    turn: int | None = None
    step: str | None = None
    line: int | None = None
    name: str | None = None  # the retriever, or the tool
    query_hash: str | None = None


class RetrievalDiff(Struct, frozen=True, kw_only=True):
    """Two retrievals. `states` has, for each kind that a retrieval has, same, differs or not-told.

    `order` are the chunks that both sides read, in the order of each prompt, where those differ.
    `left` and `entered` are chunks that surely were read on one side only.
    """

    before: Place
    after: Place
    states: dict[str, str]
    values: tuple[Value, ...] = ()
    chunks: tuple[ChunkDiff, ...] = ()
    order: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    left: tuple[str, ...] = ()
    entered: tuple[str, ...] = ()
    causes: tuple[Cause, ...] = ()
    untold: tuple[str, ...] = ()  # sentences: what cannot be told, and why


class CallSide(Struct, frozen=True, kw_only=True):
    """What one side records of a call: `ground` are its facets and gaps in words, None: not kept."""

    place: Place
    call_id: str | None
    arguments: str | None
    outcome: str
    rows: int | None
    ground: tuple[str, ...] | None


class CallDiff(Struct, frozen=True, kw_only=True):
    """A call that is not the same on both sides, or that only one has.

    `changed`: arguments, outcome, rows, ground; `presence` for a call of one side.
    """

    tool: str | None
    before: CallSide | None
    after: CallSide | None
    changed: tuple[str, ...]


class AnswerDiff(Struct, frozen=True, kw_only=True):
    """Two final answers; None: not recorded. `lines` is a unified diff of them without its head."""

    before: str | None
    after: str | None
    lines: tuple[str, ...] = ()


class Unpaired(Struct, frozen=True, kw_only=True):
    """A run or a retrieval (`what`) that one side (before or after) has alone, and why."""

    side: str
    what: str
    place: Place
    why: str


class RunDiff(Struct, frozen=True, kw_only=True):
    """Two runs that were compared. `paired_by` says what made them a pair, `note` what to know of it."""

    before: Place
    after: Place
    paired_by: str
    states: dict[str, str]
    note: str | None = None
    retrievals: tuple[RetrievalDiff, ...] = ()  # those that are not the same
    calls: tuple[CallDiff, ...] = ()
    answer: AnswerDiff | None = None  # where the answers are not the same
    unpaired: tuple[Unpaired, ...] = ()
    untold: tuple[str, ...] = ()
    compared: int = 0  # pairs of retrievals, those that are the same too

    @property
    def differs(self) -> tuple[str, ...]:
        """Name the kinds that differ, the gravest first."""
        return tuple(kind for kind in KINDS if self.states.get(kind) == DIFFERS)

    @property
    def not_told(self) -> tuple[str, ...]:
        """Name the kinds that cannot be told."""
        return tuple(kind for kind in KINDS if self.states.get(kind) == NOT_TOLD)


class Totals(Struct, frozen=True, kw_only=True):
    """Pairs of runs by what came of them; `not_told`: nothing differs, and something is not told.

    `kinds` and `untold` count pairs of runs by what differs and what cannot be told in them,
    `causes` pairs of retrievals by the causes that are named.
    """

    pairs: int
    equal: int
    differing: int
    not_told: int
    retrievals: int  # pairs
    kinds: dict[str, int]
    untold: dict[str, int]
    causes: dict[str, int]


class SideTold(Struct, frozen=True, kw_only=True):
    """What one side holds. `damaged` counts its runs of whose input something was lost, or all of it."""

    name: str
    runs: int
    retrievals: int
    calls: int
    damaged: int


class Listed(Protocol):
    """Runs that differ, or of which something cannot be told; each is compared when it is looked at."""

    def __len__(self) -> int:
        """Count them."""
        ...

    def __iter__(self) -> Iterator[RunDiff]:
        """Compare one after the other, the most telling first."""
        ...


class DiffReport(Struct, frozen=True, kw_only=True):
    """Two sides compared, run by run: those that differ, the most telling first.

    `fails` are the kinds that were asked to fail and differ; `not_known` sentences on those that
    were asked for by name and cannot be told.
    """

    before: SideTold
    after: SideTold
    totals: Totals
    runs: Listed
    unpaired: tuple[Unpaired, ...]
    fails: tuple[str, ...] = ()
    not_known: tuple[str, ...] = ()
    exit_status: int = 0
