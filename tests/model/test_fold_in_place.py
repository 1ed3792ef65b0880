from typing import Any

import pytest

from footprint_cli.model.fold import Fold, fold
from tests.model.lines import exact, line


def test_an_append_to_lines_of_our_own_extends_the_array_in_place() -> None:
    state = Fold(own=True)
    state.apply(line("set a", overwrite={"a": [1]}))
    array = state.value("a")
    state.apply(line("append a", overwrite={"a": [2]}))

    assert state.value("a") is array
    assert array == [1, 2]


def test_a_merge_into_an_object_or_a_union_works_in_place() -> None:
    state = Fold({"o": {"x": 1}, "u": [1]})
    merge = line("merge o", "merge u", updates={"o": {"y": 1}, "u": [2]})
    state.apply(merge)
    merged, united = state.value("o"), state.value("u")
    state.apply(merge)

    assert state.value("o") is merged
    assert state.value("u") is united
    assert state.state() == {"o": {"x": 1, "y": 1}, "u": [1, 2]}


def test_lines_of_our_own_are_put_into_the_state_without_a_copy() -> None:
    payload = {"large": ["value"]}
    taken, copied = Fold(own=True), Fold()
    for state in (taken, copied):
        state.apply(line("set a", overwrite={"a": payload}))

    assert taken.value("a") is payload
    assert copied.value("a") == payload
    assert copied.value("a") is not payload


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        (("set a", "set a/b"), {"a": {"b": [1]}}),
        (("set a/b", "set a"), {"a": {"b": [1]}}),
        (("set a", "append a/b"), {"a": {"b": [1, 1]}}),
        (("append a/b", "append a/b"), {"a": {"b": [1, 1]}}),
        (("set a/b", "append a/b"), {"a": {"b": [1, 1]}}),
        (("set a", "append a/b", "append a/b"), {"a": {"b": [1, 1, 1]}}),
        (("append a/b", "append a/b", "append a/b"), {"a": {"b": [1, 1, 1]}}),
    ],
)
def test_rows_of_one_line_do_not_reach_into_each_others_payload(
    rows: tuple[str, ...], after: dict[str, Any]
) -> None:
    for own in (False, True):
        state = Fold(own=own)
        state.apply(line(*rows, overwrite={"a": {"b": [1]}}))

        assert state.state() == after


def test_a_row_repeated_for_every_write_of_a_loop_counts_once() -> None:
    rows = ["set list", "set other", "set list"] * 1000
    log = [line(*rows, overwrite={"list": [1, 2], "other": 3})]

    assert exact(fold(log, {"other": 0})) == exact({"other": 3, "list": [1, 2]})
