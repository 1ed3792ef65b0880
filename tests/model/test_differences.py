from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.model.differences import Difference, are_same, differences
from footprint_cli.model.fold import ABSENT
from tests.model.canonical import canonical

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner),
    max_leaves=8,
)


@given(JSON, JSON)
def test_two_values_are_the_same_where_their_canonical_text_is(one: Any, other: Any) -> None:
    assert are_same(one, other) == (canonical(one) == canonical(other))


@pytest.mark.parametrize(
    ("one", "other", "path"),
    [
        ({"a": {"b": 1}}, {"a": {"b": 2}}, ("a", "b")),
        ({"a": [0, 1]}, {"a": [0, True]}, ("a", "1")),
        ({"a": [0, 1]}, {"a": [0]}, ("a",)),
        ({"a": {}}, {"a": []}, ("a",)),
        ({"a": None}, {}, ("a",)),
    ],
)
def test_a_difference_has_its_place(one: Any, other: Any, path: tuple[str, ...]) -> None:
    assert [each.path for each in differences(one, other)] == [path]


def test_numbers_are_equal_by_value_and_a_nan_is_itself() -> None:
    assert are_same([1, float("nan")], [1.0, float("nan")])


def test_what_is_missing_is_absent_and_skipped_paths_are_not_looked_at() -> None:
    found = differences({"a": 1, "b": 2}, {"b": 3}, skipped={("b",)})

    assert [*found] == [Difference(("a",), 1, ABSENT)]


def test_values_may_nest_deeper_than_the_stack() -> None:
    one: Any = 1
    other: Any = 2
    for _ in range(3000):
        one, other = [one], [other]

    assert not are_same(one, other)
    assert are_same(one, one)
