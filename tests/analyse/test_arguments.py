"""Search notes, 2.3 and 2.4: what is in force of one argument of a call."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footprint_cli.analyse.arguments import (
    InForce,
    different,
    holds_placeholder,
    in_force,
    is_sent,
    unclassified,
)
from footprint_cli.model.search import ROLES
from tests.analyse.grounds import ANY, argument, call, search

NARROWING = [one for one in ROLES if one not in ("period", "inert")]


def force(value: Any, role: str = "population", omitted: Any = None) -> InForce:
    one = search(argument("service", role, omitted))
    ((_, found),) = in_force(one, call({"service": value}))
    return found


def told(found: InForce) -> tuple[str, tuple[Any, ...], str | None]:
    return found.state, found.values, found.gap


@pytest.mark.parametrize("value", [None, "", "  ", "\n\t"])
def test_null_and_blank_texts_are_not_sent(value: Any) -> None:
    assert not is_sent(value)
    assert told(force(value)) == ("unknown", (), "omitted")
    assert told(force(value, omitted="a")) == ("default", ("a",), None)


@pytest.mark.parametrize("value", [0, 0.0, False, "0", "a", -1])
def test_zero_and_false_are_sent(value: Any) -> None:
    assert is_sent(value)
    assert told(force(value, omitted="a")) == ("sent", (value,), None)
    assert type(force(value).values[0]) is type(value)


@pytest.mark.parametrize("value", [[], {}])
def test_an_empty_list_and_an_object_are_sent_and_no_default_applies(value: Any) -> None:
    assert is_sent(value)
    assert force(value, omitted="a").state == "unknown"
    assert force(value, omitted=ANY).gap == ("empty-list" if value == [] else "unreadable")


def test_what_is_left_out_says_how() -> None:
    one = search(argument("service"))
    whys = [
        in_force(one, call(sent))[0][1].why
        for sent in ({}, {"service": None}, {"service": " "}, None)
    ]

    assert [str(why).partition(",")[0] for why in whys] == [
        "it was not sent",
        "it was sent as null",
        "it was sent as a blank text",
        "it was not sent",
    ]


def test_a_default_applies_as_if_it_was_sent_and_any_narrows_nothing() -> None:
    one = search(argument("a", omitted=("x", "y", "x")), argument("b", omitted=ANY))

    assert [told(found) for _, found in in_force(one, call())] == [
        ("default", ("x", "y"), None),
        ("any", (), None),
    ]


@pytest.mark.parametrize("value", ["REDACTED", "[REDACTED]"])
def test_a_placeholder_is_no_value(value: str) -> None:
    assert told(force(value, omitted="a")) == ("unknown", (), "withheld")
    assert told(force(["a", value])) == ("sent", ("a",), "withheld")
    assert told(force([value])) == ("unknown", (), "withheld")


@pytest.mark.parametrize("role", NARROWING)
def test_an_object_is_unreadable_and_the_readable_items_of_a_list_count(role: str) -> None:
    assert told(force({"is": "checkout"}, role)) == ("unknown", (), "unreadable")
    assert told(force(["a", {"b": 1}, None, ["c"]], role)) == ("sent", ("a",), "unreadable")
    assert told(force([None, {}], role)) == ("unknown", (), "unreadable")


def test_a_period_may_be_an_object_or_a_list_of_them() -> None:
    span = {"from": "2026-03-01", "to": "2026-03-02"}

    assert told(force(span, "period")) == ("sent", (span,), None)
    assert told(force([span, span], "period")) == ("sent", ([span, span],), None)
    assert told(force({**span, "to": "REDACTED"}, "period")) == ("unknown", (), "withheld")
    assert told(force([span, {**span, "to": "REDACTED"}], "period")) == ("unknown", (), "withheld")


def test_repeated_values_fold_and_true_is_not_one() -> None:
    assert different(["a", "a", 1, True, "1", 1, False, 0]) == ("a", 1, True, "1", False, 0)
    assert [type(one) for one in different([1, True])] == [int, bool]


@pytest.mark.parametrize("sent", ["REDACTED", "[REDACTED]"])
def test_arguments_that_are_withheld_withhold_every_one(sent: str) -> None:
    one = search(argument("a", omitted="x"), argument("b", omitted=ANY))

    assert [found.gap for _, found in in_force(one, call(sent))] == ["withheld", "withheld"]


def test_arguments_that_are_not_recorded_withhold_every_one() -> None:
    one = search(argument("a", omitted="x"))
    made = call(arguments=None, arguments_from=None)

    assert told(in_force(one, made)[0][1]) == ("unknown", (), "withheld")


@pytest.mark.parametrize("sent", [[], "text", 7, False, ["a"]])
def test_arguments_that_are_no_object_make_every_one_unreadable(sent: Any) -> None:
    one = search(argument("a", omitted="x"), argument("b"))

    assert [found.gap for _, found in in_force(one, call(arguments=sent))] == ["unreadable"] * 2
    assert unclassified(one, call(arguments=sent)) == []


def test_arguments_that_are_null_are_none_at_all() -> None:
    one = search(argument("a", omitted="x"))

    assert told(in_force(one, call(arguments=None))[0][1]) == ("default", ("x",), None)


def test_what_is_sent_and_not_declared_is_named_in_order_without_the_reserved_one() -> None:
    one = search(argument("service"))
    sent = {"team": 1, "_findings": {"basis": "direct"}, "area": [], "none": None, "blank": " "}

    assert unclassified(one, call({"service": "a", **sent})) == ["area", "team"]


def test_the_declared_order_is_kept() -> None:
    one = search(argument("b"), argument("a"))

    assert [each.name for each, _ in in_force(one, call({"a": 1, "b": 2}))] == ["b", "a"]


@settings(deadline=None)
@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=3)),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner),
        max_leaves=8,
    )
)
def test_a_placeholder_is_found_however_deep(value: Any) -> None:
    assert holds_placeholder([value, {"a": [value, "REDACTED"]}])
    assert holds_placeholder(value) is ("REDACTED" in repr(value))


def test_a_value_may_nest_deeper_than_the_stack() -> None:
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]

    assert not holds_placeholder(deep)


def test_an_argument_that_may_have_been_filled_in_is_withheld() -> None:
    one = search(argument("a"), argument("b"))
    made = call({"a": 1, "b": 2}, unsure=("a",))

    assert [(found.state, found.gap) for _, found in in_force(one, made)] == [
        ("unknown", "withheld"),
        ("sent", None),
    ]


def test_an_argument_that_is_not_declared_and_may_have_been_filled_in_is_unclassified() -> None:
    assert unclassified(search(argument("a")), call({"a": 1}, unsure=("x",))) == ["x"]
