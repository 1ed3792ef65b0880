"""`footprint trace prompt` and `trace steps` as processes: status, formats, hostile and odd inputs."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.recordings import CLEAN, DAMAGED
from tests.cli.schemas import violation
from tests.cli.screen import cells, raw_controls
from tests.cli.test_fuzz import (
    LINES,
    anywhere,
    changed,
    flipped,
    kinds,
    no_constant,
    odd_values,
    sometimes,
    streams,
)
from tests.program import FIXTURES, FORMATS, Answer, footprint, in_terminal

TOOLS = FIXTURES / "tool-calls-fail.commits.jsonl"
RESUMED = FIXTURES / "run-resumed.commits.jsonl"
ENVELOPE = FIXTURES / "some-below-threshold.envelope.json"
HOSTILE = "::error::a\x1b[31mb\u202ec\n##[group]| <b>*x*</b> [red]\u2028\t`d`\ud83d"
COMMANDS = ("prompt", "steps")


def trace(command: str, *arguments: str | Path, **more: Any) -> Answer:
    return footprint("trace", command, *arguments, **more)


def hostile(folder: Path) -> Path:
    """Write a log in which every text that is shown is hostile."""
    row = {"id": HOSTILE, "rank": 1, "score": 0.9, "admitted": True}
    row |= {"promptFragment": HOSTILE, "promptPosition": 0}
    search = {"retrievalEvidence_kb": {"candidates": [row], "admittedCount": 1}}
    piece = {"source": HOSTILE, "sourceId": f"memory:kb#{HOSTILE}", "rawContent": HOSTILE}
    asked = {"id": HOSTILE, "name": HOSTILE, "args": {HOSTILE: HOSTILE}}
    said = {"role": HOSTILE, "content": HOSTILE, "toolCalls": [asked], "injectedBy": HOSTILE}
    steps: list[tuple[str, dict[str, Any]]] = [
        ("sf-memory-read-kb#1", search),
        ("compose#2", {"systemPromptInjections": [piece], "history": [said], HOSTILE: HOSTILE}),
        ("call-llm#3", {}),
        (f"{HOSTILE}#4", {"k": 1}),
    ]
    bundles = [
        {
            "idx": number,
            "runtimeStageId": step,
            "stage": HOSTILE,
            "trace": [{"path": key, "verb": HOSTILE if key == "k" else "set"} for key in written],
            "overwrite": written,
        }
        for number, (step, written) in enumerate(steps)
    ]
    path = folder / "run.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in bundles), "utf-8")
    return path


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["prompt", CLEAN], 0),
        (["prompt", ENVELOPE], 0),
        (["prompt", TOOLS, "--call", "-1"], 0),
        (["prompt", RESUMED], 3),
        (["prompt", RESUMED, "--exit-zero"], 0),
        (["prompt", DAMAGED], 3),
        (["prompt", FIXTURES / "store-dies.commits.jsonl"], 3),  # no call of the model
        (["prompt", FIXTURES / "tool-calls-fail.events.ndjson"], 3),  # which hold no messages
        (["prompt", FIXTURES / "tool-results-redacted.commits.jsonl", "--call", "2"], 3),
        (["steps", CLEAN], 0),
        (["steps", RESUMED], 0),
        (["steps", DAMAGED], 3),
        (["steps", FIXTURES / "store-dies.events.ndjson"], 3),  # no commit log
    ],
)
def test_the_status_says_whether_all_was_told(arguments: list[str | Path], status: int) -> None:
    answer = footprint("trace", *arguments, "--format", "json")

    document = json.loads(answer.out)
    assert (answer.status, document["exitStatus"]) == (status, status)
    assert violation(document, f"trace-{arguments[0]}") is None


@pytest.mark.parametrize(
    ("arguments", "status", "complaint"),
    [
        (["prompt", TOOLS, "--call", "6"], 2, "--call 6: 5 calls of the model in it"),
        (["prompt", TOOLS, "--call", "0"], 2, "--call 0: 5 calls of the model in it"),
        (["prompt", TOOLS, "--call", "-6"], 2, "--call -6: 5 calls of the model in it"),
        (["prompt", TOOLS, "--raw"], 2, "--raw writes one system prompt: name its call"),
        (["prompt", CLEAN, "--raw", "--format", "json"], 2, "--raw has no --format"),
        (["prompt", CLEAN, "-o", CLEAN], 2, "is an input and would be written over"),
        (["prompt", FIXTURES], 2, "inputs were found, and this asks one"),
        (["prompt", "nowhere.jsonl"], 4, "there is no such file"),
        (["prompt", RESUMED, "--raw"], 3, "the state that the run went on from is not recorded"),
        (["steps", "nowhere.jsonl"], 4, "there is no such file"),
        (["steps", CLEAN, "-o", CLEAN], 2, "is an input and would be written over"),
        (["steps", CLEAN, "--depth", "-1"], 2, "--depth"),
        ([], 2, "no command was named"),
    ],
)
def test_what_cannot_be_answered_is_said(
    arguments: list[str | Path], status: int, complaint: str
) -> None:
    before = CLEAN.read_bytes()
    answer = footprint("trace", *arguments)

    assert (answer.status, answer.out) == (status, b"")
    assert complaint in answer.complaint
    assert CLEAN.read_bytes() == before


@pytest.mark.parametrize("command", COMMANDS)
def test_a_commit_log_on_standard_input_cannot_be_read_twice(command: str) -> None:
    answer = trace(command, "-", stdin=CLEAN.read_bytes())

    assert (answer.status, answer.out) == (4, b"")
    assert "cannot be read a second time" in answer.complaint


@pytest.mark.parametrize("command", COMMANDS)
def test_an_archived_recording_on_standard_input_is_read(command: str) -> None:
    told, named = (
        trace(command, one, "--format", "json", stdin=ENVELOPE.read_bytes()).out
        for one in ("-", ENVELOPE)
    )

    assert json.loads(told)["recordings"][0] | {"source": ""} == json.loads(named)["recordings"][
        0
    ] | {"source": ""}


def test_the_raw_prompt_is_the_text_that_json_holds(tmp_path: Path) -> None:
    path = hostile(tmp_path)
    text = json.loads(trace("prompt", path, "--format", "json").out)["recordings"][0]["prompts"][0][
        "systemPrompt"
    ]
    kept = tmp_path / "prompt.txt"

    piped = trace("prompt", path, "--raw")
    written = trace("prompt", path, "--raw", "-o", kept)

    assert text == HOSTILE
    # A lone surrogate has no bytes; all others are as they were.
    assert piped.out == HOSTILE[:-1].encode() + b"\\ud83d"
    assert (written.out, kept.read_bytes()) == (b"", piped.out)


def test_the_raw_prompt_acts_on_no_terminal(tmp_path: Path) -> None:
    answer = in_terminal("trace", "prompt", str(hostile(tmp_path)), "--raw", columns=80)

    assert raw_controls(answer.text.replace("\r\n", "\n")) == set()
    assert "a\\u001b[31mb\\u202ec" in answer.text


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("command", COMMANDS)
def test_hostile_text_acts_nowhere(command: str, form: str, columns: int, tmp_path: Path) -> None:
    settings = {"NO_COLOR": "1", "COLUMNS": str(columns)}
    answer = trace(command, hostile(tmp_path), "--format", form, settings=settings)

    assert answer.status == (3 if command == "steps" else 0)  # one of its verbs is hostile too
    told = answer.text.replace("\t", " ") if form == "plain" else answer.text
    assert raw_controls(told) == set() or form in {"json", "jsonl"}
    assert "::error" not in {line[:7] for line in told.splitlines()}
    if form == "table":
        assert max(map(cells, told.splitlines())) <= columns
    if form == "markdown":
        assert "<b>" not in told


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_call_and_step_stands_in_the_table(command: str, columns: int) -> None:
    settings = {"NO_COLOR": "1", "COLUMNS": str(columns)}
    table = trace(command, TOOLS, "--format", "table", "--limit", "0", settings=settings).text

    key = "calls" if command == "prompt" else "steps"
    document = json.loads(trace(command, TOOLS, "--format", "json").out)
    for one in document["recordings"][0][key]:
        assert one["step"] in table.replace("\n", " ")


def test_many_steps_are_cut_in_a_table_and_nowhere_else() -> None:
    table = trace("steps", TOOLS, "--format", "table", "--limit", "3").text
    rows = trace("steps", TOOLS, "--format", "jsonl", "--limit", "3").text.splitlines()
    every = json.loads(trace("steps", TOOLS, "--format", "json").out)["recordings"][0]["steps"]

    assert f"{len(every) - 3} more; --limit 0 shows all" in table
    assert sum(json.loads(one)["row"] == "step" for one in rows) == len(every)
    assert sum(json.loads(one)["row"] == "write" for one in rows) == sum(
        len(one["writes"]) for one in every
    )


def test_a_long_part_is_cut_in_a_table_and_says_so() -> None:
    shown = trace("prompt", CLEAN, "--format", "table", "--limit", "1").text

    assert "more characters; --limit 0 shows all" in shown
    assert "more characters" not in trace("prompt", CLEAN, "--format", "table").text


def in_process(folder: Path, content: bytes, command: str) -> Answer:
    from footprint_cli.cli.app import run

    path = folder / "run.jsonl"
    path.write_bytes(content)
    with streams(b"") as (out, err):
        status = run(["trace", command, "--format", "json", str(path)])
        return Answer(status, out.getvalue(), err.getvalue())


@pytest.mark.parametrize("command", COMMANDS)
@sometimes
@given(kinds, st.lists(st.tuples(anywhere, odd_values), min_size=1, max_size=3))
def test_a_value_of_any_type_in_any_place_is_survived(
    tmp_path: Path, command: str, name: str, changes: list[tuple[int, Any]]
) -> None:
    answer = in_process(tmp_path, changed(LINES[name], changes), command)

    if answer.status in {0, 3}:
        document = json.loads(answer.out.decode("utf-8"), parse_constant=no_constant)
        assert violation(document, f"trace-{command}") is None
        assert document["exitStatus"] == answer.status
    else:
        assert answer.status == 4
        assert answer.err


@pytest.mark.parametrize("command", COMMANDS)
@sometimes
@given(kinds, st.lists(anywhere, min_size=1, max_size=4))
def test_damage_is_never_a_clean_answer(
    tmp_path: Path, command: str, name: str, bits: list[int]
) -> None:
    answer = in_process(tmp_path, flipped(LINES[name], bits), command)
    damaged = answer.status == 4 or any(
        one["damage"] for one in json.loads(answer.out)["recordings"]
    )

    assert not damaged or answer.status in {3, 4}
