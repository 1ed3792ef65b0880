"""Chunks that a store did not return, and when they could come in under other settings."""

from collections.abc import Sequence

from footprint_cli.analyse.pool import Pool
from footprint_cli.model.evidence import OVER_CHAR_BUDGET
from footprint_cli.model.numbers import usable
from footprint_cli.model.seam import Strategy, Verdict


def hidden_by(
    pool: Pool, strategy: Strategy, verdicts: Sequence[Verdict], *, own: bool
) -> str | None:
    """Say why chunks outside a pool could be admitted too; None: none could.

    A pool that is recorded as whole hides none, and the same `k` asks a store for the same pool.
    Else the shipped rule (`own`) takes hidden ones exactly when fewer than `k` of the list clear the
    threshold, no character budget ended in it, and the last of a list that is best first is not
    under the threshold, so that one behind it may not be either.
    """
    if pool.is_whole or _is_same_pool(pool, strategy):
        return None
    if not own:
        return "another k asks the store for another pool, and the strategy ruled the recorded one"
    if _is_full(strategy, verdicts) or _ends_below(pool, strategy):
        return None
    if pool.evidence.candidates_complete is None:
        return "whether the store returned all is not recorded, and the list is used up"
    return "the pool was full and the list is used up: chunks behind it may clear the threshold"


def _is_same_pool(pool: Pool, strategy: Strategy) -> bool:
    """Tell whether the list is the pool that the store would return: k + a window that is fixed."""
    return lists_all(pool) and usable(strategy.k) and strategy.k == pool.evidence.k


def lists_all(pool: Pool) -> bool:
    """Tell whether the list is all that the store returned, as far as its own count says."""
    considered = pool.evidence.considered_count
    return not usable(considered) or considered <= len(pool.candidates)


def _is_full(strategy: Strategy, verdicts: Sequence[Verdict]) -> bool:
    """Tell whether no place is left behind the list: `k` are admitted, or the spend has ended."""
    if any(one.reason == OVER_CHAR_BUDGET for one in verdicts):
        return True
    admitted = sum(one.admitted is not False for one in verdicts)
    return usable(strategy.k) and admitted >= strategy.k


def _ends_below(pool: Pool, strategy: Strategy) -> bool:
    """Tell whether all behind the list are under the threshold: it is best first, and its end is."""
    floor, scores = strategy.threshold, [pool.scores[place] for place in pool.ranked]
    if not scores or not usable(floor) or None in scores:
        return False
    known = [one for one in scores if one is not None]
    return known[-1] < floor and known == sorted(known, reverse=True)
