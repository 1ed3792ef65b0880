from pathlib import Path
from typing import Any

import pytest

from footprint_cli import audit
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.items import NOT_JOINED
from tests.log import (
    chunks,
    event,
    noticed,
    record,
    recording_of,
    refused_row,
    row,
)

HIDDEN = "[REDACTED]"
LOAD = "sf-memory-read-kb/load-relevant#2"
FORMAT = "sf-memory-read-kb/format-default#5"


def found(payload: Any = None, step: str = LOAD, **more: Any) -> dict[str, Any]:
    seen = record(row(), row("b.md#0")) if payload is None else payload
    return event("memory.retrieved", seen, step, **more)


def attached(chunk: Any, step: str = FORMAT, **more: Any) -> dict[str, Any]:
    return event("memory.attached", {"memoryId": chunk, "contentSummary": "…"}, step, **more)


def prompt_made(**more: Any) -> dict[str, Any]:
    return event("stream.llm_start", {"iteration": 1}, "call-llm#24", **more)


def began(call_id: str = "c1", step: str = "tools#5", args: Any = None, **more: Any) -> Any:
    payload = {"toolName": "incidents", "toolCallId": call_id, "args": args}
    return event("stream.tool_start", payload, step, **more)


def ended(call_id: str = "c1", step: str = "tools#5", result: Any = "one", **more: Any) -> Any:
    flags = {name: more.pop(name) for name in ("error",) if name in more}
    payload = {"toolCallId": call_id, "result": result, **flags}
    return event("stream.tool_end", payload, step, **more)


def searches(tmp_path: Path, *events: dict[str, Any]) -> tuple[Retrieval, ...]:
    return recording_of(tmp_path, *events).retrievals


# Retrievals


def test_a_retrieved_event_is_the_verdict_of_the_strategy(tmp_path: Path) -> None:
    seen = record(row(), refused_row())

    (search,) = searches(tmp_path, event("agent.turn_start", {}), found(seen))

    assert (search.evidence_from, search.retriever_from) == ("event", "event")
    assert (search.retriever, search.step, search.line) == ("kb", LOAD, 2)
    assert [(one.chunk, one.admitted, one.reason) for one in search.at_retriever or ()] == [
        ("a.md#0", True, None),
        ("z.md#0", False, "below-threshold"),
    ]


def test_each_search_has_the_chunks_that_were_attached_for_it(tmp_path: Path) -> None:
    other = "sf-memory-read-tides/load-relevant#7"

    first, second = searches(
        tmp_path,
        found(),
        attached("a.md#0"),
        found(record(row("t.md#0")), other),
        attached("t.md#0", "sf-memory-read-tides/format-default#10"),
        attached("b.md#0"),
        prompt_made(),
    )

    assert (first.retriever, first.attached) == ("kb", ("a.md#0", "b.md#0"))
    assert (second.retriever, second.attached) == ("tides", ("t.md#0",))


def test_a_window_memory_that_attaches_is_no_search_and_joins_none(tmp_path: Path) -> None:
    (search,) = searches(
        tmp_path,
        found(),
        attached("msg-1", "sf-memory-read-recent/format-default#9"),
        attached("a.md#0"),
        prompt_made(),
    )

    assert search.attached == ("a.md#0",)


def test_a_second_search_of_a_retriever_begins_its_own_list(tmp_path: Path) -> None:
    first, second = searches(
        tmp_path,
        found(),
        attached("a.md#0"),
        prompt_made(),
        found(step="sf-memory-read-kb/load-relevant#30"),
        attached("b.md#0", "sf-memory-read-kb/format-default#33"),
        prompt_made(),
    )

    assert (first.attached, second.attached) == (("a.md#0",), ("b.md#0",))


@pytest.mark.parametrize("made", ["stream.llm_start", "context.slot_composed"])
def test_nothing_attached_is_none_only_where_the_prompt_was_made(tmp_path: Path, made: str) -> None:
    (cut,) = searches(tmp_path, found())
    (whole,) = searches(tmp_path, found(), event(made, {"iteration": 1}, "call-llm#24"))

    assert cut.attached is None
    assert whole.attached == ()


def test_a_prompt_made_before_the_search_says_nothing_of_it(tmp_path: Path) -> None:
    (search,) = searches(tmp_path, prompt_made(), found())

    assert search.attached is None


def test_a_prompt_made_in_another_run_says_nothing_of_this_one(tmp_path: Path) -> None:
    (search,) = searches(tmp_path, found(run="run-1"), prompt_made(run="run-2"))

    assert search.attached is None


def reading(tmp_path: Path, *events: dict[str, Any]) -> dict[str | None, bool | None]:
    """Whether each chunk of the one retrieval was read, as analysis sees it."""
    (retrieval,) = audit(recording_of(tmp_path, *events)).retrievals
    return {one.candidate.id: one.read for one in retrieval.candidates or ()}


def test_an_admitted_chunk_that_is_not_attached_was_dropped_where_the_prompt_was_made(
    tmp_path: Path,
) -> None:
    read = reading(tmp_path, found(), attached("a.md#0"), prompt_made())

    assert read == {"a.md#0": True, "b.md#0": False}


def test_a_stream_that_ends_before_anything_is_attached_drops_no_chunk(tmp_path: Path) -> None:
    assert reading(tmp_path, found()) == {"a.md#0": None, "b.md#0": None}


def test_a_stream_that_ends_among_the_attached_chunks_drops_no_chunk(tmp_path: Path) -> None:
    read = reading(tmp_path, found(), attached("a.md#0"))

    assert read["b.md#0"] is None


def test_a_run_whose_prompt_was_made_without_any_chunk_dropped_them_all(tmp_path: Path) -> None:
    assert reading(tmp_path, found(), prompt_made()) == {"a.md#0": False, "b.md#0": False}


@pytest.mark.parametrize("payload", [None, "[REDACTED]", {}, {"memoryId": ["a"]}])
def test_an_attached_event_that_names_no_chunk_costs_no_other(tmp_path: Path, payload: Any) -> None:
    (search,) = searches(
        tmp_path,
        found(),
        event("memory.attached", payload, FORMAT),
        attached("b.md#0"),
        prompt_made(),
    )

    assert search.attached == ("b.md#0",)


def test_a_withheld_attached_event_does_not_make_its_chunk_a_dropped_one(tmp_path: Path) -> None:
    read = reading(
        tmp_path,
        found(),
        attached("a.md#0"),
        event("memory.attached", HIDDEN, FORMAT),
        prompt_made(),
    )

    assert read["b.md#0"] is None


# Which retriever


@pytest.mark.parametrize(
    "retriever", ["kb/with/slash", "kb#2 odd", "two words", "a.b", "日本", "sf-memory-read-x"]
)
def test_a_retriever_is_read_from_the_step_whatever_its_id_holds(
    tmp_path: Path, retriever: str
) -> None:
    step = f"sf-memory-read-{retriever}/load-relevant#2"
    made = f"sf-memory-read-{retriever}/format-default#5"

    (search,) = searches(tmp_path, found(step=step), attached("a.md#0", made), prompt_made())

    assert (search.retriever, search.attached) == (retriever, ("a.md#0",))


def test_a_retriever_inside_another_agent_is_the_one_that_is_configured(tmp_path: Path) -> None:
    configured = event("agent.run_configured", {"memories": [{"id": "kb/odd", "type": "semantic"}]})

    (search,) = searches(
        tmp_path, configured, found(step="sf-memory-read-x/sf-memory-read-kb/odd/load#2")
    )

    assert search.retriever == "kb/odd"


def test_an_event_of_another_stage_names_no_retriever(tmp_path: Path) -> None:
    (search,) = searches(tmp_path, found(step="custom#3"))

    assert search.retriever is None
    assert chunks(search) == ["a.md#0", "b.md#0"]


# Runs


def test_runs_that_share_steps_and_call_ids_are_told_apart_line_by_line(tmp_path: Path) -> None:
    recording = recording_of(
        tmp_path,
        began(run="run-1", args={"a": 1}),
        began(run="run-2", args={"b": 1}),
        found(record(row("one.md#0")), run="run-1"),
        found(record(row("two.md#0")), run="run-2"),
        ended(result="open", run="run-2"),
        attached("two.md#0", run="run-2"),
        ended(result="shut", run="run-1"),
    )

    assert [(one.run, one.arguments, one.result) for one in recording.calls] == [
        ("run-1", {"a": 1}, "shut"),
        ("run-2", {"b": 1}, "open"),
    ]
    assert [(one.run, chunks(one), one.attached) for one in recording.retrievals] == [
        ("run-1", ["one.md#0"], None),
        ("run-2", ["two.md#0"], ("two.md#0",)),
    ]
    assert recording.run.run_ids == ("run-1", "run-2")


def test_one_run_alone_is_not_named_at_each_of_its_calls(tmp_path: Path) -> None:
    recording = recording_of(tmp_path, began(), ended(), found())

    assert [one.run for one in recording.calls] == [None]
    assert [one.run for one in recording.retrievals] == [None]
    assert recording.run.run_ids == ("run-1",)


def test_events_of_the_consumer_are_no_run(tmp_path: Path) -> None:
    asked = {"questionPayload": {"toolCallId": "c1"}}

    recording = recording_of(
        tmp_path,
        began(),
        event("pause.request", asked, "tool-calls#paused", "consumer-scope"),
        event("pause.resume", {}, "tool-calls#resumed", "consumer-scope"),
    )

    assert recording.run.run_ids == ("run-1",)
    assert [(one.outcome, one.run) for one in recording.calls] == [("paused", None)]


def test_a_stream_that_begins_with_the_consumer_has_the_run_that_follows(tmp_path: Path) -> None:
    recording = recording_of(
        tmp_path,
        event("pause.resume", {}, "tool-calls#resumed", "consumer-scope"),
        began(),
        ended(),
    )

    assert recording.run.run_ids == ("run-1",)
    assert [one.outcome for one in recording.calls] == ["ran"]


def test_what_the_consumer_holds_ahead_of_every_run_is_shown(tmp_path: Path) -> None:
    recording = recording_of(
        tmp_path, found(run="consumer-scope"), began(run="consumer-scope"), found(run="run-1")
    )

    assert recording.run.run_ids == ("consumer-scope", "run-1")
    assert [one.run for one in recording.retrievals] == ["consumer-scope", "run-1"]
    assert [(one.outcome, one.run) for one in recording.calls] == [("unfinished", "consumer-scope")]


def test_runs_that_pause_with_one_call_id_are_answered_in_turn(tmp_path: Path) -> None:
    asked = {"questionPayload": {"toolCallId": "p"}}
    paused = [
        one
        for number, run in enumerate(("run-1", "run-2", "run-3"))
        for one in (began("p", args=number, run=run), event("pause.request", asked, "t#9", run))
    ]

    recording = recording_of(
        tmp_path,
        *paused,
        ended("p", "t#10", "own", run="run-1"),
        ended("p", "t#11", "another's", run="run-4"),
    )

    assert [(one.run, one.arguments, one.result) for one in recording.calls] == [
        ("run-1", 0, "own"),
        ("run-3", 2, None),
        ("run-2", 1, "another's"),  # where it began: its step means nothing in run-4
    ]


def test_a_call_that_another_run_answers_after_a_pause_is_one_call(tmp_path: Path) -> None:
    asked = {"questionPayload": {"toolCallId": "p2"}}

    recording = recording_of(
        tmp_path,
        began("p1", args=1),
        began("p2", args=2),
        event("pause.request", asked, "tool-calls#paused", "consumer-scope"),
        event("pause.resume", {}, "tool-calls#resumed", "consumer-scope"),
        ended("p2", "tools#6", "Approved.", run="run-2"),
    )

    assert [(one.call_id, one.outcome, one.arguments, one.result) for one in recording.calls] == [
        ("p1", "unfinished", 1, None),
        ("p2", "ran", 2, "Approved."),
    ]


def test_a_pause_that_names_its_call_leaves_the_others_unfinished(tmp_path: Path) -> None:
    asked = {"questionPayload": {"toolCallId": "c2"}}

    calls = recording_of(
        tmp_path,
        began("c1"),
        began("c2"),
        event("pause.request", asked, "tool-calls#paused", "consumer-scope"),
    ).calls

    assert [(one.call_id, one.outcome) for one in calls] == [("c1", "unfinished"), ("c2", "paused")]


def test_events_without_a_run_id_are_read(tmp_path: Path) -> None:
    recording = recording_of(tmp_path, found(run=None), began(run=None), ended(run=None))

    assert (len(recording.retrievals), len(recording.calls)) == (1, 1)
    assert recording.run.run_ids == ()


@pytest.mark.parametrize("meta", [None, "run-1", [], {"runId": {}}, {"runtimeStageId": 7}])
def test_a_meta_of_another_shape_costs_no_event(tmp_path: Path, meta: Any) -> None:
    recording = recording_of(tmp_path, {**found(), "meta": meta}, began(), ended())

    assert chunks(recording.retrievals[0]) == ["a.md#0", "b.md#0"]
    assert [one.outcome for one in recording.calls] == ["ran"]


def test_the_session_is_the_one_that_the_events_name(tmp_path: Path) -> None:
    assert recording_of(tmp_path, found(sessionId="s-7")).run.session_id == "s-7"


# Calls


def test_a_call_has_the_raw_value_that_the_tool_returned(tmp_path: Path) -> None:
    (call,) = recording_of(tmp_path, began(args={"a": 1}), ended(result={"rows": []})).calls

    assert (call.arguments, call.arguments_from) == ({"a": 1}, "event")
    assert (call.outcome, call.result, call.result_recorded) == ("ran", {"rows": []}, True)
    assert (call.tool, call.step, call.line) == ("incidents", "tools#5", 1)


@pytest.mark.parametrize(
    ("told", "outcome"),
    [
        (event("validation.args_invalid", {"toolCallId": "c1"}, "tools#5"), "invalid-arguments"),
        (
            event("validation.args_invalid", {"toolCallId": "c1", "enforced": False}, "tools#5"),
            "ran",
        ),
        (event("permission.check", {"toolCallId": "c1", "result": "deny"}, "tools#5"), "refused"),
        (event("permission.check", {"toolCallId": "c1", "result": "allow"}, "tools#5"), "ran"),
        (
            event(
                "middleware.decision",
                {"toolCallId": "c1", "moment": "before-tool", "outcome": "deny"},
                "tools#5",
            ),
            "refused",
        ),
        (
            event(
                "middleware.decision",
                {"toolCallId": "c1", "moment": "after-tool", "outcome": "deny"},
                "tools#5",
            ),
            "ran",
        ),
        (event("checkin.decision", {"toolCallId": "c1", "approved": False}, "tools#5"), "refused"),
        (event("checkin.decision", {"toolCallId": "c2", "approved": False}, "tools#5"), "ran"),
        (event("permission.check", {"toolCallId": "c1", "result": "deny"}, "tools#9"), "refused"),
    ],
)
def test_an_event_before_its_end_tells_that_a_call_was_turned_away(
    tmp_path: Path, told: dict[str, Any], outcome: str
) -> None:
    (call,) = recording_of(tmp_path, began(), told, ended(result="no")).calls

    assert (call.outcome, call.result) == (outcome, "no")


def test_a_call_that_was_denied_before_it_began_is_refused(tmp_path: Path) -> None:
    denied = event("permission.check", {"toolCallId": "c1", "result": "deny"}, "tools#5")

    (call,) = recording_of(tmp_path, denied, began(), ended(result="no")).calls

    assert call.outcome == "refused"


@pytest.mark.parametrize(
    ("kind", "result"),
    [
        *(("permission.check", one) for one in (None, {"any": 1}, ["deny"], 0)),
        *(("checkin.decision", one) for one in (None, "deny", "ask")),
    ],
)
def test_a_result_that_is_no_refusal_refuses_nothing(
    tmp_path: Path, kind: str, result: Any
) -> None:
    told = event(kind, {"toolCallId": "c1", "result": result}, "tools#5")

    (call,) = recording_of(tmp_path, began(), told, ended(result="done")).calls

    assert (call.outcome, call.result) == ("ran", "done")


@pytest.mark.parametrize("result", ["deny", "halt", "ask"])
def test_a_result_other_than_allow_is_a_refusal(tmp_path: Path, result: str) -> None:
    asked = event("permission.check", {"toolCallId": "c1", "result": result}, "tools#5")

    (call,) = recording_of(tmp_path, began(), asked, ended(result="no")).calls

    assert call.outcome == "refused"


def test_calls_whose_ids_are_no_text_are_told_apart_and_shown_as_recorded(tmp_path: Path) -> None:
    calls = recording_of(
        tmp_path,
        began(1.5),  # type: ignore[arg-type]
        began(["a", {"b": True}]),  # type: ignore[arg-type]
        ended(2.5),  # type: ignore[arg-type]
        ended(["a", {"b": True}], result="two"),  # type: ignore[arg-type]
    ).calls

    assert [(one.call_id, one.outcome) for one in calls] == [
        ("1.5", "unfinished"),
        ('["a",{"b":true}]', "ran"),
        ("2.5", "ran"),
    ]


@pytest.mark.parametrize(("payload", "shown"), [([1], "[1]"), (7, "7"), ("tool", "tool")])
def test_a_call_whose_payload_is_no_record_shows_what_it_is(
    tmp_path: Path, payload: Any, shown: str
) -> None:
    calls = recording_of(
        tmp_path,
        event("stream.tool_start", payload, "tools#5"),
        event("stream.tool_end", payload, "tools#9"),
    ).calls

    assert [(one.tool, one.call_id) for one in calls] == [(shown, None), (shown, None)]


def test_a_call_that_failed_and_one_of_an_unknown_tool_are_told_apart(tmp_path: Path) -> None:
    failed, unknown = recording_of(
        tmp_path,
        began("c1"),
        ended("c1", result="503", error=True),
        began("c2"),
        ended("c2", result="Unknown tool: incidents", error=True),
    ).calls

    assert (failed.outcome, unknown.outcome) == ("failed", "unknown-tool")


def test_a_call_id_that_repeats_is_answered_in_its_own_step(tmp_path: Path) -> None:
    calls = recording_of(
        tmp_path,
        began(step="tools#5", args=1),
        began(step="tools#9", args=2),
        ended(step="tools#9", result="two"),
        ended(step="tools#5", result="one"),
    ).calls

    assert [(one.arguments, one.result) for one in calls] == [(1, "one"), (2, "two")]


def test_a_call_without_an_end_is_unfinished(tmp_path: Path) -> None:
    (call,) = recording_of(tmp_path, began()).calls

    assert (call.outcome, call.result_recorded) == ("unfinished", False)


def test_an_end_without_a_start_is_a_call_of_an_unknown_tool_and_arguments(tmp_path: Path) -> None:
    (call,) = recording_of(tmp_path, ended(result="one")).calls

    assert (call.tool, call.arguments_from, call.result) == (None, None, "one")


def test_arguments_that_a_rule_changed_are_not_shown_as_those_that_ran(tmp_path: Path) -> None:
    changed = event(
        "middleware.decision",
        {"toolCallId": "c1", "moment": "before-tool", "outcome": "allow", "changed": True},
        "tools#5",
    )

    (call,) = recording_of(tmp_path, began(args={"limit": 5}), changed, ended()).calls

    assert (call.arguments, call.arguments_from) == (None, None)


# Withheld


@pytest.mark.parametrize("word", [HIDDEN, "REDACTED"])
def test_a_redacted_retrieval_is_withheld_and_still_names_its_retriever(
    tmp_path: Path, word: str
) -> None:
    (search,) = searches(tmp_path, event("memory.retrieved", word, LOAD))

    assert (search.retriever, search.evidence, search.at_retriever) == ("kb", None, None)
    assert search.withheld is not None
    assert search.withheld.kind == "redacted"


@pytest.mark.parametrize("payload", [None, "text", 7, []])
def test_a_retrieval_without_a_record_is_unreadable(tmp_path: Path, payload: Any) -> None:
    (search,) = searches(tmp_path, event("memory.retrieved", payload, LOAD))

    assert search.withheld is not None
    assert search.withheld.kind == "unreadable"


def test_a_redacted_call_is_named_and_not_counted(tmp_path: Path) -> None:
    recording = recording_of(
        tmp_path,
        event("stream.tool_start", HIDDEN, "tools#5"),
        event("stream.tool_end", HIDDEN, "tools#5"),
        began("c2", "tools#9"),
        ended("c2", "tools#9"),
    )

    assert [one.call_id for one in recording.calls] == ["c2"]
    ((line, message),) = noticed(recording, "calls-withheld")
    assert line == 1
    assert "tools#5" in message


def test_a_redacted_end_does_not_leave_its_call_as_never_ended(tmp_path: Path) -> None:
    recording = recording_of(tmp_path, began(), event("stream.tool_end", HIDDEN, "tools#5"))

    said = noticed(recording, "calls-withheld")
    assert said or [one.outcome for one in recording.calls] != ["unfinished"]


# Failures


def configured(*memories: dict[str, Any]) -> dict[str, Any]:
    return event("agent.run_configured", {"memories": [*memories]}, "run-configured#0")


DIED = event("error.fatal", {"error": "The AI call failed: index is locked"}, "__root__#0")


def test_a_run_that_fails_before_its_search_names_the_configured_retriever(tmp_path: Path) -> None:
    (search,) = searches(tmp_path, configured({"id": "kb", "type": "semantic"}), DIED)

    assert (search.retriever, search.evidence) == ("kb", None)
    assert "index is locked" in str(search.failure)


@pytest.mark.parametrize(
    "memory", [{"id": "recent", "type": "episodic"}, {"id": "w"}, {"type": "semantic"}, {"id": 1.5}]
)
def test_a_memory_that_does_not_search_failed_no_search(
    tmp_path: Path, memory: dict[str, Any]
) -> None:
    assert searches(tmp_path, configured(memory), DIED) == ()


def test_a_run_that_fails_after_its_search_keeps_the_search(tmp_path: Path) -> None:
    (search,) = searches(
        tmp_path, configured({"id": "kb", "type": "semantic"}), found(), prompt_made(), DIED
    )

    assert (search.failure, chunks(search)) == (None, ["a.md#0", "b.md#0"])


def test_one_run_that_failed_does_not_fail_the_search_of_another(tmp_path: Path) -> None:
    memory = {"memories": [{"id": "kb", "type": "semantic"}]}

    recording = recording_of(
        tmp_path,
        event("agent.run_configured", memory, run="run-1"),
        event("agent.run_configured", memory, run="run-2"),
        found(run="run-1"),
        {**DIED, "meta": {"runId": "run-2", "runtimeStageId": "__root__#0"}},
    )

    assert [(one.run, one.failure is None) for one in recording.retrievals] == [
        ("run-1", True),
        ("run-2", False),
    ]


def test_a_retriever_that_was_never_asked_in_one_run_is_missing_there(tmp_path: Path) -> None:
    memory = {"memories": [{"id": "kb", "type": "semantic"}]}

    recording = recording_of(
        tmp_path,
        event("agent.run_configured", memory, run="run-1"),
        found(run="run-1"),
        event("agent.run_configured", memory, run="run-2"),
        prompt_made(run="run-2"),
    )

    assert len(noticed(recording, "retrieval-missing")) == 1


def test_a_configured_retriever_of_which_nothing_is_recorded_is_said(tmp_path: Path) -> None:
    recording = recording_of(
        tmp_path, configured({"id": "kb", "flavor": "rag"}, {"id": "recent"}), prompt_made()
    )

    ((_, message),) = noticed(recording, "retrieval-missing")
    assert "retriever kb," in message


def test_an_event_type_of_a_later_version_is_counted_and_named(tmp_path: Path) -> None:
    recording = recording_of(
        tmp_path, found(), event("findings.new", {}), event("findings.new", {}), began(), ended()
    )

    ((line, message),) = noticed(recording, "unknown-event")
    assert line == 2
    assert "2 events of type agentfootprint.findings.new" in message
    assert (len(recording.retrievals), len(recording.calls)) == (1, 1)


# What results declare


def declares(kind: str = "absent", call_id: str = "c1", step: str = "tools#5", **more: Any) -> Any:
    whole = {"toolName": "incidents", "toolCallId": call_id, "checked": [{"what": "the log"}]}
    return event(f"tools.{kind}", {**whole, **more}, step)


def filed(*events: dict[str, Any], tmp_path: Path) -> list[tuple[list[str], str]]:
    found = recording_of(tmp_path, *events).calls
    return [([one.kind for one in call.filed], call.doors) for call in found]


def test_events_tell_what_the_result_of_their_call_declares(tmp_path: Path) -> None:
    (call,) = recording_of(
        tmp_path,
        began(),
        declares("coverage_declared"),
        declares("absent", lookedFor="open cranes", notChecked=[{"what": "paper"}]),
        ended(status="absent"),
    ).calls

    assert [(one.kind, one.door) for one in call.filed] == [
        ("ledger", "event"),
        ("absence", "event"),
    ]
    assert call.filed[1].looked_for == "open cranes"
    assert [one.what for one in call.filed[1].left_out] == ["paper"]
    assert call.filed[1].cannot_cover is None
    assert call.doors == "held"


def test_the_declaration_of_one_step_is_not_that_of_another_with_its_id(tmp_path: Path) -> None:
    assert filed(
        began(step="tools#5"),
        declares(step="tools#5"),
        ended(step="tools#5"),
        began(step="tools#9"),
        ended(step="tools#9"),
        tmp_path=tmp_path,
    ) == [(["absence"], "held"), ([], "held")]


def test_of_two_calls_with_one_id_in_one_step_the_results_must_tell(tmp_path: Path) -> None:
    assert filed(began(), began(), declares(), ended(), ended(), tmp_path=tmp_path) == [
        ([], "not-held"),
        ([], "not-held"),
    ]


def test_a_call_that_never_ended_shows_no_door(tmp_path: Path) -> None:
    assert filed(began(), tmp_path=tmp_path) == [([], "not-held")]


@pytest.mark.parametrize("kind", ["absent", "coverage_declared", "semantics_declared"])
def test_a_redacted_declaration_withholds_those_of_its_step(tmp_path: Path, kind: str) -> None:
    hidden = event(f"tools.{kind}", HIDDEN, "tools#5")

    assert filed(
        began(), hidden, ended(), began("c2", "tools#9"), ended("c2", "tools#9"), tmp_path=tmp_path
    ) == [(["ledger"], "withheld"), ([], "held")]


def left_out(tmp_path: Path, *events: dict[str, Any]) -> list[list[str]]:
    found = recording_of(tmp_path, *events).calls
    return [[item.what for each in one.filed for item in each.left_out] for one in found]


def test_an_absence_that_checked_nothing_is_none(tmp_path: Path) -> None:
    assert filed(began(), declares(checked=[]), ended(), tmp_path=tmp_path) == [
        (["ledger"], "held")
    ]


@pytest.mark.parametrize("kind", ["absent", "coverage_declared"])
def test_a_declaration_of_another_step_is_that_of_the_only_call_of_its_id(
    tmp_path: Path, kind: str
) -> None:
    told = declares(kind, step="x#9", notChecked=["shard"])

    assert left_out(tmp_path, began(), ended(), told) == [["shard"]]
    assert left_out(tmp_path, told, began(), ended()) == [["shard"]]


@pytest.mark.parametrize("call_id", [HIDDEN, "REDACTED", None])
def test_a_declaration_without_an_id_leaves_out_something_of_each_call_of_its_step(
    tmp_path: Path, call_id: Any
) -> None:
    told = declares(call_id=call_id, notChecked=["shard"])

    found = left_out(
        tmp_path, began(), told, ended(), began("c2", "tools#9"), ended("c2", "tools#9")
    )

    assert found == [[NOT_JOINED.what], []]


def test_of_two_calls_with_one_id_in_one_step_both_may_lack_what_is_left_out(
    tmp_path: Path,
) -> None:
    told = declares(notChecked=["shard"])
    first = [began(), ended(), told, began(), ended()]
    last = [began(), ended(), began(), ended(), told]

    assert left_out(tmp_path, *first) == [[NOT_JOINED.what]] * 2
    assert left_out(tmp_path, *last) == [[NOT_JOINED.what]] * 2


def test_a_period_that_is_redacted_is_not_known_of_any_call_of_its_step(tmp_path: Path) -> None:
    hidden = event("findings.period", "REDACTED", "tools#5")

    found = recording_of(
        tmp_path, began(), ended(), hidden, began("c2", "tools#9"), ended("c2", "tools#9")
    ).calls

    assert [one.periods for one in found] == [("unknown",), ()]


def decided(payload: Any = None, step: str = "tools#5", **fields: Any) -> Any:
    whole = {"toolCallId": "c1", "moment": "before-tool", "outcome": "allow", "changed": True}
    return event("middleware.decision", {**whole, **fields} if payload is None else payload, step)


def hidden(call: Any) -> bool:
    return (call.arguments, call.arguments_from, call.rewritten) == (None, None, True)


@pytest.mark.parametrize(
    "told",
    [
        decided(HIDDEN),
        decided("REDACTED"),
        decided(outcome=HIDDEN, changed=HIDDEN),
        decided(changed=HIDDEN),
        decided(moment=HIDDEN),
        decided(toolCallId=HIDDEN),
        decided(toolCallId=HIDDEN, outcome="deny"),
        decided(step="mw#2"),
        event("permission.check", HIDDEN, "tools#5"),
        event("checkin.decision", HIDDEN, "tools#5"),
        event("validation.args_invalid", HIDDEN, "tools#5"),
    ],
    ids=str,
)
@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_decision_that_cannot_be_read_or_joined_hides_what_ran(
    tmp_path: Path, told: Any, at: int
) -> None:
    lines = [began(args={"limit": 5}), ended()]
    lines.insert(at, told)

    first, other = recording_of(
        tmp_path, *lines, began("c2", "tools#9", {"n": 1}), ended("c2", "tools#9")
    ).calls

    assert (hidden(first), first.outcome) == (True, "ran")
    assert (other.arguments, other.outcome) == ({"n": 1}, "ran")


@pytest.mark.parametrize("step", ["tools#5", "mw#2"])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_denial_refuses_the_only_call_of_its_id_whenever_it_is_told(
    tmp_path: Path, step: str, at: int
) -> None:
    lines = [began(args={"limit": 5}), ended(result=[])]
    lines.insert(at, decided(step=step, outcome="deny"))

    (call,) = recording_of(tmp_path, *lines).calls

    assert (call.outcome, call.arguments) == ("refused", {"limit": 5})


def test_a_denial_that_may_be_of_several_calls_hides_what_each_ran_with(tmp_path: Path) -> None:
    found = recording_of(
        tmp_path,
        began(args=1),
        ended(),
        began(step="tools#9", args=2),
        ended(step="tools#9"),
        decided(step="mw#2", outcome="deny"),
    ).calls

    assert [(one.outcome, hidden(one)) for one in found] == [("ran", True), ("ran", True)]


@pytest.mark.parametrize("error", [True, "boom", {"message": "x"}, HIDDEN, 0, "", []])
def test_an_error_of_any_shape_is_a_failure(tmp_path: Path, error: Any) -> None:
    (call,) = recording_of(tmp_path, began(), ended(result=[], error=error)).calls

    assert call.outcome == "failed"


@pytest.mark.parametrize("error", [None, False])
def test_an_error_that_is_null_or_false_is_none(tmp_path: Path, error: Any) -> None:
    (call,) = recording_of(tmp_path, began(), ended(result=[], error=error)).calls

    assert call.outcome == "ran"


def test_of_calls_with_one_id_that_ran_at_once_the_results_are_mixed(tmp_path: Path) -> None:
    starts = [began(args=1), began(args=2)]
    apart = recording_of(tmp_path, *starts, ended(result=[]), ended(result=[1])).calls
    alike = recording_of(tmp_path, *starts, ended(result=[]), ended(result=[])).calls
    in_turn = recording_of(
        tmp_path, starts[0], ended(result=[]), starts[1], ended(result=[1])
    ).calls

    assert [one.mixed for one in (*apart, *alike, *in_turn)] == [True] * 2 + [False] * 4


@pytest.mark.parametrize("payload", [None, 7, [], "text", {}, {"toolCallId": "c9"}])
def test_a_declaration_of_no_call_costs_no_other(tmp_path: Path, payload: Any) -> None:
    told = [
        event(f"tools.{kind}", payload, "tools#5")
        for kind in ("absent", "coverage_declared", "semantics_declared")
    ]

    assert filed(began(), *told, ended(), tmp_path=tmp_path) == [([], "held")]


def test_a_described_result_is_the_whole_envelope(tmp_path: Path) -> None:
    envelope = {"af_semantics": True, "series": [1, 2]}

    (call,) = recording_of(
        tmp_path, began(), declares("semantics_declared", semantics=envelope), ended(result="cut")
    ).calls

    assert (call.described, call.result) == (envelope, "cut")


def test_a_period_event_has_the_verdict_alone(tmp_path: Path) -> None:
    told = event("findings.period", {"toolCallId": "c1", "verdict": "not-held"}, "tools#5")

    (call,) = recording_of(tmp_path, began(), ended(), told).calls

    assert call.periods == ("not-held",)


def test_any_event_about_tools_may_carry_a_coverage_ready_made(tmp_path: Path) -> None:
    made: dict[str, Any] = {"population": [], "gaps": []}

    (call,) = recording_of(
        tmp_path, began(), declares("coverage_composed", coverage=made, checked=None), ended()
    ).calls

    assert call.composed == made


# Ends of later versions


@pytest.mark.parametrize(
    ("fields", "outcome"),
    [
        ({"notExecuted": True}, "refused"),
        ({"notDispatched": {"pausedCall": {"toolCallId": "c0"}}}, "not-dispatched"),
        ({"notExecuted": False, "notDispatched": None}, "ran"),
        ({"notExecuted": True, "error": True}, "refused"),
    ],
)
def test_an_end_says_that_its_call_never_ran(
    tmp_path: Path, fields: dict[str, Any], outcome: str
) -> None:
    payload = {"toolCallId": "c1", "result": "no", **fields}

    (call,) = recording_of(tmp_path, began(), event("stream.tool_end", payload, "tools#5")).calls

    assert call.outcome == outcome


@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        ("refused: the berth is closed", "refused"),
        ("[permission denied: not yours]", "refused"),
        ("it was refused: by hand", "ran"),
        ("refused", "ran"),
        (["refused: "], "ran"),
    ],
)
def test_a_text_that_starts_as_a_refusal_is_one(tmp_path: Path, result: Any, outcome: str) -> None:
    (call,) = recording_of(tmp_path, began(), ended(result=result)).calls

    assert call.outcome == outcome


def test_arguments_that_a_rule_changed_before_the_call_began_are_not_shown(tmp_path: Path) -> None:
    changed = event(
        "middleware.decision",
        {"toolCallId": "c1", "moment": "before-tool", "outcome": "allow", "changed": True},
        "tools#5",
    )

    first, second = recording_of(
        tmp_path, changed, began(args=1), ended(), began(step="tools#9", args=2), ended()
    ).calls[:2]

    assert (first.arguments, first.arguments_from, first.rewritten) == (None, None, True)
    assert (second.arguments, second.rewritten) == (2, False)


# Answers


def answered(text: Any, **more: Any) -> dict[str, Any]:
    return event("agent.turn_end", {"finalContent": text}, "final#9", **more)


def said(tmp_path: Path, *events: dict[str, Any]) -> list[tuple[str, str, str | None, int | None]]:
    found = recording_of(tmp_path, *events).final_answers
    return [(one.text, one.found, one.run, one.line) for one in found]


def test_the_end_of_a_turn_has_the_answer(tmp_path: Path) -> None:
    assert said(tmp_path, began(), ended(), answered("None.")) == [("None.", "event", None, 3)]


def test_each_run_has_its_own_answer(tmp_path: Path) -> None:
    assert said(tmp_path, answered("A"), answered("B", run="run-2"), answered("C")) == [
        ("C", "event", "run-1", 3),
        ("B", "event", "run-2", 2),
    ]


@pytest.mark.parametrize("payload", [None, 7, HIDDEN, {}, {"finalContent": ["a"]}])
def test_an_end_without_a_text_has_no_answer(tmp_path: Path, payload: Any) -> None:
    assert said(tmp_path, began(), event("agent.turn_end", payload, "final#9")) == []


@pytest.mark.parametrize("word", [HIDDEN, "REDACTED"])
def test_an_answer_that_is_withheld_is_none(tmp_path: Path, word: str) -> None:
    assert said(tmp_path, began(), answered(word)) == []
