"""The rules of a gate: each judges a retrieval, a call or a recording, and says so where it cannot."""

from collections.abc import Callable

from msgspec import Struct

from footprint_cli.analyse import gate_calls as calls
from footprint_cli.analyse import gate_recordings as recordings
from footprint_cli.analyse.fragments import keeps_no_text
from footprint_cli.analyse.judged import PASSED, Judged, failed, unknown
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.said import name_of
from footprint_cli.model.audit import RetrievalAudit
from footprint_cli.model.evidence import BELOW_THRESHOLD, Evidence
from footprint_cli.model.gate import AskedRule, GateSettings
from footprint_cli.model.numbers import number_text, usable

_UNSEEN = frozenset({"withheld", "failed"})  # what the search met is not shown
_NOTHING_CONSIDERED = frozenset({"corpus-empty", "never-asked"})
_NOTHING_ADMITTED = _NOTHING_CONSIDERED | {"nothing-admitted", "budget-admitted-nothing"}


def corpus_empty(one: RetrievalAudit, _asked: AskedRule, _settings: GateSettings) -> Judged:
    """A search met an empty corpus: it returned no rows."""
    if one.outcome == "corpus-empty":
        return failed(one.headline)
    return PASSED if _considered_some(one) else unknown(one.headline)


def never_asked(one: RetrievalAudit, _asked: AskedRule, _settings: GateSettings) -> Judged:
    """A store was not asked: nothing was considered, and the corpus is not called empty."""
    if one.outcome == "never-asked":
        return failed(one.headline)
    asked = one.outcome == "corpus-empty" or _considered_some(one)
    return PASSED if asked else unknown(one.headline)


def nothing_admitted(one: RetrievalAudit, _asked: AskedRule, _settings: GateSettings) -> Judged:
    """Chunks came back and none was admitted, other than for want of room."""
    if one.outcome == "nothing-admitted":
        return failed(one.headline)
    if one.outcome in _UNSEEN:
        return unknown(one.headline)
    if one.outcome != "candidates-not-recorded":
        return PASSED
    admitted = _count(one, "admitted_count")
    if admitted == 0 and _considered_some(one):
        return failed(one.headline)
    return PASSED if admitted else unknown(one.headline)


def budget_admitted_nothing(
    one: RetrievalAudit, _asked: AskedRule, _settings: GateSettings
) -> Judged:
    """Chunks came back, and a budget left no room for any of them."""
    if one.outcome == "budget-admitted-nothing":
        return failed(one.headline)
    told = one.outcome not in _UNSEEN and one.outcome != "candidates-not-recorded"
    return PASSED if told or _count(one, "admitted_count") else unknown(one.headline)


def candidates_not_recorded(
    one: RetrievalAudit, _asked: AskedRule, _settings: GateSettings
) -> Judged:
    """The record does not say which chunks were admitted: left out, cut off or withheld."""
    if one.outcome in ("candidates-not-recorded", "withheld"):
        return failed(one.headline)
    return unknown(one.headline) if one.outcome == "failed" else PASSED


def retrieval_failed(one: RetrievalAudit, _asked: AskedRule, _settings: GateSettings) -> Judged:
    """A retrieval left no evidence, and the run failed."""
    return failed(one.headline) if one.outcome == "failed" else PASSED


def admitted_below(one: RetrievalAudit, asked: AskedRule, _settings: GateSettings) -> Judged:
    """A retrieval admitted fewer chunks than the number that is set."""
    floor = int(asked.value or 0)
    sure, possible = _admitted(one)
    if sure is not None and sure >= floor:
        return PASSED
    if possible is None or possible >= floor:
        return unknown(one.headline)
    return failed(f"{number_text(possible)} admitted, fewer than {floor}; {one.headline}")


def best_chunk_dropped(one: RetrievalAudit, _asked: AskedRule, _settings: GateSettings) -> Judged:
    """The best-scoring chunk was not read, for another reason than the threshold."""
    if one.outcome in _NOTHING_CONSIDERED:
        return PASSED
    pool = Pool(one.retrieval, _evidence(one))
    place = None if one.outcome in _UNSEEN else pool.best_place
    if place is None:
        unscored = bool(pool.candidates) and one.outcome not in _UNSEEN
        return unknown("no candidate has a score that is a number" if unscored else one.headline)
    best = pool.candidates[place]
    reads = zip(pool.candidates, _read(pool), strict=True)
    equals = {read for other, read in reads if other.score == best.score}
    if True in equals or best.reason == BELOW_THRESHOLD:
        return PASSED
    if None in equals:
        return unknown("whether the best-scoring chunk was read is not recorded")
    explained = (one.candidates or ())[place]
    named = f"the best-scoring chunk, {name_of(best)}, was not read"
    return failed(f"{named}: {explained.explanation}", chunk=best.id)


def namespace_changed(one: RetrievalAudit, _asked: AskedRule, settings: GateSettings) -> Judged:
    """A retriever searched another namespace than it should, or than it did before."""
    retriever = one.retrieval.retriever
    evidence = one.retrieval.evidence
    namespace = None if evidence is None else evidence.namespace
    if retriever is None or namespace is None:
        which = "the namespace" if namespace is None else "the retriever"
        return unknown(f"{which} is not recorded")
    wanted = settings.namespaces.get(retriever)
    if wanted is not None:
        message = f"namespace {namespace} was searched, and {wanted} is set for {retriever}"
        return PASSED if namespace == wanted else failed(message)
    return Judged(state="open", namespace=namespace)


class GateRule(Struct, frozen=True):
    """A rule, what it judges, and what its value is, if it has one.

    `of`: retrieval, call, recording, or recording with retrievals: one without any cannot be judged.
    """

    judge: Callable[..., Judged]
    of: str = "retrieval"
    value: str | None = None

    @property
    def says(self) -> str:
        """The sentence that a finding stands for."""
        return (self.judge.__doc__ or "").partition("\n")[0]


# Names are public words: never renamed, never reused. docs/gate.md has a row for each.
GATE_RULES: dict[str, GateRule] = {
    "corpus-empty": GateRule(corpus_empty),
    "nothing-admitted": GateRule(nothing_admitted),
    "budget-admitted-nothing": GateRule(budget_admitted_nothing),
    "never-asked": GateRule(never_asked),
    "candidates-not-recorded": GateRule(candidates_not_recorded),
    "retrieval-failed": GateRule(retrieval_failed),
    "record-inconsistent": GateRule(recordings.record_inconsistent, "recording"),
    "recording-damaged": GateRule(recordings.recording_damaged, "recording"),
    "recording-incomplete": GateRule(recordings.recording_incomplete, "recording"),
    "chunk-not-read": GateRule(recordings.chunk_not_read, "recording with retrievals", "ID"),
    "admitted-below": GateRule(admitted_below, value="N"),
    "best-chunk-dropped": GateRule(best_chunk_dropped),
    "namespace-changed": GateRule(namespace_changed),
    "coverage-gap": GateRule(calls.coverage_gap, "call", "FACET"),
    "cap-reached": GateRule(calls.cap_reached, "call"),
    "page-open": GateRule(calls.page_open, "call"),
    "no-search-declared": GateRule(calls.no_search_declared, "call"),
    "absence-unsupported": GateRule(calls.absence_unsupported, "call"),
}
DEFAULT_RULE = "corpus-empty"
# Rules of retrievals that pass wherever one has the outcome some-read, whatever else is recorded.
PASS_WHERE_READ = frozenset(
    {
        "corpus-empty",
        "nothing-admitted",
        "budget-admitted-nothing",
        "never-asked",
        "candidates-not-recorded",
        "retrieval-failed",
    }
)


def _evidence(one: RetrievalAudit) -> Evidence:
    return one.retrieval.evidence or Evidence()


def _considered_some(one: RetrievalAudit) -> bool:
    """Tell whether the record shows that anything came back."""
    if one.outcome in _UNSEEN:
        return False
    return bool(_evidence(one).candidates or _count(one, "considered_count"))


def _read(pool: Pool) -> list[bool | None]:
    """For each candidate, whether it was read; of a commit that shows no text, its own word."""
    if not keeps_no_text(pool.retrieval):
        return pool.read
    listed = zip(pool.candidates, pool.read, strict=True)
    return [one.admitted if read is None else read for one, read in listed]


def _count(one: RetrievalAudit, name: str) -> float | None:
    """Return a recorded count that may be compared, of evidence that is shown."""
    value = getattr(_evidence(one), name)
    return value if one.outcome not in _UNSEEN and usable(value) and value >= 0 else None


def _admitted(one: RetrievalAudit) -> tuple[float | None, float | None]:
    """Return how many are admitted for sure, and at most; the list counts more than the count."""
    if one.outcome in _UNSEEN:
        return None, None
    if one.outcome in _NOTHING_ADMITTED:
        return 0, 0
    listed = _evidence(one).candidates
    if not listed:
        count = _count(one, "admitted_count")
        return count, count
    sure = sum(each.admitted is True for each in listed)
    possible = sure + sum(each.admitted is None for each in listed)
    if one.retrieval.evidence_from != "event":
        return sure, possible
    # An event is written before the picker rules: what was attached is what it left.
    attached = len(one.retrieval.attached or ())
    return attached, attached if one.retrieval.attached_all else max(attached, possible)
