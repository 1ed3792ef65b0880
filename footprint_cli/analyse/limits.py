"""Which limit refused a candidate: the threshold, k, the picker's cap, a budget, or the strategy."""

from collections import Counter

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
}
_ORDER = ("threshold", "k", "max-entries", "token-budget", "char-budget", "strategy")


def limit_of(place: int, pool: Pool) -> str | None:
    """Name the limit that refused the candidate at a place; None for one that was not refused.

    A cap whose author is unknown counts as `k`: the record names no other cap.
    """
    candidate = pool.candidates[place]
    if candidate.admitted is not False:
        return None
    if candidate.reason == OVER_MAX_ENTRIES:
        return "max-entries" if pool.cap_author(place) == "picker" else "k"
    return _LIMIT_OF_REASON.get(candidate.reason or "", "strategy")


def binding_limits(pool: Pool) -> tuple[BindingLimit, ...]:
    """Count the refusals of each limit, in a fixed order."""
    refused = Counter(limit_of(place, pool) for place in range(len(pool.candidates)))
    return tuple(
        BindingLimit(limit=name, refused=refused[name]) for name in _ORDER if refused[name]
    )
