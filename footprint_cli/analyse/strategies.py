"""The rules by which a retriever admits candidates, as recorded runs behave (format notes, 5)."""

from collections.abc import Sequence

from footprint_cli.analyse.pool import Pool
from footprint_cli.model.evidence import (
    BELOW_THRESHOLD,
    OVER_BUDGET,
    OVER_CHAR_BUDGET,
    OVER_MAX_ENTRIES,
    Number,
)
from footprint_cli.model.numbers import usable

_AFTER_THE_STRATEGY = frozenset({OVER_CHAR_BUDGET, OVER_BUDGET})


def top_k(
    scores: Sequence[Number | None], k: Number | None, threshold: Number | None
) -> list[str | None]:
    """Rule the scores of a pool in the store's order: None for admitted, else the reason.

    A score equal to the threshold is admitted, and so is one that is no usable number: it is below
    nothing. `below-threshold` comes before `over-max-entries`. Without `k` nothing caps; without a
    threshold nothing is below it (agentfootprint 9.62.0, topK).
    """
    floor = threshold if usable(threshold) else None
    most = k if usable(k) else None
    verdicts: list[str | None] = []
    admitted = 0
    for score in scores:
        if floor is not None and usable(score) and score < floor:
            verdicts.append(BELOW_THRESHOLD)
        elif most is not None and admitted >= most:
            verdicts.append(OVER_MAX_ENTRIES)
        else:
            verdicts.append(None)
            admitted += 1
    return verdicts


def ruled_otherwise(pool: Pool) -> list[int]:
    """Name the places whose recorded verdict of the strategy is not that of `top_k`."""
    scores = [pool.candidates[place].score for place in pool.ranked]
    ruled = top_k(scores, pool.evidence.k, pool.evidence.threshold)
    return [
        place
        for place, verdict in zip(pool.ranked, ruled, strict=True)
        if not _is_recorded(verdict, place, pool)
    ]


def _is_recorded(verdict: str | None, place: int, pool: Pool) -> bool:
    """Tell whether the record can come from this verdict of the strategy.

    Where no source kept the strategy's own verdict, what a later stage refused was admitted by it,
    and a cap may be either's.
    """
    candidate = pool.candidates[place]
    earlier = pool.before_picker(candidate)
    if earlier is not None and earlier.admitted is not None:
        candidate_admitted, reason = earlier.admitted, earlier.reason
    elif candidate.admitted is None:
        return True  # nothing is recorded that it could contradict
    else:
        candidate_admitted, reason = candidate.admitted, candidate.reason
    if candidate_admitted or reason in _AFTER_THE_STRATEGY:
        return verdict is None
    if reason == OVER_MAX_ENTRIES and earlier is None and pool.retrieval.evidence_from != "event":
        return verdict in (None, OVER_MAX_ENTRIES)
    return verdict is not None and verdict == reason
