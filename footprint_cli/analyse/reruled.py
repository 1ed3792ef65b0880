"""A recorded pool ruled again: what the shipped rule can be asked about it, and whether it agrees."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from footprint_cli.analyse.fragments import passage_of
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.strategies import top_k
from footprint_cli.model.evidence import (
    OVER_BUDGET,
    OVER_CHAR_BUDGET,
    OVER_MAX_ENTRIES,
    Candidate,
    Loaded,
)
from footprint_cli.model.numbers import usable
from footprint_cli.model.prompts import length_of
from footprint_cli.model.seam import Scored, Verdict, refused

OTHERWISE = "the recorded verdicts are not those of the recorded rule"
_AFTER_THE_STRATEGY = frozenset({OVER_CHAR_BUDGET, OVER_BUDGET})
_RULES = frozenset({"strategy", "k", "threshold", "maxChars"})
_RULED_BY = _RULES | {"candidates", "candidates.score", "candidates.rank", "candidates.admitted"}


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


def unruled(pool: Pool, *, otherwise: bool = False) -> str | None:
    """Say why a recorded pool cannot be ruled again by the rule that is recorded; None: it can.

    With `otherwise` by another rule, for which only the pool has to be known.
    """
    unknown = _unknown(pool)
    if unknown is not None or otherwise:
        return unknown
    if not pool.ruled_by_top_k:
        return "own strategy"
    if any(one.admitted is None for one in pool.candidates):
        return "a verdict is not recorded"
    agrees = pool.as_ruled
    if agrees is False or (agrees is None and ruled_otherwise(pool)):
        return OTHERWISE
    return None


def _unknown(pool: Pool) -> str | None:
    withheld = [name for name in pool.retrieval.withheld_fields if name in _RULED_BY]
    if withheld:
        return f"withheld by redaction: {', '.join(withheld)}"
    if pool.evidence.candidates is None:
        return "no candidates are recorded"
    odd = [name for name in sorted(_RULES) if name in pool.evidence.odd]
    return f"no usable value of {', '.join(odd)}" if odd else None


def scored(pool: Pool) -> list[Scored]:
    """Return the candidates in rank order, with what is recorded of the size and age of passages."""
    loaded = _loaded(pool)
    out = [_scored(pool.candidates[place], loaded.get(place)) for place in pool.ranked]
    ended = pool.spend_ended_at
    if ended is not None:
        at = pool.ranked.index(ended)
        out[at] = replace(out[at], least=_least(pool, out[:at]))
    return out


def _scored(one: Candidate, loaded: Loaded | None) -> Scored:
    chars = None if loaded is None else loaded.chars
    if chars is None and one.prompt_fragment is not None:
        passage = passage_of(one.prompt_fragment)
        chars = None if passage is None else length_of(passage)
    updated = None if loaded is None else loaded.updated
    return Scored(id=one.id, score=one.score, chars=chars, updated=updated)


def _least(pool: Pool, before: list[Scored]) -> int:
    """Return the least size of the passage that ended the spend: more than was left of the budget."""
    limit, used = pool.evidence.max_chars, pool.evidence.chars_used
    spent = [
        one.chars
        for one, place in zip(before, pool.ranked, strict=False)
        if not _was_refused(place, pool)
    ]
    if None not in spent:
        used = sum(one or 0 for one in spent)
    elif picker_of(pool) != Picker((), ()):
        return 0  # the record has counted anew
    if not usable(limit) or not usable(used) or used > limit:
        return 0
    return int((limit - used) // 1) + 1


def as_handed(pool: Pool, ruled: Sequence[Verdict]) -> bool:
    """Tell whether verdicts in rank order admit what the recorded strategy did, and no other."""
    return all(
        one.admitted is not _was_refused(place, pool)
        for one, place in zip(ruled, pool.ranked, strict=True)
    )


def spent_together(pool: Pool, ruled: Sequence[Verdict]) -> int | None:
    """Return how many in front were read whose characters are recorded as a total; None: none were.

    There `charsUsed` is what all that verdicts in rank order admit have spent, to the last one read.
    """
    if picker_of(pool) != Picker((), ()) or pool.evidence.max_chars is None:
        return None
    read = [pool.candidates[place].admitted is True for place in pool.ranked]
    count = len(read) - read[::-1].index(True) if True in read else 0
    admitted = [one.admitted is True for one in ruled[:count]]
    return count if count and admitted == read[:count] else None


def as_spent(pool: Pool, ruled: Sequence[Verdict]) -> Iterator[Verdict]:
    """Give verdicts of the strategy those of the character budget, as they are recorded."""
    for one, place in zip(ruled, pool.ranked, strict=True):
        candidate = pool.candidates[place]
        over = candidate.admitted is False and candidate.reason == OVER_CHAR_BUDGET
        yield refused(OVER_CHAR_BUDGET) if over else one


def _loaded(pool: Pool) -> dict[int, Loaded]:
    """Join what the retriever loaded with the places of its candidates: by id, equal ids in order."""
    waiting: dict[str, list[Loaded]] = defaultdict(list)
    for one in reversed(pool.retrieval.loaded or ()):
        if one.id is not None:
            waiting[one.id].append(one)
    found = {}
    for place in pool.ranked:
        candidate = pool.candidates[place]
        same = waiting.get(candidate.id or "")
        if same and not _was_refused(place, pool):
            found[place] = same.pop()
    return found


def _was_refused(place: int, pool: Pool) -> bool:
    """Tell whether the strategy itself refused a candidate, so that it was never loaded."""
    candidate = pool.candidates[place]
    earlier = pool.before_picker(candidate)
    if earlier is not None and earlier.admitted is not None:
        return not earlier.admitted
    if candidate.admitted is not False or candidate.reason in _AFTER_THE_STRATEGY:
        return False
    return candidate.reason != OVER_MAX_ENTRIES or pool.cap_author(place) != "picker"


class Picker(NamedTuple):
    """What a record tells of the picker: the places it refused, by which limit."""

    capped: tuple[int, ...]
    short: tuple[int, ...]  # of tokens


def picker_of(pool: Pool) -> Picker:
    """Return what the picker refused, by place in the list."""
    reasons = [one.reason if one.admitted is False else None for one in pool.candidates]
    authors = pool.cap_authors() if OVER_MAX_ENTRIES in reasons else []
    capped = tuple(
        place
        for place, author in enumerate(authors)
        if reasons[place] == OVER_MAX_ENTRIES and author == "picker"
    )
    short = tuple(place for place, reason in enumerate(reasons) if reason == OVER_BUDGET)
    return Picker(capped, short)
