"""Search notes, 5.3: what is an envelope, and what it declares."""

from typing import Any

import pytest

from footprint_cli.analyse.envelopes import (
    declared_in,
    is_absence,
    is_described,
    is_ledger,
    periods_in,
)
from footprint_cli.model.coverage import Declared, Item
from footprint_cli.model.items import UNREADABLE

CHECKED = [{"what": "the log", "why": "all of it"}]
ABSENCE = {
    "af_absent": True,
    "outcome": "nothing_found",
    "looked_for": "incidents for east",
    "checked": CHECKED,
    "not_checked": [{"what": "paper"}],
    "cannot_cover": [{"what": "the road", "why": "no sensor"}],
    "retry_returns_the_same": True,
    "note": "n",
}
LEDGER = {"af_coverage": {"checked": CHECKED, "note": "n"}, "result": []}
DESCRIBED = {
    "af_semantics": True,
    "facts": [1],
    "coverage": {"checked": CHECKED},
    "render": {},
    "note": "n",
}


def test_an_absence_says_true_and_lists_what_was_checked() -> None:
    assert is_absence(ABSENCE)
    assert is_absence({**ABSENCE, "of_a_later_version": 1})
    assert is_absence({"af_absent": True, "checked": ["the log"]})


@pytest.mark.parametrize(
    "value",
    [
        {**ABSENCE, "af_absent": 1},
        {**ABSENCE, "af_absent": "true"},
        {**ABSENCE, "checked": []},
        {**ABSENCE, "checked": None},
        {**ABSENCE, "checked": "the log"},
        {"af_absent": True},
        [ABSENCE],
        None,
    ],
)
def test_what_is_no_absence(value: Any) -> None:
    assert not is_absence(value)
    assert declared_in(value) == ()


@pytest.mark.parametrize(
    "value", [LEDGER, {**LEDGER, "result": None}, {"af_coverage": {}, "result": 1, "more": 2}]
)
def test_a_ledger_has_a_result_of_its_own(value: Any) -> None:
    assert is_ledger(value)


@pytest.mark.parametrize(
    "value", [{"af_coverage": {}}, {"af_coverage": [], "result": 1}, {"result": 1}, [LEDGER]]
)
def test_what_is_no_ledger(value: Any) -> None:
    assert not is_ledger(value)


def test_a_described_result_has_no_other_key() -> None:
    assert is_described(DESCRIBED)
    assert is_described({**DESCRIBED, "facts": None, "series": [], "clarify": "which"})


@pytest.mark.parametrize(
    "value",
    [
        {**DESCRIBED, "mood": 1},
        {**DESCRIBED, "af_semantics": 1},
        {**DESCRIBED, "facts": {"a": 1}},
        {**DESCRIBED, "series": "long"},
        {"facts": [1]},
    ],
)
def test_with_a_key_or_a_fault_of_its_own_it_is_data(value: Any) -> None:
    assert not is_described(value)
    assert declared_in(value) == ()


def test_an_absence_declares_its_lists() -> None:
    assert declared_in(ABSENCE) == (
        Declared(
            kind="absence",
            looked_for="incidents for east",
            checked=(Item(what="the log", why="all of it"),),
            not_checked=(Item(what="paper"),),
            cannot_cover=(Item(what="the road", why="no sensor"),),
        ),
    )


def test_lists_that_are_not_there_are_not_recorded_and_null_is_left_out() -> None:
    (one,) = declared_in({"af_absent": True, "checked": CHECKED, "not_checked": None})

    assert (one.not_checked, one.cannot_cover, one.in_progress) == (None, None, None)
    assert one.left_out == ()


def test_a_ledger_directly_around_an_absence_declares_twice() -> None:
    around = {**LEDGER, "result": ABSENCE}

    assert [one.kind for one in declared_in(around)] == ["ledger", "absence"]
    assert [one.kind for one in declared_in({**LEDGER, "result": around})] == [
        "ledger",
        "ledger",
        "absence",
    ]


def test_envelopes_within_each_other_declare_as_deep_as_rows_are_counted() -> None:
    within: Any = {"af_coverage": {"not_checked": ["shard 3"]}, "result": []}
    for _ in range(8):
        within = {"af_coverage": {}, "result": within}
    deeper = {"af_coverage": {}, "result": within}
    described = {"af_coverage": {}, "result": {**DESCRIBED, "coverage": {"not_checked": ["x"]}}}

    assert declared_in(within)[-1].left_out == (Item(what="shard 3"),)
    assert declared_in(deeper)[-1].left_out == (UNREADABLE,)
    assert declared_in(described)[-1].left_out == (Item(what="x"),)


@pytest.mark.parametrize("key", ["not_checked", "cannot_cover", "in_progress"])
@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("[REDACTED]", "[REDACTED]"),
        ("shard 3", "shard 3"),
        ({"what": "shard 3"}, "shard 3"),
        (7, "7"),
        (False, "false"),
        ({}, "{}"),
    ],
)
def test_a_list_that_is_none_leaves_something_out(key: str, value: Any, shown: str) -> None:
    (one,) = declared_in({"af_coverage": {key: value}, "result": []})

    assert one.left_out == (Item(what=shown),)


@pytest.mark.parametrize("coverage", [None, {}, {"checked": ["x"]}])
def test_what_a_described_result_does_not_cover_counts_where_its_coverage_lacks_it(
    coverage: Any,
) -> None:
    more = {"not_covered": [{"what": "shard 3"}]}
    (one,) = declared_in({**DESCRIBED, "coverage": coverage, **more})
    (own,) = declared_in({**DESCRIBED, "coverage": {"not_checked": ["paper"]}, **more})

    assert one.not_checked == (Item(what="shard 3"),)
    assert own.not_checked == (Item(what="paper"),)


def test_a_described_result_declares_its_coverage() -> None:
    assert [one.kind for one in declared_in(DESCRIBED)] == ["described"]
    assert declared_in({**DESCRIBED, "coverage": None}) == ()


def in_progress(*items: Any) -> tuple[Item, ...] | None:
    (one,) = declared_in({"af_coverage": {"in_progress": [*items]}, "result": []})
    return one.in_progress


def test_a_count_that_is_withheld_keeps_the_list() -> None:
    assert in_progress({"what": "ferry", "count": "REDACTED"}) == (Item(what="ferry"),)


def test_what_is_in_progress_is_left_out() -> None:
    (one,) = declared_in({"af_coverage": {"in_progress": ["ferry"]}, "result": []})

    assert (one.checked, one.left_out) == (None, (Item(what="ferry"),))


def test_what_is_in_progress_has_its_count() -> None:
    assert in_progress({"what": "ferry", "count": 2}, {"what": "pier"}) == (
        Item(what="ferry", count=2),
        Item(what="pier"),
    )


@pytest.mark.parametrize("count", [0, -1, 1.5, "2", True, [2]])
def test_a_count_that_is_no_whole_number_from_one_drops_the_list(count: Any) -> None:
    assert in_progress({"what": "ferry", "count": count}, {"what": "pier", "count": 2}) is None


@pytest.mark.parametrize(
    ("item", "shown"),
    [
        ("the log", "the log"),
        ({"what": 7}, '{"what":7}'),
        (None, "null"),
        ([1], "[1]"),
        ({"what": ""}, ""),
    ],
)
def test_an_item_of_another_shape_is_shown_as_recorded(item: Any, shown: str) -> None:
    (one,) = declared_in({"af_absent": True, "checked": [item]})

    assert one.checked == (Item(what=shown),)


def test_periods_are_those_of_the_envelope_and_of_an_absence_in_it() -> None:
    assert periods_in({**ABSENCE, "period": 1}) == (1,)
    assert periods_in({**DESCRIBED, "period": 2}) == (2,)
    assert periods_in({"af_coverage": {"period": 1}, "result": {**ABSENCE, "period": 2}}) == (1, 2)
    assert periods_in({"period": 3}) == periods_in(ABSENCE) == ()
