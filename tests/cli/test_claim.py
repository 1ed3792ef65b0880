"""`claim` as a real process: statuses, options, the answer of a run, choices."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.recordings import CLEAN, DAMAGED
from tests.cli.schemas import violation
from tests.program import FIXTURES, FORMATS, Answer, footprint, in_terminal

RUN = FIXTURES / "incident-searches.commits.jsonl"
DECLARED = FIXTURES / "incident-searches.declarations.json"
WIDER = "No incidents for auth."
UNCLEAR = "More incidents than last week."

D1 = {
    "incidents": {
        "source": {"what": "the incident store", "said": ["the incident store"]},
        "subject": {"what": "incidents", "said": ["incident", "incidents"]},
        "fixed": [{"name": "status", "value": "open", "said": ["open"]}],
        "arguments": [
            {"name": "service", "role": "population"},
            {"name": "window", "role": "period", "whenOmitted": "2h"},
        ],
        "complete": "within-arguments",
    }
}
CLAIM = "No open incidents for checkout in 2h."


def event(kind: str, payload: dict[str, Any]) -> str:
    meta = {"runId": "r1", "runtimeStageId": "call-tools#1", "wallClockMs": 0, "runOffsetMs": 0}
    return json.dumps({"type": f"agentfootprint.{kind}", "payload": payload, "meta": meta})


def a_run(folder: Path, *, rows: str = "[]", answer: str | None = None) -> tuple[Path, Path]:
    """An event stream with one call for checkout, and what its tool declares."""
    lines = [
        event(
            "stream.tool_start",
            {"toolName": "incidents", "toolCallId": "c1", "args": {"service": "checkout"}},
        ),
        event("stream.tool_end", {"toolCallId": "c1", "result": rows, "durationMs": 1}),
    ]
    if answer is not None:
        lines.append(event("agent.turn_end", {"turnIndex": 0, "finalContent": answer}))
    run, tools = folder / "run.ndjson", folder / "tools.json"
    run.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    tools.write_text(json.dumps(D1), "utf-8")
    return run, tools


def asked(*words: str | Path, **more: Any) -> Answer:
    return footprint("claim", *words, **more)


def document(*words: str | Path) -> dict[str, Any]:
    """The JSON answer, held against its schema and its own exit status."""
    answer = asked(*words, "--format", "json")
    told: dict[str, Any] = json.loads(answer.out)
    assert violation(told, "claim") is None
    assert told["exitStatus"] == answer.status
    return told


def test_a_claim_that_the_search_supports_is_consistent(tmp_path: Path) -> None:
    run, tools = a_run(tmp_path)
    told = document(CLAIM, run, "--declarations", tools, "--fail")

    assert (told["verdict"], told["details"], told["exitStatus"]) == ("consistent", [], 0)
    assert told["searched"] == {"recordings": 1, "toolCalls": 1, "declaredCalls": 1}


STATUSES: dict[str, tuple[list[str | Path], int, int]] = {  # as asked, and with --fail
    "wider": ([WIDER, RUN, "--declarations", DECLARED], 0, 1),
    "not judged": ([UNCLEAR, RUN, "--declarations", DECLARED], 3, 1),
    "no declaration": ([WIDER, RUN], 0, 1),
    "no call": ([WIDER, CLEAN], 0, 1),
    "no call of that tool": ([WIDER, RUN, "--tool", "other"], 3, 1),
    "damage": ([WIDER, DAMAGED], 3, 1),
    "a missing file": ([WIDER, "missing.jsonl"], 4, 4),
    "one missing among good ones": ([WIDER, RUN, "missing.jsonl"], 4, 4),
    "no claim": ([], 2, 2),
    "an empty claim": ([" ", RUN], 2, 2),
    "a path and no claim": ([RUN], 2, 2),
    "an unknown choice": ([WIDER, RUN, "--choose", "period=strict"], 2, 2),
    "a missing declaration": ([WIDER, RUN, "--declarations", "missing.json"], 2, 2),
}


@pytest.mark.parametrize(("words", "plainly", "failing"), STATUSES.values(), ids=STATUSES)
def test_the_exit_status(words: list[str | Path], plainly: int, failing: int) -> None:
    assert asked(*words).status == plainly
    assert asked(*words, "--fail").status == failing


def test_exit_zero_forgives_1_and_3_and_nothing_else() -> None:
    assert asked(WIDER, RUN, "--fail", "--exit-zero").status == 0
    assert asked(UNCLEAR, RUN, "--exit-zero").status == 0
    assert asked(WIDER, "missing.jsonl", "--exit-zero").status == 4
    assert asked("--exit-zero").status == 2


def test_a_default_period_is_accepted_by_choice_of_a_command_line_or_a_configuration(
    tmp_path: Path,
) -> None:
    run, tools = a_run(tmp_path)
    words: list[str | Path] = ["No open incidents for checkout.", run, "--declarations", tools]
    assert document(*words)["details"] == ["wider:period:window"]

    chosen = document(*words, "--choose", "period-words=accept-default")
    assert chosen["verdict"] == "consistent"
    assert chosen["choices"] == [{"name": "period-words", "value": "accept-default"}]

    (tmp_path / "footprint.toml").write_text("[coverage]\nperiod-words = 'accept-default'\n")
    configured = footprint("claim", *words, cwd=tmp_path)
    assert configured.text.startswith("claim\tconsistent\t")
    assert "choices from footprint.toml" in configured.complaint


@pytest.mark.parametrize(
    ("chosen", "complaint"),
    [
        ("period-word=strict", "there is no choice period-word; the nearest is period-words"),
        ("period-words=accept", "period-words cannot be accept; the nearest is accept-default"),
        ("first-page", "first-page needs a value: first-page=open or first-page=closed-below-cap"),
    ],
)
def test_a_wrong_choice_names_the_nearest_word(chosen: str, complaint: str) -> None:
    assert asked(WIDER, RUN, "--choose", chosen).complaint == f"footprint: --choose: {complaint}\n"


def test_a_wrong_choice_of_a_configuration_names_its_file(tmp_path: Path) -> None:
    (tmp_path / "footprint.toml").write_text("[coverage]\nfirst-page = 'closed'\n")
    answer = asked(WIDER, RUN, cwd=tmp_path)

    assert answer.status == 2
    assert "footprint.toml: [coverage] first-page cannot be closed" in answer.complaint


def test_the_calls_of_one_tool_are_asked_and_of_none_is_said() -> None:
    answer = asked(WIDER, RUN, "--tool", "other")

    assert answer.text.startswith("claim\tno-search\t")
    assert "no call of other; called: incidents" in answer.complaint


def test_the_answer_of_a_run_is_judged_sentence_by_sentence(tmp_path: Path) -> None:
    text = (
        "Hello. No open incidents for checkout in 2h.\n- No incidents at all.\n\n---\n\n"
        "Coverage of this answer, declared by the tools:\n\nChecked:\n- incidents"
    )
    run, tools = a_run(tmp_path, answer=text)
    told = document("--answer", run, "--declarations", tools)

    assert [(one["claim"], one["verdict"]) for one in told["sentences"]] == [
        ("No open incidents for checkout in 2h.", "consistent"),
        ("No incidents at all.", "wider"),
    ]
    assert [(one["sentence"], one["why"]) for one in told["notJudged"]] == [
        ("Hello.", "no declared subject occurs")
    ]
    assert (told["claim"], told["verdict"], told["exitStatus"]) == (None, "wider", 0)
    assert "own block on coverage is no part of the answer" in told["warnings"][0]


@pytest.mark.parametrize(
    ("answer", "plainly", "failing"),
    [
        ("Hello. No open incidents for checkout in 2h.", 0, 0),
        ("No open incidents for checkout in 2h. No incidents.", 0, 1),
        ("Hello.", 3, 1),
        ("INC-7 is an open incident.", 3, 1),
        (None, 3, 1),
    ],
)
def test_the_exit_status_of_an_answer(
    answer: str | None, plainly: int, failing: int, tmp_path: Path
) -> None:
    run, tools = a_run(tmp_path, answer=answer)

    assert asked("--answer", run, "--declarations", tools).status == plainly
    assert asked("--answer", run, "--declarations", tools, "--fail").status == failing


def test_of_a_long_answer_the_first_2000_sentences_are_judged_and_the_rest_is_counted(
    tmp_path: Path,
) -> None:
    run, tools = a_run(tmp_path, answer=f"{CLAIM} " * 2003)
    told = document("--answer", run, "--declarations", tools)

    assert len(told["sentences"]) == 2000
    assert [one["sentence"] for one in told["notJudged"]] == ["3 more sentences"]
    assert "3 more sentences of the answer" in told["warnings"][0]
    assert told["exitStatus"] == 3


def test_rows_contradict_the_answer(tmp_path: Path) -> None:
    run, tools = a_run(tmp_path, rows='[{"id": "INC-7"}]', answer=CLAIM)
    told = document("--answer", run, "--declarations", tools)

    assert (told["verdict"], told["details"]) == ("contradicted", ["1 row"])


def test_every_format_is_written_and_to_a_file_too(tmp_path: Path) -> None:
    for form in FORMATS:
        answer = asked(WIDER, RUN, "--declarations", DECLARED, "--format", form)
        assert answer.status == 0
        assert answer.out
    target = tmp_path / "claim.json"
    assert asked(WIDER, RUN, "-o", target).status == 0
    assert json.loads(target.read_bytes())["schema"] == "footprint.claim/1"


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_a_terminal_of_any_width_shows_the_verdict_first(columns: int) -> None:
    answer = in_terminal("claim", WIDER, RUN, "--declarations", DECLARED, columns=columns)

    assert b"wider than the search" in answer.out.splitlines()[0]


def test_standard_input_is_read() -> None:
    answer = asked(WIDER, "-", "--declarations", DECLARED, stdin=RUN.read_bytes())

    assert answer.text.startswith("claim\twider\t")


def test_an_input_is_never_written_over() -> None:
    assert asked(WIDER, RUN, "-o", RUN).status == 2


def test_an_answer_does_not_rest_on_a_call_after_it(tmp_path: Path) -> None:
    run, tools = a_run(tmp_path, answer=CLAIM)
    start, end, answer = run.read_text("utf-8").splitlines()
    before = document("--answer", run, "--declarations", tools)
    run.write_text(f"{answer}\n{start}\n{end}\n", "utf-8")
    after = document("--answer", run, "--declarations", tools)

    assert (before["verdict"], after["verdict"]) == ("consistent", "no-search")
