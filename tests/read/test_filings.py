"""Rows of the state that say more of calls (search notes, 5.1 and 5.4)."""

from pathlib import Path
from typing import Any

import pytest

from footprint_cli.model.coverage import Call, Declared, Item
from footprint_cli.model.items import NOT_JOINED
from footprint_cli.model.recording import Recording
from tests.log import (
    REDACTED,
    answers,
    asks,
    bundle,
    envelope,
    event,
    noticed,
    numbered,
    recording_of,
    seed,
)

ONE = ("c1", "incidents", {"berth": 4})
QUESTION = {"role": "user", "content": "When does the crane open?"}
CHECKED = [{"what": "the log"}]


def row(kind: str = "absence", call_id: Any = "c1", **fields: Any) -> dict[str, Any]:
    whole = {
        "kind": kind,
        "toolName": "incidents",
        "toolCallId": call_id,
        "iteration": 1,
        "checked": CHECKED,
        "notChecked": [],
        "cannotCover": [],
    }
    return whole | fields


def fill(argument: str, value: Any, call_id: str = "c1", **fields: Any) -> dict[str, Any]:
    whole = {"kind": "argument", "toolCallId": call_id, "source": "default"}
    return {**whole, "argument": argument, "value": value, **fields}


def dispatch(step: str = "tools#5", *messages: dict[str, Any], **lists: Any) -> dict[str, Any]:
    """A step that appends messages, and rows of the lists that are named."""
    said = messages or (asks(ONE), answers("c1"))
    values = {**lists, "history": [*said]}
    return bundle(step, values, "append")


def read(tmp_path: Path, *bundles: dict[str, Any]) -> Recording:
    return recording_of(tmp_path, *numbered(seed(), *bundles))


def calls_of(tmp_path: Path, *bundles: dict[str, Any]) -> tuple[Call, ...]:
    return read(tmp_path, *bundles).calls


def kinds(calls: tuple[Call, ...]) -> list[tuple[str | None, list[str]]]:
    return [(one.step, [each.kind for each in one.filed]) for one in calls]


# What results declare


def test_a_row_says_what_the_result_of_its_call_declares(tmp_path: Path) -> None:
    told = row(lookedFor="open cranes", notChecked=[{"what": "paper", "why": "not scanned"}])

    (call,) = calls_of(tmp_path, dispatch(coverageDeclared=[told]))

    assert call.filed == (
        Declared(
            kind="absence",
            looked_for="open cranes",
            checked=(Item(what="the log"),),
            not_checked=(Item(what="paper", why="not scanned"),),
            cannot_cover=(),
            door="row",
        ),
    )
    assert call.doors == "held"


def test_a_call_has_every_row_of_its_own_in_order(tmp_path: Path) -> None:
    (call,) = calls_of(tmp_path, dispatch(coverageDeclared=[row("ledger"), row("absence")]))

    assert [one.kind for one in call.filed] == ["ledger", "absence"]


def test_rows_join_the_call_of_their_step_though_ids_repeat(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        dispatch("tools#5", coverageDeclared=[row("absence")]),
        dispatch("tools#9"),
        dispatch("tools#13", coverageDeclared=[row("ledger", iteration=3)]),
    )

    assert kinds(found) == [("tools#5", ["absence"]), ("tools#9", []), ("tools#13", ["ledger"])]


def test_a_row_that_comes_before_its_call_in_the_same_step_is_its_own(tmp_path: Path) -> None:
    first = bundle("tools#5", {"coverageDeclared": [row()]}, "append")

    assert kinds(calls_of(tmp_path, first, dispatch())) == [("tools#5", ["absence"])]


def test_a_row_of_another_step_tool_or_id_says_nothing_of_a_call(tmp_path: Path) -> None:
    rows = [row(toolName="stock"), row(call_id="c9"), row(call_id=None)]
    late = bundle("other#7", {"coverageDeclared": [row()]}, "append")

    assert kinds(calls_of(tmp_path, dispatch(coverageDeclared=rows))) == [("tools#5", [])]
    assert kinds(calls_of(tmp_path, dispatch(), late)) == [("tools#5", ["absence"])]


LEFT_OUT = {"notChecked": [{"what": "shard"}]}


def left_out(calls: tuple[Call, ...]) -> list[list[str]]:
    return [[item.what for each in one.filed for item in each.left_out] for one in calls]


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"toolCallId": REDACTED}, NOT_JOINED.what),
        ({"toolCallId": None}, NOT_JOINED.what),
        ({"toolName": REDACTED}, "shard"),
        ({"kind": REDACTED}, "shard"),
        ({"iteration": REDACTED}, "shard"),
        ({"notChecked": REDACTED}, REDACTED),
        ({"notChecked": {"what": "shard"}}, "shard"),
        ({"notChecked": [], "inProgress": REDACTED}, REDACTED),
    ],
    ids=str,
)
def test_what_redaction_took_of_a_row_leaves_out_no_less(
    tmp_path: Path, fields: dict[str, Any], named: str
) -> None:
    made = {**row("ledger", **LEFT_OUT), **fields}
    other = dispatch("tools#9", asks(("c2", "incidents", {})), answers("c2"))

    assert left_out(calls_of(tmp_path, dispatch(coverageDeclared=[made]), other)) == [[named], []]


@pytest.mark.parametrize("made", [REDACTED, "[REDACTED]", 7, []])
def test_a_row_that_is_no_object_leaves_out_something_of_the_calls_of_its_step(
    tmp_path: Path, made: Any
) -> None:
    found = calls_of(
        tmp_path,
        dispatch(coverageDeclared=[made]),
        dispatch("tools#9", asks(("c2", "incidents", {})), answers("c2")),
    )

    assert left_out(found) == [[NOT_JOINED.what], []]


def test_a_row_of_another_iteration_is_that_of_the_call_of_it(tmp_path: Path) -> None:
    told = row("ledger", iteration=1, **LEFT_OUT)

    found = calls_of(
        tmp_path,
        bundle("tools#5", {"history": [asks(ONE), answers("c1")], "iteration": 2}, "append"),
        bundle("next#6", {"iteration": 2}),
        dispatch("tools#9", coverageDeclared=[told]),
    )

    assert [one.iteration for one in found] == [1, 2]
    assert left_out(found) == [["shard"], []]


def test_a_row_that_may_be_of_several_calls_leaves_out_something_of_each(tmp_path: Path) -> None:
    late = bundle("other#12", {"coverageDeclared": [row("ledger", iteration=9, **LEFT_OUT)]})
    twice = asks(("c1", "incidents", 1), ("c1", "incidents", 2))
    same = [twice, answers("c1", "[]"), answers("c1", "[]")]

    apart = calls_of(tmp_path, dispatch("tools#5"), dispatch("tools#9"), late)
    at_once = calls_of(
        tmp_path, dispatch("tools#5", *same, coverageDeclared=[row("ledger", **LEFT_OUT)])
    )

    assert left_out(apart) == [[NOT_JOINED.what]] * 2
    assert left_out(at_once) == [[NOT_JOINED.what]] * 2


def test_a_row_of_no_call_is_said(tmp_path: Path) -> None:
    recording = read(tmp_path, dispatch(coverageDeclared=[row("ledger", "c9", **LEFT_OUT)]))

    assert [message for _, message in noticed(recording, "unknown-row")] == [
        "1 row of calls that are not recorded"
    ]
    assert left_out(recording.calls) == [[]]


def test_an_absence_that_checked_nothing_is_none(tmp_path: Path) -> None:
    found = calls_of(tmp_path, dispatch(coverageDeclared=[row(checked=[])]))

    assert kinds(found) == [("tools#5", ["ledger"])]


@pytest.mark.parametrize("key", ["findingsLedger", "argumentResolutions"])
def test_a_list_of_fills_that_is_redacted_hides_the_calls_from_its_step_on(
    tmp_path: Path, key: str
) -> None:
    found = calls_of(
        tmp_path,
        dispatch("tools#5"),
        dispatch("tools#9", asks(("c2", "incidents", {})), answers("c2")),
        bundle("tools#9", {key: REDACTED}, redacted=[key]),
        dispatch("tools#13"),
    )

    assert [(one.arguments_from, one.rewritten) for one in found] == [
        ("history", False),
        (None, True),
        (None, True),
    ]


@pytest.mark.parametrize("made", [REDACTED, {"kind": REDACTED, "toolCallId": REDACTED}])
def test_a_row_of_the_ledger_that_may_fill_in_anything_hides_what_ran(
    tmp_path: Path, made: Any
) -> None:
    (call,) = calls_of(tmp_path, dispatch(findingsLedger=[made]))

    assert (call.arguments, call.rewritten) == (None, True)


@pytest.mark.parametrize(
    "fields", [{"source": REDACTED}, {"kind": REDACTED}, {"source": "[REDACTED]"}]
)
def test_a_fill_that_cannot_be_read_leaves_its_argument_unsure(
    tmp_path: Path, fields: dict[str, Any]
) -> None:
    (call,) = calls_of(tmp_path, dispatch(findingsLedger=[fill("berth", 5, **fields)]))

    assert (call.arguments, call.unsure) == ({"berth": 4}, ("berth",))


def test_a_fill_of_an_argument_that_is_not_named_hides_what_ran(tmp_path: Path) -> None:
    (call,) = calls_of(tmp_path, dispatch(findingsLedger=[fill(REDACTED, 5)]))

    assert (call.arguments, call.rewritten) == (None, True)


def test_a_later_fill_that_can_be_read_is_current(tmp_path: Path) -> None:
    rows = [fill("berth", 5, source=REDACTED), fill("berth", 6)]

    (call,) = calls_of(tmp_path, dispatch(findingsLedger=rows))

    assert (call.arguments, call.unsure) == ({"berth": 6}, ())


def test_a_fill_that_may_be_of_several_calls_leaves_each_unsure(tmp_path: Path) -> None:
    late = bundle("other#12", {"findingsLedger": [fill("berth", 5)]}, "append")

    found = calls_of(tmp_path, dispatch("tools#5"), dispatch("tools#9"), late)

    assert [(one.arguments, one.unsure) for one in found] == [({"berth": 4}, ("berth",))] * 2


def test_a_period_that_may_be_of_several_calls_is_not_known_of_each(tmp_path: Path) -> None:
    told = {"kind": "period", "toolCallId": "c1", "toolName": "incidents", "verdict": "not-held"}
    late = bundle("other#12", {"findingsLedger": [told]}, "append")
    covered = bundle("other#12", {"findingsLedger": [{**told, "verdict": "covered"}]}, "append")

    found = calls_of(tmp_path, dispatch("tools#5"), dispatch("tools#9"), late)
    held = calls_of(tmp_path, dispatch("tools#5"), dispatch("tools#9"), covered)

    assert [one.periods for one in (*found, *held)] == [("unknown",)] * 2 + [()] * 2


def test_of_two_calls_with_one_id_in_one_step_the_results_must_tell(tmp_path: Path) -> None:
    twice = asks(("c1", "incidents", 1), ("c1", "incidents", 2))
    text = '{"af_absent":true,"checked":["the log"]}'

    found = calls_of(
        tmp_path,
        dispatch(
            "tools#5",
            twice,
            answers("c1", text),
            answers("c1", "[1]"),
            coverageDeclared=[row()],
        ),
        dispatch("tools#9"),
    )

    assert [(one.filed, one.doors) for one in found] == [
        ((), "not-held"),
        ((), "not-held"),
        ((), "held"),
    ]


def test_a_list_that_is_written_anew_adds_only_what_is_new_in_it(tmp_path: Path) -> None:
    whole = [row("absence")], [row("absence"), row("ledger", call_id="c2")]
    two = (asks(("c2", "incidents", {})), answers("c2"))

    found = calls_of(
        tmp_path,
        bundle("tools#5", {"history": [QUESTION, asks(ONE), answers("c1")]}),
        bundle("tools#5", {"coverageDeclared": whole[0]}),
        bundle("tools#9", {"history": [QUESTION, asks(ONE), answers("c1"), *two]}),
        bundle("tools#9", {"coverageDeclared": whole[1]}),
    )

    assert kinds(found) == [("tools#5", ["absence"]), ("tools#9", ["ledger"])]


def test_a_window_that_shrinks_history_leaves_every_row_with_its_call(tmp_path: Path) -> None:
    second = (asks(("c2", "incidents", {})), answers("c2"))

    found = calls_of(
        tmp_path,
        dispatch("tools#5", coverageDeclared=[row("absence")]),
        bundle("compact#7", {"history": [QUESTION]}),
        dispatch("tools#9", *second, coverageDeclared=[row("ledger", call_id="c2")]),
    )

    assert kinds(found) == [("tools#5", ["absence"]), ("tools#9", ["ledger"])]


def test_a_resumed_log_files_the_row_of_the_call_that_it_answers(tmp_path: Path) -> None:
    first = numbered(seed(), bundle("tools#5", {"history": [asks(ONE)]}, "append"))
    first += numbered(bundle("tools#5", {"pausedToolCallId": "c1"}), start=2)
    second = numbered(
        dispatch("tools#6", answers("c1", "none"), coverageDeclared=[row("absence")]),
        dispatch("tools#9", coverageDeclared=[row("ledger")]),
    )

    found = recording_of(tmp_path, *first, *second).calls

    assert kinds(found) == [("tools#5", ["absence"]), ("tools#9", ["ledger"])]
    assert (found[0].arguments, found[0].result) == ({"berth": 4}, "none")


def test_rows_of_a_recorded_base_are_no_news_and_show_that_the_door_is_held(
    tmp_path: Path,
) -> None:
    base = {"history": [QUESTION, asks(ONE), answers("c1")], "coverageDeclared": [row()]}
    commits = numbered(dispatch("tools#9"))

    (call,) = recording_of(tmp_path, envelope(commits, initialState=base)).calls

    assert (call.step, call.filed, call.doors) == ("tools#9", (), "held")


def test_without_a_row_nothing_shows_that_the_door_is_held(tmp_path: Path) -> None:
    (call,) = calls_of(tmp_path, dispatch())

    assert (call.filed, call.doors) == ((), "not-held")


@pytest.mark.parametrize("word", [REDACTED, "[REDACTED]"])
def test_a_redacted_list_is_withheld_and_said(tmp_path: Path, word: str) -> None:
    hidden = bundle("tools#5", {"coverageDeclared": word}, redacted=["coverageDeclared"])

    recording = read(tmp_path, dispatch(), hidden)

    assert [one.doors for one in recording.calls] == ["withheld"]
    assert len(noticed(recording, "declarations-withheld")) == 1


def test_what_was_filed_before_redaction_began_stays_filed(tmp_path: Path) -> None:
    hidden = bundle("tools#9", {"coverageDeclared": REDACTED}, redacted=["coverageDeclared"])

    (call,) = calls_of(tmp_path, dispatch(coverageDeclared=[row()]), hidden)

    assert (call.doors, len(call.filed)) == ("withheld", 1)


def test_what_the_log_withholds_is_not_filled_in_from_events(tmp_path: Path) -> None:
    hidden = bundle("tools#5", {"coverageDeclared": REDACTED}, redacted=["coverageDeclared"])
    told = {name: part for name, part in row().items() if name != "kind"}
    events = [
        event("stream.tool_start", {"toolName": "incidents", "toolCallId": "c1"}, "tools#5"),
        event("tools.absent", told, "tools#5"),
        event("stream.tool_end", {"toolCallId": "c1", "result": "x"}, "tools#5"),
    ]

    (call,) = recording_of(tmp_path, envelope(numbered(seed(), dispatch(), hidden), events)).calls

    assert (call.filed, call.doors) == ((), "withheld")


@pytest.mark.parametrize(
    "rows", [None, 7, "text", {}, [None, 7, "text", []], [{}], [{"kind": ["absence"]}]]
)
def test_rows_of_another_shape_cost_no_call(tmp_path: Path, rows: Any) -> None:
    lists = {"coverageDeclared": rows, "findingsLedger": rows, "argumentResolutions": rows}

    (call,) = calls_of(tmp_path, dispatch(), bundle("tools#5", lists))

    assert (*left_out((call,)), call.arguments) == (
        [NOT_JOINED.what] if isinstance(rows, list) and "text" in rows else [],
        {"berth": 4},
    )


def test_rows_of_kinds_that_are_not_known_are_counted(tmp_path: Path) -> None:
    recording = read(
        tmp_path,
        dispatch(
            coverageDeclared=[row("rumour"), row(), row("rumour")],
            findingsLedger=[{"kind": "standing"}, {"kind": "mood"}, {}],
        ),
    )

    assert [message for _, message in noticed(recording, "unknown-row")] == [
        "2 rows of a kind this version does not know: coverageDeclared: rumour",
        "1 row of a kind this version does not know: findingsLedger: mood",
        "1 row of a kind this version does not know: findingsLedger: null",
    ]


def test_a_row_may_carry_a_period_and_a_ledger_row_a_verdict(tmp_path: Path) -> None:
    period = {"queried": {}, "held": "unknown"}
    verdict = {"kind": "period", "toolCallId": "c1", "toolName": "incidents", "verdict": "not-held"}

    (call,) = calls_of(
        tmp_path, dispatch(coverageDeclared=[row(period=period)], findingsLedger=[verdict])
    )

    assert call.periods == (period, "not-held")


def test_a_row_may_carry_a_coverage_ready_made(tmp_path: Path) -> None:
    made = {"population": [], "gaps": [], "completeness": "complete"}

    (call,) = calls_of(tmp_path, dispatch(coverageDeclared=[row("ledger", composed=made)]))

    assert call.composed == made


# Arguments that were filled in


def test_the_library_fills_in_arguments_by_rows(tmp_path: Path) -> None:
    rows = [fill("window", "2h"), fill("area", "east", source="answered")]

    (call,) = calls_of(tmp_path, dispatch(findingsLedger=rows))

    assert call.arguments == {"berth": 4, "window": "2h", "area": "east"}
    assert (call.arguments_from, call.filled) == ("history", ("window", "area"))


def test_of_several_rows_on_an_argument_the_last_is_current(tmp_path: Path) -> None:
    (call,) = calls_of(
        tmp_path, dispatch(findingsLedger=[fill("a", 1), fill("b", 1), fill("a", 2)])
    )

    assert call.arguments == {"berth": 4, "a": 2, "b": 1}


def test_argument_resolutions_fill_in_as_well(tmp_path: Path) -> None:
    rows = [{"toolCallId": "c1", "argument": "window", "value": "2h", "source": "answered"}]

    (call,) = calls_of(tmp_path, dispatch(argumentResolutions=rows))

    assert call.arguments == {"berth": 4, "window": "2h"}


@pytest.mark.parametrize(
    "fields",
    [
        {"source": "model"},
        {"source": ["default"]},
        {"source": {"default": 1}},
        {"source": None},
        {"argument": 7},
        {"argument": None},
        {"toolCallId": "c9"},
        {"toolName": "stock"},
        {"kind": "standing"},
    ],
    ids=str,
)
def test_a_row_of_another_kind_fills_nothing_in(tmp_path: Path, fields: dict[str, Any]) -> None:
    (call,) = calls_of(tmp_path, dispatch(findingsLedger=[{**fill("window", "2h"), **fields}]))

    assert (call.arguments, call.filled) == ({"berth": 4}, ())


def test_a_row_without_a_value_fills_nothing_in_and_null_is_a_value(tmp_path: Path) -> None:
    without = fill("window", None)
    del without["value"]

    (call,) = calls_of(tmp_path, dispatch(findingsLedger=[without, fill("berth", None)]))

    assert (call.arguments, call.filled) == ({"berth": None}, ("berth",))


@pytest.mark.parametrize("sent", [[], "text", 7, False])
def test_arguments_that_are_no_object_are_left_as_recorded(tmp_path: Path, sent: Any) -> None:
    made = dispatch(
        "tools#5",
        asks(("c1", "incidents", sent)),
        answers("c1"),
        findingsLedger=[fill("window", "2h")],
    )

    (call,) = calls_of(tmp_path, made)

    assert (call.arguments, call.filled) == (sent, ())


def test_arguments_that_are_not_recorded_are_not_made_up_of_what_was_filled_in(
    tmp_path: Path,
) -> None:
    message = {"role": "assistant", "toolCalls": [{"id": "c1", "name": "incidents"}]}

    (call,) = calls_of(
        tmp_path, dispatch("tools#5", message, findingsLedger=[fill("window", "2h")])
    )

    assert (call.arguments, call.arguments_from, call.filled) == (None, None, ())


def decision(**fields: Any) -> dict[str, Any]:
    whole = {
        "toolCallId": "c1",
        "moment": "before-tool",
        "outcome": "allow",
        "changed": True,
        "after": {"berth": 5},
    }
    return whole | fields


@pytest.mark.parametrize("order", ["fill first", "rewrite first"])
def test_a_rewrite_wins_over_what_was_filled_in(tmp_path: Path, order: str) -> None:
    filled = bundle("tools#5", {"findingsLedger": [fill("window", "2h")]}, "append")
    ran = dispatch(middlewareDecisions=[decision()])
    steps = [filled, ran] if order == "fill first" else [ran, filled]

    (call,) = calls_of(tmp_path, *steps)

    assert (call.arguments, call.arguments_from, call.filled) == ({"berth": 5}, "middleware", ())


def test_a_rewrite_to_what_is_not_recorded_hides_what_was_filled_in(tmp_path: Path) -> None:
    unknown = decision()
    del unknown["after"]

    (call,) = calls_of(
        tmp_path, dispatch(middlewareDecisions=[unknown], findingsLedger=[fill("window", "2h")])
    )

    assert (call.arguments, call.arguments_from, call.rewritten) == (None, None, True)


def test_many_rows_of_many_calls_are_joined(tmp_path: Path) -> None:
    steps = [
        dispatch(
            f"tools#{n}",
            asks(("c", "incidents", {"n": n})),
            answers("c"),
            coverageDeclared=[row("ledger", call_id="c", iteration=n)],
            findingsLedger=[fill("window", n, call_id="c")],
        )
        for n in range(3000)
    ]

    found = calls_of(tmp_path, *steps)

    assert [one.arguments for one in found] == [{"n": n, "window": n} for n in range(3000)]
    assert all(len(one.filed) == 1 for one in found)
