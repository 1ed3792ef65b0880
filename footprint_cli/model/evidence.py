"""What one search of a store left behind: the candidates, the verdict on each, the limits."""

from typing import Any

from msgspec import Struct, field

Number = int | float

# The producer's words for a refusal (seed 000, agentfootprint 9.62.0). A later word is kept as text.
BELOW_THRESHOLD = "below-threshold"
OVER_MAX_ENTRIES = "over-max-entries"
OVER_BUDGET = "over-budget"
OVER_CHAR_BUDGET = "over-char-budget"
KNOWN_REASONS = frozenset({BELOW_THRESHOLD, OVER_MAX_ENTRIES, OVER_BUDGET, OVER_CHAR_BUDGET})

KNOWN_STRATEGIES = frozenset({"topK", "top-k"})  # the first is written, the second is in seed 000
KNOWN_ORDERS = frozenset({"recency", "relevance"})

# What stands where a value is withheld: in the commit log, and in scope-tier views (commit-log.md, 5).
PLACEHOLDER = "REDACTED"
PLACEHOLDERS = frozenset({PLACEHOLDER, "[REDACTED]"})


def is_placeholder(value: object) -> bool:
    """Tell whether a value is what redaction leaves behind."""
    return isinstance(value, str) and value in PLACEHOLDERS


class Candidate(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One chunk that a retrieval considered (seed 000: `RetrievedCandidate`).

    None means not recorded. `odd` holds, by recorded name, values of a type the record does not
    promise; their field here is None. `extra` holds recorded keys that the record does not name.
    """

    id: str | None = None  # an id recorded as a number is its exact digits
    score: Number | None = None  # may be NaN or infinite where the recording says so
    rank: int | None = None  # the store's order, from 1
    admitted: bool | None = None
    reason: str | None = None
    doc_uri: str | None = None
    page: Number | None = None
    heading: str | None = None
    prompt_fragment: str | None = None
    prompt_position: int | None = None  # place in the injected text, from 0
    odd: dict[str, Any] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)


class Evidence(Struct, frozen=True, kw_only=True, rename="camel"):
    """What one retrieval knows about itself (seed 000: `RetrievalEvidence`).

    `candidates` is None where the recording names none, and `()` where it lists none.
    """

    memory_id: str | None = None
    strategy: str | None = None
    query_hash: str | None = None
    k: Number | None = None
    threshold: Number | None = None
    max_chars: Number | None = None  # characters of passage text
    chars_used: Number | None = None
    embedder_id: str | None = None
    dimensions: Number | None = None
    selection_order: str | None = None
    namespace: str | None = None
    considered_count: Number | None = None
    admitted_count: Number | None = None
    rejected_count: Number | None = None
    candidates: tuple[Candidate, ...] | None = None
    candidates_complete: bool | None = None
    candidates_omitted_reason: str | None = None
    corpus_empty: bool | None = None
    odd: dict[str, Any] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)


def recorded_value(record: Candidate | Evidence, name: str) -> Any:  # noqa: ANN401 (a JSON value)
    """Return the value of a recorded name as it was recorded, of whatever type; None: it was not."""
    value = getattr(record, FIELDS[type(record)][name])
    return record.odd.get(name) if value is None else value


# For each record, the producer's names and ours.
FIELDS: dict[type[Struct], dict[str, str]] = {
    one: dict(zip(one.__struct_encode_fields__, one.__struct_fields__, strict=True))
    for one in (Candidate, Evidence)
}


class Ruling(Struct, frozen=True, kw_only=True):
    """The verdict on one candidate at one stage, before the committed one."""

    chunk: str | None
    admitted: bool | None
    reason: str | None = None
    rank: int | None = None
    score: Number | None = None


class Loaded(Struct, frozen=True, kw_only=True):
    """A passage that the strategy admitted, as the retriever handed it to the picker.

    `chars` counts UTF-16 code units of its text; `updated` is when it was written, in milliseconds
    since 1970 UTC. None: not recorded.
    """

    id: str | None
    chars: int | None = None
    updated: Number | None = None


class Withheld(Struct, frozen=True, kw_only=True):
    """Why a retrieval that happened shows no evidence.

    `kind`: redacted, text, summary, deleted, unreadable; `detail` is a sentence.
    """

    kind: str
    detail: str


class Retrieval(Struct, frozen=True, kw_only=True):
    """One search of a store, with the evidence from the best source and what others add to it.

    `evidence_from`: commit, nested-log, event or line. `at_retriever` is the strategy's own verdict
    where an event or a nested log kept it (it is written before the picker rules). `attached` are
    the chunk ids whose text events show on its way to the prompt; None: no events tell.
    """

    retriever: str | None
    evidence_from: str
    step: str | None = None
    line: int | None = None
    run: str | None = None
    evidence: Evidence | None = None
    withheld: Withheld | None = None
    failure: str | None = None  # the search was begun and the run failed
    injected: str | None = None  # the text that went to the prompt, as one piece
    injected_recorded: bool = False
    at_retriever: tuple[Ruling, ...] | None = None
    retriever_from: str | None = None  # event or nested-log
    loaded: tuple[Loaded, ...] | None = None  # in rank order; None: no nested log tells
    attached: tuple[str, ...] | None = None
    attached_all: bool = False  # a later event shows that the prompt was put together
    earlier_candidates: int = 0  # of an earlier retrieval, cut off the front of an appended list
    withheld_fields: tuple[str, ...] = ()
    in_clear: tuple[str, ...] = ()  # other places of the input that carry what is withheld here
