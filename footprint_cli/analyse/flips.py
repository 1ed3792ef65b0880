"""What would have admitted a refused candidate: the smallest change of one setting, or of several.

The recorded pool is ruled again by the recorded rule. For `threshold` and `k` of the shipped rule
that is exact; where sizes or ages of passages would decide, which no recording holds, it is a
bound and says so.
"""

from functools import cached_property
from itertools import islice
from math import inf, nextafter
from typing import NamedTuple

from footprint_cli.analyse.ahead import Ahead, ahead_in_order, ahead_of
from footprint_cli.analyse.limits import limit_of
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.reruled import ruled_otherwise
from footprint_cli.analyse.said import name_of
from footprint_cli.model.audit import Change, Flip
from footprint_cli.model.evidence import OVER_BUDGET, OVER_MAX_ENTRIES, Number
from footprint_cli.model.numbers import difference, number_text, usable

AT_MOST, AT_LEAST = "at-most", "at-least"

_RULED_BY = frozenset({"strategy", "k", "threshold", "candidates.score", "candidates.rank"})


class Flips(NamedTuple):
    """What would have admitted a candidate; None and a note: it cannot be computed, and why."""

    found: tuple[Flip, ...] | None
    note: str | None = None


class Flipping:
    """Answers for every candidate of one pool; what they share is worked out once."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def of(self, place: int) -> Flips:
        """Say what would have admitted the candidate at a place of the pool."""
        candidate = self._pool.candidates[place]
        if candidate.admitted is True:
            return Flips(())
        limit = limit_of(place, self._pool)
        if limit in ("threshold", "k"):
            return self._by_strategy(place, limit)
        if limit == "max-entries":
            return Flips(tuple(self._by_entries(place)))
        if limit == "char-budget":
            return self._by_characters(place)
        return _not(self._why_unknowable(place, limit))

    def _why_unknowable(self, place: int, limit: str | None) -> str:
        if limit is None:
            return "no verdict is recorded"
        if limit == "token-budget":
            return "neither the token budget nor the size of its text is recorded"
        if not self._pool.ruled_by_top_k:
            return "own strategy"
        if self._pool.candidates[place].reason is None:
            return "its reason is not recorded"
        return "its reason is none of the shipped rule"

    def displaced(self, place: int) -> int | None:
        """Find what `k` would have admitted in place of an admitted candidate; None: none known.

        Only the shipped rule tells: the first that clears the threshold behind the cap.
        """
        pool, most = self._pool, self._pool.most_admitted
        position = None if self._unruled is not None or most is None else pool.position(place)
        if most is None or position is None or position > most:
            return None
        if self._capped or self._short_of_tokens or pool.spend_ended_at is not None:
            return None  # what waits there would have come first
        following = self._behind_cap(most)
        reason = None if following is None else pool.candidates[following].reason
        return following if reason == OVER_MAX_ENTRIES else None

    def _behind_cap(self, most: int) -> int | None:
        """Find the first that clears the threshold behind so many."""
        pool = self._pool
        if not pool.is_orderly:
            return next(islice(pool.cleared, min(most, len(pool.candidates)), None), None)
        there = most < len(pool.candidates) and pool.position(most) is not None
        return most if there else None

    # The strategy: threshold and k.

    @cached_property
    def _unruled(self) -> str | None:
        """Why the shipped rule cannot be asked again about this pool; None: it can."""
        withheld = [name for name in self._pool.retrieval.withheld_fields if name in _RULED_BY]
        if withheld:
            return f"withheld by redaction: {', '.join(withheld)}"
        if not self._pool.ruled_by_top_k:
            return "own strategy"
        ruled = self._pool.as_ruled
        if ruled is False or (ruled is None and ruled_otherwise(self._pool)):
            return "the recorded verdicts are not those of the recorded rule"
        return None

    def _by_strategy(self, place: int, limit: str) -> Flips:
        pool = self._pool
        if self._unruled is not None:
            return _not(self._unruled)
        score, k, threshold = pool.candidates[place].score, pool.evidence.k, pool.evidence.threshold
        if limit == "k" and not usable(k):
            return _not("k is not recorded as a number, and the cap may be the picker's")
        if not usable(score):
            if limit == "k":
                return Flips((self._ruled(place, self._room_for(place)),))
            return _not("no usable score is recorded")
        ahead = ahead_in_order(pool, place) if pool.is_orderly else self._ahead[place]
        changes: list[tuple[Change, ...]] = []
        if limit == "k":
            changes.append((self._room_for(place),))
        if ahead.blocker is None or ahead.blocker < score:
            changes.append((_threshold(score, ahead.blocker, threshold),))
        elif limit == "threshold":
            low = Change("threshold", AT_MOST, score)
            changes.append((low, Change("k", AT_LEAST, ahead.reaching + 1)))
        return Flips(tuple(self._ruled(place, *each) for each in changes))

    def _room_for(self, place: int) -> Change:
        return Change("k", AT_LEAST, self._pool.position(place) or 0)

    @cached_property
    def _ahead(self) -> dict[int, Ahead]:
        return ahead_of(self._pool)

    def _ruled(self, place: int, *changes: Change) -> Flip:
        """Make a flip of the strategy, and say what the later stages leave open."""
        more, doubts = self._later_stages(place)
        if not usable(self._pool.evidence.k):
            doubts.insert(
                0, "k is not recorded as a number, so a cap may have refused it all the same"
            )
        if self._odd_ranks:
            doubts.insert(0, "a rank is no whole number, so the order may have been another")
        if not self._firm:
            doubts.insert(0, "the list is a sample and not best first, so a larger pool may differ")
        note = f"a bound: {'; '.join(doubts)}" if doubts else None
        return Flip(changes=(*changes, *more), exact=not doubts, note=note)

    @cached_property
    def _odd_ranks(self) -> bool:
        pool = self._pool  # in an orderly one all have a rank
        return not pool.is_orderly and any("rank" in one.odd for one in pool.candidates)

    @cached_property
    def _firm(self) -> bool:
        """Tell whether no chunk outside the list could come before one in it."""
        if self._pool.is_whole or self._pool.is_orderly:
            return True
        scores = [self._pool.candidates[place].score for place in self._pool.ranked]
        return all(usable(one) for one in scores) and scores == sorted(
            scores, key=lambda one: one or 0, reverse=True
        )

    def _later_stages(self, place: int) -> tuple[tuple[Change, ...], list[str]]:
        """Say what the character budget and the picker may do with one that the strategy admits."""
        pool, doubts = self._pool, []
        more: tuple[Change, ...] = ()
        limit, ended = pool.evidence.max_chars, pool.spend_ended_at
        if ended is not None and self._comes_first(ended, place):
            if usable(limit):
                more = (Change("maxChars", AT_LEAST, _one_more(limit)),)
            doubts.append(
                f"the character budget had ended before it, at {name_of(pool.candidates[ended])}"
            )
        elif limit is not None or ended is not None:
            doubts.append("its text, whose size is not recorded, must fit the character budget")
        if self._capped:
            doubts.append(
                f"the picker took only {len(pool.admitted)}, the newest, and when a chunk was written "
                "is not recorded"
            )
        if self._dropped:
            doubts.append(f"{self._dropped} that the strategy admitted were dropped later")
        if self._short_of_tokens:
            doubts.append("the token budget was short, and the size of its text is not recorded")
        return more, doubts

    def _comes_first(self, one: int, other: int) -> bool:
        if self._pool.as_ruled is not None:
            return one < other
        return self._order[one] < self._order[other]

    @cached_property
    def _order(self) -> dict[int, int]:
        return {place: number for number, place in enumerate(self._pool.ranked)}

    @cached_property
    def _short_of_tokens(self) -> bool:
        listed = self._pool.candidates
        refused = (listed[at] for at in self._pool.head if listed[at].reason == OVER_BUDGET)
        return any(one.admitted is False for one in refused)

    @cached_property
    def _dropped(self) -> int:
        """How many the record admits and events saw left out of the prompt."""
        pool = self._pool
        admitted = (at for at in pool.head if pool.candidates[at].admitted is True)
        return sum(pool.was_read(at) is False for at in admitted)

    # The picker: entries and tokens.

    @cached_property
    def _capped(self) -> list[int]:
        """The places that the picker's cap refused."""
        pool = self._pool
        capped = (at for at in pool.head if pool.candidates[at].reason == OVER_MAX_ENTRIES)
        return [at for at in capped if limit_of(at, pool) == "max-entries"]

    def _by_entries(self, place: int) -> list[Flip]:
        pool, taken = self._pool, len(self._pool.admitted)
        note = None
        if len(self._capped) > 1:
            note = (
                f"a lower bound: at {taken + len(self._capped)} the cap takes all; it takes the newest "
                "first, and when a chunk was written is not recorded"
            )
        more = Change("maxEntries", AT_LEAST, taken + 1)
        flips = [Flip(changes=(more,), exact=note is None, note=note)]
        position = pool.position(place)
        if self._unruled is None and position is not None and position <= taken:
            note = "then the strategy admits no more than the picker takes"
            flips.append(Flip(changes=(Change("k", AT_MOST, taken),), note=note))
        return flips

    # The character budget.

    def _by_characters(self, place: int) -> Flips:
        pool = self._pool
        limit, used, ended = pool.evidence.max_chars, pool.evidence.chars_used, pool.spend_ended_at
        if not usable(limit):
            return _not("maxChars is not recorded as a number")
        if ended is not None and ended != place:
            first = name_of(pool.candidates[ended])
            note = f"a lower bound: {first} must fit first, and sizes are not recorded"
        elif usable(used) and used <= limit:
            left = number_text(difference(limit, used))
            note = f"a lower bound: its text is longer than the {left} characters that were left"
        else:
            note = "a lower bound: the size of its text is not recorded"
        spent = used if usable(used) and used > limit else limit
        more = Change("maxChars", AT_LEAST, _one_more(spent))
        return Flips((Flip(changes=(more,), exact=False, note=note),))


def _not(why: str) -> Flips:
    return Flips(None, f"not computable: {why}")


def _threshold(score: Number, blocker: Number | None, recorded: Number | None) -> Change:
    """Return the threshold nearest to the recorded one that admits: from over `blocker` to `score`."""
    if usable(recorded) and recorded > score:
        return Change("threshold", AT_MOST, score)
    above = nextafter(float(blocker or 0), inf)
    return Change("threshold", AT_LEAST, min(above, score))  # a whole number may have no double


def _one_more(limit: Number) -> int:
    """Return the smallest whole number of characters over a limit."""
    return int(limit // 1) + 1
