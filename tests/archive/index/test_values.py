from math import inf, nan, nextafter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.analyse.fragments import fragment_fault
from footprint_cli.archive.index.dictionary import looks
from footprint_cli.archive.index.listed import stand_in
from footprint_cli.archive.index.values import (
    holds,
    number_again,
    packed,
    packed_score,
    score_again,
    stored_text,
    text_again,
    unpacked,
)
from footprint_cli.model.evidence import Candidate
from footprint_cli.model.numbers import number_text

TEXTS = st.text(st.characters(exclude_categories=()))


@given(
    st.floats(allow_nan=False)
    | st.integers(-(2**70), 2**70)
    | st.decimals(-2, 2, places=4).map(float)
)
def test_a_score_comes_back_as_it_was_recorded(score: float) -> None:
    kept = packed_score(score)

    if kept is None:
        again: float | None = number_again(number_text(score))
        assert not holds(score) or isinstance(score, int)
    else:
        again = score_again(kept)
    assert (type(again), again, str(again)) == (type(score), score, str(score))


@pytest.mark.parametrize("score", [0.0, -0.0, 1, 1.0, -1, 0.1, 1e-7, nextafter(0.3, 1), 2**59])
def test_scores_that_are_nearly_alike_stay_apart(score: float) -> None:
    kept = packed_score(score)
    again = number_again(number_text(score)) if kept is None else score_again(kept)

    assert repr(again) == repr(score)


@pytest.mark.parametrize("number", [nan, inf, -inf, 2**63, -(2**63) - 1])
def test_no_column_takes_a_number_that_it_would_change(number: float) -> None:
    assert not holds(number)
    assert packed_score(number) is None
    assert repr(number_again(number_text(number))) == repr(number)


@given(TEXTS)
def test_any_text_comes_back(text: str) -> None:
    assert text_again(stored_text(text)) == text


@given(st.dictionaries(TEXTS, st.recursive(st.none() | TEXTS | st.integers(), st.lists)))
def test_what_has_no_column_comes_back(values: dict[str, Any]) -> None:
    assert unpacked(packed(values)) == values


@given(TEXTS.filter(lambda text: fragment_fault(Candidate(prompt_fragment=text)) is None))
def test_a_stand_in_has_the_size_of_what_it_stands_for(fragment: str) -> None:
    size = len(fragment.encode("utf-8", "surrogatepass"))

    made = stand_in(len(fragment), size, None)

    assert (len(made), len(made.encode())) == (len(fragment), size)
    assert fragment_fault(Candidate(prompt_fragment=made)) is None


@given(st.sampled_from(["", " ", "\t\n", "<source id='a'>\n \n</source>"]))
def test_a_stand_in_has_the_fault_of_what_it_stands_for(fragment: str) -> None:
    fault = fragment_fault(Candidate(prompt_fragment=fragment))

    made = stand_in(len(fragment), len(fragment), fault)

    assert len(made) == len(fragment)
    assert fragment_fault(Candidate(prompt_fragment=made)) == fault


def test_ids_that_look_alike_share_a_number() -> None:
    assert looks("Exchanger.md-2") == looks("exchanger.md#2")
    assert looks("exchanger.md#2") != looks("exchanger.md#3")
