"""Search notes, 2.6: how many rows a call could return at most, and whether it did."""

from typing import Any

import pytest

from footprint_cli.model.coverage import Cap
from footprint_cli.model.search import SearchLimits
from tests.analyse.grounds import ANY, argument, composed, gaps

LIMIT = argument("limit", "cap", 100)


def cap(
    sent: Any, count: int | None = 0, *, own: Any = None, omitted: Any = 100, **more: Any
) -> Cap | None:
    limits = SearchLimits(cap=own)
    one = argument("limit", "cap", omitted)
    return composed(one, sent=sent, count=count, limits=limits, **more).cap


def test_nothing_caps_a_search_without_a_cap() -> None:
    assert composed(argument("service"), sent={"service": "a"}).cap is None
    assert cap({}, omitted=ANY) is None


@pytest.mark.parametrize(
    ("count", "reached"), [(0, False), (49, False), (50, True), (51, True), (None, "unknown")]
)
def test_a_cap_is_reached_by_as_many_rows(count: int | None, reached: bool | str) -> None:
    assert cap({}, count, own=50, omitted=ANY) == Cap(limit=50, reached=reached, by=("limits.cap",))


def test_the_smallest_cap_in_force_counts_and_all_are_named() -> None:
    assert cap({"limit": 5}, 5, own=50) == Cap(limit=5, reached=True, by=("limit", "limits.cap"))
    assert cap({"limit": 500}, 100, own=200) == Cap(
        limit=200, reached=False, by=("limit", "limits.cap")
    )


def test_a_sent_limit_replaces_the_default() -> None:
    assert cap({"limit": 500}, 100) == Cap(limit=500, reached=False, by=("limit",))
    assert cap({}, 100) == Cap(limit=100, reached=True, by=("limit",))


def test_a_limit_of_no_rows_is_always_reached() -> None:
    for count in (0, 3, None):
        assert cap({"limit": 0}, count) == Cap(limit=0, reached=True, by=("limit",))


@pytest.mark.parametrize(
    "value",
    ["all", "50", -1, -0.5, True, False, float("nan"), float("inf"), 10**400, [50, 60]],
    ids=repr,
)
def test_what_is_no_number_of_rows_is_not_guessed_at(value: Any) -> None:
    found = cap({"limit": value}, 7)

    assert found == Cap(limit="unknown", reached="unknown", by=("limit",))


def test_a_limit_may_be_a_fraction() -> None:
    assert cap({"limit": 2.5}, 2) == Cap(limit=2.5, reached=False, by=("limit",))
    assert cap({"limit": 2.5}, 3) == Cap(limit=2.5, reached=True, by=("limit",))


@pytest.mark.parametrize(
    ("count", "reached"), [(0, "unknown"), (3, "unknown"), (5, True), (9, True), (None, "unknown")]
)
def test_beside_an_unknown_cap_only_a_known_one_can_be_reached(
    count: int | None, reached: bool | str
) -> None:
    assert cap({"limit": 5}, count, own="unknown") == Cap(
        limit=5, reached=reached, by=("limit", "limits.cap")
    )


def test_a_limit_that_was_left_out_without_a_default_is_a_gap_and_no_cap() -> None:
    coverage = composed(argument("limit", "cap"))

    assert coverage.cap is None
    assert gaps(coverage) == ["omitted→completeness:limit"]
    assert coverage.completeness == "not-complete"


@pytest.mark.parametrize(
    ("sent", "kind"), [("REDACTED", "withheld"), ([], "empty-list"), ({}, "unreadable")]
)
def test_a_limit_that_is_not_known_bears_on_completeness(sent: Any, kind: str) -> None:
    coverage = composed(LIMIT, sent={"limit": sent})

    assert gaps(coverage) == [f"{kind}→completeness:limit"]


def test_a_reached_and_an_unknown_cap_are_gaps_with_their_reasons() -> None:
    reached = composed(LIMIT, sent={"limit": 2}, count=2)
    unread = composed(LIMIT, count=None)
    unknown = composed(LIMIT, sent={"limit": "all"}, count=2)

    assert [one.why for each in (reached, unread, unknown) for one in each.gaps] == [
        "the cap of 2 was reached: there may be more rows",
        "how many rows came back could not be read",
        "how many rows it returns at most is not known",
    ]
    assert [one.closes for each in (reached, unread, unknown) for one in each.gaps] == [
        "asking-again",
        "not-known",
        "never",
    ]
