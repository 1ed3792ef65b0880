from typing import Any

import pytest

from tests.analyse.found import codes, found
from tests.build import candidate, read, refused, retrieval

KNOWN = ("below-threshold", "over-max-entries", "over-budget", "over-char-budget")


def test_a_chunk_marked_below_the_threshold_that_is_not_is_quoted_with_it() -> None:
    assert found("reason-against-score", refused(id="a", score=0.91), threshold=0.5) == [
        "error: a is marked below-threshold, but 0.91 is not below the threshold 0.5"
    ]


def test_a_score_equal_to_the_threshold_is_not_below_it() -> None:
    assert found("reason-against-score", refused(id="a", score=0.6), threshold=0.6) == [
        "error: a is marked below-threshold, but 0.6 is not below the threshold 0.6"
    ]


@pytest.mark.parametrize("score", [0.5999999999999999, float("nan"), None])
def test_a_reason_stands_where_the_score_is_below_or_cannot_be_compared(
    score: float | None,
) -> None:
    assert found("reason-against-score", refused(score=score), threshold=0.6) == []


@pytest.mark.parametrize("threshold", [None, float("nan")])
def test_a_reason_is_not_compared_with_a_threshold_that_is_no_number(
    threshold: float | None,
) -> None:
    assert found("reason-against-score", refused(score=0.9), threshold=threshold) == []


def test_a_score_under_the_threshold_is_quoted_with_it() -> None:
    assert found("admitted-below-threshold", candidate("a", score=0.69), threshold=0.70) == [
        "error: a was admitted at 0.69, under the threshold 0.7"
    ]


def test_an_own_strategy_is_not_held_to_its_threshold() -> None:
    one = candidate("a", score=0.69)

    assert found("admitted-below-threshold", one, threshold=0.70, strategy="spread-out") == [
        "warning: a was admitted at 0.69, under the threshold 0.7"
    ]


def test_a_score_equal_to_the_threshold_is_admitted() -> None:
    assert found("admitted-below-threshold", candidate(score=0.7), threshold=0.7) == []
    assert found("admitted-below-threshold", candidate(score=1), threshold=1.0) == []
    assert found("admitted-below-threshold", candidate(score=float("nan"))) == []


def test_a_reason_that_names_an_absent_limit_is_quoted() -> None:
    assert found("reason-without-rule", refused(id="a"), threshold=None) == [
        "error: a is refused as below-threshold, but no threshold is recorded"
    ]
    assert found("reason-without-rule", refused("over-char-budget", "a")) == [
        "error: a is refused as over-char-budget, but no maxChars is recorded"
    ]


def test_a_reason_whose_limit_is_recorded_has_its_rule() -> None:
    assert found("reason-without-rule", refused(), threshold=0.6) == []
    assert found("reason-without-rule", refused("over-char-budget"), max_chars=0) == []
    assert found("reason-without-rule", refused("over-budget"), threshold=None) == []


@pytest.mark.parametrize(
    "kept", [{"odd": {"threshold": "0.6"}}, {"withheld_fields": ("threshold",)}], ids=str
)
def test_a_limit_of_another_type_or_withheld_is_not_called_unrecorded(
    kept: dict[str, Any],
) -> None:
    assert found("reason-without-rule", refused(), threshold=None, **kept) == []


def test_an_admitted_chunk_with_a_reason_is_named_with_it() -> None:
    assert found("reason-on-admitted", candidate("a", reason="over-budget")) == [
        "error: a is admitted and carries the reason over-budget"
    ]


def test_an_admitted_chunk_with_a_reason_is_never_called_refused() -> None:
    admitted = [candidate("a", reason=reason) for reason in (*KNOWN, "diversity")]
    one = retrieval(*admitted, threshold=None)

    rules = codes(one, levels=("error", "warning", "note"))
    said = [line for code in {*rules} for line in found(code, *admitted, threshold=None)]

    assert said
    assert [line for line in said if "is refused" in line] == []


def test_a_refusal_without_a_reason_is_an_error_of_the_shipped_strategy() -> None:
    assert found("refused-without-reason", refused(None, "a")) == [
        "error: a is refused and no reason is recorded"
    ]


def test_a_refusal_without_a_reason_is_a_warning_of_an_own_strategy() -> None:
    assert found("refused-without-reason", refused(None, "a"), strategy="spread-out") == [
        "warning: a is refused and no reason is recorded"
    ]


def test_a_reason_of_another_type_is_not_missing_too() -> None:
    assert found("refused-without-reason", refused(None, odd={"reason": 7})) == []


@pytest.mark.parametrize("reason", KNOWN)
def test_a_reason_is_carried_by_the_refused_and_by_no_other(reason: str) -> None:
    rules = ("reason-on-admitted", "refused-without-reason")

    assert [found(code, read(), refused(reason)) for code in rules] == [[], []]


def test_a_chunk_admitted_after_the_characters_had_ended_is_named_with_the_one_before() -> None:
    pool = (read("a"), refused("over-char-budget", "b"), read("c", score=0.7))

    assert found("admitted-after-budget-ended", *pool, max_chars=90, chars_used=80) == [
        "error: c (rank 3) was admitted after b (rank 2) ended the character budget"
    ]


def test_a_chunk_admitted_after_the_characters_had_ended_is_unusual_in_an_own_strategy() -> None:
    pool = (refused("over-char-budget", "b"), read("c", score=0.7))

    assert found("admitted-after-budget-ended", *pool, strategy="spread-out") == [
        (
            "warning: c (rank 2) was admitted after b (rank 1) ended the character budget; unusual, "
            "though not against a rule we know"
        )
    ]


def test_a_rank_that_is_not_recorded_is_not_quoted_as_none() -> None:
    pool = (
        refused("over-char-budget", "b", rank=None),
        read("c", score=0.7, rank=None),
    )

    (message,) = found("admitted-after-budget-ended", *pool)

    assert "None" not in message


def test_the_character_budget_ends_with_its_tail_refused() -> None:
    pool = (read("a"), refused("over-char-budget", "b"), refused("over-char-budget", "c"))

    assert found("admitted-after-budget-ended", *pool, max_chars=90) == []


def test_the_token_picker_goes_on_after_a_chunk_that_does_not_fit() -> None:
    pool = (read("a"), refused("over-budget", "b", score=0.75), read("c", score=0.7))

    assert codes(retrieval(*pool)) == []
