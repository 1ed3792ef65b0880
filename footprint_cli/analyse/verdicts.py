"""What happened to one candidate: its history, and one plain sentence with its numbers."""

from footprint_cli.analyse.flips import Flipping
from footprint_cli.analyse.fragments import fragment_fault
from footprint_cli.analyse.pool import Pool, is_below
from footprint_cli.analyse.said import name_of
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

_OF_THE_STRATEGY = frozenset({BELOW_THRESHOLD, OVER_CHAR_BUDGET})


def explained(place: int, pool: Pool, flipping: Flipping) -> Explained:
    """Say what happened to the candidate at a place of the pool."""
    candidate, read = pool.candidates[place], pool.was_read(place)
    if candidate.admitted is True:
        ruling = _admitted(candidate, pool, read)
    elif candidate.admitted is False:
        ruling = _refused(place, pool)
    elif "row" in candidate.odd:
        ruling = "this row of the list is not a record, so nothing is known of it"
    else:
        ruling = "the record does not say whether it was admitted"
    numbers = standing(candidate, pool.evidence)
    flips = flipping.of(place)
    return Explained(
        candidate=candidate,
        read=read,
        ruling=ruling,
        explanation=f"{numbers}: {ruling}" if numbers else ruling,
        margin=margin(candidate, pool.evidence),
        history=history(candidate, pool, read),
        flips=flips.found,
        flips_note=flips.note,
    )


def margin(candidate: Candidate, evidence: Evidence) -> Number | None:
    """Subtract the threshold from the score, exactly; None where that is no usable number."""
    score, threshold = candidate.score, evidence.threshold
    if not usable(score) or not usable(threshold):
        return None
    found = difference(score, threshold)
    return found if usable(found) else None


def shortfall(score: Number, threshold: Number) -> str:
    """Say by how much a score is short of the threshold; nothing where no double holds it."""
    short = difference(threshold, score)
    return f" by {number_text(short)}" if usable(short) else ""


def history(candidate: Candidate, pool: Pool, read: bool | None) -> tuple[Verdict, ...]:
    """List the verdicts on a candidate, stage by stage, as far as they were recorded."""
    stages = []
    earlier = pool.before_picker(candidate)
    if earlier is not None:
        stages.append(Verdict(at="retriever", admitted=earlier.admitted, reason=earlier.reason))
    if earlier is None or earlier.admitted is not False or candidate.admitted is not False:
        last = Verdict(
            at=_stage(candidate, pool), admitted=candidate.admitted, reason=candidate.reason
        )
        stages.append(last)
    if candidate.admitted is True and read is not None:
        stages.append(Verdict(at="formatter", admitted=read))
    return tuple(stages)


def _stage(candidate: Candidate, pool: Pool) -> str:
    """Name the stage that ruled last: some reasons are only ever the strategy's (format notes, 5)."""
    if pool.retrieval.evidence_from in ("event", "line"):
        return "retriever"
    return "retriever" if candidate.reason in _OF_THE_STRATEGY else "picker"


def standing(candidate: Candidate, evidence: Evidence | None = None) -> str:
    """Quote a candidate's score and rank, and the threshold, as far as they are recorded."""
    parts = []
    if candidate.score is not None:
        parts.append(f"scored {number_text(candidate.score)}")
    if candidate.rank is not None:
        parts.append(f"rank {candidate.rank}")
    if evidence is not None and evidence.threshold is not None:
        parts.append(f"threshold {number_text(evidence.threshold)}")
    return ", ".join(parts)


def _admitted(candidate: Candidate, pool: Pool, read: bool | None) -> str:
    if read is False:
        return "admitted by the strategy, then absent from the prompt; no reason is recorded"
    if read is None:
        return f"admitted; {_no_text(candidate, pool)}"
    return f"read{_position(candidate, pool)}"


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
    if total == 1:
        return f" at prompt position {place}, the only one"
    if not 0 <= place < total:
        return f" at prompt position {place}, though {total} are admitted"
    where = {0: ", the first of", total - 1: ", the last of"}.get(place, " of")
    return f" at prompt position {place}{where} {total}"


def _refused(place: int, pool: Pool) -> str:  # noqa: PLR0911 (one sentence a reason)
    candidate = pool.candidates[place]
    reason = candidate.reason
    if reason == BELOW_THRESHOLD:
        return _below(candidate, pool)
    if reason == OVER_MAX_ENTRIES:
        return _over_cap(place, pool)
    if reason == OVER_CHAR_BUDGET:
        return _over_chars(place, pool)
    if reason == OVER_BUDGET:
        return f"{_for_room(candidate, pool)}; the token picker skipped it and went on"
    if reason is not None:
        return f'refused as "{reason}", a word this version does not know'
    if "reason" in candidate.odd:
        return "refused; its recorded reason is not a word"
    if pool.hides("reason"):
        return "refused; its reason may be withheld: redaction took reasons of this list"
    return "refused, and no reason is recorded"


def _below(candidate: Candidate, pool: Pool) -> str:
    score, threshold = candidate.score, pool.evidence.threshold
    refused = "refused as below the threshold"
    if score is None:
        return f"{refused}; no usable score is recorded"
    if not usable(score):
        return f"{refused}; its score is not a usable number and was compared with nothing"
    if pool.not_recorded("threshold"):
        return f"{refused}, but no threshold is recorded"
    if not usable(threshold):
        return f"{refused}; the threshold is withheld or not a usable number"
    if not is_below(candidate, pool.evidence):
        return (
            f"the record says below-threshold, yet {number_text(score)} is not below "
            f"{number_text(threshold)}: the record contradicts itself"
        )
    short = shortfall(score, threshold)
    by = short or f": {number_text(score)} is below {number_text(threshold)}"
    return f"missed the threshold{by}"


def _over_cap(place: int, pool: Pool) -> str:
    candidate, evidence = pool.candidates[place], pool.evidence
    score, threshold = candidate.score, evidence.threshold
    cleared = usable(score) and usable(threshold) and score >= threshold
    begin = "cleared the threshold; " if cleared else ""
    if is_below(candidate, evidence):
        begin = "below the threshold, yet refused by a cap as the record says; "
    k = "k" if evidence.k is None else f"k = {number_text(evidence.k)}"
    author = pool.cap_author(place)
    if author == "picker":
        order = " (it takes the newest first)" if evidence.selection_order == "recency" else ""
        return f"{begin}admitted by the strategy, then the picker's cap of entries was full{order}"
    cap = (
        f"{k} was already full"
        if author == "k"
        else f"a cap was already full: {k} or the picker's, the record does not say which"
    )
    return f"{begin}{cap}{_against_admitted(candidate, pool)}"


def _against_admitted(candidate: Candidate, pool: Pool) -> str:
    """Say when the cap, not the score, decided: a tie with an admitted chunk, or a better score."""
    score, lowest = candidate.score, pool.lowest_admitted
    if not usable(score) or lowest is None or lowest.score is None:
        return ""
    if lowest.score < score:
        rank = "" if lowest.rank is None else f", rank {lowest.rank}"
        return (
            f"; by score ({number_text(score)}) it beats {name_of(lowest)} "
            f"({number_text(lowest.score)}{rank}), which was admitted"
        )
    ties = pool.admitted_scores[score]
    if not ties:
        return ""
    chunks = "a chunk that was" if ties == 1 else f"{ties} chunks that were"
    return (
        f"; it tied at {number_text(score)} with {chunks} admitted: the cap decided, not the score"
    )


def _for_room(candidate: Candidate, pool: Pool) -> str:
    if is_below(candidate, pool.evidence):
        return "refused for room as the record says, though it is below the threshold too"
    return "refused for room, not relevance"


def _over_chars(place: int, pool: Pool) -> str:
    limit = pool.evidence.max_chars
    budget = "character budget" if limit is None else f"character budget of {number_text(limit)}"
    room = _for_room(pool.candidates[place], pool)
    if pool.spend_ended_at == place or pool.spend_ended_at is None:
        return f"{room}; it did not fit in what was left of the {budget}, which ended the spend"
    rank = pool.candidates[pool.spend_ended_at].rank
    where = "earlier" if rank is None else f"at rank {rank}"
    return (
        f"{room}; the {budget} had ended {where}, with one that did not fit; this chunk's "
        "size is not recorded"
    )
