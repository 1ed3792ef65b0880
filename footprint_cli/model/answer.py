"""Why a chunk was read or not: the answer of `why-not` and `why`."""

from msgspec import Struct

from footprint_cli.model.audit import Explained, RetrievalAudit
from footprint_cli.model.evidence import Candidate
from footprint_cli.model.finding import Finding

# In the order in which the best answer wins (product notes, *Answers are closed lists*).
ANSWERS = (
    "read",
    "refused",
    "refused-reason-not-recorded",
    "dropped-later",
    "not-among-a-sample",
    "candidates-not-recorded",
    "never-a-candidate",
    "corpus-empty",
    "never-asked",
    "id-not-found",
)
CANNOT_SAY = frozenset({"not-among-a-sample", "candidates-not-recorded", "id-not-found"})


class Asked(Struct, frozen=True, kw_only=True):
    """The chunks that are asked for: `how` is exact, prefix, glob, or doc (a document's URI)."""

    text: str
    how: str = "exact"


class Occurrence(Struct, frozen=True, kw_only=True):
    """The answer of one retrieval on one chunk. `rows` are its candidates, the best answer first.

    They stand at `places` in the list of the retrieval.

    `chunk` is its id; None where the retrieval names no chunk that is asked for.

    `refused_by` says in few words which limit refused the first of them. `displaced` is the chunk
    that would have been admitted in its place, where the recorded rule proves one.
    """

    source: str
    retrieval: RetrievalAudit
    answer: str
    sentence: str
    chunk: str | None = None
    rows: tuple[Explained, ...] = ()
    places: tuple[int, ...] = ()
    refused_by: str | None = None
    displaced: Candidate | None = None
    findings: tuple[Finding, ...] = ()  # about the chunk, and errors about the whole retrieval


class ChunkCount(Struct, frozen=True):
    """One of the chunks that a pattern matches: how often each answer was given of it.

    `unshown` of the answers `read` show no text of it: that it was read is not proven.
    """

    chunk: str
    answers: dict[str, int]
    unshown: int = 0


class Looked(Struct, frozen=True, kw_only=True):
    """How much was searched for a chunk; `complete`: every input named was read whole."""

    recordings: int
    retrievals: int
    complete: bool


class Reply(Struct, frozen=True, kw_only=True):
    """The answer to the whole question: the best over all retrievals, and what it rests on.

    `counts` are retrievals by their answer, `chunks` what was said of each chunk, where a pattern was
    asked for. `nearest` are ids (documents, where one was asked for) like the one asked for, offered
    where no candidate has it; `lookalikes` are those among them that differ in case, blanks, Unicode
    form or separators only. `row` is the chunk in the only retrieval there is.
    """

    asked: Asked
    answer: str
    sentence: str
    counts: dict[str, int]
    searched: Looked
    nearest: tuple[str, ...] = ()
    lookalikes: tuple[str, ...] = ()
    row: Explained | None = None
    chunks: tuple[ChunkCount, ...] | None = None
    listed: int = 0  # retrievals that name the chunk, or could not say


class Counted(Struct, frozen=True, kw_only=True):
    """What was counted beforehand over many retrievals, by whoever keeps their answers.

    `answers` are retrievals by their best answer, and `unnamed` those of them that name no chunk that
    is asked for. `chunks` has for each chunk its answers, `hidden` how often no text of it was shown.
    `refusals` are answers by what refused, in the order in which they first came. `passed_over` are
    retrievals of other retrievers and steps, `listed` those that name a chunk or could not say, `only`
    the answer where it is the only one, and `ids` are those that a chunk may be like.
    """

    recordings: int
    complete: bool
    answers: dict[str, int]
    unnamed: dict[str, int]
    chunks: dict[str, dict[str, int]] = {}
    hidden: dict[str, int] = {}
    refusals: dict[str, int] = {}
    unshown: int = 0
    passed_over: int = 0
    listed: int = 0
    only: Occurrence | None = None
    ids: tuple[str, ...] = ()
