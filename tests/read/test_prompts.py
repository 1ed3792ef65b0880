"""The prompts that are read of a recording are those that the mock model got."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from footprint_cli import load
from footprint_cli.errors import InputError
from footprint_cli.model.commit import SEPARATOR
from footprint_cli.model.prompts import Prompt
from tests.shared import SHARED, needs_shared

RECORDINGS = SHARED / "recordings"
RUNS = [
    (oracle.parent, run)
    for oracle in sorted(RECORDINGS.glob("*/oracle.json"))
    for run in json.loads(oracle.read_text())["runs"]
]
# Their base is not recorded, or the agent's own log is nested, and no commit log holds it.
RESUMED = {"run2-resumed", "run3-one-recorder-both"}
NESTED = {"dynamic-grouped", "parallel", "sequence"}


def name(value: object) -> str:
    return value.name if isinstance(value, Path) else str(getattr(value, "get", str)("label"))


def prompts(path: Path, told_by: str = "commit") -> list[Prompt]:
    if not path.exists():
        pytest.skip(f"{path.name} is not handed out")
    (recording,) = load(path)
    return [one for one in recording.prompts() if one.told_by == told_by]


def lines(*bundles: dict[str, Any]) -> str:
    return "".join(json.dumps({"idx": n} | one) + "\n" for n, one in enumerate(bundles))


def commit(step: str, verb: str = "set", **written: Any) -> dict[str, Any]:
    trace = [{"path": key, "verb": verb} for key in written]
    return {"runtimeStageId": step, "trace": trace, "overwrite": written}


def pieces(*texts: str) -> list[dict[str, str]]:
    return [{"rawContent": one} for one in texts]


def of_lines(folder: Path, *bundles: dict[str, Any]) -> list[Prompt]:
    path = folder / "run.jsonl"
    path.write_text(lines(*bundles), "utf-8")
    return prompts(path)


@needs_shared
@pytest.mark.parametrize(("folder", "run"), RUNS, ids=name)
def test_a_commit_log_gives_the_prompts_that_the_model_got(
    folder: Path, run: dict[str, Any]
) -> None:
    found = prompts(folder / run["files"]["commits"])
    if run["label"] in RESUMED:
        assert [one.unknown for one in found] == [
            "the state that the run went on from is not recorded"
        ]
        return

    assert [one.text for one in found] == [
        one["systemPrompt"] for one in run["llmCalls"] if run["label"] not in NESTED
    ]


@needs_shared
@pytest.mark.parametrize(("folder", "run"), RUNS, ids=name)
def test_an_envelope_gives_the_prompts_of_nested_agents_too(
    folder: Path, run: dict[str, Any]
) -> None:
    if run["label"] in RESUMED:
        pytest.skip("a resumed run of 9.15.1 starts from a state that the recording does not hold")
    found = prompts(folder / run["files"]["envelope"])

    assert Counter(one.text for one in found) == Counter(
        one["systemPrompt"] for one in run["llmCalls"]
    )


@needs_shared
@pytest.mark.parametrize(("folder", "run"), RUNS, ids=name)
def test_events_give_the_lengths_of_the_prompts(folder: Path, run: dict[str, Any]) -> None:
    path = folder / run["files"]["events"]
    found = prompts(path, "event")
    told = [one["systemPromptChars"] for one in run["llmCalls"]]

    assert [one.length for one in found] == told
    assert {one.text for one in found} <= {None, *(one["systemPrompt"] for one in run["llmCalls"])}


@needs_shared
def test_the_event_of_a_prompt_names_the_step_that_the_log_has() -> None:
    path = RECORDINGS / "24-compositions" / "parallel.envelope.json"

    assert {one.step: one.length for one in prompts(path)} == {
        one.step: one.length for one in prompts(path, "event")
    }


def test_a_prompt_is_joined_of_its_pieces_by_a_blank_line(tmp_path: Path) -> None:
    found = of_lines(
        tmp_path,
        commit("compose#0", systemPromptInjections=pieces("Be brief.", "Vent P-3 \U0001f525.")),
        commit("call-llm#1"),
    )

    assert [(one.text, one.length, one.step, one.line) for one in found] == [
        ("Be brief.\n\nVent P-3 \U0001f525.", 23, "call-llm#1", 2)
    ]


@pytest.mark.parametrize(
    ("first", "then", "expected"),
    [
        ("compose#3", "call-llm#4", "Be brief."),
        ("compose", "call-llm#0", "Be brief."),  # no number: what comes next is higher
        ("compose#3", "call-llm#3", None),
    ],
)
def test_prompts_take_a_log_for_resumed_where_the_reading_of_retrievals_does(
    first: str, then: str, expected: str | None, tmp_path: Path
) -> None:
    seen = {"strategy": "topK", "threshold": 0.7}
    said = pieces("Be brief.")
    before = commit(first, systemPromptInjections=said, retrievalEvidence_kb=seen)
    after = commit(then, retrievalEvidence_kb={"k": 3})
    after["trace"][0]["path"] += f"{SEPARATOR}k"  # the other fields stay as they were
    path = tmp_path / "run.jsonl"
    path.write_text(lines(before, {"idx": 0} | after), "utf-8")

    (recording,) = load(path)
    later = recording.retrievals[1].evidence

    assert [one.text for one in recording.prompts()] == [expected]
    assert later is not None
    assert (later.k, later.threshold) == (3, None if expected is None else 0.7)


def test_a_prompt_of_a_run_that_went_on_is_known_once_its_pieces_are_set(tmp_path: Path) -> None:
    found = of_lines(
        tmp_path,
        commit("tool-calls#9", "append", systemPromptInjections=pieces("More.")),
        commit("call-llm#10"),
        commit("compose#11", systemPromptInjections=pieces("All.")),
        commit("call-llm#12"),
    )

    assert [one.text for one in found] == [None, "All."]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            {
                "redactedPaths": ["systemPromptInjections"],
                "overwrite": {"systemPromptInjections": "REDACTED"},
            },
            "systemPromptInjections is withheld by redaction",
        ),
        (
            {"redactedPaths": ["systemPromptInjections\x1f0\x1frawContent"]},
            "systemPromptInjections is withheld by redaction",
        ),
        (
            {"overwrite": {"systemPromptInjections": pieces("REDACTED")}},
            "a part of systemPromptInjections is withheld by redaction",
        ),
        (
            {"overwrite": {"systemPromptInjections": [{"slot": "system-prompt"}]}},
            "a part of systemPromptInjections has no text",
        ),
        ({"trace": []}, "the log holds no systemPromptInjections"),
    ],
)
def test_a_prompt_that_is_not_all_there_says_why(
    tmp_path: Path, change: dict[str, Any], why: str
) -> None:
    first = commit("compose#0", systemPromptInjections=pieces("Be brief.")) | change

    found = of_lines(tmp_path, first, commit("call-llm#1"))

    assert [(one.text, one.length, one.unknown) for one in found] == [(None, None, why)]


def test_a_prompt_that_is_set_in_clear_again_is_no_longer_withheld(tmp_path: Path) -> None:
    hidden = commit("compose#0", systemPromptInjections="REDACTED")

    found = of_lines(
        tmp_path,
        hidden | {"redactedPaths": ["systemPromptInjections"]},
        commit("compose#1", systemPromptInjections=pieces("Be brief.")),
        commit("call-llm#2"),
    )

    assert [one.text for one in found] == ["Be brief."]


@pytest.mark.parametrize(("role", "memories"), [("system", {"kb"}), ("user", set())])
def test_only_a_memory_that_speaks_as_the_system_goes_into_the_prompt(
    tmp_path: Path, role: str, memories: set[str]
) -> None:
    (found,) = of_lines(
        tmp_path,
        commit("read#0", memoryInjection_kb=[{"role": role, "content": "Vent P-3."}]),
        commit("call-llm#1"),
    )

    assert found.memories == memories


def test_a_call_that_commits_twice_has_one_prompt(tmp_path: Path) -> None:
    found = of_lines(tmp_path, commit("seed#0"), commit("a/call-llm#1"), commit("a/call-llm#1"))

    assert [one.step for one in found] == ["a/call-llm#1"]


def test_the_prompts_of_several_logs_name_their_own(tmp_path: Path) -> None:
    first = lines(
        commit("c#0", systemPromptInjections=pieces("First.")),
        commit("call-llm#1"),
        commit("end#2"),
    )
    second = lines(
        commit("c#0", systemPromptInjections=pieces("Second.")),
        commit("call-llm#1"),
        commit("end#2"),
    )
    path = tmp_path / "run.jsonl"
    path.write_text(first + second, "utf-8")

    assert [(one.run, one.text) for one in prompts(path)] == [
        ("log 1", "First."),
        ("log 2", "Second."),
    ]


def test_a_log_that_goes_on_has_the_prompt_of_the_one_before(tmp_path: Path) -> None:
    first = lines(commit("c#0", systemPromptInjections=pieces("Be brief.")), commit("call-llm#1"))
    second = lines(commit("tool-calls#2"), commit("call-llm#3"))
    path = tmp_path / "run.jsonl"
    path.write_text(first + second, "utf-8")

    assert [(one.run, one.text) for one in prompts(path)] == [
        ("log 1", "Be brief."),
        ("log 2", "Be brief."),
    ]


def test_commits_laid_out_over_lines_are_found_again(tmp_path: Path) -> None:
    bundles = [
        {"idx": 0} | commit("c#0", systemPromptInjections=pieces("Be brief.")),
        {"idx": 1} | commit("call-llm#1"),
    ]
    path = tmp_path / "run.json"
    path.write_text(json.dumps(bundles, indent=2), "utf-8")
    (recording,) = load(path)

    assert [one.text for one in recording.prompts()] == ["Be brief."]
    assert recording.state_at(1) == {"systemPromptInjections": pieces("Be brief.")}


def test_what_the_fold_refuses_and_what_is_no_commit_make_no_prompt(tmp_path: Path) -> None:
    log: list[Any] = [
        3,
        {"runtimeStageId": "c#0", "trace": [4]},
        commit("call-llm#1"),
    ]
    path = tmp_path / "run.json"
    path.write_text(json.dumps({"snapshot": {"commitLog": log}, "events": []}), "utf-8")
    (recording,) = load(path)

    assert [one.step for one in recording.prompts()] == ["call-llm#1"]


@pytest.mark.parametrize(
    ("payload", "length"),
    [
        ("[REDACTED]", None),
        ({"systemPromptChars": True}, None),
        ({"systemPromptChars": 5, "systemPromptText": "REDACTED"}, 5),
    ],
)
def test_an_event_without_a_text_says_so(tmp_path: Path, payload: Any, length: int | None) -> None:
    event = {"type": "agentfootprint.stream.llm_start", "payload": payload, "meta": {}}
    path = tmp_path / "run.ndjson"
    path.write_text(json.dumps(event), "utf-8")

    (found,) = prompts(path, "event")

    assert (found.text, found.length) == (None, length)
    assert found.unknown == "the event does not hold the text of the prompt"


def test_the_prompts_of_a_log_are_read_only_when_they_are_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(lines(commit("call-llm#0")), "utf-8")
    (recording,) = load(path)
    path.unlink()

    with pytest.raises(InputError, match="there is no such file"):
        next(iter(recording.prompts()))
