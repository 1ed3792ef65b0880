"""The strategies that can be asked for by name: those that are shipped, and those of entry points.

A consumer registers a strategy in the group `footprint.strategies`: a callable that takes `k` and
`threshold` by name (None: no such limit) and returns a `Strategy`.
"""

from functools import lru_cache
from importlib.metadata import entry_points
from typing import Any

from msgspec import Struct

from footprint_cli.analyse.what_if import Making
from footprint_cli.errors import StrategyError, UsageError
from footprint_cli.model.evidence import Number
from footprint_cli.model.seam import Strategy

GROUP = "footprint.strategies"
SHIPPED = ("topK", "mmr", "rerank")
_TOP_K = frozenset({"topK", "top-k"})  # as records and the seed write it


class Rule(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A strategy by name, with what it rules by: `balance` is the lambda of `mmr`, the rest are files."""

    name: str
    balance: float | None = None
    vectors: str | None = None
    similarity: str | None = None
    scores: str | None = None


def registered() -> list[str]:
    """Return the names of the strategies that entry points bring."""
    return sorted({one.name for one in entry_points(group=GROUP)})


@lru_cache(maxsize=8)
def making_of(rule: Rule) -> Making:
    """Return what makes the strategy of a rule; its files are read once.

    `UsageError` names a strategy that is not there, or what it lacks; `StrategyError` one that
    cannot be loaded.
    """
    if rule.name in _TOP_K:
        return _top_k()
    if rule.name == "mmr":
        return _mmr(rule)
    if rule.name == "rerank":
        return _rerank(rule)
    return _foreign(rule.name)


def _top_k() -> Making:
    from footprint_cli.analyse.strategies import TopK

    return lambda k, threshold, _: TopK(k=k, threshold=threshold)


def _mmr(rule: Rule) -> Making:
    from footprint_cli.analyse.similarity import cosine, tabled
    from footprint_cli.analyse.strategies import Mmr
    from footprint_cli.read.rule_files import read_similarities, read_vectors

    balance = rule.balance
    if balance is None or not 0 <= balance <= 1:
        raise UsageError("--strategy mmr needs --lambda, from 0 (diverse) to 1 (relevant)")
    if (rule.vectors is None) is (rule.similarity is None):
        raise UsageError("--strategy mmr needs --vectors FILE or --similarity FILE, one of them")
    similarity = (
        cosine(read_vectors(rule.vectors))
        if rule.vectors is not None
        else tabled(*read_similarities(rule.similarity or ""))
    )
    return lambda k, threshold, _: Mmr(
        balance=balance, similarity=similarity, k=k, threshold=threshold
    )


def _rerank(rule: Rule) -> Making:
    from footprint_cli.analyse.strategies import Rerank
    from footprint_cli.read.rule_files import read_scores

    if rule.scores is None:
        raise UsageError("--strategy rerank needs --scores FILE")
    scores = read_scores(rule.scores)
    of_any = scores.get(None, {})

    def make(k: Number | None, threshold: Number | None, query: str | None) -> Strategy:
        own = {} if query is None else scores.get(query, {})
        return Rerank(scores={**of_any, **own} if own else of_any, k=k, threshold=threshold)

    return make


def _foreign(name: str) -> Making:
    found = [*entry_points(group=GROUP, name=name)]
    if not found:
        known = ", ".join([*SHIPPED, *registered()])
        raise UsageError(f"--strategy {name}: no such strategy; there are {known}")
    try:
        factory: Any = found[0].load()
    except Exception as error:  # whatever a module from elsewhere may raise
        raise StrategyError(f"strategy {name!r} cannot be loaded: {error}") from error

    def make(k: Number | None, threshold: Number | None, _: str | None) -> Strategy:
        try:
            strategy: Strategy = factory(k=k, threshold=threshold)
        except Exception as error:
            raise StrategyError(f"strategy {name!r} cannot be made: {error}") from error
        lacks = [one for one in ("name", "k", "threshold", "select") if not hasattr(strategy, one)]
        if lacks:
            raise StrategyError(f"strategy {name!r} lacks {', '.join(lacks)}: see the seam")
        return strategy

    return make
