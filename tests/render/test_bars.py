import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.render.bars import Scale

NUMBERS = st.one_of(
    st.floats(), st.integers(-(10**400), 10**400), st.sampled_from([0, 1, 1e308, -1e308]), st.none()
)


def bar(
    score: float | None, threshold: float | None = None, *others: float, ascii_only: bool = False
) -> str:
    return Scale([score, threshold, *others], 8, ascii_only=ascii_only).bar(score, threshold)


@pytest.mark.parametrize(
    ("score", "drawn"), [(1, "████████"), (0.5, "████"), (0.25, "██"), (0, ""), (0.0625, "▌")]
)
def test_a_score_between_zero_and_one_is_drawn_to_the_eighth(score: float, drawn: str) -> None:
    assert bar(score) == drawn


def test_the_threshold_is_marked_where_the_bar_does_not_reach_it() -> None:
    assert bar(0.25, 0.6) == "██  ┊"
    assert bar(0, 0.6) == "    ┊"
    assert bar(0.25, 1) == "██     ┊"


def test_the_threshold_is_hidden_by_a_bar_that_passes_it() -> None:
    assert bar(0.9, 0.6) == bar(0.9)


def test_bars_without_unicode_are_drawn_with_number_signs() -> None:
    assert bar(0.5, 0.9, ascii_only=True) == "####   |"
    assert bar(0.55, ascii_only=True) == "####"
    assert bar(0.57, ascii_only=True) == "#####"


@pytest.mark.parametrize("score", [None, float("nan"), float("inf"), -float("inf")])
def test_what_is_no_number_has_no_bar(score: float | None) -> None:
    assert bar(score, 0.6) == ""


def test_a_score_over_one_widens_the_scale_for_all() -> None:
    assert bar(1, None, 2) == "████"
    assert bar(2, None, 1) == "████████"


def test_a_negative_score_is_drawn_from_the_lowest() -> None:
    assert bar(-12.5, None, -25) == "████"
    assert bar(-25, None, -12.5) == ""


def test_scores_at_both_ends_of_what_a_number_can_be_have_bars() -> None:
    assert bar(1e308, None, -1e308) == "████████"
    assert bar(-1e308, None, 1e308) == ""
    assert bar(10**400, None, 1) == ""  # no double holds it: it is compared with nothing


@pytest.mark.parametrize("ascii_only", [False, True])
@given(numbers=st.lists(NUMBERS, min_size=1, max_size=4), threshold=NUMBERS)
def test_a_bar_of_any_number_keeps_to_its_cells(
    *, ascii_only: bool, numbers: list[float | None], threshold: float | None
) -> None:
    scale = Scale([*numbers, threshold], 8, ascii_only=ascii_only)

    for score in numbers:
        drawn = scale.bar(score, threshold)
        assert len(drawn) <= 8
        assert drawn.isascii() or not ascii_only


@given(st.lists(st.floats(-1e300, 1e300), min_size=2, max_size=5))
def test_a_higher_score_never_has_a_shorter_bar(scores: list[float]) -> None:
    scale = Scale(scores, 8, ascii_only=True)

    lengths = [len(scale.bar(score, None)) for score in sorted(scores)]

    assert lengths == sorted(lengths)
