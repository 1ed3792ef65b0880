from typing import Any

import pytest

from footprint_cli.model.evidence import Candidate
from tests.analyse.found import explanation, ruling_on
from tests.build import audited, candidate, read, refused, ruling

HOLLOW = '<source uri="a.md">\n\n</source>'


def margin(score: float | None, threshold: float | None) -> float | None:
    (one,) = audited(candidate(score=score), threshold=threshold).candidates or ()
    return one.margin


def stages(one: Candidate, **fields: Any) -> list[tuple[str, bool | None, str | None]]:
    (explained,) = audited(one, **fields).candidates or ()
    return [(stage.at, stage.admitted, stage.reason) for stage in explained.history]


def test_a_sentence_begins_with_the_score_the_rank_and_the_threshold() -> None:
    assert explanation(refused(score=0.41), threshold=0.6) == (
        "scored 0.41, rank 1, threshold 0.6: missed the threshold by 0.19"
    )


@pytest.mark.parametrize(
    ("kept", "sentence"),
    [
        ({"score": None}, "rank 1, threshold 0.6: read"),
        ({"rank": None}, "scored 0.8, threshold 0.6: read"),
        ({"threshold": None}, "scored 0.8, rank 1: read"),
        ({"score": None, "rank": None, "threshold": None}, "read"),
    ],
    ids=str,
)
def test_a_sentence_quotes_no_number_that_is_not_recorded(
    kept: dict[str, Any], sentence: str
) -> None:
    threshold = kept.pop("threshold", 0.6)

    assert explanation(read(prompt_position=None, **kept), threshold=threshold) == sentence


@pytest.mark.parametrize(
    ("position", "place"),
    [
        (0, "at prompt position 0, the first of 4"),
        (1, "at prompt position 1 of 4"),
        (3, "at prompt position 3, the last of 4"),
    ],
)
def test_a_read_chunk_says_where_it_stands_in_the_prompt(position: int, place: str) -> None:
    others = [read(name) for name in "bcd"]

    assert ruling_on(read("a", prompt_position=position), *others) == f"read {place}"


def test_a_chunk_that_stands_alone_in_the_prompt_is_the_only_one() -> None:
    assert ruling_on(read()) == "read at prompt position 0, the only one"


@pytest.mark.parametrize(
    ("fragment", "sentence"),
    [
        (None, "the recording does not show any of its text reaching the prompt"),
        ("", "its fragment is the empty string, so no text of it is shown in the prompt"),
        (
            HOLLOW,
            (
                "its citation reached the prompt and the passage did not: the fragment has an empty "
                "body"
            ),
        ),
    ],
)
def test_an_admitted_chunk_without_text_says_how_it_is_missing(
    fragment: str | None, sentence: str
) -> None:
    one = candidate(prompt_fragment=fragment)

    assert ruling_on(one) == f"admitted; {sentence}"


@pytest.mark.parametrize("written_before", ["event", "line"])
def test_an_admitted_chunk_of_a_record_from_before_the_prompt_says_what_is_not_recorded(
    written_before: str,
) -> None:
    assert ruling_on(candidate(), evidence_from=written_before) == (
        "admitted; whether its text reached the prompt is not recorded here"
    )


def test_a_chunk_dropped_in_an_event_stream_says_that_no_reason_is_recorded() -> None:
    assert ruling_on(candidate("a"), evidence_from="event", attached=("b",)) == (
        "admitted by the strategy, then absent from the prompt; no reason is recorded"
    )


def test_a_miss_is_quoted_exactly() -> None:
    assert ruling_on(refused(score=0.41), threshold=0.6) == ("missed the threshold by 0.19")


def test_a_miss_has_enough_digits_to_stay_under_the_threshold() -> None:
    assert ruling_on(refused(score=0.5999999999999999), threshold=0.6) == (
        "missed the threshold by 1e-16"
    )


@pytest.mark.parametrize("score", [0.91, 0.6])
def test_a_score_that_is_not_below_contradicts_the_record(score: float) -> None:
    assert ruling_on(refused(score=score), threshold=0.6) == (
        f"the record says below-threshold, yet {score} is not below 0.6: the record contradicts "
        "itself"
    )


def test_a_miss_without_a_threshold_says_so() -> None:
    assert ruling_on(refused(score=0.4), threshold=None) == (
        "refused as below the threshold, but no threshold is recorded"
    )


@pytest.mark.parametrize(
    "threshold",
    [
        {"threshold": float("nan")},
        {"threshold": None, "odd": {"threshold": "0.6"}},
        {"threshold": None, "withheld_fields": ("threshold",)},
    ],
    ids=str,
)
def test_a_threshold_that_is_no_number_or_withheld_is_not_called_unrecorded(
    threshold: dict[str, Any],
) -> None:
    assert "no threshold is recorded" not in ruling_on(refused(), **threshold)


def test_a_miss_without_a_score_says_so() -> None:
    assert ruling_on(refused(score=None)) == (
        "refused as below the threshold; no usable score is recorded"
    )


def test_a_nan_is_compared_with_nothing() -> None:
    assert ruling_on(refused(score=float("nan"))) == (
        "refused as below the threshold; its score is not a usable number and was compared with "
        "nothing"
    )


def test_a_full_k_is_quoted() -> None:
    one = refused("over-max-entries", score=0.7, rank=3)

    assert ruling_on(one, read("a", rank=1), read("b", rank=2), k=2) == (
        "cleared the threshold; k = 2 was already full"
    )


def test_a_full_k_without_a_threshold_quotes_the_score() -> None:
    one = refused("over-max-entries", score=0.7, rank=3)

    assert ruling_on(one, read("a", rank=1), read("b", rank=2), k=2, threshold=None) == (
        "k = 2 was already full"
    )


def test_the_cap_of_the_picker_is_told_from_k_by_the_event() -> None:
    one = refused("over-max-entries", "z", score=0.7)

    assert ruling_on(one, at_retriever=(ruling("z"),), k=1) == (
        "cleared the threshold; admitted by the strategy, then the picker's cap of entries was full "
        "(it takes the newest first)"
    )


def test_the_cap_of_the_picker_is_told_from_k_by_the_shipped_rule() -> None:
    one = refused("over-max-entries", score=0.7)

    assert ruling_on(one, read("a", rank=2), k=5, selection_order=None) == (
        "cleared the threshold; admitted by the strategy, then the picker's cap of entries was full"
    )


def test_the_cap_of_an_own_strategy_may_be_either() -> None:
    one = refused("over-max-entries", score=0.7)

    assert ruling_on(one, read("a"), k=1, strategy="spread-out", threshold=None) == (
        "a cap was already full: k = 1 or the picker's, the record does not say which"
    )


@pytest.mark.parametrize(("tied", "chunks"), [(1, "a chunk that was"), (3, "3 chunks that were")])
def test_a_tie_with_the_admitted_was_decided_by_the_cap(tied: int, chunks: str) -> None:
    others = [read(str(at), score=0.7, rank=at) for at in range(1, tied + 1)]
    one = refused("over-max-entries", score=0.7, rank=tied + 1)

    assert ruling_on(one, *others, k=tied).endswith(
        f"k = {tied} was already full; it tied at 0.7 with {chunks} admitted: the cap decided, not "
        "the score"
    )


def test_a_refused_chunk_that_beats_an_admitted_one_names_it() -> None:
    one = refused("over-max-entries", score=0.9, rank=2)

    assert ruling_on(one, read("a", score=0.61, rank=1), k=1).endswith(
        "; by score (0.9) it beats a (0.61, rank 1), which was admitted"
    )


def test_a_refused_chunk_that_beats_one_without_an_id_does_not_name_none() -> None:
    one = refused("over-max-entries", score=0.9, rank=2)

    assert "None" not in ruling_on(one, read(None, score=0.61, rank=1), k=1)


def test_a_chunk_over_the_token_budget_was_refused_for_room() -> None:
    assert ruling_on(refused("over-budget", score=0.7)) == (
        "refused for room, not relevance; the token picker skipped it and went on"
    )


def test_the_first_chunk_over_the_character_budget_ended_it() -> None:
    one = refused("over-char-budget", score=0.7)

    assert ruling_on(one, max_chars=400, chars_used=0) == (
        "refused for room, not relevance; it did not fit in what was left of "
        "the character budget of 400, which ended the spend"
    )


def test_a_later_chunk_over_the_character_budget_names_the_one_that_ended_it() -> None:
    later = refused("over-char-budget", score=0.7, rank=3)
    first = refused("over-char-budget", score=0.8, rank=2)

    assert ruling_on(later, read("a", rank=1), first, max_chars=400) == (
        "refused for room, not relevance; the character budget of 400 had ended "
        "at rank 2, with one that did not fit; this chunk's size is not recorded"
    )


def test_a_later_chunk_over_an_unrecorded_budget_quotes_no_number() -> None:
    later = refused("over-char-budget", score=0.7)
    first = refused("over-char-budget", rank=None)

    text = ruling_on(later, candidate(rank=2), first, max_chars=None)

    assert "None" not in text
    assert "the character budget" in text


def test_a_word_that_we_do_not_know_is_quoted() -> None:
    assert ruling_on(refused("diversity")) == (
        'refused as "diversity", a word this version does not know'
    )


def test_a_refusal_without_a_reason_says_so() -> None:
    assert ruling_on(refused(None)) == "refused, and no reason is recorded"


def test_a_reason_that_is_no_word_says_so() -> None:
    assert ruling_on(refused(None, odd={"reason": 7})) == (
        "refused; its recorded reason is not a word"
    )


def test_a_candidate_that_was_not_ruled_says_so() -> None:
    assert ruling_on(candidate(admitted=None)) == (
        "the record does not say whether it was admitted"
    )


def test_a_row_that_is_no_record_says_so() -> None:
    row = Candidate(odd={"row": 7})

    assert ruling_on(row) == "this row of the list is not a record, so nothing is known of it"


@pytest.mark.parametrize(
    ("score", "threshold", "exact"),
    [
        (0.41, 0.6, -0.19),
        (0.6, 0.6, 0),
        (0.3, 0.1, 0.2),
        (1, 0.7, 0.3),
        (2, 1, 1),
        (-12.5, -40.25, 27.75),
        (1e-7, 0.6, -0.5999999),
        (9007199254740993, 1, 9007199254740992),
    ],
)
def test_a_margin_is_exact(score: float, threshold: float, exact: float) -> None:
    assert margin(score, threshold) == exact


@pytest.mark.parametrize("score", [None, float("nan"), float("inf")])
def test_a_margin_needs_two_usable_numbers(score: float | None) -> None:
    assert margin(score, 0.6) is None
    assert margin(0.6, score) is None


def test_a_read_chunk_passed_the_picker_and_the_formatter() -> None:
    assert stages(read()) == [("picker", True, None), ("formatter", True, None)]


def test_a_chunk_dropped_by_the_picker_was_admitted_by_the_retriever() -> None:
    one = refused("over-budget", "z", score=0.7)

    assert stages(one, at_retriever=(ruling("z"),)) == [
        ("retriever", True, None),
        ("picker", False, "over-budget"),
    ]


def test_an_event_shows_the_retriever_and_what_was_attached() -> None:
    one = {"evidence_from": "event", "attached": ()}

    assert stages(candidate("a"), **one) == [("retriever", True, None), ("formatter", False, None)]
    assert stages(refused(), **one) == [("retriever", False, "below-threshold")]


@pytest.mark.parametrize("reason", ["below-threshold", "over-char-budget"])
def test_a_reason_that_only_the_strategy_writes_is_placed_at_the_retriever(reason: str) -> None:
    assert stages(refused(reason), max_chars=40, chars_used=0)[0] == ("retriever", False, reason)


# Numbers that no double holds, and records that say two things


def test_a_margin_that_no_double_holds_is_left_out_and_the_numbers_are_said() -> None:
    one = refused("below-threshold", "a", score=-1e308)

    explained = audited(one, threshold=1e308).candidates

    assert explained is not None
    assert explained[0].margin is None
    assert explained[0].ruling == "missed the threshold: -1e+308 is below 1e+308"


def test_a_chunk_below_the_threshold_that_was_refused_for_room_has_both_said() -> None:
    room = "refused for room as the record says, though it is below the threshold too; "
    tokens = refused("over-budget", "a", score=0.1)
    chars = refused("over-char-budget", "a", score=0.1)

    assert ruling_on(tokens, threshold=0.5) == f"{room}the token picker skipped it and went on"
    assert ruling_on(chars, threshold=0.5, max_chars=10) == (
        f"{room}it did not fit in what was left of the character budget of 10, which ended the spend"
    )


def test_a_chunk_below_the_threshold_that_a_cap_refused_has_both_said() -> None:
    one = refused("over-max-entries", "a", score=0.1)

    assert ruling_on(one, threshold=0.5, k=2).startswith(
        "below the threshold, yet refused by a cap as the record says; "
    )


@pytest.mark.parametrize("place", [2, 5, -1])
def test_a_position_outside_the_prompt_is_none_of_its_places(place: int) -> None:
    assert ruling_on(read("a", prompt_position=place), read("b")) == (
        f"read at prompt position {place}, though 2 are admitted"
    )
