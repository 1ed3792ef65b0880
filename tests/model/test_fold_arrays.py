from typing import Any

import pytest

from footprint_cli.model.fold import REFUSED, Fold, fold
from footprint_cli.model.js_values import MAX_LENGTH
from tests.model.lines import exact, line

GAP = line("set a/4", overwrite={"a": {"4": "end"}})
NOTE = line("set a/note", overwrite={"a": {"note": "aside"}})


def test_an_index_past_the_end_leaves_holes_that_print_as_none() -> None:
    assert fold([GAP], {"a": [1, 2]}) == {"a": [1, 2, None, None, "end"]}


def test_a_union_takes_all_holes_for_one_absent_element_apart_from_null() -> None:
    log = [GAP, line("merge a", updates={"a": [None, "new"]})]

    assert fold(log, {"a": [1]}) == {"a": [1, None, "end", None, "new"]}


def test_a_hole_gives_no_key_when_an_object_is_merged_onto_the_array() -> None:
    log = [GAP, line("merge a", updates={"a": {"k": 1}})]

    assert exact(fold(log, {"a": [None]})) == exact({"a": {"0": None, "4": "end", "k": 1}})


def test_a_named_property_of_an_array_comes_back_when_an_object_is_merged_onto_it() -> None:
    log = [NOTE, line("merge a", updates={"a": {}})]

    assert [exact(state) for state in fold(log, {"a": ["x"]}, every=True)] == [
        exact({"a": ["x"]}),
        exact({"a": ["x"]}),
        exact({"a": {"0": "x", "note": "aside"}}),
    ]


@pytest.mark.parametrize(
    "between",
    [
        line("append a", overwrite={"a": ["y"]}),
        line("merge a", updates={"a": ["y"]}),
        line("delete a/note"),
    ],
    ids=["append", "union", "delete"],
)
def test_a_named_property_of_an_array_can_be_lost_before(between: dict[str, Any]) -> None:
    state = fold([NOTE, between, line("merge a", updates={"a": {}})], {"a": ["x"]})

    assert "note" not in state["a"]


def test_a_named_property_of_an_array_is_read_and_written_like_any_other() -> None:
    state = Fold({"a": ["x"]})
    state.apply(line("set a/note/deep", overwrite={"a": {"note": {"deep": [1]}}}))
    state.apply(line("append a/note/deep", overwrite={"a": {"note": {"deep": [2]}}}))

    assert state.value("a", "note", "deep") == [1, 2]
    assert state.state() == {"a": ["x"]}


@pytest.mark.parametrize("key", ["4294967295", "9" * 5000, "-1", "+1", "1.0", "\xb2", "\u0663"])
def test_what_is_no_index_of_javascript_names_a_property(key: str) -> None:
    state = Fold({"a": ["x", "y", "z", "w"]})

    assert state.apply(line(f"set a/{key}", overwrite={"a": {key: "named"}})) == []
    assert state.state() == {"a": ["x", "y", "z", "w"]}
    assert state.value("a", key) == "named"


def test_a_leading_zero_makes_a_named_property_not_an_index() -> None:
    log = [line("set a/01", overwrite={"a": {"01": "named"}})]

    assert fold(log, {"a": ["x", "y"]}) == {"a": ["x", "y"]}
    assert fold([*log, line("merge a", updates={"a": {}})], {"a": ["x"]}) == {
        "a": {"0": "x", "01": "named"}
    }


@pytest.mark.parametrize(
    ("length", "elements"),
    [
        (0, []),
        (1, [1]),
        (3, [1, 2, None]),
        (2.0, [1, 2]),
        (None, []),
        (True, [1]),
        ("", []),
        (" 1 ", [1]),
        ("0x1", [1]),
        ("1e0", [1]),
        ([], []),
        ([[1]], [1]),
        (["3"], [1, 2, None]),
        ([None], []),
    ],
)
def test_writing_the_length_of_an_array_resizes_it(length: Any, elements: list[Any]) -> None:
    log = [line("set a/length", overwrite={"a": {"length": length}})]

    assert fold(log, {"a": [1, 2]}) == {"a": elements}


@pytest.mark.parametrize(
    "length",
    [-1, 1.5, 2**32, 10**400, float("nan"), "two", "1_0", "-0x1", {}, [1, 2], [True], [{}]],
)
def test_what_is_no_length_refuses_the_whole_line(length: Any) -> None:
    state = Fold({"a": [1, 2], "b": 1})
    overrun = line(
        "set b", "set a/0", "set a/length", overwrite={"a": {"0": 5, "length": length}, "b": 2}
    )

    assert state.apply(overrun) == [
        f"{REFUSED}what is assigned to the length of an array is no length"
    ]
    assert state.state() == {"a": [1, 2], "b": 1}


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("set a/length", "what is assigned to the length of an array is no length"),
        ("merge a/length", "what is assigned to the length of an array is no length"),
        ("set a/length/deep", "what is assigned to the length of an array is no length"),
        ("delete a/length", "the length of an array cannot be deleted"),
        (f"set a/{MAX_LENGTH}", "index 1000000 is past the 1000000 elements an array may have"),
        (
            "set a/4294967294/deep",
            "index 4294967294 is past the 1000000 elements an array may have",
        ),
    ],
)
def test_a_row_that_an_array_cannot_take_refuses_the_line(row: str, why: str) -> None:
    state = Fold({"a": [1]})

    assert state.apply(line("set c", row, overwrite={"c": 1})) == [REFUSED + why]
    assert state.state() == {"a": [1]}


def test_an_array_that_the_line_itself_put_there_refuses_it_too() -> None:
    state = Fold({"a": {"k": 1}})

    problems = state.apply(line("set a", f"set a/{MAX_LENGTH}", overwrite={"a": [1]}))

    assert problems == [f"{REFUSED}index 1000000 is past the 1000000 elements an array may have"]
    assert state.state() == {"a": {"k": 1}}


@pytest.mark.parametrize(("length", "refused"), [(MAX_LENGTH, False), (MAX_LENGTH + 1, True)])
def test_an_array_may_be_resized_up_to_the_longest(length: int, refused: bool) -> None:
    state = Fold({"a": [1]})
    why = f"{REFUSED}length {length} is over the 1000000 that an array may have"

    problems = state.apply(line("set a/length", overwrite={"a": {"length": length}}))

    assert problems == ([why] if refused else [])
    assert state.value("a", "length") == (1 if refused else length)


def test_the_longest_array_may_be_written_to_its_end() -> None:
    last = str(MAX_LENGTH - 1)
    state = Fold({"a": [1]})

    assert state.apply(line(f"set a/{last}", overwrite={"a": {last: "end"}})) == []
    assert state.value("a", "length") == MAX_LENGTH
    assert state.value("a", last) == "end"


@pytest.mark.parametrize("key", ["length", "1000000", "4294967294", "99999999999999999999"])
def test_an_object_takes_any_key(key: str) -> None:
    log = [line(f"set a/{key}", overwrite={"a": {key: "value"}})]

    assert fold(log, {"a": {"k": 1}}) == {"a": {"k": 1, key: "value"}}


def test_a_refused_line_leaves_holes_and_named_properties_as_they_were() -> None:
    refused = line("delete a/note", "set a/1", "set a/length", overwrite={"a": {"length": -1}})
    log = [GAP, NOTE, refused, line("merge a", updates={"a": {}})]

    assert exact(fold(log, {"a": ["x"]})) == exact({"a": {"0": "x", "4": "end", "note": "aside"}})
