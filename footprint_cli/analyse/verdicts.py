"""What happened to one candidate: its history, and one plain sentence with its numbers."""

from footprint_cli.analyse.fragments import fragment_fault
from footprint_cli.analyse.pool import Pool, is_below
from footprint_cli.model.audit import Explained, Verdict
from footprint_cli.model.evidence import (
    BELOW_THRESHOLD,
    OVER_BUDGET,
    OVER_CHAR_BUDGET,
    OVER_MAX_ENTRIES,
    Candidate,
    Evidence,
    Number,
)
from footprint_cli.model.numbers import difference, number_text, usable


def explained(place: int, pool: Pool) -> Explained:
    """Say what happened to the candidate at a place of the pool."""
    candidate, read = pool.candidates[place], pool.read[place]
    if candidate.admitted is True:
        sentence = _admitted(candidate, pool, read)
    elif candidate.admitted is False:
        sentence = _refused(place, pool)
    elif "row" in candidate.odd:
        sentence = "this row of the list is not a record, so nothing is known of it"
    else:
        sentence = "the record does not say whether it was admitted"
    return Explained(
        candidate=candidate,
        read=read,
        explanation=sentence,
        margin=margin(candidate, pool.evidence),
        history=history(candidate, pool, read),
    )


def margin(candidate: Candidate, evidence: Evidence) -> Number | None:
    """Subtract the threshold from the score, exactly; None unless both are usable numbers."""
    score, threshold = candidate.score, evidence.threshold
    return difference(score, threshold) if usable(score) and usable(threshold) else None


def history(candidate: Candidate, pool: Pool, read: bool | None) -> tuple[Verdict, ...]:
    """List the verdicts on a candidate, stage by stage, as far as they were recorded."""
    stages = []
    earlier = pool.before_picker(candidate)
    if earlier is not None:
        stages.append(Verdict(at="retriever", admitted=earlier.admitted, reason=earlier.reason))
    before_picker = pool.retrieval.evidence_from in ("event", "line")
    at = "retriever" if before_picker else "picker"
    stages.append(Verdict(at=at, admitted=candidate.admitted, reason=candidate.reason))
    if candidate.admitted is True and read is not None:
        stages.append(Verdict(at="formatter", admitted=read))
    return tuple(stages)


def _admitted(candidate: Candidate, pool: Pool, read: bool | None) -> str:
    if read is False:
        return (
            f"the strategy admitted it ({standing(candidate)}), then it is absent from the prompt "
            "and no reason is recorded"
        )
    if read is None:
        return f"admitted ({standing(candidate)}); {_no_text(candidate, pool)}"
    threshold = pool.evidence.threshold
    limit = f", threshold {number_text(threshold)}" if usable(threshold) else ""
    return f"read: {standing(candidate)}{limit}{_position(candidate, pool)}"


def _no_text(candidate: Candidate, pool: Pool) -> str:
    fault = fragment_fault(candidate)
    if fault == "empty":
        return "its fragment is the empty string, so no text of it is shown in the prompt"
    if fault == "hollow":
        return "its citation reached the prompt and the passage did not: the fragment has an empty body"
    if pool.retrieval.evidence_from in ("event", "line"):
        return "whether its text reached the prompt is not recorded here"
    return "the recording does not show any of its text reaching the prompt"


def _position(candidate: Candidate, pool: Pool) -> str:
    place, total = candidate.prompt_position, len(pool.admitted)
    if place is None:
        return ""
    where = "only" if total == 1 else "first" if place == 0 else "last" if place == total - 1 else ""
    return f"; prompt position {place}" + (f", the {where} of {total}" if where else f" of {total}")


def standing(candidate: Candidate) -> str:
    """Quote a candidate's score and rank, as far as they are recorded."""
    parts = []
    if candidate.score is not None:
        parts.append(f"scored {number_text(candidate.score)}")
    if candidate.rank is not None:
        parts.append(f"rank {candidate.rank}")
    return ", ".join(parts) or "no score or rank recorded"


def _refused(place: int, pool: Pool) -> str:
    candidate = pool.candidates[place]
    reason, quoted = candidate.reason, standing(candidate)
    if reason == BELOW_THRESHOLD:
        return _below(candidate, pool.evidence)
    if reason == OVER_MAX_ENTRIES:
        return _over_cap(place, pool)
    if reason == OVER_BUDGET:
        return (
            f"{quoted}: refused for room, not relevance; the token picker skipped it and went on"
        )
    if reason == OVER_CHAR_BUDGET:
        return _over_chars(place, pool)
    if "reason" in candidate.odd:
        return f"{quoted}: refused; its recorded reason is not a word"
    if reason is None:
        return f"{quoted}: refused, and no reason is recorded"
    return f'{quoted}: refused as "{reason}", a word this version does not know'


def _below(candidate: Candidate, evidence: Evidence) -> str:
    score, threshold = candidate.score, evidence.threshold
    if score is None:
        return "refused as below the threshold; no usable score is recorded"
    quoted = number_text(score)
    if not usable(score):
        return (
            f"refused as below the threshold; its score {quoted} is not a usable number and was "
            "compared with nothing"
        )
    if not usable(threshold):
        return f"scored {quoted}: refused as below the threshold, but no threshold is recorded"
    if not is_below(candidate, evidence):
        return (
            f"the record says below-threshold, yet {quoted} is not below {number_text(threshold)}: "
            "the record contradicts itself"
        )
    missed = number_text(difference(threshold, score))
    return f"scored {quoted}, threshold {number_text(threshold)}: missed by {missed}"


def _over_cap(place: int, pool: Pool) -> str:
    candidate, evidence = pool.candidates[place], pool.evidence
    begin = standing(candidate)
    if usable(candidate.score) and usable(evidence.threshold) and candidate.score >= evidence.threshold:
        begin = f"cleared the threshold {number_text(evidence.threshold)} ({begin})"
    k = "k" if evidence.k is None else f"k = {number_text(evidence.k)}"
    author = pool.cap_author(place)
    if author == "picker":
        order = " (it takes the newest first)" if evidence.selection_order == "recency" else ""
        return (
            f"{begin}; the strategy admitted it, then the picker{order} had filled its cap of entries"
        )
    cap = (
        f"{k} was already full"
        if author == "k"
        else f"a cap was already full: {k} or the picker's, the record does not say which"
    )
    return f"{begin}; {cap}{_against_admitted(candidate, pool)}"


def _against_admitted(candidate: Candidate, pool: Pool) -> str:
    """Say when the cap, not the score, decided: a tie with an admitted chunk, or a better score."""
    score, lowest = candidate.score, pool.lowest_admitted
    if not usable(score) or lowest is None or lowest.score is None:
        return ""
    if lowest.score < score:
        rank = "" if lowest.rank is None else f", rank {lowest.rank}"
        return (
            f"; by score ({number_text(score)}) it beats {lowest.id} "
            f"({number_text(lowest.score)}{rank}), which was admitted"
        )
    ties = pool.admitted_scores[score]
    if not ties:
        return ""
    chunks = "a chunk that was" if ties == 1 else f"{ties} chunks that were"
    return f"; it tied at {number_text(score)} with {chunks} admitted: the cap decided, not the score"


def _over_chars(place: int, pool: Pool) -> str:
    candidate, limit = pool.candidates[place], pool.evidence.max_chars
    budget = "character budget" if limit is None else f"character budget of {number_text(limit)}"
    room = f"{standing(candidate)}: refused for room, not relevance"
    if pool.spend_ended_at == place or pool.spend_ended_at is None:
        return f"{room}; it did not fit in what was left of the {budget}, which ended the spend"
    rank = pool.candidates[pool.spend_ended_at].rank
    where = "earlier" if rank is None else f"at rank {rank}"
    return (
        f"{room}; the {budget} had ended {where}, with one that did not fit; its own size is not "
        "recorded"
    )
