from difflib import get_close_matches

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.analyse.nearest import Nearest, close_matches, folded


@pytest.mark.parametrize(
    ("asked", "other"),
    [
        ("Crane.md#1", "crane.md#1"),
        ("crane.md/1", "crane.md#1"),
        ("crane.md #1", "crane.md#1"),
        ("cafe\u0301.md#0", "café.md#0"),
        ("\uff43rane.md#1", "crane.md#1"),
    ],
)
def test_lookalikes_differ_in_case_blanks_form_or_separators(asked: str, other: str) -> None:
    assert folded(asked) == folded(other)


@pytest.mark.parametrize(
    ("asked", "other"), [("crane.md#1", "crane.md#2"), ("a#1", "a1"), ("a", "b")]
)
def test_other_ids_do_not_look_alike(asked: str, other: str) -> None:
    assert folded(asked) != folded(other)


def test_the_nearest_of_very_many_ids_are_found_wherever_they_stand() -> None:
    nearest = Nearest("kb/tides.md#7")
    for number in range(50):
        nearest.add(f"archive/{number}/{place}" for place in range(200))
        if number == 20:
            nearest.add(["kb/tides.md#8", None])

    assert nearest.offered() == (("kb/tides.md#8",), ())


def test_no_more_than_five_are_offered_and_lookalikes_come_first() -> None:
    nearest = Nearest("kb/tides.md#1")
    nearest.add(f"kb/tides.md#{number}" for number in range(10, 20))
    nearest.add(["KB/tides.md#1"])
    offered, lookalikes = nearest.offered()

    assert (len(offered), offered[0], lookalikes) == (5, "KB/tides.md#1", ("KB/tides.md#1",))


@given(st.text("ab#.-1é", max_size=12), st.lists(st.text("ab#.-1é", max_size=12), max_size=40))
def test_what_is_close_is_what_difflib_finds(text: str, ids: list[str]) -> None:
    assert close_matches(text, ids) == get_close_matches(text, ids, 5, 0.6)
