"""Rules about verdicts and their reasons."""

from collections.abc import Iterator

from footprint_cli.analyse.pool import Pool, is_below
from footprint_cli.analyse.said import Said, name_of
from footprint_cli.model.evidence import BELOW_THRESHOLD, OVER_CHAR_BUDGET, Candidate
from footprint_cli.model.numbers import number_text, usable

_LIMIT_OF = {BELOW_THRESHOLD: "threshold", OVER_CHAR_BUDGET: "maxChars"}


def reason_against_score(pool: Pool) -> Iterator[Said]:
    """A candidate is called below the threshold, and its score is not."""
    threshold = pool.evidence.threshold
    if not usable(threshold):
        return
    for one in pool.doubtful:
        score = one.score
        if one.reason == BELOW_THRESHOLD and usable(score) and score >= threshold:
            yield Said(
                f"{name_of(one)} is marked below-threshold, but {number_text(score)} is not below "
                f"the threshold {number_text(threshold)}",
                chunk=one.id,
            )


def admitted_below_threshold(pool: Pool) -> Iterator[Said]:
    """A candidate was admitted with a score under the threshold.

    A score equal to the threshold is admitted by the producer, so it is no finding here. A strategy
    of one's own is not held to its threshold.
    """
    threshold = pool.evidence.threshold
    for one in pool.admitted:
        if is_below(one, pool.evidence) and one.score is not None and threshold is not None:
            yield Said(
                f"{name_of(one)} was admitted at {number_text(one.score)}, under the threshold "
                f"{number_text(threshold)}",
                chunk=one.id,
                level=None if pool.ruled_by_top_k else "warning",
            )


def reason_without_rule(pool: Pool) -> Iterator[Said]:
    """A reason names a limit that the record does not have."""
    bare = {reason: name for reason, name in _LIMIT_OF.items() if pool.not_recorded(name)}
    for one in pool.doubtful if bare else ():
        missing = bare.get(one.reason or "")
        if missing is None or one.admitted is True:
            continue
        yield Said(
            f"{name_of(one)} is refused as {one.reason}, but no {missing} is recorded", chunk=one.id
        )


def reason_on_admitted(pool: Pool) -> Iterator[Said]:
    """An admitted candidate carries a reason for refusal."""
    for one in pool.admitted:
        if one.reason is not None:
            yield Said(
                f"{name_of(one)} is admitted and carries the reason {one.reason}", chunk=one.id
            )


def refused_without_reason(pool: Pool) -> Iterator[Said]:
    """A refused candidate names no reason; a strategy of one's own may leave it out."""
    if pool.hides("reason"):
        return
    for one in pool.doubtful:
        if one.admitted is False and one.reason is None and "reason" not in one.odd:
            yield Said(
                f"{name_of(one)} is refused and no reason is recorded",
                chunk=one.id,
                level=None if pool.ruled_by_top_k else "warning",
            )


def admitted_after_budget_ended(pool: Pool) -> Iterator[Said]:
    """The character spend ends at the first passage that does not fit; a later one was admitted."""
    ended = pool.spend_ended_at
    if ended is None:
        return
    first = pool.candidates[ended]
    after = pool.head[pool.head.index(ended) + 1 :]
    for place in after:
        one = pool.candidates[place]
        if one.admitted is True:
            unusual = "" if pool.ruled_by_top_k else "; unusual, though not against a rule we know"
            yield Said(
                f"{name_of(one)}{_ranked(one)} was admitted after {name_of(first)}{_ranked(first)} "
                f"ended the character budget{unusual}",
                chunk=one.id,
                level=None if pool.ruled_by_top_k else "warning",
            )


def _ranked(candidate: Candidate) -> str:
    return "" if candidate.rank is None else f" (rank {candidate.rank})"
