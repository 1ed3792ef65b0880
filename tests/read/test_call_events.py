from typing import Any

import pytest

from footprint_cli.model.coverage import Call, Declared, Item
from footprint_cli.read.call_events import with_events
from tests.build import call as built


def logged(**fields: Any) -> Call:
    return built(**{"call_id": "c1", "step": "tools#5", **fields})


def seen(**fields: Any) -> Call:
    whole = {"arguments_from": "event", "result": {"rows": 2}, "doors": "held", "line": None}
    return logged(**{**whole, **fields})


def test_events_add_what_the_log_lacks() -> None:
    told = (Declared(kind="ledger", door="event"),)
    own = seen(filed=told, described={"af_semantics": True}, periods=("covered",), status="absent")

    (one,) = with_events([logged()], [own])

    assert (one.filed, one.described, one.periods) == (told, own.described, ("covered",))
    assert (one.status, one.doors) == ("absent", "held")
    assert (one.result, one.arguments_from) == ("no rows", "history")


def test_events_replace_nothing() -> None:
    row_ = (Declared(kind="absence", door="row"),)
    own = logged(filed=row_, periods=("covered",), described={"a": 1}, composed={"gaps": []})
    other = seen(
        filed=(Declared(kind="ledger", door="event"),),
        periods=("not-held",),
        described={"b": 1},
        composed={"gaps": [1]},
        arguments={"berth": 9},
        outcome="ran",
    )

    (one,) = with_events([own], [other])

    assert (one.filed, one.periods) == (row_, ("covered", "not-held"))
    assert (one.described, one.composed) == ({"a": 1}, {"gaps": []})
    assert one.arguments == {"berth": 4}


def test_what_events_say_is_left_out_counts_beside_what_the_log_says() -> None:
    row_ = (Declared(kind="ledger", not_checked=(Item(what="paper"),), door="row"),)
    same = Declared(kind="ledger", not_checked=(Item(what="paper"),), door="event")
    more = Declared(kind="ledger", not_checked=(Item(what="shard"),), door="event")

    (one,) = with_events([logged(filed=row_)], [seen(filed=(same, more))])

    assert one.filed == (*row_, more)


def test_the_result_of_an_event_is_kept_beside_that_of_the_log() -> None:
    (one,) = with_events([logged(result="[]")], [seen(result=[1])])

    assert (one.result, one.told) == ("[]", ([1],))


def test_each_event_serves_one_call_and_the_rest_follow() -> None:
    calls = with_events(
        [logged(call_id="a"), logged(call_id="b")],
        [seen(call_id="x"), seen(call_id="b", outcome="failed"), seen(call_id="a")],
    )

    assert [(one.call_id, one.outcome) for one in calls] == [
        ("a", "ran"),
        ("b", "failed"),
        ("x", "ran"),
    ]


def test_an_event_of_another_step_or_tool_is_another_call() -> None:
    assert len(with_events([logged()], [seen(step="tools#9")])) == 2
    assert len(with_events([logged()], [seen(tool="stock")])) == 2
    assert len(with_events([logged()], [seen(tool=None)])) == 1


def test_a_resumed_log_has_its_arguments_by_the_id_alone_after_every_other_call() -> None:
    resumed = logged(step="tools#23", arguments=None, arguments_from=None)
    calls = with_events([resumed, logged(step="tools#9")], [seen(step="tools#9"), seen()])

    assert [(one.step, one.arguments_from) for one in calls] == [
        ("tools#23", "event"),
        ("tools#9", "history"),
    ]


def test_arguments_that_a_rule_changed_are_not_those_that_the_model_wrote() -> None:
    hidden = logged(arguments=None, arguments_from=None, rewritten=True)

    (one,) = with_events([hidden], [seen()])
    apart = with_events([hidden], [seen(step="tools#9")])
    (flagged,) = with_events(
        [logged()], [seen(arguments=None, arguments_from=None, rewritten=True)]
    )
    (known,) = with_events(
        [logged(arguments_from="middleware")],
        [seen(arguments=None, arguments_from=None, rewritten=True)],
    )

    assert (one.arguments, one.arguments_from) == (None, None)
    assert [each.arguments_from for each in apart] == [None, "event"]
    assert (flagged.arguments, flagged.arguments_from, flagged.rewritten) == (None, None, True)
    assert (known.arguments, known.arguments_from) == ({"berth": 4}, "middleware")


@pytest.mark.parametrize(
    ("known", "told", "expected"),
    [
        ("ran", "failed", "failed"),
        ("ran", "refused", "refused"),
        ("ran", "ran", "ran"),
        ("ran", "unfinished", "ran"),
        ("ran", "paused", "ran"),
        ("unfinished", "paused", "paused"),
        ("unfinished", "failed", "failed"),
        ("refused", "failed", "refused"),
        ("paused", "ran", "paused"),
    ],
)
def test_events_tell_how_a_call_ended_where_the_log_does_not(
    known: str, told: str, expected: str
) -> None:
    (one,) = with_events([logged(outcome=known)], [seen(outcome=told)])

    assert one.outcome == expected


def test_many_calls_without_an_event_are_joined_at_once() -> None:
    calls = [logged(call_id=f"c{n}", step=f"tools#{n}") for n in range(10_000)]
    events = [
        seen(call_id=f"c{n}", step=f"tools#{n}", outcome="failed") for n in range(5000, 15_000)
    ]

    found = with_events(calls, events)

    assert [one.outcome for one in found] == ["ran"] * 5000 + ["failed"] * 10_000
