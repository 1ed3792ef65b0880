from typing import Any

import pytest

from footprint_cli.model.fold import Fold, fold
from footprint_cli.model.js_copies import plain
from tests.model.lines import containers, line, nested

LEVELS = 100_000


def depth(value: Any) -> int:
    return len(containers(value))


@pytest.mark.parametrize("own", [False, True])
def test_a_value_nested_deeper_than_the_stack_is_set_copied_and_printed(own: bool) -> None:
    state = Fold({"base": nested(LEVELS)}, own=own)
    state.apply(line("set a", overwrite={"a": nested(LEVELS, key="k")}))

    assert {key: depth(value) for key, value in state.state().items()} == {
        "base": LEVELS,
        "a": LEVELS,
    }


@pytest.mark.parametrize("own", [False, True])
def test_objects_nested_deeper_than_the_stack_are_merged_to_the_last_level(own: bool) -> None:
    state = Fold({"a": nested(LEVELS, leaf=[1], key="k")}, own=own)
    state.apply(line("merge a", updates={"a": nested(LEVELS, leaf=[2], key="k")}))

    assert state.value("a", *["k"] * LEVELS) == [1, 2]


def test_arrays_nested_deeper_than_the_stack_are_united_and_appended() -> None:
    deep = nested(LEVELS)
    log = [line("append a", overwrite={"a": deep}), line("merge a", updates={"a": deep})]

    # The outermost array is united, so one level of the two is common.
    assert depth(fold(log)["a"]) == 2 * LEVELS - 1


def test_a_path_longer_than_the_stack_is_written_and_read_and_deleted() -> None:
    path = "/".join(["k"] * LEVELS)
    state = Fold()
    state.apply(line(f"set {path}"))
    assert depth(state.state()) == LEVELS

    state.apply(line(f"delete {path.removesuffix('/k')}"))
    assert depth(state.state()) == LEVELS - 1


def test_nesting_survives_a_bundle_whose_values_hang_in_two_places() -> None:
    deep = {"a": [nested(LEVELS, leaf=[1])]}
    state = Fold({"a": [0]})
    state.apply(line("merge a", "merge a/0", updates=deep))
    state.apply(line("set b", "set a/0/length", overwrite={"a": {"0": {"length": -1}}}))

    # A refused line is undone from a copy, which keeps both places.
    assert depth(state.state()["a"]) == 2 * LEVELS + 3


@pytest.mark.parametrize(
    "bundle",
    [
        nested(LEVELS),
        nested(LEVELS, key="trace"),
        line() | {"trace": nested(LEVELS)},
        line() | {"trace": [{"path": nested(LEVELS), "verb": "set"}]},
        line() | {"redactedPaths": nested(LEVELS)},
        line() | {"overwrite": nested(LEVELS)},
    ],
    ids=["line", "object", "trace", "path", "redacted paths", "overwrite"],
)
def test_a_line_nested_deeper_than_the_stack_changes_nothing(bundle: Any) -> None:
    assert fold([bundle], {"a": 1}) == {"a": 1}


def test_a_verb_nested_deeper_than_the_stack_is_unknown() -> None:
    odd = line() | {"trace": [{"path": "a", "verb": nested(LEVELS)}], "updates": {"a": 1}}

    assert fold([odd]) == {"a": 1}


def test_printing_one_value_is_as_deep_as_printing_the_state() -> None:
    state = Fold({"a": nested(LEVELS)})

    assert depth(plain(state.value("a"))) == LEVELS
