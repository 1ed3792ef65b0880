from typing import Any

import pytest

from tests.analyse.found import codes, found, found_in, ids, unread
from tests.build import candidate, read, refused, retrieval, ruling

EMPTY_BODY = '<source uri="kb/a > b.md">\n\n</source>'


def test_an_admitted_chunk_without_text_is_named_where_others_have_theirs() -> None:
    pool = (read("a"), candidate("b"), candidate("c", prompt_position=1))

    assert found("admitted-without-fragment", *pool) == [
        (
            "warning: b is admitted, but the record carries no promptFragment and no promptPosition: "
            "none of its text is shown in the prompt"
        ),
        (
            "warning: c is admitted, but the record carries no promptFragment: none of its text is "
            "shown in the prompt"
        ),
    ]


def test_a_recording_that_keeps_no_text_anywhere_misses_none() -> None:
    assert found("admitted-without-fragment", *unread("a", "b")) == []


def test_a_recording_that_keeps_text_in_another_retrieval_misses_it_here() -> None:
    kept, missing = retrieval(read("a")), retrieval(candidate("b"))

    assert len(found_in("admitted-without-fragment", kept, missing)) == 1


@pytest.mark.parametrize("written_before", ["event", "line"])
def test_a_record_from_before_the_prompt_owes_no_text(written_before: str) -> None:
    one = retrieval(candidate("b"), evidence_from=written_before)

    assert found_in("admitted-without-fragment", retrieval(read("a")), one) == []


@pytest.mark.parametrize(
    ("fragment", "code", "sentence"),
    [
        ("", "empty-fragment", "error: the fragment of a is the empty string"),
        (
            EMPTY_BODY,
            "hollow-fragment",
            (
                "error: the fragment of a has a source tag around an empty body: the citation reached "
                "the prompt and the passage did not"
            ),
        ),
    ],
)
def test_an_empty_and_a_hollow_fragment_are_two_things(
    fragment: str, code: str, sentence: str
) -> None:
    pool = (read("a", prompt_fragment=fragment), read("b"))

    assert found(code, *pool) == [sentence]
    assert codes(retrieval(*pool)) == [code]


def test_a_fragment_with_text_is_whole() -> None:
    text = '<source uri="a.md">\nTides turn.\n</source>'

    assert codes(retrieval(read(prompt_fragment=text))) == []


def test_a_refused_chunk_with_text_or_a_place_in_the_prompt_is_named() -> None:
    one = refused(id="z", prompt_position=0, prompt_fragment="text")

    assert found("fragment-on-refused", one) == [
        "error: z is refused, but has prompt position 0",
        "error: z is refused, but carries a promptFragment",
    ]
    assert found("fragment-on-refused", read(), refused()) == []


@pytest.mark.parametrize(
    ("positions", "sentence"),
    [
        ((0, 2), "error: prompt position 1 is missing (recorded: 0, 2)"),
        ((1, 2), "error: prompt position 0 is missing (recorded: 1, 2)"),
        ((3, 1), "error: prompt positions 0, 2 are missing (recorded: 1, 3)"),
        ((1, 5), "error: prompt positions 0, 2, 3, 4 are missing (recorded: 1, 5)"),
        ((-3, 2), "error: prompt positions 0, 1 are missing (recorded: -3, 2)"),
        (
            (0, 10**30),
            (
                f"error: prompt positions 1, 2, 3, 4, 5, 6, 7, 8 and {10**30 - 9} more are missing "
                f"(recorded: 0, {10**30})"
            ),
        ),
    ],
)
def test_a_hole_in_the_prompt_positions_is_named(positions: tuple[int, ...], sentence: str) -> None:
    pool = [read(str(place), prompt_position=place) for place in positions]

    assert found("position-gap", *pool) == [sentence]


def test_a_position_under_zero_is_named() -> None:
    pool = (read("a", prompt_position=0), read("b", prompt_position=-1))

    assert found("position-gap", *pool) == [
        "error: prompt positions begin under 0 (recorded: -1, 0)"
    ]


@pytest.mark.parametrize("positions", [(0, 1, 2), (2, 1, 0), (None, None), ()])
def test_positions_from_zero_in_any_order_have_no_hole(positions: tuple[Any, ...]) -> None:
    pool = [read(str(at), prompt_position=place) for at, place in enumerate(positions)]

    assert found("position-gap", *pool) == []


def test_two_chunks_at_one_position_are_named() -> None:
    pool = (read("a", prompt_position=0), read("b", prompt_position=0))

    assert found("position-repeated", *pool) == [
        "error: 2 candidates stand at prompt position 0: a and b"
    ]
    assert found("position-repeated", *ids("a", "b")) == []


def test_an_injected_text_that_is_not_the_fragments_is_quoted_by_length() -> None:
    pool = (read("a", prompt_fragment="one"), read("b", prompt_fragment="two"))

    assert found(
        "fragments-against-injection", *pool, injected="one two", injected_recorded=True
    ) == [
        (
            "error: the admitted fragments joined in prompt order are 8 characters and are not the "
            "injected text of 7 characters"
        )
    ]


def test_the_fragments_are_joined_in_prompt_order_and_not_by_rank() -> None:
    pool = (
        read("a", prompt_fragment="one", prompt_position=1),
        read("b", prompt_fragment="two", prompt_position=0),
    )

    assert (
        found("fragments-against-injection", *pool, injected="two\n\none", injected_recorded=True)
        == []
    )


@pytest.mark.parametrize("fields", [{}, {"injected": None, "injected_recorded": True}], ids=str)
def test_an_injected_text_that_is_not_recorded_is_not_compared(fields: dict[str, Any]) -> None:
    assert found("fragments-against-injection", read(), **fields) == []


def test_text_that_was_injected_though_nothing_is_admitted_is_found() -> None:
    one = {"injected": "Tides turn.", "injected_recorded": True}

    assert len(found("fragments-against-injection", refused(), **one)) == 1


def test_no_text_is_injected_where_nothing_is_admitted() -> None:
    one = {"injected": "", "injected_recorded": True}

    assert found("fragments-against-injection", refused(), **one) == []


def test_a_chunk_that_no_event_saw_attached_and_one_too_many_are_named() -> None:
    assert found("attached-against-record", *ids("a", "b"), attached=("a", "c")) == [
        "error: b is admitted, but no event saw it attached",
        "error: c was attached by an event, but is not admitted in the record",
    ]


def test_a_chunk_attached_to_a_retrieval_that_lists_none_is_named() -> None:
    assert found("attached-against-record", attached=("a",)) == [
        "error: a was attached by an event, but is not admitted in the record"
    ]


@pytest.mark.parametrize("fields", [{"attached": None}, {"attached": ("b", "a")}], ids=str)
def test_the_chunks_attached_are_the_admitted_ones_in_any_order(fields: dict[str, Any]) -> None:
    assert found("attached-against-record", *ids("a", "b"), **fields) == []


def test_an_event_of_the_strategy_is_not_held_against_what_was_attached_later() -> None:
    one = {"attached": (), "evidence_from": "event"}

    assert found("attached-against-record", *unread("a"), **one) == []


def test_a_count_that_the_picker_could_not_revise_is_quoted_with_what_was_attached() -> None:
    one = {"candidates": None, "admitted_count": 3, "attached": ("a",)}

    assert found("attached-against-count", **one) == [
        (
            "error: admittedCount is 3, but events saw 1 attached (a picker cannot revise the count "
            "where candidates are omitted)"
        )
    ]
    assert found("attached-against-count", **one | {"attached": ("a", "b", "c")}) == []
    assert found("attached-against-count", **one | {"attached": None}) == []


def test_a_strategy_that_listed_another_pool_is_named() -> None:
    before = (ruling("a"), ruling("b", rank=2))

    assert found("event-against-commit", *ids("a"), at_retriever=before) == [
        "error: the event lists 2 candidates and the record 1; they differ from candidate 1 on"
    ]


def test_the_first_candidate_that_differs_is_numbered_from_one() -> None:
    pool = (candidate("a"), candidate("b"))
    before = (ruling("a"), ruling("x", rank=2))

    assert found(
        "event-against-commit", *pool, at_retriever=before, retriever_from="nested-log"
    ) == [
        "error: the nested log lists 2 candidates and the record 2; they differ from candidate 2 on"
    ]


def test_a_chunk_that_the_strategy_refused_cannot_be_admitted_later() -> None:
    before = (ruling("a", admitted=False, reason="below-threshold"),)

    assert found("event-against-commit", candidate("a"), at_retriever=before) == [
        "error: a was refused by the strategy and is admitted in the record"
    ]


def test_the_picker_may_refuse_what_the_strategy_admitted() -> None:
    one = refused("over-budget", "a", score=0.8)

    assert codes(retrieval(one, at_retriever=(ruling("a"),), attached=())) == []


def test_a_score_that_is_nan_in_both_sources_is_no_difference() -> None:
    one = candidate("a", score=float("nan"))
    before = (ruling("a", score=float("nan")),)

    assert found("event-against-commit", one, at_retriever=before) == []
