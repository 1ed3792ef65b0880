"""One retrieval → its outcome in a word of the closed list, and a headline that names it."""

from collections import Counter

from footprint_cli.analyse.fragments import cited_sources
from footprint_cli.analyse.outcome_words import BUDGETS, names_none, outcome_word
from footprint_cli.analyse.pool import Pool, is_below
from footprint_cli.analyse.said import name_of
from footprint_cli.analyse.verdicts import shortfall, standing
from footprint_cli.model.evidence import (
    BELOW_THRESHOLD,
    Candidate,
    Evidence,
    Retrieval,
)
from footprint_cli.model.numbers import number_text, usable


def outcome_of(retrieval: Retrieval, pool: Pool | None) -> tuple[str, str]:
    """Return the outcome (a word of `model.audit.OUTCOMES`) and the headline of a retrieval."""
    word = outcome_word(retrieval, pool)
    if retrieval.withheld is not None:
        detail = retrieval.withheld.detail
        return word, f"withheld: {detail}; which chunks were read is unknown, not none"
    if retrieval.failure is not None or pool is None:
        why = retrieval.failure or "no evidence is recorded"
        return word, f"retrieval failed: it left no evidence, and the run failed ({why})"
    if not pool.candidates:
        return word, _without_candidates(word, pool.evidence, retrieval)
    if pool.admitted:
        return word, _some_read(pool) if word == "some-read" else _lost(pool)
    return word, _none_admitted(word, pool)


def _none_admitted(word: str, pool: Pool) -> str:
    if word == "budget-admitted-nothing":
        return _budget_admitted_nothing(pool)
    if word == "nothing-admitted":
        return _nothing_admitted(pool)
    refused = sum(one.admitted is False for one in pool.candidates)
    return (
        f"verdicts not recorded: of {_chunks(len(pool.candidates))}, {refused} are refused and "
        "for the others no verdict is recorded"
    )


def _without_candidates(word: str, evidence: Evidence, retrieval: Retrieval) -> str:
    if word == "corpus-empty":
        return _corpus_empty(evidence)
    if word == "never-asked":
        return (
            "never asked: nothing was considered and the corpus is not called empty, so the store "
            "was not asked; an empty query is one cause"
        )
    if names_none(evidence):
        return _not_recorded(evidence, retrieval)
    return "nothing came back, and whether the corpus was empty or never asked is not recorded"


def _seen_in_prompt(retrieval: Retrieval) -> str:
    """Name what events saw on its way to the prompt, where the record itself names no chunk."""
    if retrieval.attached:
        all_ = "" if retrieval.attached_all else " at least"
        return f"; events saw{all_} {', '.join(retrieval.attached)} attached to the prompt"
    cited = cited_sources(retrieval.injected or "")
    return f"; the injected text cites {', '.join(cited)}" if cited else ""


def _not_recorded(evidence: Evidence, retrieval: Retrieval) -> str:
    counts = f"{_count(evidence.considered_count)} considered, {_count(evidence.admitted_count)} admitted"
    if evidence.candidates is not None:
        return f"candidates not recorded: {counts}, but the list is empty"
    if evidence.candidates_omitted_reason is not None:
        why = f"the stated reason: {evidence.candidates_omitted_reason}"
    else:
        why = "no reason is given"
    seen = _seen_in_prompt(retrieval)
    which = "the record does not name them" if seen else "which chunks is unknown, not none"
    return f"candidates not recorded: {counts}; {which} ({why}){seen}"


def _corpus_empty(evidence: Evidence) -> str:
    where = (
        "the search returned no rows, and its namespace is not recorded"
        if evidence.namespace is None
        else f"the search of namespace {evidence.namespace} returned no rows"
    )
    return f"corpus empty: {where} (a wrong namespace, an embedder or tier filter, or really empty)"


def _lost(pool: Pool) -> str:
    return (
        f"nothing admitted reached the prompt: {len(pool.admitted)} of "
        f"{_chunks(len(pool.candidates))} admitted by the strategy, none attached, and no reason is "
        "recorded"
    )


def _some_read(pool: Pool) -> str:
    total, admitted, read = len(pool.candidates), len(pool.admitted), pool.read.count(True)
    before_prompt = pool.retrieval.evidence_from in ("event", "line")
    if read == admitted:
        what = f"{read} of {_chunks(total)} read"
    elif before_prompt and not pool.retrieval.attached_all:
        what = f"{admitted} of {_chunks(total)} admitted; the prompt is not recorded here"
    else:
        what = f"{admitted} of {_chunks(total)} admitted, {read} shown in the prompt"
    dropped = pool.read.count(False) - sum(one.admitted is False for one in pool.candidates)
    if dropped:
        what += f", {dropped} dropped later without a recorded reason"
    best = pool.best_place
    if best is not None and pool.read[best] is False and not pool.ties_with_read(best):
        one = pool.candidates[best]
        what += f"; the best, {name_of(one)}{_numbers(one)}, was not read"
    refused = _refusals(pool)
    return f"{what}; refused: {refused}" if refused else what


def _nothing_admitted(pool: Pool) -> str:
    evidence = pool.evidence
    headline = f"nothing admitted: {_chunks(len(pool.candidates))} considered, none admitted"
    refused = _refusals(pool)
    if refused:
        headline += f"; refused: {refused}"
    best = pool.best
    threshold = evidence.threshold
    if best is not None and usable(best.score) and usable(threshold) and best.score < threshold:
        headline += (
            f"; the nearest miss is {name_of(best)} at {number_text(best.score)}, short of the threshold "
            f"{number_text(threshold)}{shortfall(best.score, threshold)}"
        )
    elif best is not None:
        headline += f"; the best is {name_of(best)}{_numbers(best)}"
    return headline


def _budget_admitted_nothing(pool: Pool) -> str:
    headline = f"budget admitted nothing: {_reached_budget(pool)}"
    ended = pool.spend_ended_at
    if ended is not None:
        first, limit = pool.candidates[ended], pool.evidence.max_chars
        budget = "the character budget" + ("" if limit is None else f" of {number_text(limit)}")
        named = f"{name_of(first)}{_numbers(first)}"
        headline += (
            f"; {budget} was too small for the first passage, {named}, which ended the spend"
            if pool.cleared.get(ended) == 1
            else f"; {budget} ended at {named}, which did not fit"
        )
    else:
        headline += "; the token budget left no room"
    return f"{headline}; refused: {_refusals(pool)}"


def _reached_budget(pool: Pool) -> str:
    """Count the chunks that came as far as the budget, and those whose score does not say so."""
    threshold = pool.evidence.threshold
    kept = [one for one in pool.candidates if one.reason != BELOW_THRESHOLD]
    if not usable(threshold):
        return f"{_chunks(len(kept))} came back and none was read"
    scored = [one.score for one in kept if usable(one.score)]
    cleared = sum(score >= threshold for score in scored)
    under = sum(one.reason in BUDGETS and is_below(one, pool.evidence) for one in kept)
    told = f"{_chunks(cleared)} cleared the threshold and none was read"
    if not cleared:
        told = "no chunk is shown to have cleared the threshold, and none was read"
    if under:
        were = "was" if under == 1 else "were"
        told += f"; {_chunks(under)} {were} refused for room, though below the threshold"
    bare = len(kept) - len(scored)
    if bare:
        told += f"; {_chunks(bare)} {'has' if bare == 1 else 'have'} no usable score"
    return told


def _refusals(pool: Pool) -> str:
    """Count the refusals by the record's own words, in the order they first occur by rank."""
    reasons = Counter(
        pool.candidates[place].reason or "no reason recorded"
        for place in pool.ranked
        if pool.candidates[place].admitted is False
    )
    return ", ".join(f"{count} {reason}" for reason, count in reasons.items())


def _numbers(candidate: Candidate) -> str:
    quoted = standing(candidate)
    return f" ({quoted})" if quoted else ""


def _chunks(count: int) -> str:
    return "1 chunk" if count == 1 else f"{count} chunks"


def _count(value: float | None) -> str:
    return "an unrecorded number" if value is None else number_text(value)
