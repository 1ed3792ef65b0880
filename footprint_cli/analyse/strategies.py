"""The rules by which a retriever admits chunks: as recorded runs behave, and others to try.

All stand behind the seam of seed 000 (`RetrievalStrategy`): a pool in the store's order, best
first, and one verdict for each chunk of it, in the same order. What comes after a strategy, the
character budget and the picker, is in `stages`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import compress

from msgspec import Struct

from footprint_cli.errors import StrategyError, UnruledError
from footprint_cli.model.evidence import (
    BELOW_THRESHOLD,
    OVER_MAX_ENTRIES,
    Number,
)
from footprint_cli.model.numbers import usable
from footprint_cli.model.seam import ADMITTED, Scored, Strategy, Verdict, refused

Similarity = Callable[[str, str], float]  # of two chunks, by their ids; KeyError: not known


def top_k(
    scores: Sequence[Number | None], k: Number | None, threshold: Number | None
) -> list[str | None]:
    """Rule the scores of a pool in the store's order: None for admitted, else the reason.

    A score equal to the threshold is admitted, and so is one that is no usable number: it is below
    nothing. `below-threshold` comes before `over-max-entries`. Without `k` nothing caps; without a
    threshold nothing is below it (agentfootprint 9.62.0, topK).
    """
    floor = threshold if usable(threshold) else None
    most = k if usable(k) else None
    verdicts: list[str | None] = []
    admitted = 0
    for score in scores:
        if floor is not None and usable(score) and score < floor:
            verdicts.append(BELOW_THRESHOLD)
        elif most is not None and admitted >= most:
            verdicts.append(OVER_MAX_ENTRIES)
        else:
            verdicts.append(None)
            admitted += 1
    return verdicts


class TopK(Struct, frozen=True, kw_only=True):
    """The first k that clear the threshold, in the store's order: the shipped rule."""

    k: Number | None = None
    threshold: Number | None = None
    name: str = "topK"

    def select(self, pool: Sequence[Scored]) -> list[Verdict]:
        """Rule on a pool, as recorded runs did."""
        return _verdicts(top_k([one.score for one in pool], self.k, self.threshold))


class Rerank(Struct, frozen=True, kw_only=True):
    """The shipped rule over scores from elsewhere: the best k of those that clear the threshold.

    The threshold is one of the new scores. Equal scores keep the store's order.
    """

    scores: Mapping[str, Number]  # by chunk id
    k: Number | None = None
    threshold: Number | None = None
    name: str = "rerank"

    def select(self, pool: Sequence[Scored]) -> list[Verdict]:
        """Rule on a pool; `UnruledError` names a chunk that has no new score."""
        new = [self._score_of(one) for one in pool]
        order = sorted(range(len(pool)), key=lambda place: -new[place])
        ruled = top_k([new[place] for place in order], self.k, self.threshold)
        verdicts: list[str | None] = [None] * len(pool)
        for place, verdict in zip(order, ruled, strict=True):
            verdicts[place] = verdict
        return _verdicts(verdicts)

    def _score_of(self, one: Scored) -> Number:
        score = None if one.id is None else self.scores.get(one.id)
        if not usable(score):
            raise UnruledError(f"no new score for {_named(one)}")
        return score


class Mmr(Struct, frozen=True, kw_only=True):
    """Maximal marginal relevance: one by one, what is relevant and unlike those that are in.

    The next is the one with the most of `balance` x score - (1 - `balance`) x the greatest
    similarity to one that is in (Carbonell and Goldstein, 1998); of equals the first in the store's
    order. `balance` (the lambda) is from 0, diverse, to 1, where this is `TopK` of a pool that is
    best first. The threshold is one of the scores, before any of this.
    """

    balance: float
    similarity: Similarity
    k: Number | None = None
    threshold: Number | None = None
    name: str = "mmr"

    def select(self, pool: Sequence[Scored]) -> list[Verdict]:
        """Rule on a pool; `UnruledError` names a chunk without a score, or two without similarity."""
        clears = [one is None for one in top_k([one.score for one in pool], None, self.threshold)]
        left = [*compress(range(len(pool)), clears)]
        nearest = dict.fromkeys(left, 0.0)  # the greatest similarity to one that is in
        taken: set[int] = set()
        while left and (not usable(self.k) or len(taken) < self.k):
            best = max(left, key=lambda place: self._worth(pool[place], nearest[place]))
            left.remove(best)
            for place in left:
                alike = self._alike(pool[place], pool[best])
                nearest[place] = max(nearest[place], alike) if taken else alike
            taken.add(best)
        capped = {*left}
        return _verdicts(
            BELOW_THRESHOLD if not clears[at] else OVER_MAX_ENTRIES if at in capped else None
            for at in range(len(pool))
        )

    def _worth(self, one: Scored, nearest: float) -> float:
        if not usable(one.score):
            raise UnruledError(f"{_named(one)} has no usable score")
        return self.balance * one.score - (1 - self.balance) * nearest

    def _alike(self, one: Scored, other: Scored) -> float:
        if one.id is None or other.id is None:
            raise UnruledError(f"{_named(one if one.id is None else other)} has no similarity")
        try:
            return self.similarity(one.id, other.id)
        except KeyError as missing:
            raise UnruledError(f"no vector or similarity of {missing.args[0]!r}") from None


def held(strategy: Strategy, pool: Sequence[Scored]) -> list[Verdict]:
    """Have a strategy rule on a pool, and hold it to the seam: seed 000, `select`.

    `StrategyError` says what it broke: another number of verdicts, a verdict that is none, a refusal
    without a reason, an admitted chunk with one.
    """
    try:
        verdicts = [*strategy.select(pool)]
    except StrategyError:
        raise
    except Exception as error:  # whatever a strategy from elsewhere may raise
        what = f"{type(error).__name__}: {error}"
        raise StrategyError(f"strategy {strategy.name!r} failed: {what}") from error
    if len(verdicts) != len(pool):
        said = f"{len(verdicts)} verdicts for {len(pool)} chunks"
        raise StrategyError(f"strategy {strategy.name!r} gave {said}: one each, in their order")
    return [_checked(one, strategy, place) for place, one in enumerate(verdicts, start=1)]


def _checked(verdict: object, strategy: Strategy, place: int) -> Verdict:
    admitted = getattr(verdict, "admitted", None)
    reason = getattr(verdict, "reason", None)
    if admitted is True and reason is None:
        return ADMITTED
    if admitted is False and isinstance(reason, str) and reason:
        return refused(reason)
    fault = (
        "admits a chunk and gives a reason"
        if admitted is True
        else "refuses without a reason"
        if admitted is False
        else "neither admits nor refuses"
    )
    raise StrategyError(f"strategy {strategy.name!r}: verdict {place} {fault}")


def _verdicts(reasons: Iterable[str | None]) -> list[Verdict]:
    return [ADMITTED if one is None else refused(one) for one in reasons]


def _named(one: Scored) -> str:
    return "a chunk without an id" if one.id is None else repr(one.id)
