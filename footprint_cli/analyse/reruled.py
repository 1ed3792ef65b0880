"""A recorded pool ruled again: what the shipped rule can be asked about it, and whether it agrees."""

from collections import defaultdict
from typing import NamedTuple

from footprint_cli.analyse.fragments import passage_of
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.strategies import top_k
from footprint_cli.model.evidence import (
    OVER_BUDGET,
    OVER_CHAR_BUDGET,
    OVER_MAX_ENTRIES,
    Loaded,
)
from footprint_cli.model.prompts import length_of
from footprint_cli.model.seam import Scored

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
        return "the recorded verdicts are not those of the recorded rule"
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
    out = []
    for place in pool.ranked:
        one = pool.candidates[place]
        known = loaded.get(place)
        chars = None if known is None else known.chars
        if chars is None and one.prompt_fragment is not None:
            passage = passage_of(one.prompt_fragment)
            chars = None if passage is None else length_of(passage)
        updated = None if known is None else known.updated
        out.append(Scored(id=one.id, score=one.score, chars=chars, updated=updated))
    return out


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
    return candidate.admitted is False and candidate.reason != OVER_BUDGET


class Picker(NamedTuple):
    """What a record tells of the picker: the places it refused, by which limit."""

    capped: tuple[int, ...]
    short: tuple[int, ...]  # of tokens

    @property
    def refused(self) -> bool:
        """Tell whether it refused any."""
        return bool(self.capped or self.short)


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
