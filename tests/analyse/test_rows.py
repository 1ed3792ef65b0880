"""Search notes, 2.8: how many rows a call returned; the first reading that fits wins."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footprint_cli.analyse.rows import declarations_in, periods_of, rows_of
from footprint_cli.model.coverage import Call, Declared, Item, Rows
from tests.analyse.grounds import call

CHECKED = [{"what": "the log"}]
ABSENCE = {"af_absent": True, "looked_for": "incidents", "checked": CHECKED}
UNKNOWN = Rows(count=None, reading="unknown")
ABSENT = Rows(count=0, reading="declared-absent")
EMPTY = Rows(count=0, reading="undeclared-empty")
BOUNDED = Rows(count=0, reading="declared-absent", bounded=True)


def ledger(result: Any) -> dict[str, Any]:
    return {"af_coverage": {"checked": CHECKED}, "result": result}


def nested(depth: int, innermost: Any) -> Any:
    for _ in range(depth):
        innermost = ledger(innermost)
    return innermost


def described(**fields: Any) -> dict[str, Any]:
    return {"af_semantics": True, "note": "n", **fields}


def filed(*kinds: str) -> tuple[Declared, ...]:
    return tuple(Declared(kind=one, door="row") for one in kinds)


def returned(result: Any, **fields: Any) -> Call:
    return call(result=result, **fields)


def several(count: int) -> Rows:
    return Rows(count=count, reading="non-empty")


TABLE = [
    (ABSENCE, ABSENT),
    (ledger(ABSENCE), BOUNDED),
    (ledger(ledger(ABSENCE)), BOUNDED),
    (ledger([]), BOUNDED),
    (ledger([1, 2]), Rows(count=2, reading="non-empty", bounded=True)),
    (ledger({"units": 2}), Rows(count=None, reading="unknown", bounded=True)),
    (ledger("[]"), Rows(count=None, reading="unknown", bounded=True)),  # parsed at the top only
    (nested(8, []), BOUNDED),
    (nested(9, []), Rows(count=None, reading="unknown", bounded=True)),
    (described(facts=[1, 2, 3]), several(3)),
    (described(series=[1, 2]), several(2)),
    (described(edges=[1]), several(1)),
    (described(facts=[1], edges=[2]), Rows(count=None, reading="non-empty")),
    (described(clarify="which?"), Rows(count=None, reading="clarify")),
    (described(facts=[1], clarify="which?"), several(1)),
    (described(facts=[]), EMPTY),
    (described(), UNKNOWN),
    (described(facts=[1], mood="fine"), UNKNOWN),
    ([], EMPTY),
    ([1, [2], None], several(3)),
    ({"rows": []}, UNKNOWN),
    ({}, UNKNOWN),
    ("nothing found", UNKNOWN),
    ("", UNKNOWN),
    (0, UNKNOWN),
    (False, UNKNOWN),
    (None, UNKNOWN),
]


@pytest.mark.parametrize(
    ("result", "expected"), TABLE, ids=lambda one: json.dumps(one, default=str)[:40]
)
def test_a_result_is_read_by_the_table(result: Any, expected: Rows) -> None:
    assert rows_of(returned(result)) == expected


@pytest.mark.parametrize(
    ("result", "expected"),
    [one for one in TABLE if isinstance(one[0], dict | list)],
    ids=lambda one: json.dumps(one, default=str)[:40],
)
@pytest.mark.parametrize("doors", ["not-held", "withheld"])
def test_a_result_as_text_is_read_so_too_where_no_door_is_held(
    result: Any, expected: Rows, doors: str
) -> None:
    assert rows_of(returned(json.dumps(result), doors=doors)) == expected


@pytest.mark.parametrize("result", [ABSENCE, ledger([]), described(facts=[1])])
def test_an_envelope_as_text_is_none_where_its_door_is_held_and_nothing_was_filed(
    result: Any,
) -> None:
    made = returned(json.dumps(result), doors="held")

    assert rows_of(made) == UNKNOWN
    assert declarations_in(made) == ()
    assert periods_of(made) == ()


def test_a_list_as_text_is_rows_whatever_the_doors_are() -> None:
    assert rows_of(returned("[1, 2]", doors="held")) == several(2)


def test_an_envelope_that_is_a_value_is_one_whatever_the_doors_are() -> None:
    assert rows_of(returned(ABSENCE, doors="held")) == ABSENT


def test_what_was_filed_of_a_call_lets_its_text_be_an_envelope() -> None:
    made = returned(json.dumps(ledger([1])), doors="held", filed=filed("ledger"))

    assert rows_of(made) == Rows(count=1, reading="non-empty", bounded=True)
    assert declarations_in(made) == filed("ledger")


def test_a_filed_absence_and_a_status_win_over_the_result() -> None:
    assert rows_of(returned("text", filed=filed("absence"))) == ABSENT
    assert rows_of(returned("text", filed=filed("ledger", "absence"))) == BOUNDED
    assert rows_of(returned([], status="absent")) == ABSENT
    assert rows_of(returned(ledger(ABSENCE), status="absent")) == BOUNDED
    assert rows_of(returned([1], status="ok")) == several(1)


def test_a_filed_ledger_bounds_a_result_that_is_no_envelope_as_text() -> None:
    made = returned('{"series":[1]}', filed=filed("ledger"), described=described(series=[1]))

    assert rows_of(made) == Rows(count=1, reading="non-empty", bounded=True)


def test_a_described_envelope_of_an_event_wins_over_the_text_that_was_read() -> None:
    assert rows_of(returned("cut …", described=described(facts=[1, 2]))) == several(2)
    assert rows_of(returned([1], described=described(facts=[1, 2], mood=1))) == several(1)


def test_a_result_that_is_not_recorded_is_not_known() -> None:
    assert rows_of(call(result=None, result_recorded=False)) == UNKNOWN


@pytest.mark.parametrize("outcome", ["failed", "refused", "invalid-arguments", "unfinished"])
def test_the_text_of_a_call_that_did_not_run_is_no_result(outcome: str) -> None:
    assert rows_of(returned("[]", outcome=outcome)) == UNKNOWN
    assert rows_of(returned([1], outcome=outcome)) == UNKNOWN


# Where an application says that its rows are


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ({"rows": []}, Rows(count=0, reading="undeclared-empty", by_app=True)),
        ({"rows": [1], "total": 9}, Rows(count=1, reading="non-empty", by_app=True)),
        ({"rows": {"0": 1}}, UNKNOWN),
        ({"rows": "[]"}, UNKNOWN),
        ({"data": {"rows": []}}, UNKNOWN),
        ([{"rows": []}], several(1)),
    ],
)
def test_rows_are_under_the_declared_key_of_an_object(result: Any, expected: Rows) -> None:
    assert rows_of(returned(result), "rows") == expected
    assert rows_of(returned(json.dumps(result), doors="held"), "rows") == expected


def test_a_ledger_around_declared_rows_is_bounded() -> None:
    found = rows_of(returned(ledger({"rows": []})), "rows")

    assert found == Rows(count=0, reading="declared-absent", bounded=True, by_app=True)


# Notes behind the text


def test_notes_behind_a_result_are_not_part_of_it() -> None:
    noted = "[1, 2]\n\n[identical call: the same result as before]"

    assert rows_of(returned(noted)) == several(2)
    assert rows_of(returned("[1, 2]\n\n[a note]")) == UNKNOWN
    assert rows_of(returned("[1, 2]\n\n[a note]", result_chars=6)) == several(2)


def test_the_length_of_a_text_is_counted_as_the_producer_counts() -> None:
    own = '["🌊"]'  # the wave is two units of UTF-16

    assert rows_of(returned(f"{own} and more", result_chars=len(own) + 1)) == several(1)
    assert rows_of(returned(own, result_chars=3)) == UNKNOWN  # cut within the wave
    assert rows_of(returned(own, result_chars=10**9)) == several(1)
    assert rows_of(returned(own, result_chars=0)) == UNKNOWN


# Odd texts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('["\\ud83d"]', several(1)),
        ('["\ud83d"]', several(1)),
        (f"[{'9' * 400}, 1e999]", several(2)),
        (" \n[1]\n", several(1)),
        ("[NaN]", UNKNOWN),
        ("[Infinity]", UNKNOWN),
        ("[1,]", UNKNOWN),
        ("[1", UNKNOWN),
        ("[] []", UNKNOWN),
        ("{'rows': []}", UNKNOWN),
        ("[" * 100_000, UNKNOWN),
        ("[" * 100_000 + "]" * 100_000, UNKNOWN),
    ],
    ids=lambda one: repr(one)[:20],
)
def test_a_text_that_only_one_reader_takes_is_read_and_no_other_is_guessed_at(
    text: str, expected: Rows
) -> None:
    assert rows_of(returned(text)) == expected


@settings(deadline=None)
@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.floats(), st.text(max_size=3)),
        lambda inner: st.one_of(
            st.lists(inner, max_size=3),
            st.dictionaries(
                st.sampled_from(
                    ["af_absent", "af_coverage", "af_semantics", "result", "checked", "facts", "x"]
                ),
                inner,
            ),
        ),
        max_leaves=10,
    ),
    st.sampled_from(["held", "not-held", "withheld", "elsewhere"]),
    st.booleans(),
)
def test_any_result_is_read(result: Any, doors: str, as_text: bool) -> None:
    made = returned(json.dumps(result) if as_text else result, doors=doors)

    found = rows_of(made, "x")

    assert (found.count is None) or found.count >= 0
    assert len(declarations_in(made)) <= 2
    assert isinstance(periods_of(made), tuple)


# Sources that do not agree


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"status": "absent"}, (0, 1)),
        ({"filed": (Declared(kind="absence", door="event"),)}, (0, 1)),
        ({"told": ([],)}, (0, 1)),
        ({"told": ([1, 2],)}, (1, 2)),
        ({"told": (ABSENCE,)}, (0, 1)),
        ({"described": described(facts=[1, 2])}, (1, 2)),
    ],
    ids=str,
)
def test_sources_that_tell_of_different_numbers_of_rows_are_none_of_them_believed(
    fields: dict[str, Any], told: tuple[int, ...]
) -> None:
    assert rows_of(returned([1], **fields)) == Rows(count=None, reading="unknown", told=told)


@pytest.mark.parametrize(
    "fields", [{"told": ([1],)}, {"told": ("prose",)}, {"told": (None,)}, {"status": "ok"}], ids=str
)
def test_a_source_that_says_the_same_or_nothing_changes_nothing(fields: dict[str, Any]) -> None:
    assert rows_of(returned("[1]", **fields)) == several(1)


def test_what_only_the_event_can_count_is_not_known_of_the_text_that_was_read() -> None:
    assert rows_of(returned("2 rows", told=([1, 2],))) == UNKNOWN


def test_rows_of_a_result_that_may_be_of_another_call_are_not_known() -> None:
    assert rows_of(returned([], mixed=True)) == UNKNOWN


def item(what: str) -> tuple[Item, ...]:
    return (Item(what=what),)


def test_what_was_filed_and_what_the_result_declares_both_count() -> None:
    text = json.dumps({"af_coverage": {"not_checked": ["x"]}, "result": ABSENCE})
    own = Declared(kind="absence", not_checked=(), door="row")
    same = Declared(kind="ledger", not_checked=item("x"), door="row")

    assert [one.left_out for one in declarations_in(returned(text, filed=(own,)))] == [
        (),
        item("x"),
    ]
    assert declarations_in(returned(text, filed=(same,))) == (same,)


def test_what_the_result_of_an_event_or_its_described_envelope_leaves_out_counts() -> None:
    raw = {"af_coverage": {"not_checked": ["x"]}, "result": []}
    told = described(facts=[], coverage={"cannot_cover": ["y"]})

    assert [one.left_out for one in declarations_in(returned("[]", told=(raw,)))] == [item("x")]
    assert [one.left_out for one in declarations_in(returned("[]", described=told))] == [item("y")]


def test_the_period_of_a_result_counts_beside_one_that_was_filed() -> None:
    period = {"queried": {}, "held": "unknown"}
    made = returned({**ABSENCE, "period": period}, periods=("covered",))

    assert periods_of(made) == ("covered", period)
