"""Why a chunk was read or not: the answer of `why-not` and `why`."""

from msgspec import Struct

from footprint_cli.model.audit import Explained, RetrievalAudit

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
    """The answer of one retrieval. `rows` are the candidates that match, the best answer first."""

    source: str
    retrieval: RetrievalAudit
    answer: str
    sentence: str
    rows: tuple[Explained, ...] = ()
