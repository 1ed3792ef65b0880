from pathlib import Path
from typing import Any

import pytest

from footprint_cli.model.coverage import Call
from footprint_cli.model.json_text import recorded
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

QUESTION = {"role": "user", "content": "When does the crane open?"}


def calls_of(tmp_path: Path, *bundles: dict[str, Any]) -> tuple[Call, ...]:
    return recording_of(tmp_path, *numbered(seed(), *bundles)).calls


def told(calls: tuple[Call, ...]) -> list[tuple[Any, ...]]:
    return [(one.call_id, one.outcome, one.arguments, one.result) for one in calls]


def dispatch(step: str, *messages: dict[str, Any], iteration: int = 2, **more: Any) -> Any:
    values = {**more, "history": [*messages], "iteration": iteration}
    return bundle(step, values, verbs={"history": "append"})


def request(*calls: tuple[str, str, Any], step: str = "call-llm#3") -> dict[str, Any]:
    asked = [{"id": one, "name": tool, "args": args} for one, tool, args in calls]
    return bundle(step, {"llmLatestToolCalls": asked})


ONE = ("c1", "incidents", {"berth": 4})
TWO = ("c2", "stock", {"sku": "FC-220"})


# From history


def test_a_call_has_what_history_tells_of_it(tmp_path: Path) -> None:
    (call,) = calls_of(tmp_path, dispatch("tools#5", asks(ONE), answers("c1", "2 rows")))

    assert call == Call(
        tool="incidents",
        call_id="c1",
        outcome="ran",
        arguments={"berth": 4},
        arguments_from="history",
        result="2 rows",
        result_recorded=True,
        step="tools#5",
        iteration=1,
        line=2,
    )


@pytest.mark.parametrize("verb", ["append", "set"])
def test_calls_of_several_iterations_are_taken_up_once(tmp_path: Path, verb: str) -> None:
    first = [asks(ONE), answers("c1", "one")]
    second = [asks(TWO), answers("c2", "two", "stock")]
    whole = [QUESTION, *first], [QUESTION, *first, *second]
    histories = (first, second) if verb == "append" else whole

    found = calls_of(
        tmp_path,
        bundle("tools#5", {"history": histories[0], "iteration": 2}, verbs={"history": verb}),
        bundle("tools#9", {"history": histories[1], "iteration": 3}, verbs={"history": verb}),
    )

    assert told(found) == [
        ("c1", "ran", {"berth": 4}, "one"),
        ("c2", "ran", {"sku": "FC-220"}, "two"),
    ]
    assert [(one.iteration, one.step, one.line) for one in found] == [
        (1, "tools#5", 2),
        (2, "tools#9", 3),
    ]


def test_calls_of_earlier_turns_are_no_calls_of_this_run(tmp_path: Path) -> None:
    first = seed(asks(ONE), answers("c1"))
    own = dispatch("tools#5", asks(TWO), answers("c2", "two", "stock"))

    found = recording_of(tmp_path, *numbered(first, own)).calls

    assert [one.call_id for one in found] == ["c2"]


@pytest.mark.parametrize("verb", ["append", "set"])
def test_a_window_that_shrinks_history_loses_no_call_and_repeats_none(
    tmp_path: Path, verb: str
) -> None:
    first = [asks(ONE), answers("c1", "one")]
    second = [asks(TWO), answers("c2", "two", "stock")]
    third = [asks(("c3", "price", {})), answers("c3", "three", "price")]
    window = [QUESTION, *second]
    goes_on = third if verb == "append" else [*window, *third]

    found = calls_of(
        tmp_path,
        dispatch("tools#5", *first),
        dispatch("tools#9", *second),
        bundle("compact#12", {"history": window}),
        bundle("tools#15", {"history": goes_on}, verbs={"history": verb}),
    )

    assert told(found) == [
        ("c1", "ran", {"berth": 4}, "one"),
        ("c2", "ran", {"sku": "FC-220"}, "two"),
        ("c3", "ran", {}, "three"),
    ]


def test_a_window_that_keeps_equal_messages_repeats_no_call(tmp_path: Path) -> None:
    same = [asks(ONE), answers("c1", "one")]

    found = calls_of(
        tmp_path,
        dispatch("tools#5", *same),
        dispatch("tools#9", *same),
        bundle("compact#12", {"history": [QUESTION, *same]}),
        dispatch("tools#15", *same),
    )

    assert [(one.call_id, one.step) for one in found] == [
        ("c1", "tools#5"),
        ("c1", "tools#9"),
        ("c1", "tools#15"),
    ]


def test_a_window_that_shortens_history_to_nothing_forgets_no_call(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        dispatch("tools#5", asks(ONE), answers("c1")),
        bundle("compact#8", {"history": []}),
        dispatch("tools#9", asks(TWO), answers("c2", "two", "stock")),
    )

    assert [one.call_id for one in found] == ["c1", "c2"]


def test_parallel_calls_get_their_own_answers_in_any_order(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        dispatch("tools#5", asks(ONE, TWO), answers("c2", "two", "stock"), answers("c1", "one")),
    )

    assert told(found) == [
        ("c1", "ran", {"berth": 4}, "one"),
        ("c2", "ran", {"sku": "FC-220"}, "two"),
    ]


def test_parallel_calls_with_one_id_are_answered_in_turn(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        dispatch(
            "tools#5",
            asks(("c", "a", 1), ("c", "a", 2)),
            answers("c", "one", "a"),
            answers("c", "two", "a"),
        ),
    )

    assert told(found) == [("c", "ran", 1, "one"), ("c", "ran", 2, "two")]


def test_a_call_id_used_in_every_iteration_keeps_arguments_and_results_apart(
    tmp_path: Path,
) -> None:
    found = calls_of(
        tmp_path,
        dispatch("tools#5", asks(("c1", "stock", 1)), answers("c1", "one", "stock")),
        dispatch("tools#9", asks(("c1", "stock", 2)), answers("c1", "two", "stock"), iteration=3),
    )

    assert told(found) == [("c1", "ran", 1, "one"), ("c1", "ran", 2, "two")]
    assert [one.iteration for one in found] == [1, 2]


@pytest.mark.parametrize("arguments", [None, [], {}, "text", 7, False, "[1, 2]"])
def test_arguments_of_any_type_are_as_recorded(tmp_path: Path, arguments: Any) -> None:
    (call,) = calls_of(tmp_path, dispatch("tools#5", asks(("c1", "stock", arguments))))

    assert (call.arguments, call.arguments_from) == (arguments, "history")
    assert type(call.arguments) is type(arguments)


def test_a_call_without_arguments_is_told_from_one_with_none(tmp_path: Path) -> None:
    message = {"role": "assistant", "toolCalls": [{"id": "c1", "name": "stock"}]}

    (call,) = calls_of(tmp_path, dispatch("tools#5", message))

    assert (call.arguments, call.arguments_from) == (None, None)


@pytest.mark.parametrize(
    "message",
    [None, 7, {}, {"role": "tool"}, {"role": "assistant", "toolCalls": "c1"}, {"role": 7}],
)
def test_messages_of_another_shape_cost_no_other_call(tmp_path: Path, message: Any) -> None:
    found = calls_of(tmp_path, dispatch("tools#5", message, asks(ONE), answers("c1", "one")))

    assert ("c1", "ran", {"berth": 4}, "one") in told(found)


# How a call ended


def test_a_request_that_was_never_dispatched_is_the_last_of_the_calls(tmp_path: Path) -> None:
    found = calls_of(tmp_path, request(ONE, TWO), dispatch("tools#5", asks(ONE), answers("c1")))

    assert [(one.call_id, one.outcome, one.arguments_from) for one in found] == [
        ("c1", "ran", "history"),
        ("c2", "not-dispatched", "not-dispatched"),
    ]
    assert (found[1].arguments, found[1].step, found[1].line) == (TWO[2], "call-llm#3", 2)
    assert not found[1].result_recorded


def test_a_request_that_the_budget_cut_has_the_arguments_of_the_request(tmp_path: Path) -> None:
    (call,) = calls_of(tmp_path, request(ONE))

    assert (call.tool, call.outcome, call.arguments) == (
        "incidents",
        "not-dispatched",
        {"berth": 4},
    )


def test_a_request_with_the_id_of_an_earlier_call_is_a_call_of_its_own(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        request(ONE),
        dispatch("tools#5", asks(ONE), answers("c1", "one")),
        request(("c1", "incidents", {"berth": 9}), step="call-llm#8"),
    )

    assert told(found) == [
        ("c1", "ran", {"berth": 4}, "one"),
        ("c1", "not-dispatched", {"berth": 9}, None),
    ]


def test_an_envelope_keeps_a_request_with_the_id_of_an_earlier_call_too(tmp_path: Path) -> None:
    commits = numbered(
        seed(),
        request(ONE),
        dispatch("tools#5", asks(ONE), answers("c1", "one")),
        request(("c1", "incidents", {"berth": 9}), step="call-llm#8"),
    )

    found = recording_of(tmp_path, envelope(commits)).calls

    assert told(found) == [
        ("c1", "ran", {"berth": 4}, "one"),
        ("c1", "not-dispatched", {"berth": 9}, None),
    ]


def test_a_request_in_a_nested_log_that_the_root_dispatched_is_one_call(tmp_path: Path) -> None:
    nested = {"sf-llm-call#3": numbered(bundle("", {"iteration": 1}), request(ONE, step="llm#4"))}
    commits = numbered(seed(), dispatch("tools#5", asks(ONE), answers("c1", "one")))

    found = recording_of(tmp_path, envelope(commits, nested=nested)).calls

    assert told(found) == [("c1", "ran", {"berth": 4}, "one")]


def test_a_call_without_an_answer_is_unfinished(tmp_path: Path) -> None:
    (call,) = calls_of(tmp_path, dispatch("tools#5", asks(ONE)))

    assert (call.outcome, call.result, call.result_recorded) == ("unfinished", None, False)


def test_of_a_batch_only_the_paused_call_is_paused(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        dispatch(
            "tools#5",
            asks(ONE, TWO, ("c3", "price", {})),
            answers("c1", "one"),
            pausedToolCallId="c2",
        ),
    )

    assert [(one.call_id, one.outcome) for one in found] == [
        ("c1", "ran"),
        ("c2", "paused"),
        ("c3", "unfinished"),
    ]


def test_a_call_that_is_answered_in_the_same_log_is_paused_no_more(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        dispatch("tools#5", asks(ONE), pausedToolCallId="c1"),
        dispatch("tools#6", answers("c1", "Approved."), pausedToolCallId=""),
    )

    assert told(found) == [("c1", "ran", {"berth": 4}, "Approved.")]


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("[permission denied: not yours]", "refused"),
        ("Invalid arguments for tool 'stock': sku", "invalid-arguments"),
        ("Unknown tool: stock", "unknown-tool"),
        ("price service: 503 from upstream", "ran"),
        ("the answer says Unknown tool: stock", "ran"),
        ("", "ran"),
    ],
)
def test_a_text_of_the_framework_tells_how_a_call_ended(
    tmp_path: Path, text: str, outcome: str
) -> None:
    (call,) = calls_of(tmp_path, dispatch("tools#5", asks(ONE), answers("c1", text)))

    assert (call.outcome, call.result) == (outcome, text)


# With events


def ended(call_id: str, step: str = "tools#5", **payload: Any) -> dict[str, Any]:
    return event("stream.tool_end", {"toolCallId": call_id, **payload}, step)


def began(call: tuple[str, str, Any], step: str = "tools#5") -> dict[str, Any]:
    call_id, tool, args = call
    return event("stream.tool_start", {"toolName": tool, "toolCallId": call_id, "args": args}, step)


def test_events_tell_that_a_call_failed_and_the_log_what_the_model_read(tmp_path: Path) -> None:
    commits = numbered(seed(), dispatch("tools#5", asks(ONE), answers("c1", "503\n\n[a note]")))
    events = [began(ONE), ended("c1", result="503", error=True)]

    (call,) = recording_of(tmp_path, envelope(commits, events)).calls

    assert (call.outcome, call.result, call.arguments_from) == (
        "failed",
        "503\n\n[a note]",
        "history",
    )


def test_the_failure_of_one_iteration_is_not_that_of_another_with_its_id(tmp_path: Path) -> None:
    commits = numbered(
        seed(),
        dispatch("tools#5", asks(ONE), answers("c1", "one")),
        dispatch("tools#9", asks(ONE), answers("c1", "503"), iteration=3),
    )
    events = [
        began(ONE, "tools#5"),
        ended("c1", "tools#5", result="one"),
        began(ONE, "tools#9"),
        ended("c1", "tools#9", result="503", error=True),
    ]

    found = recording_of(tmp_path, envelope(commits, events)).calls

    assert [(one.step, one.outcome) for one in found] == [("tools#5", "ran"), ("tools#9", "failed")]


def test_dropped_events_leave_the_failure_with_its_own_call(tmp_path: Path) -> None:
    commits = numbered(
        seed(),
        dispatch("tools#5", asks(ONE), answers("c1", "one")),
        dispatch("tools#9", asks(ONE), answers("c1", "503"), iteration=3),
    )
    events = [ended("c1", "tools#9", result="503", error=True)]

    found = recording_of(tmp_path, envelope(commits, events)).calls

    assert [(one.step, one.outcome) for one in found] == [("tools#5", "ran"), ("tools#9", "failed")]


def test_a_call_that_only_events_know_is_added(tmp_path: Path) -> None:
    commits = numbered(seed(), dispatch("tools#5", asks(ONE), answers("c1", "one")))
    events = [began(ONE), ended("c1", result="one"), began(TWO), ended("c2", result={"units": 2})]

    found = recording_of(tmp_path, envelope(commits, events)).calls

    assert [(one.call_id, one.arguments_from, one.result) for one in found] == [
        ("c1", "history", "one"),
        ("c2", "event", {"units": 2}),
    ]


def test_a_resumed_log_has_the_arguments_of_its_call_from_events(tmp_path: Path) -> None:
    answer = dispatch("tool-calls#23", answers("c1", "Approved."))
    asked = {"reason": "consumer", "questionPayload": {"toolCallId": "c1"}}
    events = [
        began(ONE, "tool-calls#22"),
        event("pause.request", asked, "tool-calls#paused", "consumer-scope"),
        event("pause.resume", {}, "tool-calls#resumed", "consumer-scope"),
        event("stream.tool_end", {"toolCallId": "c1", "result": "x"}, "tool-calls#23", "run-2"),
    ]

    (call,) = recording_of(tmp_path, envelope(numbered(answer), events)).calls

    assert (call.arguments, call.arguments_from, call.result) == (
        {"berth": 4},
        "event",
        "Approved.",
    )


def test_a_resumed_run_that_records_its_base_has_the_arguments_from_there(tmp_path: Path) -> None:
    base = {"history": [QUESTION, asks(ONE)], "iteration": 1, "pausedToolCallId": "c1"}
    answer = dispatch("tools#23", answers("c1", "Approved."), pausedToolCallId="")

    (call,) = recording_of(tmp_path, envelope(numbered(answer), initialState=base)).calls

    assert (call.arguments, call.arguments_from) == ({"berth": 4}, "history")
    assert (call.outcome, call.result) == ("ran", "Approved.")


# Rewritten arguments


def decision(**fields: Any) -> dict[str, Any]:
    whole = {
        "toolCallId": "c1",
        "moment": "before-tool",
        "outcome": "allow",
        "changed": True,
        "before": {"berth": 4},
        "after": {"berth": 5},
        "iteration": 1,
    }
    return whole | fields


def decided(tmp_path: Path, *decisions: Any) -> Call:
    (call,) = calls_of(
        tmp_path,
        dispatch("tools#5", asks(ONE), answers("c1"), middlewareDecisions=[*decisions]),
    )
    return call


def test_a_call_has_the_arguments_that_a_rule_gave_it(tmp_path: Path) -> None:
    call = decided(tmp_path, decision())

    assert (call.arguments, call.arguments_from) == ({"berth": 5}, "middleware")


def test_of_several_rules_the_last_one_counts(tmp_path: Path) -> None:
    call = decided(tmp_path, decision(), decision(after={"berth": 6}))

    assert call.arguments == {"berth": 6}


@pytest.mark.parametrize(
    "fields",
    [
        {"changed": False},
        {"moment": "after-tool"},
        {"outcome": "deny"},
        {"toolCallId": "c9"},
    ],
    ids=str,
)
def test_a_decision_about_something_else_rewrites_nothing(
    tmp_path: Path, fields: dict[str, Any]
) -> None:
    call = decided(tmp_path, decision(**fields))

    assert (call.arguments, call.arguments_from) == ({"berth": 4}, "history")


@pytest.mark.parametrize("row", [None, {}, {"toolCallId": ["c1"]}])
def test_a_decision_of_another_shape_rewrites_nothing(tmp_path: Path, row: Any) -> None:
    assert decided(tmp_path, row).arguments_from == "history"


def test_a_rewrite_to_unknown_arguments_does_not_show_the_models_as_those_that_ran(
    tmp_path: Path,
) -> None:
    unknown = decision()
    del unknown["after"]

    call = decided(tmp_path, unknown)

    assert (call.arguments, call.arguments_from) == (None, None)


def test_a_rewrite_in_one_iteration_is_none_of_another_with_the_same_id(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        dispatch("tools#5", asks(ONE), answers("c1"), middlewareDecisions=[decision()]),
        dispatch("tools#9", asks(ONE), answers("c1"), iteration=3),
    )

    assert [(one.arguments, one.arguments_from) for one in found] == [
        ({"berth": 5}, "middleware"),
        ({"berth": 4}, "history"),
    ]


# Withheld


def test_decisions_that_are_appended_call_by_call_rewrite_each_its_own(tmp_path: Path) -> None:
    steps = [
        bundle(
            "tools#5",
            {
                "history": [asks((one, "incidents", {"berth": 4})), answers(one)],
                "middlewareDecisions": [decision(toolCallId=one, after={"berth": one})],
            },
            verbs={"history": "append", "middlewareDecisions": "append"},
        )
        for one in ("c1", "c2", "c3")
    ]

    found = calls_of(tmp_path, bundle("start#1", {"iteration": 1}), *steps)

    assert [one.arguments for one in found] == [{"berth": "c1"}, {"berth": "c2"}, {"berth": "c3"}]


def test_a_decision_that_comes_after_its_call_in_the_same_step_rewrites_it(tmp_path: Path) -> None:
    late = bundle(
        "tools#5",
        {"history": [QUESTION], "middlewareDecisions": [decision()]},
        verbs={"history": "append", "middlewareDecisions": "append"},
    )

    (call,) = calls_of(tmp_path, dispatch("tools#5", asks(ONE), iteration=1), late)

    assert (call.arguments, call.arguments_from) == ({"berth": 5}, "middleware")


def test_a_list_of_decisions_that_begins_anew_keeps_what_the_one_before_rewrote(
    tmp_path: Path,
) -> None:
    whole = decision(iteration=None)
    found = calls_of(
        tmp_path,
        dispatch("tools#5", asks(ONE), answers("c1"), middlewareDecisions=[whole]),
        dispatch("tools#9", asks(ONE), answers("c1"), middlewareDecisions=[]),
    )

    assert [one.arguments for one in found] == [{"berth": 5}, {"berth": 4}]


@pytest.mark.parametrize("iteration", [True, "1", [1], {"of": 1}])
def test_a_decision_for_an_iteration_that_is_no_number_is_for_the_only_call_of_its_id(
    tmp_path: Path, iteration: Any
) -> None:
    assert decided(tmp_path, decision(iteration=iteration)).arguments == {"berth": 5}


def hides(call: Call) -> bool:
    return (call.arguments, call.arguments_from, call.rewritten) == (None, None, True)


@pytest.mark.parametrize(
    "row",
    [
        REDACTED,
        "[REDACTED]",
        "c1",
        [],
        decision(changed=REDACTED, after=REDACTED),
        decision(changed="yes"),
        decision(outcome=REDACTED),
        decision(moment=REDACTED),
        decision(moment=REDACTED, outcome="deny"),
        decision(toolCallId=REDACTED),
        decision(toolCallId=REDACTED, outcome="deny"),
    ],
    ids=str,
)
def test_a_decision_of_which_not_all_can_be_read_hides_what_its_call_ran_with(
    tmp_path: Path, row: Any
) -> None:
    call = decided(tmp_path, row)

    assert hides(call)
    assert call.outcome == "ran"


def test_a_redacted_change_that_redaction_left_the_result_of_is_withheld_there(
    tmp_path: Path,
) -> None:
    assert decided(tmp_path, decision(after=REDACTED)).arguments == REDACTED


@pytest.mark.parametrize("word", [REDACTED, "[REDACTED]"])
def test_decisions_that_are_redacted_hide_the_calls_from_their_step_on(
    tmp_path: Path, word: str
) -> None:
    hidden = bundle("tools#9", {"middlewareDecisions": word}, redacted=["middlewareDecisions"])

    found = calls_of(
        tmp_path,
        dispatch("tools#5", asks(ONE), answers("c1")),
        dispatch("tools#9", asks(TWO), answers("c2")),
        hidden,
        dispatch("tools#13", asks(ONE), answers("c1")),
    )

    assert [hides(one) for one in found] == [False, True, True]


def test_a_list_of_decisions_that_is_read_again_hides_no_more(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        dispatch("tools#5", asks(ONE), answers("c1"), middlewareDecisions=REDACTED),
        dispatch("tools#9", asks(TWO), answers("c2"), middlewareDecisions=[]),
    )

    assert [hides(one) for one in found] == [True, False]


@pytest.mark.parametrize("result", ["[]", "not in maintenance hours"])
def test_a_call_that_a_rule_denied_is_refused(tmp_path: Path, result: str) -> None:
    denied = decision(outcome="deny", changed=False, reason=result)

    (call,) = calls_of(
        tmp_path,
        dispatch("tools#5", asks(ONE), answers("c1", result), middlewareDecisions=[denied]),
    )

    assert (call.outcome, call.arguments) == ("refused", {"berth": 4})


def test_a_denial_in_one_iteration_is_none_of_another_with_the_same_id(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        dispatch(
            "tools#5", asks(ONE), answers("c1"), middlewareDecisions=[decision(outcome="deny")]
        ),
        dispatch("tools#9", asks(ONE), answers("c1"), iteration=3),
    )

    assert [one.outcome for one in found] == ["refused", "ran"]


def later(**fields: Any) -> dict[str, Any]:
    return bundle("late#20", {"middlewareDecisions": [decision(**fields)]}, "append")


def test_a_decision_of_a_later_step_is_that_of_the_call_of_its_iteration(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        dispatch("tools#5", asks(ONE), answers("c1")),
        dispatch("tools#9", asks(ONE), answers("c1"), iteration=3),
        later(iteration=2),
    )

    assert [one.arguments for one in found] == [{"berth": 4}, {"berth": 5}]


@pytest.mark.parametrize("outcome", ["allow", "deny", REDACTED])
def test_a_decision_that_may_be_of_several_calls_hides_what_each_ran_with(
    tmp_path: Path, outcome: str
) -> None:
    found = calls_of(
        tmp_path,
        dispatch("tools#5", asks(ONE), answers("c1")),
        dispatch("tools#9", asks(TWO), answers("c2")),
        dispatch("tools#13", asks(ONE), answers("c1"), iteration=3),
        later(iteration=7, outcome=outcome),
    )

    assert [(one.call_id, hides(one)) for one in found] == [
        ("c1", True),
        ("c2", False),
        ("c1", True),
    ]


def test_a_decision_on_one_of_two_calls_with_one_id_in_one_step_hides_both(tmp_path: Path) -> None:
    twice = asks(ONE, ("c1", "incidents", {"berth": 9}))
    row = decision(outcome="deny")

    found = calls_of(
        tmp_path,
        dispatch("tools#5", twice, answers("c1"), answers("c1"), middlewareDecisions=[row]),
    )

    assert [(one.outcome, hides(one)) for one in found] == [("ran", True), ("ran", True)]


def test_a_list_of_decisions_that_is_written_anew_with_the_same_rows_decides_nothing_more(
    tmp_path: Path,
) -> None:
    whole: dict[str, Any] = {"middlewareDecisions": [decision()]}

    found = calls_of(
        tmp_path,
        dispatch("tools#5", asks(ONE), answers("c1"), **whole),
        dispatch("tools#9", asks(ONE), answers("c1"), iteration=3, **whole),
        dispatch("tools#13", asks(ONE), answers("c1"), iteration=4, **whole),
    )

    assert [one.arguments for one in found] == [{"berth": 5}, {"berth": 4}, {"berth": 4}]


def test_of_calls_with_one_id_that_ran_at_once_the_results_are_mixed(tmp_path: Path) -> None:
    twice = asks(ONE, ("c1", "incidents", {"berth": 9}))

    apart = calls_of(
        tmp_path, dispatch("tools#5", twice, answers("c1", "[]"), answers("c1", "[1]"))
    )
    alike = calls_of(tmp_path, dispatch("tools#5", twice, answers("c1", "[]"), answers("c1", "[]")))
    one_by_one = calls_of(
        tmp_path,
        dispatch("tools#5", asks(ONE), answers("c1", "[]"), asks(ONE), answers("c1", "[1]")),
    )

    assert [one.mixed for one in apart] == [True, True]
    assert [one.mixed for one in alike] == [False, False]
    assert [one.mixed for one in one_by_one] == [False, False]


@pytest.mark.parametrize("iteration", [True, False, "1", 1.5, None])
def test_an_iteration_that_is_no_whole_number_is_not_recorded(
    tmp_path: Path, iteration: Any
) -> None:
    first = bundle("start#1", {"iteration": iteration})

    (call,) = calls_of(tmp_path, first, dispatch("tools#5", asks(ONE), answers("c1")))

    assert call.iteration is None


def hidden_history(step: str, verb: str = "append") -> dict[str, Any]:
    return bundle(step, {"history": REDACTED}, verb, redacted=["history"])


def test_calls_of_a_redacted_history_are_withheld_step_by_step(tmp_path: Path) -> None:
    recording = recording_of(
        tmp_path,
        *numbered(
            bundle("seed#0", {"history": REDACTED}, redacted=["history"]),
            hidden_history("tools#5"),
            hidden_history("tools#9"),
        ),
    )

    assert recording.calls == ()
    found = [(one.line, one.step) for one in recording.noticed if one.code == "calls-withheld"]
    assert found == [(2, "tools#5"), (3, "tools#9")]


def test_a_withheld_call_that_a_later_commit_carries_is_found_where_it_first_does(
    tmp_path: Path,
) -> None:
    recording = recording_of(
        tmp_path,
        *numbered(
            bundle("seed#0", {"history": REDACTED}, redacted=["history"]),
            bundle("context#1", {"messagesInjections": [{"rawContent": "the question"}]}),
            hidden_history("tools#5"),
            bundle("context#8", {"messagesInjections": [{"rawContent": "the result"}]}),
            bundle("context#9", {"messagesInjections": [{"rawContent": "the result"}]}),
        ),
    )

    found = [one for one in recording.noticed if one.code == "withheld-in-clear"]
    assert [(one.level, one.line, one.step, one.message) for one in found] == [
        (
            "error",
            4,
            "context#8",
            "the commit log withholds calls, and its messagesInjections still carries them in clear",
        )
    ]


def test_a_redacted_seed_alone_withholds_no_call(tmp_path: Path) -> None:
    first = bundle("seed#0", {"history": REDACTED}, redacted=["history"])

    recording = recording_of(tmp_path, *numbered(first, bundle("deliver#2")))

    assert noticed(recording, "calls-withheld") == []


def test_what_the_log_withholds_of_calls_is_not_filled_in_from_events(tmp_path: Path) -> None:
    commits = numbered(seed(), hidden_history("tools#5", "set"))
    events = [began(ONE), ended("c1", result="one")]

    recording = recording_of(tmp_path, envelope(commits, events))

    assert recording.calls == ()
    assert len(noticed(recording, "calls-withheld")) == 1


def test_a_call_id_that_is_a_number_is_its_digits(tmp_path: Path) -> None:
    message = {"role": "assistant", "toolCalls": [{"id": 7, "name": "stock", "args": {}}]}

    (call,) = calls_of(
        tmp_path, dispatch("tools#5", message, {"role": "tool", "toolCallId": 7, "content": "one"})
    )

    assert (call.call_id, call.outcome, call.result) == ("7", "ran", "one")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (1.5, "1.5"),
        (True, "true"),
        (["x", None], '["x",null]'),
        ({"a": "ü", "b": [1e21]}, '{"a":"ü","b":[1e+21]}'),
        (10**400, str(10**400)),
        ({}, "{}"),
        (None, None),
    ],
)
def test_a_name_or_an_id_that_is_no_text_is_shown_as_it_is_recorded(
    tmp_path: Path, value: Any, shown: str | None
) -> None:
    (call,) = calls_of(tmp_path, dispatch("tools#5", asks((value, value, {}))))

    assert (call.call_id, call.tool) == (shown, shown)


def test_an_id_may_nest_deeper_than_the_stack() -> None:
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]

    assert recorded(deep) == "[" * 5001 + "]" * 5001


def test_calls_with_ids_of_other_types_get_their_own_answers(tmp_path: Path) -> None:
    found = calls_of(
        tmp_path,
        dispatch(
            "tools#5",
            asks((1.5, "a", 1), (2.5, "b", 2)),  # type: ignore[arg-type]
            answers(2.5, "two"),  # type: ignore[arg-type]
        ),
    )

    assert told(found) == [("1.5", "unfinished", 1, None), ("2.5", "ran", 2, "two")]


@pytest.mark.parametrize(("asked", "shown"), [(7, "7"), (["x"], '["x"]'), (None, None)])
def test_a_call_that_is_no_record_shows_what_it_is(
    tmp_path: Path, asked: Any, shown: str | None
) -> None:
    message = {"role": "assistant", "toolCalls": [asked]}

    (call,) = calls_of(tmp_path, dispatch("tools#5", message))

    assert (call.tool, call.call_id) == (shown, None)


def test_an_answer_after_a_thousand_resumed_logs_is_taken_up(tmp_path: Path) -> None:
    logs = [bundle(f"start#{n}", {"iteration": n}) | {"idx": 0} for n in range(1500)]
    answer = dispatch("tools#2000", QUESTION, answers("zz")) | {"idx": 0}
    late = bundle("tools#2001", {"history": [answers("zz", "x")]}, verbs={"history": "append"})

    found = recording_of(tmp_path, *logs, answer, late | {"idx": 1}).calls

    assert ("zz", "ran", "x") in [(one.call_id, one.outcome, one.result) for one in found]


@pytest.mark.parametrize(
    ("text", "outcome"),
    [("refused: the berth is closed", "refused"), ("it was refused: by hand", "ran")],
)
def test_a_refusal_of_a_later_version_is_told_by_its_text(
    tmp_path: Path, text: str, outcome: str
) -> None:
    (call,) = calls_of(tmp_path, dispatch("tools#5", asks(ONE), answers("c1", text)))

    assert call.outcome == outcome


@pytest.mark.parametrize(
    ("chars", "known"), [(7, 7), (0, 0), (-1, None), (True, None), (1.5, None), ("7", None)]
)
def test_the_length_of_the_tools_own_text_is_a_whole_number(
    tmp_path: Path, chars: Any, known: int | None
) -> None:
    noted = {**answers("c1", "[1,2,3]\n\n[a note]"), "toolChars": chars}

    (call,) = calls_of(tmp_path, dispatch("tools#5", asks(ONE), noted))

    assert (call.result_chars, call.result) == (known, "[1,2,3]\n\n[a note]")


def test_a_rewrite_that_only_an_event_flags_hides_what_the_model_wrote(tmp_path: Path) -> None:
    flag = {"toolCallId": "c1", "moment": "before-tool", "outcome": "allow", "changed": True}
    commits = numbered(seed(), dispatch("tools#5", asks(ONE), answers("c1")))
    events = [began(ONE), event("middleware.decision", flag, "tools#5"), ended("c1", result="x")]

    (call,) = recording_of(tmp_path, envelope(commits, events)).calls

    assert (call.arguments, call.arguments_from, call.rewritten) == (None, None, True)


# Final answers


def speaks(text: Any, *calls: Any, step: str = "call-llm#3") -> dict[str, Any]:
    asked = [{"id": one, "name": tool, "args": args} for one, tool, args in calls]
    return bundle(step, {"llmLatestContent": text, "llmLatestToolCalls": asked})


def said(tmp_path: Path, *lines: Any) -> list[tuple[str, str, str | None, int | None]]:
    found = recording_of(tmp_path, *lines).final_answers
    return [(one.text, one.found, one.step, one.line) for one in found]


def test_a_log_has_what_the_model_said_last(tmp_path: Path) -> None:
    commits = numbered(
        seed(),
        speaks("Let me look.", ONE),
        dispatch("tools#5", asks(ONE), answers("c1")),
        speaks("At noon.", step="call-llm#8"),
    )

    assert said(tmp_path, *commits) == [("At noon.", "model", "call-llm#8", 4)]


def test_a_text_beside_a_request_for_a_tool_is_no_answer(tmp_path: Path) -> None:
    paused = dispatch("tools#5", asks(ONE), pausedToolCallId="c1")

    assert said(tmp_path, *numbered(seed(), speaks("Let me look.", ONE), paused)) == []
    assert said(tmp_path, *numbered(seed(), speaks("Let me look.", ONE))) == []


def test_each_run_of_a_file_has_its_own_answer(tmp_path: Path) -> None:
    one = numbered(seed(), speaks("At noon."))
    other = numbered(seed(), speaks("At dusk."))

    found = recording_of(tmp_path, *one, *other).final_answers

    assert [(each.text, each.run) for each in found] == [
        ("At noon.", "log 1"),
        ("At dusk.", "log 2"),
    ]


@pytest.mark.parametrize("text", [None, 7, [], {}, ["At noon."], {"text": "At noon."}, REDACTED])
def test_what_the_model_said_may_be_no_text_and_is_no_answer(tmp_path: Path, text: Any) -> None:
    assert said(tmp_path, *numbered(seed(), speaks(text))) == []


def ended_with(text: Any) -> dict[str, Any]:
    context = {"globalContext": {"finalContent": text}, "history": []}
    return {"final": {"subflowId": "final", "treeContext": context}}


TURN = event("agent.turn_end", {"finalContent": "At noon, says the event."}, "final#9")


def test_the_subflow_that_ends_a_run_has_the_answer_then_an_event_then_the_model(
    tmp_path: Path,
) -> None:
    commits = numbered(seed(), speaks("At noon."))
    whole = envelope(commits, [TURN], subflowResults=ended_with("At noon.\n\nNot checked: dusk."))

    assert said(tmp_path, whole) == [("At noon.\n\nNot checked: dusk.", "final", "final", 1)]
    assert said(tmp_path, envelope(commits, [TURN])) == [
        ("At noon, says the event.", "event", "final#9", None)
    ]
    assert said(tmp_path, envelope(commits)) == [("At noon.", "model", "call-llm#3", 1)]


@pytest.mark.parametrize("text", [None, 7, ["a"], REDACTED, "[REDACTED]"])
def test_an_end_that_holds_no_text_is_no_answer(tmp_path: Path, text: Any) -> None:
    whole = envelope(numbered(seed()), [], subflowResults=ended_with(text))

    assert said(tmp_path, whole) == []


def test_an_answer_that_the_log_withholds_is_not_filled_in_from_elsewhere(tmp_path: Path) -> None:
    hidden = {**speaks(REDACTED), "redactedPaths": ["llmLatestContent"]}
    whole = envelope(numbered(seed(), hidden), [TURN], subflowResults=ended_with("At noon."))

    assert said(tmp_path, whole) == []


def test_a_paused_run_has_no_answer(tmp_path: Path) -> None:
    paused = dispatch("tools#5", asks(ONE), pausedToolCallId="c1")
    asked = {"reason": "consumer", "questionPayload": {"toolCallId": "c1"}}
    events = [began(ONE), event("pause.request", asked, "tools#5", "consumer-scope")]

    whole = envelope(numbered(seed(), speaks("Let me look.", ONE), paused), events)

    assert said(tmp_path, whole) == []
