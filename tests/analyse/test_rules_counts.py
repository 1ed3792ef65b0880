from typing import Any

import pytest

from tests.analyse.found import codes, found, ids
from tests.build import read, refused, retrieval


@pytest.mark.parametrize(
    ("field", "recorded", "sentence"),
    [
        ("considered_count", 5, "consideredCount is 5, but 3 candidates are listed"),
        ("admitted_count", 1, "admittedCount is 1, but 2 candidates are listed as admitted"),
        ("rejected_count", 0, "rejectedCount is 0, but 1 candidate is listed as refused"),
        ("considered_count", 2.5, "consideredCount is 2.5, but 3 candidates are listed"),
    ],
)
def test_a_count_is_quoted_beside_what_is_listed(
    field: str, recorded: float, sentence: str
) -> None:
    one = {field: recorded}

    assert found("count-against-list", *ids("a", "b"), refused(), **one) == [f"error: {sentence}"]


def test_every_count_that_differs_is_named_and_not_the_first_only() -> None:
    wrong = {"considered_count": 9, "admitted_count": 4, "rejected_count": 5}

    assert found("count-against-list", read(), refused(), **wrong) == [
        "error: consideredCount is 9, but 2 candidates are listed",
        "error: admittedCount is 4, but 1 candidate is listed as admitted",
        "error: rejectedCount is 5, but 1 candidate is listed as refused",
    ]


def test_a_count_that_is_not_recorded_is_not_wrong() -> None:
    assert found("count-against-list", read(), considered_count=None, admitted_count=None) == []


def test_counts_are_not_held_against_a_list_that_is_not_recorded() -> None:
    assert found("count-against-list", candidates=None, considered_count=3) == []


def test_counts_that_do_not_add_up_are_all_quoted() -> None:
    counts = {"considered_count": 5, "admitted_count": 3, "rejected_count": 1}

    assert found("counts-disagree", candidates=None, **counts) == [
        "error: 5 considered minus 3 admitted is 2, but rejectedCount is 1"
    ]


def test_counts_that_add_up_or_are_not_all_recorded_do_not_disagree() -> None:
    assert found("counts-disagree", read(), refused()) == []
    assert found("counts-disagree", read(), considered_count=7, rejected_count=None) == []


def test_an_empty_corpus_that_answered_contradicts_itself() -> None:
    assert found("corpus-empty-with-candidates", read(), refused(), corpus_empty=True) == [
        "error: corpusEmpty is true, but 2 candidates are listed, 1 of them admitted"
    ]
    assert found("corpus-empty-with-candidates", refused(), corpus_empty=True) == [
        "error: corpusEmpty is true, but 1 candidate is listed, 0 of them admitted"
    ]


def test_an_empty_corpus_that_counts_rows_contradicts_itself() -> None:
    assert found("corpus-empty-with-candidates", considered_count=4) == [
        "error: corpusEmpty is true, but consideredCount is 4"
    ]


def test_an_empty_corpus_without_rows_is_consistent() -> None:
    assert found("corpus-empty-with-candidates") == []
    assert found("corpus-empty-with-candidates", considered_count=None) == []
    assert found("corpus-empty-with-candidates", read()) == []


def test_a_reason_for_leaving_the_list_out_stands_beside_no_list() -> None:
    why = "scores are not finite"

    assert found("reason-for-a-listed-pool", read(), candidates_omitted_reason=why) == [
        "warning: candidatesOmittedReason is given, but candidates are listed"
    ]
    assert found("reason-for-a-listed-pool", candidates=None, candidates_omitted_reason=why) == []


def test_more_admitted_than_k_is_an_error_of_the_shipped_strategy() -> None:
    assert found("over-k", *ids("a", "b", "c"), k=2) == ["error: 3 are admitted, but k is 2"]


def test_more_admitted_than_k_is_a_warning_that_names_an_own_strategy() -> None:
    assert found("over-k", *ids("a", "b", "c"), k=2, strategy="spread-out") == [
        "warning: 3 are admitted, but k is 2; spread-out is not held to its k"
    ]


def test_as_many_as_k_are_not_too_many() -> None:
    assert found("over-k", *ids("a", "b"), k=2) == []
    assert found("over-k", *ids("a", "b"), k=None) == []
    assert found("over-k", *ids("a", "b"), k=float("nan")) == []


def test_characters_spent_over_the_budget_are_quoted_with_it() -> None:
    assert found("chars-used-over-max", read(), chars_used=412, max_chars=400) == [
        "error: charsUsed 412 is over maxChars 400"
    ]


def test_a_budget_that_is_used_up_is_not_overspent() -> None:
    assert found("chars-used-over-max", read(), chars_used=400, max_chars=400) == []


def test_characters_spent_without_a_budget_are_quoted() -> None:
    assert found("chars-used-without-max", read(), chars_used=0) == [
        "error: charsUsed is 0, but no maxChars is recorded"
    ]


@pytest.mark.parametrize(
    "kept", [{"odd": {"maxChars": "400"}}, {"withheld_fields": ("maxChars",)}], ids=str
)
def test_a_budget_of_another_type_or_withheld_is_not_called_unrecorded(
    kept: dict[str, Any],
) -> None:
    assert found("chars-used-without-max", read(), chars_used=10, **kept) == []


def test_a_budget_without_its_spend_is_quoted() -> None:
    assert found("max-chars-without-used", read(), max_chars=400) == [
        "warning: maxChars is 400, but no charsUsed is recorded"
    ]


@pytest.mark.parametrize(
    "kept", [{"odd": {"charsUsed": "12"}}, {"withheld_fields": ("charsUsed",)}], ids=str
)
def test_a_spend_of_another_type_or_withheld_is_not_called_unrecorded(
    kept: dict[str, Any],
) -> None:
    assert found("max-chars-without-used", read(), max_chars=400, **kept) == []


def test_a_record_with_both_or_neither_of_budget_and_spend_is_consistent() -> None:
    both = retrieval(read(), max_chars=400, chars_used=0)

    assert codes(both) == []
    assert codes(retrieval(read())) == []


def test_a_list_that_goes_on_from_an_earlier_one_is_noted() -> None:
    assert found("list-appended", *ids("a", "b"), earlier_candidates=4) == [
        (
            "note: the recorded list goes on from an earlier retrieval's: 6 rows, of which the last 2 "
            "are this retrieval's"
        )
    ]
    assert found("list-appended", *ids("a", "b")) == []


def test_counts_that_no_double_holds_together_are_compared_as_written() -> None:
    counts = {"considered_count": 1e308, "admitted_count": -1e308, "rejected_count": 0}

    assert found("counts-disagree", **counts) == [
        "error: 1e+308 considered minus -1e+308 admitted: too large a number, but rejectedCount is 0"
    ]
    largest = 2**1023 - 1
    assert found("counts-disagree", considered_count=largest, admitted_count=0.5, rejected_count=1)


def test_a_fractional_or_negative_k_is_overrun_only_by_what_the_rule_would_refuse() -> None:
    two = [read("a"), read("b")]

    assert found("over-k", *two, k=1.5) == []
    assert found("over-k", *two, k=0.5) == ["error: 2 are admitted, but k is 0.5"]
    assert found("over-k", refused(id="a"), k=-1) == []
