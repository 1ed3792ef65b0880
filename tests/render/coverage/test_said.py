import pytest

from footprint_cli.model.coverage import CoveredCall, Declared, Gap, Item
from footprint_cli.render.coverage.said import (
    closes_text,
    declared_sentences,
    facet_texts,
    gap_text,
    rows_text,
    sentence,
)
from tests.render.coverage.reports import (
    ABSENCE,
    D1,
    D2,
    NOT_DECLARED,
    RECORDED,
    covered,
    recorded,
)

CREDENTIAL = (
    "rows that the credential hides (population): the read sees only what the caller's credential "
    "may see"
)
AGENT = "hosts without the agent (population): nothing on them sends logs"
MATCH = "text (population): what matches is the tool's own rule"


def test_the_worked_example_of_the_search_notes_is_one_sentence_and_what_it_says_nothing_about() -> (
    None
):
    assert sentence(covered()) == (
        "Searched open incidents of service checkout in the incident store, window 2h (default): "
        "0 rows, complete. Says nothing about incidents whose status is not open."
    )


def test_several_values_of_one_argument_are_alternatives() -> None:
    told = sentence(covered({"service": ["checkout", "payments", "search"], "window": "24h"}, 1))

    assert told.startswith(
        "Searched open incidents of service checkout, payments or search in the incident store, "
        "window 24h: 1 row, complete."
    )


def test_filters_match_page_and_a_cap_that_was_reached_are_told_in_their_order() -> None:
    sent = {
        "hosts": ["h1", "h2"],
        "severity": ["critical", "major"],
        "text": "timeout",
        "since": "1h",
        "limit": 50,
        "cursor": "abc",
        "store": "archive",
    }

    assert sentence(covered(sent, 50, search=D2)) == (
        "Searched log lines of hosts h1 or h2 in archive, since 1h, severity critical or major, "
        "text 'timeout', cursor abc: 50 rows, cap 50 reached, not complete. "
        f"Left open: {MATCH}; "
        "other pages (completeness): one page was read: others may hold more rows; "
        "rows past the cap (completeness): the cap of 50 was reached: there may be more rows; "
        f"{CREDENTIAL}; {AGENT}."
    )


def test_an_argument_that_narrowed_nothing_is_any_and_what_is_left_open_is_told_with_its_facet() -> (
    None
):
    assert sentence(covered({}, search=D2)) == (
        "Searched log lines of any hosts in the live log store, any severity: 0 rows, complete. "
        f"Left open: {MATCH}; "
        "since (period): it was not sent, and what leaving it out means is not declared; "
        f"{CREDENTIAL}; {AGENT}."
    )


@pytest.mark.parametrize(
    ("value", "told"), [(False, "archived=false"), (3, "archived=3"), ("old", "old")]
)
def test_a_fixed_value_that_is_no_text_is_told_with_its_name(value: object, told: str) -> None:
    search = {**D1, "fixed": [{"name": "archived", "value": value, "said": ["x"]}]}

    text = sentence(covered(search=search))

    assert text.startswith(f"Searched {told} incidents of service checkout in ")
    assert text.endswith(
        f"Says nothing about incidents whose archived is not {told.removeprefix('archived=')}."
    )


def test_rows_that_are_not_known_are_not_zero() -> None:
    assert "window 2h (default): rows not known, complete." in sentence(covered(rows=None))
    assert [rows_text(one) for one in (None, 0, 1, 2)] == [
        "rows not known",
        "0 rows",
        "1 row",
        "2 rows",
    ]


def test_what_is_not_declared_complete_is_not_called_complete() -> None:
    told = sentence(covered(search={key: D1[key] for key in D1 if key != "complete"}))

    assert "0 rows, completeness not declared." in told


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        ("failed", "It covers nothing: the call failed."),
        ("refused", "Nothing was searched: the call was refused."),
        ("invalid-arguments", "Nothing was searched: its arguments were invalid."),
        ("unknown-tool", "Nothing was searched: there is no such tool."),
        ("not-dispatched", "Nothing was searched: it was not dispatched."),
        ("paused", "It covers nothing: the call is paused."),
        ("unfinished", "What it searched is not known: how it ended is not recorded."),
    ],
)
def test_a_call_that_did_not_run_says_why(outcome: str, told: str) -> None:
    assert sentence(covered(outcome=outcome)) == told


def test_without_a_declared_search_it_never_says_that_nothing_was_searched() -> None:
    assert (
        sentence(covered(of=NOT_DECLARED)) == "No search declared: what it searched is not known."
    )


def test_a_declared_search_that_cannot_be_read_is_not_called_undeclared() -> None:
    assert sentence(covered(search="x")) == (
        "The search that is declared cannot be used, for it is faulty: what it searched is not known."
    )


def test_what_the_result_says_of_itself_is_quoted_where_no_search_is_declared() -> None:
    assert sentence(covered(of=NOT_DECLARED, told=(ABSENCE,))) == (
        "No search declared: what it searched is not known. "
        "The result says it checked: leak log; sensors (all six reported). "
        "Not checked: paper sheets (not scanned yet). "
        "Cannot cover: the buried section (no sensor is fitted). "
        "It says that nothing was found for leak reports in east."
    )


@pytest.mark.parametrize("items", [(), None])
def test_an_empty_list_and_one_that_is_not_recorded_say_nothing(
    items: tuple[Item, ...] | None,
) -> None:
    bare = Declared(kind="ledger", looked_for="x", checked=items, not_checked=items)

    assert [*declared_sentences([bare])] == []


def test_the_first_list_that_is_there_names_the_result() -> None:
    told = Declared(
        kind="ledger",
        checked=(),
        cannot_cover=(Item(what="noise"),),
        in_progress=(Item(what="batches", why="running", count=3),),
    )

    assert [*declared_sentences([told])] == [
        "The result says it cannot cover: noise.",
        "In progress: batches, 3 (running).",
    ]


def test_what_a_ledger_and_its_absence_both_say_is_said_once() -> None:
    store = (Item(what="event store"),)
    ledger = Declared(kind="ledger", checked=store)
    absence = Declared(kind="absence", looked_for="events", checked=store)

    assert [*declared_sentences([ledger, absence])] == [
        "The result says it checked: event store.",
        "It says that nothing was found for events.",
    ]


def test_a_gap_without_a_reason_says_that_none_is_recorded() -> None:
    assert gap_text(Gap(kind="new", bears="filters")) == "new (filters): why is not recorded"


def test_whether_a_gap_can_be_closed_is_one_of_three_sentences() -> None:
    gaps = [
        Gap(kind="omitted", bears="filters", closes=one)
        for one in ("asking-again", "never", "not-known", "later")
    ]

    assert [closes_text(one) for one in gaps] == [
        "asking again could close it",
        "asking again never can",
        "whether asking again could close it is not known",
        "whether asking again could close it is not known",
    ]


def test_a_recorded_coverage_is_told_as_far_as_it_is_recorded() -> None:
    assert sentence(recorded(RECORDED)) == (
        "Searched rows of service checkout in the incident store: 0 rows, not complete. "
        "Left open: new-kind (somewhere): why is not recorded."
    )


def test_a_blank_value_is_quoted() -> None:
    one: CoveredCall = covered(
        search={**D1, "arguments": [{"name": "service", "role": "population", "whenOmitted": ""}]},
        arguments={},
    )

    assert [*facet_texts(one.coverage.population)] == ['service "" (default)']
