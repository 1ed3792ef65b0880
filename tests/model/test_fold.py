from typing import Any

import pytest

from footprint_cli.model.fold import ABSENT, REFUSED, Fold, fold
from tests.model.lines import exact, line


def test_without_lines_the_state_is_the_base() -> None:
    assert fold([], {"seeded": [1]}) == {"seeded": [1]}


@pytest.mark.parametrize("base", [None, [], "text", 5, True])
def test_a_base_that_is_no_object_counts_as_empty(base: Any) -> None:
    assert fold([line("set a", overwrite={"a": 1})], base) == {"a": 1}


def test_every_gives_the_state_before_the_first_line_and_after_each() -> None:
    log = [line("set a", overwrite={"a": 1}), line(), line("set b", overwrite={"b": 2})]

    assert fold(log, {"s": 0}, every=True) == [
        {"s": 0},
        {"s": 0, "a": 1},
        {"s": 0, "a": 1},
        {"s": 0, "a": 1, "b": 2},
    ]


@pytest.mark.parametrize(
    ("before", "row", "payload", "after"),
    [
        ({"a": 1}, "set a", {"a": None}, {"a": None}),
        ({"a": 1, "b": 2}, "set a", {}, {"b": 2}),
        ({}, "set a/b/c", {}, {"a": {"b": {}}}),
        ({}, "set a/0", {"a": {"0": "x"}}, {"a": {"0": "x"}}),
        ({"a": "scalar"}, "set a/b", {"a": {"b": 1}}, {"a": {"b": 1}}),
        ({"a": None}, "set a/b", {"a": {"b": 1}}, {"a": {"b": 1}}),
        ({"a": [1, 2]}, "set a/1", {"a": {"1": "x"}}, {"a": [1, "x"]}),
        ({"a": {"b": 1}}, "set a/c", {"a": {"c": 2}}, {"a": {"b": 1, "c": 2}}),
        ({}, "set ", {"": "nameless"}, {"": "nameless"}),
        ({"a": {"b": 1}}, "set a.b", {"a.b": 2}, {"a": {"b": 1}, "a.b": 2}),
        ({"a": [1]}, "append a", {"a": [1, 2]}, {"a": [1, 1, 2]}),
        ({}, "append a", {"a": [1]}, {"a": [1]}),
        ({"a": "text"}, "append a", {"a": [1]}, {"a": [1]}),
        ({"a": [1]}, "append a", {"a": "REDACTED"}, {"a": "REDACTED"}),
        ({"a": [1]}, "append a", {}, {}),
        ({"a": 1, "b": 2}, "delete a", {"a": "ignored"}, {"b": 2}),
        ({"a": {"b": 1}}, "delete a/b", {}, {"a": {}}),
        ({"a": 1}, "delete x/y", {}, {"a": 1}),
        ({"a": "text"}, "delete a/0", {}, {"a": "text"}),
        ({"a": [1, 2, 3]}, "delete a/1", {}, {"a": [1, None, 3]}),
        ({"a": [1, 2, 3]}, "delete a/2", {}, {"a": [1, 2, None]}),
        ({"a": [1]}, "delete a/7", {}, {"a": [1]}),
    ],
)
def test_a_row_changes_the_state_by_its_verb(
    before: dict[str, Any], row: str, payload: dict[str, Any], after: dict[str, Any]
) -> None:
    assert exact(fold([line(row, overwrite=payload)], before)) == exact(after)


def test_a_payload_may_stand_inside_a_text_that_replaced_the_value() -> None:
    log = [line("set a/1", "set b/length", overwrite={"a": "REDACTED", "b": "REDACTED"})]

    assert fold(log) == {"a": {"1": "E"}, "b": {"length": 8}}


def test_an_index_into_a_text_counts_utf_16_code_units() -> None:
    log = [line("set a/1", "set b/length", overwrite={"a": "\U0001f525x", "b": "\U0001f525x"})]

    assert fold(log) == {"a": {"1": "\udd25"}, "b": {"length": 3}}


def test_an_append_to_a_redacted_array_leaves_only_its_own_tail() -> None:
    log = [
        line("append notes", overwrite={"notes": "REDACTED"}),
        line("append notes", overwrite={"notes": ["open"]}),
    ]

    assert fold(log, {"notes": ["first"]}, every=True)[1:] == [
        {"notes": "REDACTED"},
        {"notes": ["open"]},
    ]


def test_a_value_set_to_nothing_keeps_its_place_and_a_deleted_one_loses_it() -> None:
    again = line("set a", overwrite={"a": 2})
    base = {"a": 1, "b": 1}

    assert [*fold([line("set a"), again], base)] == ["a", "b"]
    assert [*fold([line("delete a"), again], base)] == ["b", "a"]


def test_integer_like_keys_come_first_and_ascend() -> None:
    keys = {"b": 0, "10": 0, "9": 0, "01": 0, "-1": 0, "4294967294": 0, "4294967295": 0, "a": 0}
    log = [line("set o", overwrite={"o": keys})]

    ascending = ["9", "10", "4294967294", "b", "01", "-1", "4294967295", "a"]
    assert [*fold(log)["o"]] == ascending
    assert [*fold([], keys)] == ascending


@pytest.mark.parametrize("verb", ["set", "append", "merge", "delete"])
@pytest.mark.parametrize("denied", ["__proto__", "constructor", "prototype"])
def test_a_row_through_a_denied_segment_writes_nothing_behind_it_and_is_reported(
    verb: str, denied: str
) -> None:
    state = Fold()
    payload = {"a": {denied: {"b": [1]}}}

    problems = state.apply(line(f"{verb} a/{denied}/b", overwrite=payload, updates=payload))

    assert problems == [f"row 0 names {denied} in its path and writes nothing there"]
    assert state.state() == ({} if verb == "delete" else {"a": {}})


@pytest.mark.parametrize("verb", ["set", "append", "merge", "delete"])
@pytest.mark.parametrize("denied", ["__proto__", "constructor", "prototype"])
def test_data_under_a_denied_key_is_neither_read_nor_written_by_a_path(
    verb: str, denied: str
) -> None:
    base = {"a": {denied: [1]}, denied: [1]}
    payload = {"a": {denied: [2]}, denied: [2]}
    state = Fold(base)

    state.apply(line(f"{verb} a/{denied}", f"{verb} {denied}", overwrite=payload, updates=payload))

    assert state.state() == base
    assert state.value("a", denied) is ABSENT


@pytest.mark.parametrize(
    ("verb", "told"),
    [
        ("replace", 'the verb "replace"'),
        ("", 'the verb ""'),
        (None, "no verb"),
        (5, "a verb that is not text"),
        (["set"], "a verb that is not text"),
        ({"set": 1}, "a verb that is not text"),
    ],
)
def test_an_unknown_verb_is_folded_as_a_merge_and_reported(verb: Any, told: str) -> None:
    state = Fold({"a": {"x": 1}})
    unknown = line("merge a", updates={"a": {"y": 2}}) | {"trace": [{"path": "a", "verb": verb}]}

    (problem,) = state.apply(unknown)
    assert problem == f"row 0 has {told}, unknown here, and is folded as a merge"
    assert state.state() == {"a": {"x": 1, "y": 2}}


def test_a_refused_line_keeps_its_index_and_changes_nothing() -> None:
    log = [
        line("set a", overwrite={"a": 1}),
        {"trace": [{"path": "a", "verb": "set"}], "overwrite": {"a": "no id"}},
        line("set b", overwrite={"b": 2}),
    ]

    assert fold(log, every=True) == [{}, {"a": 1}, {"a": 1}, {"a": 1, "b": 2}]


def test_a_refused_line_is_reported_with_the_reason() -> None:
    assert Fold().apply(["no", "bundle"]) == [f"{REFUSED}the line is an array, not an object"]


def test_a_line_with_a_bad_row_is_refused_as_a_whole() -> None:
    state = Fold({"a": 1})
    bad = line("set a", overwrite={"a": 2})
    bad["trace"].append({"path": 5, "verb": "set"})

    assert state.apply(bad) == [f"{REFUSED}the path in row 1 of trace is a number, not a string"]
    assert state.state() == {"a": 1}


@pytest.mark.parametrize("redacted_paths", [None, 5, "a", {"a": 1}, [[]]])
def test_redacted_paths_of_any_type_do_not_disturb_the_fold(redacted_paths: Any) -> None:
    odd = line("set a", overwrite={"a": 1}) | {"redactedPaths": redacted_paths}

    assert fold([odd]) == {"a": 1}


def test_value_gives_what_stands_at_a_path_or_absent() -> None:
    state = Fold({"receipt": {"lines": ["one", "two"]}, "nothing": None})

    assert state.value("receipt", "lines", "1") == "two"
    assert state.value("receipt", "lines", "length") == 2
    assert state.value("nothing") is None
    assert state.value("nothing", "inside") is ABSENT
    assert state.value("receipt", "lines", "2") is ABSENT
    assert state.value("receipt", "toString") is ABSENT


def test_value_of_a_key_that_was_set_to_nothing_is_absent() -> None:
    state = Fold({"a": 1})
    state.apply(line("set a"))

    assert state.value("a") is ABSENT
    assert state.state() == {}


def test_keep_limits_the_state_to_the_root_keys_it_accepts() -> None:
    state = Fold({"a": 1, "b": 1}, keep=lambda key: key == "a")
    problems = state.apply(
        line("set a/x", "set b/x", "odd b", overwrite={"a": {"x": 2}, "b": {"x": 2}})
    )

    assert state.state() == {"a": {"x": 2}}
    assert problems == ['row 2 has the verb "odd", unknown here, and is folded as a merge']
