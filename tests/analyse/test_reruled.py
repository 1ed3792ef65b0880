"""The shipped rule, held against the producer's own words and its recorded runs."""

from typing import Any

import pytest

from footprint_cli.analyse.reruled import ruled_otherwise
from footprint_cli.analyse.strategies import top_k
from tests.build import candidate, pool, read, refused, retrieval, ruling
from tests.oracles import RUNS, strategy_events
from tests.shared import needs_shared

BELOW, OVER = "below-threshold", "over-max-entries"


def test_a_score_equal_to_the_threshold_is_admitted() -> None:
    assert top_k([0.6, 0.5999999999999999], 5, 0.6) == [None, BELOW]


def test_below_the_threshold_comes_before_over_the_cap() -> None:
    assert top_k([0.9, 0.8, 0.3], 1, 0.6) == [None, OVER, BELOW]


def test_what_is_below_the_threshold_takes_no_place_under_the_cap() -> None:
    assert top_k([0.3, 0.9, 0.8], 1, 0.6) == [BELOW, None, OVER]


def test_without_a_threshold_only_the_cap_refuses_and_without_k_only_the_threshold() -> None:
    assert top_k([0.3, -0.2, 0.1], 2, None) == [None, None, OVER]
    assert top_k([0.3, -0.2, 0.1], None, 0) == [None, BELOW, None]


def test_a_score_that_is_no_number_is_below_nothing() -> None:
    assert top_k([None, float("nan"), 0.1], 1, 0.5) == [None, OVER, BELOW]


@needs_shared
@pytest.mark.parametrize(("folder", "run"), RUNS)
def test_the_recorded_settings_give_the_recorded_verdicts_of_the_strategy(
    folder: Any,  # noqa: ARG001 (the table of runs has both)
    run: Any,
) -> None:
    for payload in strategy_events(run):
        listed = payload.get("candidates")
        if payload["strategy"] != "topK" or listed is None:
            continue
        scores = [one["score"] for one in listed]
        ruled = top_k(scores, payload["k"], payload.get("threshold"))
        recorded = [one.get("reason") for one in listed]
        budget = recorded.count("over-char-budget")  # ruled after the strategy, which admitted them

        assert [one if one != "over-char-budget" else None for one in recorded] == ruled
        assert ruled.count(None) == payload["admittedCount"] + budget


def test_a_record_that_follows_the_rule_is_ruled_as_it_stands() -> None:
    follows = pool(read("a", score=0.9), refused(OVER, "b", score=0.8), refused(id="c"), k=1)

    assert ruled_otherwise(follows) == []


def test_a_record_that_does_not_follow_the_rule_is_named() -> None:
    odd = pool(read("a", score=0.9), refused(id="b", score=0.8), k=1)

    assert ruled_otherwise(odd) == [1]


def test_a_cap_of_the_picker_and_a_budget_contradict_no_rule() -> None:
    later = pool(
        refused(OVER, "a", score=0.9),
        refused("over-budget", "b", score=0.8),
        refused("over-char-budget", "c", score=0.7),
        k=3,
    )

    assert ruled_otherwise(later) == []


def test_the_strategys_own_verdict_is_held_against_the_rule_where_it_is_kept() -> None:
    kept = (ruling("a", admitted=False, reason=OVER, score=0.9),)
    odd = pool(refused(OVER, "a", score=0.9), k=3, at_retriever=kept)

    assert ruled_otherwise(odd) == [0]


def test_a_refusal_without_a_reason_is_not_the_rules_where_the_rule_admits() -> None:
    odd = pool(refused(None, "a", score=0.9), read("b", score=0.8), k=3)

    assert ruled_otherwise(odd) == [0]


def test_a_missing_verdict_contradicts_nothing() -> None:
    one = retrieval(candidate("a", admitted=None))

    assert one.evidence is not None
    assert ruled_otherwise(pool(candidate("a", admitted=None))) == []
