"""Two pools side by side: which rows are of one chunk, and how each would be ruled otherwise."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from functools import cached_property
from typing import NamedTuple

from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.reruled import unruled
from footprint_cli.analyse.strategies import top_k
from footprint_cli.model.differences import are_same
from footprint_cli.model.evidence import (
    OVER_BUDGET,
    OVER_CHAR_BUDGET,
    OVER_MAX_ENTRIES,
    Candidate,
    Number,
    Retrieval,
    recorded_value,
)
from footprint_cli.model.numbers import usable

SETTINGS = (
    "queryHash",
    "strategy",
    "k",
    "threshold",
    "maxChars",
    "embedderId",
    "dimensions",
    "selectionOrder",
    "namespace",
)
UNKNOWN = "?"  # a verdict of the strategy that the record does not tell


class Rows(NamedTuple):
    """The places of one chunk in both pools; None: it is not listed there."""

    id: str | None
    before: int | None
    after: int | None


class Both(NamedTuple):
    """The places of a chunk that both pools list."""

    id: str | None
    before: int
    after: int


class TwoPools:
    """The pools of two retrievals. What is listed several times is matched in order of rank."""

    def __init__(self, before: Pool, after: Pool) -> None:
        self.before = before
        self.after = after

    @cached_property
    def swapped(self) -> "TwoPools":
        """The same with the sides changed about."""
        return TwoPools(self.after, self.before)

    @cached_property
    def rows(self) -> list[Rows]:
        """Every chunk of either side: by rank before, then those of the other side by rank after."""
        others: dict[str | None, list[int]] = defaultdict(list)
        for place in reversed(self.after.ranked):
            others[self.after.candidates[place].id].append(place)
        found = []
        for place in self.before.ranked:
            name = self.before.candidates[place].id
            found.append(Rows(name, place, others[name].pop() if others[name] else None))
        left = {place for places in others.values() for place in places}
        return found + [
            Rows(self.after.candidates[place].id, None, place)
            for place in self.after.ranked
            if place in left
        ]

    @cached_property
    def both(self) -> list[Both]:
        """The chunks that both sides list."""
        return [
            Both(name, one, other)
            for name, one, other in self.rows
            if one is not None and other is not None
        ]

    @cached_property
    def only_after(self) -> frozenset[int]:
        """The places after of chunks that are not listed before, not even by a second entry."""
        known = {one.id for one in self.before.candidates}
        return frozenset(
            one.after
            for one in self.rows
            if one.before is None
            and one.after is not None
            and self.after.candidates[one.after].id not in known
        )

    @cached_property
    def moved(self) -> list[Both]:
        """The chunks on which the strategy is known to have ruled otherwise."""
        return [
            one
            for one in self.both
            if UNKNOWN not in self.strategy(one) and self.strategy(one)[0] != self.strategy(one)[1]
        ]

    def strategy(self, one: Both) -> tuple[str | None, str | None]:
        """Return the strategy's own verdicts: None for admitted, the reason, or UNKNOWN."""
        return verdict(self.before, one.before), verdict(self.after, one.after)

    def candidates(self, one: Both) -> tuple[Candidate, Candidate]:
        """Return both rows."""
        return self.before.candidates[one.before], self.after.candidates[one.after]

    def differs(self, name: str) -> bool:
        """Tell whether both sides record a setting, and not the same."""
        values = self.values(name)
        return None not in values and not are_same(*values)

    def agrees(self, name: str) -> bool:
        """Tell whether both sides record the same of a setting, or both do not record it."""
        withheld = (one.retrieval.withheld_fields for one in (self.before, self.after))
        return are_same(*self.values(name)) and not any(name in one for one in withheld)

    def values(self, name: str) -> tuple[object, object]:
        """Return a setting as both sides record it."""
        return (
            recorded_value(self.before.evidence, name),
            recorded_value(self.after.evidence, name),
        )

    @cached_property
    def read_order(self) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """The ids that both sides read, in the order of each prompt.

        None where a place, an id or whether it was read is not recorded.
        """
        orders = [_in_prompt(one) for one in (self.before, self.after)]
        mine, theirs = orders
        if mine is None or theirs is None:
            return None
        return (
            tuple(one for one in mine if one in theirs),
            tuple(one for one in theirs if one in mine),
        )

    @cached_property
    def is_mixed(self) -> bool:
        """Tell whether the record of one side alone was written before the picker ruled."""
        return is_early(self.before.retrieval) is not is_early(self.after.retrieval)

    def rules_otherwise(self, one: Both) -> bool | None:
        """Tell whether a chunk is admitted on one side only, or refused for another reason.

        Where one record was written before the picker ruled, its verdicts are the strategy's, and are
        held against those of the strategy: None where that is not known.
        """
        before, after = self.candidates(one)
        if (before.admitted, before.reason) == (after.admitted, after.reason):
            return False
        if not self.is_mixed:
            return True
        mine, theirs = self.strategy(one)
        return True if UNKNOWN not in (mine, theirs) and mine != theirs else None

    @cached_property
    def is_comparable(self) -> bool:
        """Tell whether scores may be held against each other: one query, one embedder, as recorded."""
        return not any(map(self.differs, ("queryHash", "embedderId", "dimensions")))

    @cached_property
    def has_equal_settings(self) -> bool:
        """Tell whether all settings agree."""
        return all(map(self.agrees, SETTINGS))

    @cached_property
    def can_be_ruled(self) -> bool:
        """Tell whether both can be ruled again, for scores that may be held against each other."""
        return self.is_comparable and can_be_ruled(self.before) and can_be_ruled(self.after)


def is_early(retrieval: Retrieval) -> bool:
    """Tell whether the record of a retrieval was written before the picker ruled."""
    return retrieval.evidence_from in ("event", "line")


def verdict(pool: Pool, place: int) -> str | None:
    """Return the strategy's own verdict: None for admitted, the reason, or UNKNOWN."""
    one = pool.candidates[place]
    earlier = pool.before_picker(one)
    if earlier is not None and earlier.admitted is not None:
        return None if earlier.admitted else earlier.reason or UNKNOWN
    if one.admitted is None:
        return UNKNOWN
    if one.admitted or one.reason in (OVER_CHAR_BUDGET, OVER_BUDGET):
        return None
    if one.reason == OVER_MAX_ENTRIES:
        author = pool.cap_author(place)
        return None if author == "picker" else OVER_MAX_ENTRIES if author == "k" else UNKNOWN
    return one.reason or UNKNOWN


def can_be_ruled(pool: Pool) -> bool:
    """Tell whether the shipped rule, with the recorded limits, gives what is recorded of a pool.

    Ranks must leave no gap, or a chunk that is not listed may have taken a place.
    """
    if unruled(pool) is not None:
        return False
    ranks = [pool.candidates[place].rank for place in pool.ranked]
    return ranks == [*range(1, len(ranks) + 1)]


def ruled_again(
    pool: Pool,
    k: Number | None,
    threshold: Number | None,
    *,
    without: Collection[int] = (),
    scores: dict[int, Number] | None = None,
) -> dict[int, str | None]:
    """Rule a pool with other limits, without some of its rows, or with other scores; by place."""
    places = [place for place in pool.ranked if place not in without]
    given = scores or {}
    numbers = [given.get(place, pool.candidates[place].score) for place in places]
    return dict(zip(places, top_k(numbers, k, threshold), strict=True))


def limits(pool: Pool) -> tuple[Number | None, Number | None]:
    """Return k and the threshold of a pool."""
    return pool.evidence.k, pool.evidence.threshold


def ids(pool: Pool) -> Iterator[str | None]:
    """Yield the ids of a pool by rank."""
    return (pool.candidates[place].id for place in pool.ranked)


def both_usable(values: tuple[object, object]) -> bool:
    """Tell whether both are numbers that may be compared."""
    return usable(values[0]) and usable(values[1])


def _in_prompt(pool: Pool) -> dict[str, int] | None:
    """Return the ids that were read with their positions, by position, once each; None: not all told."""
    found: dict[str, int] = {}
    for one, read in zip(pool.candidates, pool.read, strict=True):
        if read is False:
            continue
        if read is None or one.id is None or one.prompt_position is None:
            return None
        found.setdefault(one.id, one.prompt_position)
    return dict(sorted(found.items(), key=lambda each: each[1]))
