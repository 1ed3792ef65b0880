"""Lists that are best first and ruled by the shipped rule: their first rows tell all of them."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import compress
from math import isfinite
from operator import neg, not_
from typing import TypeGuard

from footprint_cli.model.evidence import (
    BELOW_THRESHOLD,
    OVER_BUDGET,
    OVER_CHAR_BUDGET,
    OVER_MAX_ENTRIES,
    Candidate,
    Number,
)
from footprint_cli.model.numbers import is_ascending, usable

_LATER = frozenset({OVER_CHAR_BUDGET, OVER_BUDGET})  # by a stage behind the strategy
_FLOATS, _NUMBERS = {float}, {float, int}


def is_as_ruled(
    listed: Sequence[Candidate], threshold: Number | None, most: int | None, *, picked: bool
) -> bool | None:
    """Tell whether the verdicts of a list that is best first are those of `top_k`; None: it is not so.

    If they are, the first `most` that clear the threshold are admitted, or refused by a later stage,
    all others that clear it are over the cap, and the rest is below the threshold. `picked`: a picker
    may have ruled, whose cap is told in the same word. To be asked where no other source has verdicts.

    None also where a verdict is not recorded.
    """
    scores, verdicts = [one.score for one in listed], [one.admitted for one in listed]
    if None in verdicts or not is_ascending([one.rank for one in listed]):
        return None
    if not _is_descending(scores):
        return None
    floor = threshold if usable(threshold) else None
    clear = len(listed) if floor is None else bisect_right(scores, -floor, key=neg)
    first = clear if most is None else min(most, clear)
    later = {*_LATER, OVER_MAX_ENTRIES} if picked else _LATER
    reasons = [one.reason for one in listed]
    return (
        True not in verdicts[first:]
        and reasons[first:clear].count(OVER_MAX_ENTRIES) == clear - first
        and reasons[clear:].count(BELOW_THRESHOLD) == len(listed) - clear
        and all(map(later.__contains__, compress(reasons[:first], map(not_, verdicts[:first]))))
    )


def _is_descending(scores: list[Number | None]) -> TypeGuard[list[Number]]:
    """Tell whether all are usable, and none is larger than the one before it."""
    kinds = {*map(type, scores)}
    if kinds <= _FLOATS:
        if not isfinite(sum(scores)):  # type: ignore[arg-type]
            return False  # as for a sum that no double holds: nothing is lost but time
    elif not kinds <= _NUMBERS or not all(map(usable, scores)):
        return False
    return scores == sorted(scores, reverse=True)  # type: ignore[type-var]
