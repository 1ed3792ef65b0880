"""The strategies behind the seam, and what the seam demands of one."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.analyse.similarity import cosine, tabled
from footprint_cli.analyse.strategies import Mmr, Rerank, TopK, held
from footprint_cli.errors import StrategyError, UnruledError
from footprint_cli.model.seam import ADMITTED, Scored, Verdict, refused

BELOW, OVER = refused("below-threshold"), refused("over-max-entries")
NUMBERS = st.floats(-1, 1, allow_subnormal=False)
LIMITS = {"k": st.none() | st.integers(0, 8), "threshold": st.none() | NUMBERS}


def pool(*scores: float) -> list[Scored]:
    """Chunks a, b, c … with these scores."""
    return [Scored(id=chr(97 + at), score=one) for at, one in enumerate(scores)]


def alike(one: str, other: str) -> float:
    """Chunks are alike when they stand side by side in the alphabet."""
    return 1 - abs(ord(one) - ord(other)) / 26


@given(st.lists(NUMBERS, max_size=8), st.fixed_dictionaries(LIMITS))
def test_mmr_with_a_lambda_of_one_is_the_shipped_rule_over_a_pool_that_is_best_first(
    scores: list[float], limits: Any
) -> None:
    best_first = pool(*sorted(scores, reverse=True))

    ruled = Mmr(balance=1, similarity=alike, **limits).select(best_first)

    assert ruled == TopK(**limits).select(best_first)


@given(st.lists(NUMBERS, max_size=8), st.fixed_dictionaries(LIMITS))
def test_rerank_by_the_scores_it_had_is_the_shipped_rule_over_a_pool_that_is_best_first(
    scores: list[float], limits: Any
) -> None:
    best_first = pool(*sorted(scores, reverse=True))
    same = {one.id or "": one.score or 0 for one in best_first}

    assert Rerank(scores=same, **limits).select(best_first) == TopK(**limits).select(best_first)


@given(
    st.lists(NUMBERS, max_size=7),
    st.fixed_dictionaries(LIMITS),
    st.floats(0, 1),
)
def test_mmr_takes_one_by_one_what_the_formula_says(
    scores: list[float], limits: Any, balance: float
) -> None:
    chunks = pool(*scores)

    ruled = Mmr(balance=balance, similarity=alike, **limits).select(chunks)

    assert ruled == _by_the_formula(chunks, balance, limits["k"], limits["threshold"])


def _by_the_formula(
    chunks: list[Scored], balance: float, k: int | None, threshold: float | None
) -> list[Verdict]:
    clear = [one for one in chunks if threshold is None or (one.score or 0) >= threshold]
    taken: list[Scored] = []
    while len(taken) < (len(clear) if k is None else min(k, len(clear))):

        def worth(one: Scored) -> float:
            near = max((alike(one.id or "", each.id or "") for each in taken), default=0.0)
            return balance * (one.score or 0) - (1 - balance) * near

        left = [one for one in clear if one not in taken]
        most = max(map(worth, left))
        taken.append(next(one for one in left if worth(one) == most))
    return [BELOW if one not in clear else ADMITTED if one in taken else OVER for one in chunks]


def test_mmr_prefers_what_is_unlike_those_that_are_in() -> None:
    vectors = {"a": [1.0, 0.0], "b": [0.99, 0.1], "c": [0.0, 1.0]}

    ruled = Mmr(balance=0.5, similarity=cosine(vectors), k=2).select(pool(0.9, 0.89, 0.7))

    assert ruled == [ADMITTED, OVER, ADMITTED]


def test_rerank_takes_the_best_of_the_new_scores_and_holds_the_threshold_against_them() -> None:
    new = {"a": 0.2, "b": 7.5, "c": 3.0, "d": 3.0}

    ruled = Rerank(scores=new, k=2, threshold=0.5).select(pool(0.9, 0.8, 0.7, 0.6))

    assert ruled == [BELOW, ADMITTED, ADMITTED, OVER]


@pytest.mark.parametrize(
    "strategy",
    [
        Rerank(scores={"a": 1.0}),
        Rerank(scores={"a": 1.0, "b": float("nan")}),
        Mmr(balance=0.5, similarity=cosine({"a": [1.0]})),
        Mmr(balance=0.5, similarity=tabled(["a"], [[1.0]])),
    ],
)
def test_what_a_strategy_lacks_is_named(strategy: Any) -> None:
    with pytest.raises(UnruledError, match="'b'"):
        held(strategy, pool(0.9, 0.8))


class Foreign:
    """A strategy from elsewhere that answers what it is told to."""

    name, k, threshold = "foreign", None, None

    def __init__(self, answer: Any) -> None:
        self._answer = answer

    def select(self, _: Sequence[Scored], /) -> Any:
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ([ADMITTED], "1 verdicts for 2 chunks"),
        ([ADMITTED] * 3, "3 verdicts for 2 chunks"),
        ([ADMITTED, Verdict(admitted=False)], "verdict 2 refuses without a reason"),
        ([ADMITTED, Verdict(admitted=False, reason="")], "verdict 2 refuses without a reason"),
        ([Verdict(admitted=True, reason="why"), ADMITTED], "verdict 1 admits a chunk and gives"),
        ([Verdict(admitted=None), ADMITTED], "verdict 1 neither admits nor refuses"),
        (["yes", "no"], "verdict 1 neither admits nor refuses"),
        (None, "failed: TypeError"),
        (ValueError("no model"), "failed: ValueError: no model"),
    ],
)
def test_a_strategy_that_breaks_the_seam_is_named_with_what_it_broke(
    answer: Any, said: str
) -> None:
    with pytest.raises(StrategyError, match=f"'foreign'.*{said}"):
        held(Foreign(answer), pool(0.9, 0.8))


def test_a_strategy_that_keeps_to_the_seam_may_refuse_by_a_reason_of_its_own() -> None:
    verdicts = [refused("too-old"), ADMITTED]

    assert held(Foreign(verdicts), pool(0.9, 0.8)) == verdicts
