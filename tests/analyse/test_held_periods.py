"""Search notes, 2.9: what a result says of the period that it holds."""

from datetime import datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footprint_cli.analyse.held_periods import held_verdict, odd_periods

DAYS = [f"2026-03-0{day}T00:00:00Z" for day in range(1, 8)]


def span(begin: str, end: str) -> dict[str, str]:
    return {"from": begin, "to": end}


def period(queried: tuple[int, int], held: tuple[int, int] | str, **more: Any) -> dict[str, Any]:
    told = held if isinstance(held, str) else span(DAYS[held[0]], DAYS[held[1]])
    return {"queried": span(DAYS[queried[0]], DAYS[queried[1]]), "held": told, **more}


def verdict(*periods: Any) -> str | None:
    assert odd_periods(periods) == 0
    return held_verdict(periods)


@pytest.mark.parametrize(
    ("queried", "held", "expected"),
    [
        ((2, 4), (1, 5), "covered"),
        ((2, 4), (2, 4), "covered"),
        ((2, 4), (3, 4), "partly-held"),
        ((2, 4), (2, 3), "partly-held"),
        ((2, 4), (3, 3), "partly-held"),
        ((2, 4), (0, 2), "partly-held"),  # the bounds belong to both
        ((2, 4), (4, 6), "partly-held"),
        ((2, 2), (0, 2), "covered"),  # a single instant
        ((2, 2), (2, 6), "covered"),
        ((2, 4), (0, 1), "not-held"),
        ((2, 4), (5, 6), "not-held"),
        ((2, 4), "unknown", "unknown"),
    ],
)
def test_bounds_are_inclusive(
    queried: tuple[int, int], held: tuple[int, int] | str, expected: str
) -> None:
    assert verdict(period(queried, held)) == expected


def test_instants_are_compared_whatever_their_zone() -> None:
    one = {
        "queried": span("2026-03-01T02:00:00+02:00", "2026-03-01T23:00:00-01:00"),
        "held": span("2026-03-01T00:00:00Z", "2026-03-02T00:00:00.000Z"),
    }

    assert verdict(one) == "covered"


@pytest.mark.parametrize(
    "begin",
    [
        "2026-03-01T00:00:00",  # without a zone
        "2026-03-01",
        "yesterday",
        "",
        "2h",
        "2026-13-01T00:00:00Z",
        1_772_323_200,
        None,
        True,
        ["2026-03-01T00:00:00Z"],
    ],
)
def test_what_is_no_instant_with_a_zone_is_no_period(begin: Any) -> None:
    one = {"queried": {"from": begin, "to": DAYS[6]}, "held": "unknown"}

    assert held_verdict([one]) is None
    assert odd_periods([one]) == 1


@pytest.mark.parametrize(
    "one",
    [
        period((4, 2), (0, 6)),  # ends before it begins
        period((2, 4), (6, 0)),
        {"queried": span(DAYS[0], DAYS[1])},
        {"held": span(DAYS[0], DAYS[1])},
        {**period((2, 4), (0, 6)), "zone": "UTC"},
        {"queried": {**span(DAYS[0], DAYS[1]), "zone": "UTC"}, "held": "unknown"},
        {},
        [],
        7,
        None,
    ],
    ids=repr,
)
def test_what_has_another_shape_is_dropped_and_counted(one: Any) -> None:
    assert held_verdict([one]) is None
    assert odd_periods([one]) == 1
    assert held_verdict([one, period((2, 4), (0, 1))]) == "not-held"


@pytest.mark.parametrize("key", ["read_at", "readAt", "verdict"])
def test_a_reading_time_and_a_served_verdict_do_not_change_what_is_held(key: str) -> None:
    assert verdict(period((2, 4), (0, 1), **{key: "covered"})) == "not-held"


@pytest.mark.parametrize("word", ["covered", "not-held", "partly-held", "unknown"])
def test_a_row_or_an_event_has_the_verdict_alone(word: str) -> None:
    assert verdict(word) == word


def test_that_a_record_says_that_a_result_is_silent_is_a_verdict_and_silence_is_none() -> None:
    assert verdict("undeclared") == "undeclared"
    assert verdict("undeclared", "covered") == "undeclared"
    assert verdict() is None


@pytest.mark.parametrize(
    "one",
    [
        "REDACTED",
        "[REDACTED]",
        "mostly",  # a word of a later version
        {"queried": span(DAYS[0], DAYS[1]), "held": "some"},
        {**period((2, 4), "unknown"), "zone": "UTC"},
        {"held": "unknown"},
        {"held": "REDACTED"},
        {"verdict": "mostly"},
        {"queried": "[REDACTED]", "held": span(DAYS[0], DAYS[1])},
        {"queried": span(DAYS[0], "REDACTED"), "held": span(DAYS[0], DAYS[1])},
        {"queried": span(DAYS[0], DAYS[1]), "held": span("REDACTED", DAYS[1])},
    ],
    ids=repr,
)
def test_what_is_withheld_or_says_that_not_all_is_held_is_unknown(one: Any) -> None:
    assert verdict(one) == "unknown"


@pytest.mark.parametrize("word", ["not-held", "partly-held", "unknown"])
def test_a_verdict_that_stands_alone_counts_unless_it_is_covered(word: str) -> None:
    assert verdict({"verdict": word}) == word
    assert verdict(period((2, 4), (1, 5), verdict=word)) == word
    assert held_verdict([{"verdict": "covered"}]) is None


def test_of_several_the_least_held_counts() -> None:
    order = ["not-held", "partly-held", "unknown", "covered"]

    for place, word in enumerate(order):
        assert verdict(*reversed(order[place:])) == word


@settings(deadline=None)
@given(st.lists(st.datetimes(timezones=st.timezones()), min_size=4, max_size=4))
def test_any_instants_compare(instants: list[datetime]) -> None:
    begin, end, first, last = (one.isoformat() for one in instants)
    one = {"queried": span(begin, end), "held": span(first, last)}

    assert held_verdict([one]) in ("covered", "partly-held", "not-held", None)


@pytest.mark.parametrize(
    ("early", "late"), [("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00")]
)
def test_the_first_and_the_last_instant_compare(early: str, late: str) -> None:
    whole = span(early, late)

    assert verdict({"queried": whole, "held": whole}) == "covered"
    assert verdict({"queried": whole, "held": span(DAYS[0], DAYS[1])}) == "partly-held"
