from typing import Any

import pytest

from tests.analyse.found import codes, found, ids
from tests.build import candidate, read, refused, retrieval

NAN, INFINITY = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("second", "sentence"),
    [
        ({}, "a.md#0 is listed twice (rank 1, rank 2) with the same score and verdict"),
        (
            {"score": 0.7},
            "a.md#0 is listed twice (rank 1, rank 2) with different scores 0.8 and 0.7",
        ),
        ({"admitted": False}, "a.md#0 is listed twice (rank 1, rank 2) with different verdicts"),
        (
            {"rank": None},
            "a.md#0 is listed twice (rank 1, no rank) with the same score and verdict",
        ),
    ],
)
def test_an_id_listed_twice_is_named_with_what_differs(
    second: dict[str, Any], sentence: str
) -> None:
    assert found("duplicate-id", candidate(), candidate(**second)) == [f"warning: {sentence}"]


def test_an_id_listed_three_times_is_one_finding() -> None:
    assert found("duplicate-id", read("a"), read("a"), read("b"), read("a")) == [
        "warning: a is listed 3 times (rank 1, rank 2, rank 4) with the same score and verdict"
    ]


def test_ids_that_differ_only_in_case_or_spelling_are_different() -> None:
    assert found("duplicate-id", *ids("a", "A", "e\u0301", "\xe9", "")) == []


def test_candidates_without_an_id_are_no_duplicates() -> None:
    assert found("duplicate-id", candidate(None), candidate(None)) == []


def test_a_rank_that_scores_less_than_the_next_is_quoted_with_it() -> None:
    pool = (read("a", score=0.9), read("b", score=0.61), read("c", score=0.7))

    assert found("rank-against-score", *pool) == [
        "error: rank 2 (b, 0.61) scores less than rank 3 (c, 0.7)"
    ]


def test_the_harm_of_a_wrong_order_is_said() -> None:
    pool = (read("a", score=0.61), refused("over-max-entries", "b", score=0.9))

    assert found("rank-against-score", *pool, k=1) == [
        "error: rank 1 (a, 0.61) scores less than rank 2 (b, 0.9)",
        "error: b at 0.9 was refused while a at 0.61 was admitted",
    ]


def test_an_order_that_is_wholly_reversed_may_be_of_distances() -> None:
    pool = (read("a", score=0.31), read("b", score=0.74), read("c", score=1.42))

    assert found("rank-against-score", *pool) == [
        (
            "error: rank 1 (a, 0.31) scores less than rank 2 (b, 0.74); every rank scores less than "
            "the next, as distances do (lower is nearer): a possibility, not a fact of the record"
        )
    ]


def test_a_shuffled_list_whose_ranks_follow_the_scores_is_consistent() -> None:
    shuffled = (read("b", score=0.7, rank=2), read("a", score=0.9, rank=1))

    assert found("rank-against-score", *shuffled) == []


def test_equal_scores_may_stand_in_any_order() -> None:
    assert found("rank-against-score", read("b", score=0.7), read("a", score=0.7)) == []


@pytest.mark.parametrize("score", [NAN, INFINITY, -INFINITY, None])
def test_a_score_that_is_no_number_stands_in_no_order(score: float | None) -> None:
    pool = (read("a", score=score), read("b", score=0.9), read("c", score=score))

    assert found("rank-against-score", *pool) == []


def test_a_rank_used_twice_is_named_with_its_candidates() -> None:
    assert found("rank-repeated", read("a", rank=1), read("b", rank=1), read("c", rank=3)) == [
        "error: 2 candidates carry rank 1: a and b"
    ]


def test_ranks_that_differ_are_not_repeated() -> None:
    assert found("rank-repeated", *ids("a", "b", "c")) == []
    assert found("rank-repeated", candidate("a", rank=None), candidate("b", rank=None)) == []


@pytest.mark.parametrize("outside", [0, -1, 7])
def test_a_rank_outside_the_list_is_quoted(outside: int) -> None:
    assert found("rank-missing", read("a", rank=1), read("b", rank=outside)) == [
        f"warning: 2 candidates are listed, and a rank is {outside}"
    ]


def test_a_list_without_any_rank_is_named() -> None:
    assert found("rank-missing", candidate("a", rank=None)) == ["warning: 1 candidate has no rank"]


def test_one_candidate_without_a_rank_among_ranked_ones_is_found() -> None:
    assert len(found("rank-missing", read("a", rank=1), read("b", rank=None))) == 1


def test_a_rank_of_another_type_is_not_missing_too() -> None:
    assert found("rank-missing", candidate(rank=None, odd={"rank": 1.5})) == []


def test_ranks_from_one_to_the_last_are_complete() -> None:
    assert found("rank-missing", *ids("a", "b", "c")) == []
    assert found("rank-missing") == []


@pytest.mark.parametrize(
    ("score", "text"), [(NAN, "NaN"), (INFINITY, "Infinity"), (-INFINITY, "-Infinity")]
)
def test_a_score_that_is_no_number_is_compared_with_nothing(score: float, text: str) -> None:
    assert found("score-not-a-number", read("a", score=score)) == [
        (
            f"error: the score of a is {text}: not a usable number, so it is neither above nor below "
            "anything"
        )
    ]


def test_a_number_is_a_number() -> None:
    assert found("score-not-a-number", read(score=0), read(score=-1.5), read(score=None)) == []


def test_scores_that_are_not_recorded_are_counted() -> None:
    assert found("score-not-recorded", read("a", score=None)) == [
        "warning: no score is recorded for a"
    ]
    assert found("score-not-recorded", read("a", score=None), read("b", score=None)) == [
        "warning: no score is recorded for 2 candidates, a first"
    ]


def test_a_score_of_zero_or_of_another_type_is_recorded() -> None:
    assert found("score-not-recorded", read(score=0), read(score=None, odd={"score": "1"})) == []


def test_scores_beyond_cosine_similarities_are_quoted() -> None:
    pool = [read(str(score), score=score) for score in (163.9, 1.42, 0.5, -1.1, -7)]

    assert found("score-out-of-range", *pool) == [
        "note: 163.9, 1.42, -1.1 and 1 more are no cosine similarities (those go from -1 to 1)"
    ]


def test_cosine_similarities_reach_from_minus_one_to_one() -> None:
    assert found("score-out-of-range", read(score=1), refused(score=-1.0)) == []


def test_the_best_chunk_that_was_not_read_is_quoted_with_weaker_ones_that_were() -> None:
    pool = (refused("over-budget", "best", score=0.9), read("a", score=0.8), read("b", score=0.7))

    (message,) = found("best-not-read", *pool)

    for part in ("note: ", "best", "0.9", "over-budget", "0.8", "0.7"):
        assert part in message


def test_the_best_chunk_may_be_refused_where_nothing_weaker_was_admitted() -> None:
    best = refused("over-budget", "best", score=0.9)

    assert found("best-not-read", best, read("a", score=0.9)) == []
    assert found("best-not-read", best, refused(id="b")) == []
    assert found("best-not-read", read("a", score=0.95), best) == []


def test_the_best_chunk_in_the_middle_of_the_prompt_is_noted() -> None:
    pool = (
        read("best", score=0.9, prompt_position=1),
        read("b", prompt_position=0),
        read("c", prompt_position=2),
    )

    assert found("best-in-the-middle", *pool) == [
        "note: the best chunk best (0.9) stands at prompt position 1 of 3, neither first nor last"
    ]


@pytest.mark.parametrize("position", [0, 2, None])
def test_the_best_chunk_first_or_last_or_nowhere_is_not_in_the_middle(
    position: int | None,
) -> None:
    best = read("best", score=0.9, prompt_position=position)

    assert found("best-in-the-middle", best, read("b"), read("c")) == []


def test_the_question_that_was_stored_in_the_corpus_is_noted() -> None:
    assert found("question-in-corpus", read("msg-3-0", score=1)) == [
        (
            "note: msg-3-0 scores 1 and is named like a message: producers before 8.8.0 stored the "
            "question itself in the corpus"
        )
    ]


def test_a_message_that_scores_less_or_a_chunk_that_scores_one_is_no_question() -> None:
    assert found("question-in-corpus", read("msg-3-0", score=0.99), read("a", score=1)) == []


def test_negative_scores_in_order_are_consistent() -> None:
    pool = (
        read("a", score=-12.5),
        read("b", score=-40.25),
        refused("over-max-entries", "c", score=-172.597),
    )

    assert codes(retrieval(*pool, k=2, threshold=None)) == []


def test_a_sentence_on_a_candidate_without_an_id_names_its_rank() -> None:
    assert found("score-not-a-number", read(None, score=NAN)) == [
        (
            "error: the score of the one at rank 1 is NaN: not a usable number, so it is neither above "
            "nor below anything"
        )
    ]


def test_a_search_that_told_nothing_apart_is_noted() -> None:
    zeros = [refused(id=name, score=0) for name in "ab"]

    assert found("scores-all-zero", *zeros) == [
        (
            "note: all 2 scores are 0: a query vector of zeros, or an embedder that does not fit the "
            "stored one, is one cause"
        )
    ]


@pytest.mark.parametrize("scores", [[0], [0, 0.1], [0.5, 0.5]])
def test_one_score_of_zero_or_a_tie_is_no_finding(scores: list[float]) -> None:
    assert found("scores-all-zero", *[refused(id=str(one), score=one) for one in scores]) == []


def test_the_best_chunk_that_an_event_stream_lost_is_named() -> None:
    pool = (read("a", score=0.9, prompt_fragment=None), read("b", score=0.8, prompt_fragment=None))

    assert found("best-not-read", *pool, evidence_from="event", attached=("b",)) == [
        (
            "note: the best-scoring chunk a (0.9) was dropped after the strategy admitted it while "
            "0.8 was admitted"
        )
    ]
