"""Lists that are best first and ruled by the shipped rule: their first rows tell all of them."""

from bisect import bisect_right
from collections.abc import Sequence
from math import isfinite
from operator import neg
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

_LATER = {(False, OVER_CHAR_BUDGET), (False, OVER_BUDGET)}  # by a stage behind the strategy
_FLOATS, _NUMBERS = {float}, {float, int}


def is_orderly(
    listed: Sequence[Candidate], threshold: Number | None, most: int | None, *, picked: bool
) -> bool:
    """Tell whether a list is in the order of its ranks, best score first, and ruled by `top_k`.

    Then the first `most` that clear the threshold are admitted, or refused by a later stage, all
    others that clear it are over the cap, and the rest is below the threshold. `picked`: a picker may
    have ruled, whose cap is told in the same word. To be asked where no other source has verdicts.
    """
    scores = [one.score for one in listed]
    if not is_ascending([one.rank for one in listed]) or not _is_descending(scores):
        return False
    floor = threshold if usable(threshold) else None
    clear = len(listed) if floor is None else bisect_right(scores, -floor, key=neg)
    first = clear if most is None else min(most, clear)
    later = _LATER | {(False, OVER_MAX_ENTRIES)} if picked else _LATER
    refused = [one.reason for one in listed[first:] if one.admitted is False]
    return (
        len(refused) == len(listed) - first
        and refused[: clear - first].count(OVER_MAX_ENTRIES) == clear - first
        and refused[clear - first :].count(BELOW_THRESHOLD) == len(listed) - clear
        and all(
            one.admitted is True or (one.admitted, one.reason) in later for one in listed[:first]
        )
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
