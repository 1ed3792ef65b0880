"""Which limit refused a candidate: the threshold, k, the picker's cap, a budget, or the strategy."""

from collections import Counter
from itertools import islice

from footprint_cli.analyse.pool import Pool
from footprint_cli.model.audit import BindingLimit
from footprint_cli.model.evidence import (
    BELOW_THRESHOLD,
    OVER_BUDGET,
    OVER_CHAR_BUDGET,
    OVER_MAX_ENTRIES,
)

_LIMIT_OF_REASON = {
    BELOW_THRESHOLD: "threshold",
    OVER_BUDGET: "token-budget",
    OVER_CHAR_BUDGET: "char-budget",
    OVER_MAX_ENTRIES: "k",  # unless the cap is that of the picker
}
_ORDER = ("threshold", "k", "max-entries", "token-budget", "char-budget", "strategy")


def limit_of(place: int, pool: Pool) -> str | None:
    """Name the limit that refused the candidate at a place; None for one that was not refused.

    A cap whose author is unknown counts as `k`: the record names no other cap.
    """
    candidate = pool.candidates[place]
    if candidate.admitted is not False:
        return None
    if candidate.reason == OVER_MAX_ENTRIES and pool.cap_author(place) == "picker":
        return "max-entries"
    return _LIMIT_OF_REASON.get(candidate.reason or "", "strategy")


def limits_of(pool: Pool) -> list[str | None]:
    """Name the limit of every candidate, as `limit_of` does one by one."""
    limit_of_reason = _LIMIT_OF_REASON.get
    found = [
        limit_of_reason(one.reason or "", "strategy") if one.admitted is False else None
        for one in pool.candidates
    ]
    for place in _that_the_picker_may_cap(pool) if "k" in found else ():
        if found[place] == "k" and pool.cap_author(place) == "picker":
            found[place] = "max-entries"
    return found


def _that_the_picker_may_cap(pool: Pool) -> list[int]:
    """Return the places whose cap may be the picker's: without another source, the first k that clear."""
    if pool.retrieval.at_retriever:
        return pool.ranked
    most = pool.most_admitted
    if pool.retrieval.evidence_from == "event" or not pool.ruled_by_top_k or most is None:
        return []
    return [*islice(pool.clearing(), min(most, len(pool.candidates)))]


def binding_limits(pool: Pool) -> tuple[BindingLimit, ...]:
    """Count the refusals of each limit, in a fixed order."""
    refused = Counter(limits_of(pool))
    return tuple(
        BindingLimit(limit=name, refused=refused[name]) for name in _ORDER if refused[name]
    )
