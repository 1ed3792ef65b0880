import json
from pathlib import Path
from typing import Any

import pytest

from footprint_cli import load
from footprint_cli.model.coverage import Call
from footprint_cli.read.call_contradictions import contradicting_calls
from tests.build import call


def told(**fields: Any) -> Call:
    return call(arguments_from="event", **fields)


def said(logged: list[Call], seen: list[Call]) -> list[str]:
    found = contradicting_calls(logged, seen, "run.json")
    assert {(one.code, one.level) for one in found} <= {("call-against-event", "error")}
    return [one.message for one in found]


def test_calls_that_both_tell_alike_are_no_finding() -> None:
    assert said([call(), call(call_id="call-2")], [told(), told(call_id="call-2")]) == []


def test_other_arguments_are_quoted_from_both() -> None:
    assert said([call()], [told(arguments={"berth": 5})]) == [
        'an event gives call call-1 of incidents the arguments {"berth":5}, and the log {"berth":4}'
    ]


def test_another_tool_is_named() -> None:
    assert said([call(tool="gauge")], [told()]) == [
        "an event tells of call call-1 of incidents, and the log has it as a call of gauge"
    ]


def test_a_call_is_missed_in_a_step_whose_other_calls_the_log_has() -> None:
    assert said([call(call_id="call-2")], [told()]) == [
        "an event tells of call call-1 of incidents, and the log has no such call in that step"
    ]


def test_calls_of_one_id_in_one_step_are_taken_in_any_order() -> None:
    one, other = {"arguments": {"berth": 4}}, {"arguments": {"berth": 5}}

    assert said([call(**one), call(**other)], [told(**other), told(**one)]) == []


@pytest.mark.parametrize(
    ("logged", "seen"),
    [
        (
            call(),
            told(step="tools#9", arguments={}),
        ),  # a step that failed leaves no call in the log
        (call(arguments_from="middleware"), told(arguments={})),
        (call(arguments_from=None, arguments=None), told()),
        (call(outcome="not-dispatched"), told(call_id="call-2")),
        (call(arguments={"pin": "REDACTED"}), told()),
        (call(), told(arguments={"pin": "[REDACTED]"})),
        (call(), call(arguments_from=None, arguments=None)),
    ],
)
def test_what_cannot_be_compared_is_no_finding(logged: Call, seen: Call) -> None:
    assert said([logged], [seen]) == []


def test_long_arguments_are_cut() -> None:
    (message,) = said([call()], [told(arguments={"berth": "x" * 200})])

    assert len(message) < 200


def recorded_calls(folder: Path, *runs: str) -> list[str]:
    """What is found where each of some runs gave the call `c1` other arguments than the log has."""
    history = [
        {"role": "assistant", "toolCalls": [{"id": "c1", "name": "gauge", "args": {"id": "G-7"}}]},
        {"role": "tool", "toolCallId": "c1", "toolName": "gauge", "content": "1.7 bar"},
    ]
    log = [
        {
            "idx": n,
            "runtimeStageId": f"tool-calls#{n}",
            "trace": [{"path": "history", "verb": "append" if n else "set"}],
            "overwrite": {"history": history if n else []},
        }
        for n in (0, 1)
    ]
    events = [
        {
            "type": "agentfootprint.stream.tool_start",
            "meta": {"runtimeStageId": "tool-calls#1", "runId": run},
            "payload": {"toolName": "gauge", "toolCallId": "c1", "args": {"id": "G-1"}},
        }
        for run in runs
    ]
    path = folder / "run.json"
    path.write_text(json.dumps({"snapshot": {"commitLog": log}, "events": events}), "utf-8")
    (recording,) = load(path)
    return [one.code for one in recording.noticed]


def test_the_events_of_one_run_are_held_against_its_log(tmp_path: Path) -> None:
    assert recorded_calls(tmp_path, "run-1") == ["call-against-event"]


def test_the_events_of_two_runs_are_not(tmp_path: Path) -> None:
    assert recorded_calls(tmp_path, "run-1", "run-2") == []
