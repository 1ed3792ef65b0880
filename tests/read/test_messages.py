"""The messages that are read of a recording are those that the mock model got."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from footprint_cli import load
from footprint_cli.model.prompts import Prompt
from tests.oracles import RUNS, file_of
from tests.shared import needs_shared

RESUMED = {"run2-resumed", "run3-one-recorder-both"}  # their base is not recorded
NESTED = {"dynamic-grouped", "parallel", "sequence"}  # the agent's own log is not in a commit log
REDACTED = {"agent-policy"}


def whole(path: Path | None) -> list[Prompt]:
    if path is None:
        pytest.skip("not handed out")
    (recording,) = load(path)
    return [one for one in recording.prompts(whole=True) if one.told_by == "commit"]


def got(found: list[Prompt]) -> list[tuple[str | None, str]]:
    return [
        (one.text, json.dumps([each.value for each in one.messages or ()], sort_keys=True))
        for one in found
    ]


def told(run: dict[str, Any]) -> list[tuple[str | None, str]]:
    return [
        (one["systemPrompt"], json.dumps(one["messages"], sort_keys=True))
        for one in run["llmCalls"]
    ]


@needs_shared
@pytest.mark.parametrize(("folder", "run"), RUNS)
@pytest.mark.parametrize("kind", ["commits", "envelope"])
def test_the_model_got_these_messages(folder: Path, run: dict[str, Any], kind: str) -> None:
    found = whole(file_of(folder, run, kind))
    if run["label"] in RESUMED:
        assert {one.messages_unknown for one in found} == {
            "the state that the run went on from is not recorded"
        }
    elif run["label"] in REDACTED:
        assert [one.text for one in found] == [one["systemPrompt"] for one in run["llmCalls"]]
        # What was there before a withheld turn came is all there is to tell.
        assert found[-1].messages is None
        assert found[-1].messages_unknown == "history is withheld by redaction"
    elif kind == "commits" and run["label"] in NESTED:
        assert found == []
    else:
        assert Counter(got(found)) == Counter(told(run))


@needs_shared
@pytest.mark.parametrize(("folder", "run"), RUNS)
def test_the_pieces_joined_are_the_system_prompt(folder: Path, run: dict[str, Any]) -> None:
    for one in whole(file_of(folder, run, "envelope")):
        if one.text is not None:
            assert "\n\n".join(each.text or "" for each in one.pieces or ()) == one.text


def commit(number: int, step: str, verb: str = "set", **written: Any) -> dict[str, Any]:
    trace = [{"path": key, "verb": verb} for key in written]
    return {"idx": number, "runtimeStageId": step, "trace": trace, "overwrite": written}


def of_lines(folder: Path, *bundles: dict[str, Any]) -> list[Prompt]:
    path = folder / "run.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in bundles), "utf-8")
    return whole(path)


def test_what_injected_a_message_is_no_part_of_it(tmp_path: Path) -> None:
    said = {"role": "user", "content": "Vent P-3.", "injectedBy": "kb"}

    (found,) = of_lines(tmp_path, commit(0, "seed#0", history=[said]), commit(1, "call-llm#1"))

    (message,) = found.messages or ()
    assert message.value == {"role": "user", "content": "Vent P-3."}
    assert message.injected_by == "kb"


def test_a_turn_that_comes_after_a_call_is_not_among_its_messages(tmp_path: Path) -> None:
    first, second = ({"role": "user", "content": text} for text in ("One?", "Two?"))

    found = of_lines(
        tmp_path,
        commit(0, "seed#0", history=[first]),
        commit(1, "call-llm#1"),
        commit(2, "tool-calls#2", "append", history=[second]),
        commit(3, "call-llm#3"),
    )

    assert [[each.text for each in one.messages or ()] for one in found] == [
        ["One?"],
        ["One?", "Two?"],
    ]


@pytest.mark.parametrize("content", ["REDACTED", "[REDACTED]"])
def test_a_message_that_is_withheld_has_no_text(content: str, tmp_path: Path) -> None:
    said = [{"role": "user", "content": content}]

    (found,) = of_lines(tmp_path, commit(0, "seed#0", history=said), commit(1, "call-llm#1"))

    assert [(one.text, one.withheld) for one in found.messages or ()] == [(None, True)]


def test_messages_without_a_role_are_not_made_up(tmp_path: Path) -> None:
    (found,) = of_lines(
        tmp_path,
        commit(0, "seed#0", messagesInjections=[{"rawContent": "One?"}]),
        commit(1, "call-llm#1"),
    )

    assert (found.messages, found.messages_unknown) == (None, "the log holds no history")
