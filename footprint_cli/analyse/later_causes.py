"""Causes behind the strategy: the character budget, the picker's cap, the token budget."""

from collections.abc import Callable, Iterator

from footprint_cli.analyse.cause_words import changed, ids_of, these
from footprint_cli.analyse.kept_runs import chars_kept
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.two_pools import UNKNOWN, Both, TwoPools, verdict
from footprint_cli.model.diff_report import Cause
from footprint_cli.model.evidence import OVER_BUDGET, OVER_CHAR_BUDGET, OVER_MAX_ENTRIES, Number
from footprint_cli.model.numbers import number_text, usable


def char_budget(two: TwoPools) -> Iterator[Cause]:
    """Name the budget where the characters that one side spent do not fit into that of the other."""
    for side, turned in (("before", two), ("after", two.swapped)):
        used, least = _spent(turned.before), turned.after.evidence.max_chars
        if not (usable(used) and usable(least) and used > least):
            continue
        found = _refused_later(turned, lambda one: one == OVER_CHAR_BUDGET)
        if found and not two.agrees("maxChars"):
            message = (
                f"maxChars {changed(two, 'maxChars')}: the {number_text(used)} characters spent "
                f"{side} do not fit into {number_text(least)}; it "
                f"{'refuses' if side == 'before' else 'admits'} {these(found)}"
            )
            yield Cause(code="char-budget", message=message, chunks=ids_of(found))


def picker_cap(two: TwoPools) -> Iterator[Cause]:
    """Name what the strategy admitted on both sides, and the picker's cap refused on one."""
    yield from _by_picker(two, OVER_MAX_ENTRIES, "picker-cap", "the picker's cap of entries")


def token_budget(two: TwoPools) -> Iterator[Cause]:
    """Name what the strategy admitted on both sides, and the token budget refused on one."""
    yield from _by_picker(two, OVER_BUDGET, "token-budget", "the token budget")


def _spent(pool: Pool) -> Number | None:
    """Return the characters that a side spent; without a budget, those of all that was admitted.

    None: not recorded, or a budget that is withheld or no number.
    """
    if pool.evidence.max_chars is not None:
        return pool.evidence.chars_used
    sizes = [
        chars_kept(pool.candidates[place])
        for place in pool.ranked
        if verdict(pool, place) in (None, UNKNOWN)
    ]
    known = [one for one in sizes if one is not None]
    return sum(known) if pool.not_recorded("maxChars") and len(known) == len(sizes) else None


def _refused_later(two: TwoPools, is_meant: Callable[[str | None], bool]) -> list[Both]:
    """Return what the strategy admitted on both sides, and a later stage refused after."""
    return [
        one
        for one in two.both
        if two.strategy(one) == (None, None)
        and two.candidates(one)[0].admitted is True
        and two.candidates(one)[1].admitted is False
        and is_meant(two.candidates(one)[1].reason)
    ]


def _by_picker(two: TwoPools, reason: str, code: str, what: str) -> Iterator[Cause]:
    for side, other, turned in (("after", "before", two), ("before", "after", two.swapped)):
        found = _refused_later(turned, lambda one: one == reason)
        if found:
            message = (
                f"{what} refuses {these(found)} {side}, and did not {other}; the strategy admitted "
                f"{'it' if len(found) == 1 else 'them'} on both sides, and how large it is is not recorded"
            )
            yield Cause(code=code, message=message, chunks=ids_of(found))
