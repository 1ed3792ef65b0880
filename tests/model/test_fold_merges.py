import math
from typing import Any

import pytest

from footprint_cli.model.fold import Fold, fold
from tests.model.lines import exact, line

BEYOND_DOUBLES = 2**53 + 1


@pytest.mark.parametrize(
    ("target", "source", "result"),
    [
        ({"x": 1}, None, None),
        ({"x": 1}, 5, 5),
        ([1], "text", "text"),
        ([1], [], []),
        ({"x": 1}, [], []),
        ([1, 2], [2, 3], [1, 2, 3]),
        ([1, 1, 2], [3], [1, 2, 3]),
        ({"x": 1}, [1, 1], [1, 1]),
        ("text", [1, 1], [1, 1]),
        (None, [1, 1], [1, 1]),
        ({"x": 1}, {}, {"x": 1}),
        ({"x": 1, "y": {"z": 1}}, {"y": {"w": 2}}, {"x": 1, "y": {"z": 1, "w": 2}}),
        ({"x": {"y": [1]}}, {"x": {"y": [1, 2]}}, {"x": {"y": [1, 2]}}),
        ({"x": {"y": 1}}, {"x": None}, {"x": None}),
        (["a", "b"], {}, {"0": "a", "1": "b"}),
        (["a", "b"], {"1": "c", "k": 1}, {"0": "a", "1": "c", "k": 1}),
        (5, {}, {}),
        ("text", {"k": 1}, {"k": 1}),
        (None, {"k": {"n": 1}}, {"k": {"n": 1}}),
        ({"k": 1}, {"k": {}}, {"k": {}}),
    ],
)
def test_a_merge_follows_the_producers_table(target: Any, source: Any, result: Any) -> None:
    log = [line("merge a", updates={"a": source})]

    assert exact(fold(log, {"a": target})) == exact({"a": result})


def test_a_merge_into_nothing_starts_from_an_empty_object() -> None:
    log = [line("merge a/b", updates={"a": {"b": {"c": [1, 1]}}})]

    assert fold(log) == {"a": {"b": {"c": [1, 1]}}}


def test_a_merge_without_payload_makes_the_value_absent() -> None:
    assert fold([line("merge a/b")], {"a": {"b": 1, "c": 2}}) == {"a": {"c": 2}}


@pytest.mark.parametrize(
    ("elements", "union"),
    [
        ([1, "1", True, None], [1, "1", True, None]),
        ([1, 1.0], [1]),
        ([0, -0.0, False], [0, False]),
        ([1, True, 0, False], [1, True, 0, False]),
        ([2**53, BEYOND_DOUBLES], [2**53]),
        ([10**400, math.inf, -(10**400), -math.inf], [10**400, -(10**400)]),
        ([math.nan, -math.nan, "nan"], [math.nan, "nan"]),
        ([{"k": 1}, {"k": 1}, [], []], [{"k": 1}, {"k": 1}, [], []]),
    ],
)
def test_a_union_compares_as_javascript_does(elements: list[Any], union: list[Any]) -> None:
    log = [line("merge a", updates={"a": elements})]

    assert repr(fold(log, {"a": []})) == repr({"a": union})


def test_two_merges_of_one_line_add_an_object_once_and_merges_of_two_lines_twice() -> None:
    updates = {"a": [{"k": 1}, {"k": 1}]}

    assert fold([line("merge a", "merge a", updates=updates)], {"a": []}) == {"a": [{"k": 1}] * 2}
    assert fold([line("merge a", updates=updates)] * 2, {"a": []}) == {"a": [{"k": 1}] * 4}


@pytest.mark.parametrize("more", [1, 2, 5])
def test_an_object_is_known_again_after_a_row_of_the_same_line_wrote_into_it(more: int) -> None:
    rows = ["merge a", "set a/0/k", *["merge a"] * more]
    overwrite = {"a": {"0": {"k": "written"}}}

    log = [line(*rows, overwrite=overwrite, updates={"a": [{"k": 1}]})]

    assert fold(log, {"a": []}) == {"a": [{"k": "written"}]}


def test_an_empty_array_clears_again_after_a_row_of_the_same_line_appended_to_it() -> None:
    log = [line("merge a", "append a", "merge a", overwrite={"a": [1]}, updates={"a": []})]

    assert fold(log) == {"a": []}


def test_a_merge_before_a_set_of_the_same_line_is_applied_again_after_it() -> None:
    log = [
        line(
            "merge a",
            "set a",
            "merge a",
            overwrite={"a": {"q": 1}},
            updates={"a": {"p": 1, "r": 1}},
        )
    ]

    assert exact(fold(log)) == exact({"a": {"q": 1, "p": 1, "r": 1}})


def test_the_second_of_many_equal_merges_still_removes_duplicates() -> None:
    def merged(times: int) -> Any:
        return fold([line(*["merge a"] * times, updates={"a": [1, 1]})])["a"]

    assert [merged(times) for times in (1, 2, 3, 9)] == [[1, 1], [1], [1], [1]]


def test_a_union_knows_its_members_again_after_one_was_overwritten() -> None:
    union = line("merge a", updates={"a": [1, 2]})
    log = [union, union, line("set a/0", overwrite={"a": {"0": 5}}), union]

    assert fold(log) == {"a": [5, 2, 1]}


def test_a_union_removes_the_duplicates_that_an_append_brought() -> None:
    union = line("merge a", updates={"a": [1]})
    log = [union, union, line("append a", overwrite={"a": [1, 2, 2]}), union]

    assert fold(log) == {"a": [1, 2]}


def test_a_proto_key_inside_a_merged_value_is_left_out_and_reported() -> None:
    state = Fold({"a": {"x": 1}})

    problems = state.apply(line("merge a", updates={"a": {"__proto__": {"y": 1}, "z": {"w": 1}}}))

    assert problems == ["__proto__ inside a merged value is left out"]
    assert state.state() == {"a": {"x": 1, "z": {"w": 1}}}


def test_a_proto_key_inside_a_set_value_is_data_and_merges_as_data_from_then_on() -> None:
    state = Fold()
    state.apply(line("set a", overwrite={"a": {"__proto__": {"x": 1}}}))

    assert state.apply(line("merge a", updates={"a": {"__proto__": {"y": 2}}})) == []
    assert state.state() == {"a": {"__proto__": {"x": 1, "y": 2}}}


def test_constructor_and_prototype_inside_values_are_data() -> None:
    value = {"constructor": {"x": 1}, "prototype": 2, "toString": {"y": 3}}
    state = Fold()

    assert state.apply(line("merge a", updates={"a": value})) == []
    assert state.state() == {"a": value}
