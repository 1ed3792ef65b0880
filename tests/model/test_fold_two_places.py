from copy import deepcopy
from typing import Any

import pytest

from footprint_cli.model.fold import REFUSED, Fold, fold
from tests.model.lines import exact, line

# Both elements of `a` hold the one object {"y": 1}, as it does in the producer.
TWO_PLACES = line("merge a", "merge a/0", updates={"a": [{"list": [{"y": 1}]}]})


@pytest.mark.parametrize(
    ("row", "payload", "first", "second"),
    [
        ("set a/0/list/0/y", 2, {"y": 2}, {"y": 2}),
        ("set a/0/list/0/new", [2], {"y": 1, "new": [2]}, {"y": 1, "new": [2]}),
        ("delete a/0/list/0/y", None, {}, {}),
        ("set a/0/list/0", "new", "new", {"y": 1}),
        ("merge a/0/list/0/y", {"z": 2}, {"y": {"z": 2}}, {"y": {"z": 2}}),
        ("merge a/0/list/0", {"z": 2}, {"y": 1, "z": 2}, {"y": 1}),
    ],
)
def test_an_object_that_a_second_merge_put_elsewhere_too_is_one_until_it_is_replaced(
    row: str, payload: Any, first: Any, second: Any
) -> None:
    tree = payload
    for segment in reversed(row.split(" ")[1].split("/")):
        tree = {segment: tree}
    log = [TWO_PLACES, line(row, overwrite=tree, updates=tree)]

    for own in (False, True):
        state = Fold({"a": ["first"]}, own=own)
        for bundle in deepcopy(log):
            state.apply(bundle)

        assert state.state() == {"a": [{"list": [first]}, {"list": [second]}]}


@pytest.mark.parametrize(
    ("how", "new", "elements"),
    [
        (["set a/0/list/0/new"], [2], {"0": 2}),
        (["append a/0/list/0/new", "append a/0/list/0/new"], [2], {"0": 2, "1": 2}),
        (["merge a/0/list/0/new"], [2], {"0": 2}),
        (["merge a/0/list/0/new", "merge a/0/list/0/new"], [2], {"0": 2}),
        (["merge a/0/list/0/new"], [], {}),
    ],
)
def test_a_named_property_is_seen_in_both_places_where_an_array_hangs(
    how: list[str], new: list[int], elements: dict[str, Any]
) -> None:
    tree = {"a": [{"list": [{"new": new}]}]}
    log = [
        TWO_PLACES,
        *(line(row, overwrite=tree, updates=tree) for row in how),
        # The object that holds the array is replaced in the first place alone.
        line("merge a/0/list/0", updates={"a": {"0": {"list": {"0": {}}}}}),
        line("set a/0/list/0/new/note", overwrite={"a": [{"list": [{"new": {"note": "x"}}]}]}),
        line("merge a/1/list/0/new", updates={"a": [None, {"list": [{"new": {}}]}]}),
    ]

    for own in (False, True):
        state = Fold({"a": ["first"]}, own=own)
        for bundle in deepcopy(log):
            state.apply(bundle)

        assert state.value("a", "0", "list", "0", "new") == [*elements.values()]
        assert state.value("a", "1", "list", "0", "new") == elements | {"note": "x"}


@pytest.mark.parametrize("row", ["append a/0/list/0/new", "merge a/0/list/0/new"])
def test_an_array_that_hangs_in_two_places_grows_in_one(row: str) -> None:
    payload = {"a": [{"list": [{"new": [2]}]}]}
    more = {"a": [{"list": [{"new": [3]}]}]}
    log = [
        TWO_PLACES,
        *[line("merge a/0/list/0/new", updates=payload)] * 2,
        line("merge a/0/list/0", updates={"a": [{"list": [{}]}]}),
        line(row, overwrite=more, updates=more),
    ]

    first, second = fold(log, {"a": ["first"]})["a"]

    assert (first, second) == (
        {"list": [{"y": 1, "new": [2, 3]}]},
        {"list": [{"y": 1, "new": [2]}]},
    )


def test_a_line_is_refused_for_an_array_that_it_puts_in_two_places() -> None:
    state = Fold({"a": ["first"]})
    state.apply(TWO_PLACES)
    before = exact(state.state())
    overrun = line(
        "set a/0/list/0/y",
        "set a/1/list/0/y/length",
        overwrite={"a": [{"list": [{"y": [1]}]}, {"list": [{"y": {"length": -1}}]}]},
    )

    assert state.apply(overrun)[0].startswith(REFUSED)
    assert exact(state.state()) == before

    state.apply(line("set a/0/list/0/y", overwrite={"a": [{"list": [{"y": 2}]}]}))
    assert state.state() == {"a": [{"list": [{"y": 2}]}, {"list": [{"y": 2}]}]}
