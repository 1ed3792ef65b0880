"""Every recording of fixtures/ says what fixtures/expected/ says it does."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from footprint_cli import audit, load
from footprint_cli.model.commit import SEPARATOR
from footprint_cli.model.coverage import Call
from footprint_cli.model.evidence import Candidate, Retrieval
from footprint_cli.model.recording import Recording
from tests.recorded import as_recorded

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
EXPECTED = {path.stem: path for path in sorted((FIXTURES / "expected").glob("*.json"))}
ENDINGS = ("commits.jsonl", "events.ndjson", "envelope.json", "evidence.jsonl")
RECORDED = sorted(
    path
    for folder in (FIXTURES, FIXTURES / "made")
    for ending in ENDINGS
    for path in folder.glob(f"*.{ending}")
)
FORMATS = {"commits": "commit-log", "events": "events", "envelope": "envelope"}
COMMITTED = [path for path in RECORDED if ".events." not in path.name]
STREAMS = [path for path in RECORDED if ".events." in path.name]
TURNS = FIXTURES / "three-turns-in-one-file.commits.jsonl"

# The expected answers tell of a call whether the tool itself was entered, and how it ended.
ENTERED = {"ran", "failed"}


def situation(path: Path) -> str:
    return path.name.split(".")[0]


def expected(path: Path) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(EXPECTED[situation(path)].read_text())
    return answer


def parts(path: Path) -> list[dict[str, Any]]:
    answer = expected(path)
    turns: list[dict[str, Any]] = answer.get("turns", [answer])
    return turns


def only(path: Path) -> Recording:
    (recording,) = load(path)
    return recording


def files(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=lambda path: path.name)


def told(retrieval: Retrieval, wanted: dict[str, Any]) -> dict[str, Any]:
    """What a retrieval says, in the words of the expected answer and with its keys."""
    place = {"retriever": retrieval.retriever, "step": retrieval.step, "line": retrieval.line}
    record = as_recorded(retrieval.evidence) if retrieval.evidence else {}
    counts = {
        "counts": {
            name: record.get(f"{name}Count") for name in ("considered", "admitted", "rejected")
        }
    }
    candidates = retrieval.evidence.candidates if retrieval.evidence else None
    rows = None if candidates is None else [candidate(one) for one in candidates]
    answer = {**record, **place, **counts, "candidates": rows}
    return {name: answer.get(name) for name in wanted if name not in ("nestedLog", "idx")}


def candidate(one: Candidate) -> dict[str, Any]:
    return {
        "id": one.id,
        "score": one.score,
        "rank": one.rank,
        "admitted": one.admitted,
        "reason": one.reason,
        "promptPosition": one.prompt_position,
    }


def wanted_of(one: dict[str, Any], path: Path) -> dict[str, Any]:
    answer = {name: value for name, value in one.items() if name not in ("nestedLog", "idx")}
    return answer | {"line": None} if ".envelope." in path.name else answer


@files(COMMITTED)
def test_each_retrieval_has_every_field_of_its_expected_answer(path: Path) -> None:
    wanted = [one for part in parts(path) for one in part["retrievals"]]

    retrievals = [one for one in only(path).retrievals if one.failure is None]

    assert len(retrievals) == len(wanted)
    for retrieval, answer in zip(retrievals, wanted, strict=True):
        assert told(retrieval, wanted_of(answer, path)) == wanted_of(answer, path)


@files(COMMITTED)
def test_what_is_absent_from_a_record_is_not_filled_in(path: Path) -> None:
    optional = ("maxChars", "charsUsed", "candidatesOmittedReason")
    wanted = [one for part in parts(path) for one in part["retrievals"] if one["candidates"]]
    found = [one for one in only(path).retrievals if one.evidence and one.evidence.candidates]

    assert [
        {name for name in optional if name in as_recorded(one.evidence)}
        for one in found
        if one.evidence
    ] == [{name for name in optional if name in one} for one in wanted]


@files(STREAMS)
def test_the_events_have_the_strategys_verdicts_of_the_expected_answer(path: Path) -> None:
    answer, recording = expected(path), only(path)
    searches = [one for one in recording.retrievals if one.failure is None]

    assert len(searches) == len(answer["retrievedEvents"])
    for search, wanted in zip(searches, answer["retrievedEvents"], strict=True):
        rows = wanted["candidates"]
        bare = wanted | {"candidates": rows and [one | {"promptPosition": None} for one in rows]}
        assert told(search, bare) == bare
        if rows is None:
            assert search.at_retriever is None
        else:
            assert [
                {"id": one.chunk, "score": one.score, "rank": one.rank, "admitted": one.admitted}
                | {"reason": one.reason}
                for one in search.at_retriever or ()
            ] == rows


@files(STREAMS)
def test_the_events_have_the_attached_chunks_of_the_expected_answer(path: Path) -> None:
    searches = [one for one in only(path).retrievals if one.failure is None]

    attached = [chunk for one in searches for chunk in one.attached or ()]

    assert attached == expected(path)["attachedEvents"]


def outcome_wanted(call: dict[str, Any]) -> set[str]:
    if call.get("paused"):
        return {"paused"}
    return ENTERED if call["ran"] else {"ran", "invalid-arguments", "unknown-tool", "failed"}


@files([path for path in COMMITTED if expected(path).get("toolCalls") is not None])
def test_each_call_has_the_arguments_and_the_result_of_its_expected_answer(path: Path) -> None:
    wanted, calls = expected(path)["toolCalls"], only(path).calls

    assert [(one.tool, one.call_id) for one in calls] == [
        (one["tool"], one["callId"]) for one in wanted
    ]
    for call, answer in zip(calls, wanted, strict=True):
        if situation(path) == "run-resumed":  # its first half holds them
            assert (call.arguments, call.arguments_from) == (None, None)
        else:
            assert (call.arguments, call.arguments_from) == (answer["args"], "history")
        assert call.outcome in outcome_wanted(answer)
        assert call.result_recorded == (answer["result"] is not None)
        assert call.result == answer["result"]


def outcome_in_events(answer: dict[str, Any]) -> set[str]:
    if "threw" in answer:
        return {"failed"}
    return {"ran"} if answer["ran"] else {"failed", "invalid-arguments", "unknown-tool"}


def returned(answer: dict[str, Any]) -> Any:
    """The raw value: that of the tool where it is another, else what the text of it says."""
    if "returned" in answer:
        return answer["returned"]
    text: str = answer["result"]
    return json.loads(text) if text.startswith("{") else text


@files(STREAMS)
def test_the_events_have_the_calls_of_the_expected_answer(path: Path) -> None:
    wanted, calls = expected(path)["toolCalls"], only(path).calls

    assert [(one.tool, one.call_id, one.arguments, one.result) for one in calls] == [
        (one["tool"], one["callId"], one["args"], returned(one)) for one in wanted
    ]
    for call, answer in zip(calls, wanted, strict=True):
        assert call.outcome in outcome_in_events(answer)


@files([path for path in RECORDED if "lines" in expected(path)])
def test_lines_are_counted_as_the_expected_answer_counts_them(path: Path) -> None:
    answer, recording = expected(path), only(path)
    lines = answer["lines"]

    assert recording.lines is not None
    assert recording.lines.physical == lines["physical"]
    assert recording.lines.damaged == len(lines["damaged"])
    assert sorted({one.line or 0 for one in recording.damage}) == lines["damaged"]
    if "read" in lines:
        assert recording.lines.read == lines["read"]
    if "records" in lines:
        assert recording.commits == lines["records"]


@files([path for path in RECORDED if "lines" not in expected(path)])
def test_a_recording_as_it_was_made_is_undamaged(path: Path) -> None:
    recording = only(path)

    assert recording.damage == ()
    assert recording.lines is not None
    assert (recording.lines.damaged, recording.lines.blank) == (0, 0)
    assert recording.lines.read == recording.lines.physical


@files(RECORDED)
def test_the_second_ending_says_what_kind_of_file_it_is(path: Path) -> None:
    kind = path.name.split(".")[1]

    assert only(path).format == FORMATS.get(kind, kind)


@files(sorted({path for path in RECORDED if "withheld" in expected(path)}))
def test_the_log_says_of_each_line_what_it_withholds(path: Path) -> None:
    lines = [json.loads(text) for text in path.read_text().splitlines()]

    assert [
        {"line": number, "paths": one["redactedPaths"]}
        for number, one in enumerate(lines, start=1)
        if one["redactedPaths"]
    ] == expected(path)["withheld"]


def test_evidence_that_is_withheld_names_no_chunk_and_says_why() -> None:
    path = FIXTURES / "made" / "evidence-withheld.commits.jsonl"
    retrievals = only(path).retrievals

    assert [one.withheld.kind for one in retrievals if one.withheld] == ["redacted", "redacted"]
    assert [one.evidence for one in retrievals] == [None, None]


def test_what_a_withheld_retrieval_still_shows_elsewhere_is_a_finding() -> None:
    path = FIXTURES / "made" / "evidence-withheld.commits.jsonl"
    found = [one for one in audit(only(path)).findings if one.code == "withheld-in-clear"]

    assert [one.line for one in found] == [one["line"] for one in expected(path)["inClear"]]
    for finding, wanted in zip(found, expected(path)["inClear"], strict=True):
        assert wanted["key"] in finding.message


def test_calls_that_are_withheld_are_named_and_not_counted() -> None:
    path = FIXTURES / "tool-results-redacted.commits.jsonl"
    recording = only(path)
    answered = [one for one in expected(path)["withheld"] if "toolResults" in one["paths"]]
    step = json.loads(path.read_text().splitlines()[answered[0]["line"] - 1])["runtimeStageId"]

    assert recording.calls == ()
    assert [(one.line, one.step) for one in recording.noticed if one.code == "calls-withheld"] == [
        (answered[0]["line"], step)
    ]


def test_declared_coverage_is_in_the_state_after_the_last_commit() -> None:
    path = FIXTURES / "incident-searches.commits.jsonl"
    recording = only(path)

    state = recording.state_at(recording.commits or 0)

    assert state["coverageDeclared"] == expected(path)["coverageDeclared"]


def test_a_store_that_dies_is_a_failed_retrieval_in_events_and_no_evidence_in_the_log() -> None:
    (failed,) = only(FIXTURES / "store-dies.events.ndjson").retrievals
    log = only(FIXTURES / "store-dies.commits.jsonl")

    assert failed.retriever == "plant-manual"
    assert expected(FIXTURES / "store-dies.events.ndjson")["outcome"]["message"] in str(
        failed.failure
    )
    assert failed.evidence is None
    assert log.retrievals == ()
    assert "memory-left-nothing" in [one.code for one in log.noticed]


def test_the_turns_of_one_file_are_three_logs_with_their_own_retrievals() -> None:
    recording = only(TURNS)
    turns = expected(TURNS)["turns"]

    assert [(one.line, one.run) for one in recording.retrievals] == [
        (turn["retrievals"][0]["line"], f"log {number}") for number, turn in enumerate(turns, 1)
    ]
    assert [(one.call_id, one.run) for one in recording.calls] == [
        (call["callId"], f"log {number}")
        for number, turn in enumerate(turns, 1)
        for call in turn["toolCalls"]
    ]


def test_a_turn_in_a_file_with_others_says_what_it_says_alone() -> None:
    together = only(TURNS)
    alone = [only(FIXTURES / f"{name}-turn.commits.jsonl") for name in ("first", "second", "third")]

    assert [one.evidence for one in together.retrievals] == [
        one.evidence for each in alone for one in each.retrievals
    ]
    assert [one.injected for one in together.retrievals] == [
        one.injected for each in alone for one in each.retrievals
    ]
    assert [(one.call_id, one.arguments, one.result) for one in together.calls] == [
        (one.call_id, one.arguments, one.result) for each in alone for one in each.calls
    ]


def test_a_paused_run_and_its_resumed_half_in_one_file_are_one_call(tmp_path: Path) -> None:
    names = ("run-paused.commits.jsonl", "run-resumed.commits.jsonl")
    path = tmp_path / "both.commits.jsonl"
    path.write_bytes(b"".join((FIXTURES / name).read_bytes() for name in names))

    calls = only(path).calls

    assert [(one.call_id, one.outcome, one.arguments, one.result) for one in calls] == [
        ("p1", "ran", {"gauge": "G-2"}, '{"gauge":"G-2","bar":1.8}'),
        ("p2", "ran", {"valve": "V-14", "reason": "scale alarm"}, "Approved by R. Oduya"),
    ]


def test_log_and_envelope_of_one_run_agree_and_the_envelope_knows_more() -> None:
    log = only(FIXTURES / "some-below-threshold.commits.jsonl").retrievals
    envelope = only(FIXTURES / "some-below-threshold.envelope.json").retrievals

    assert [(one.retriever, one.step, one.evidence, one.injected) for one in envelope] == [
        (one.retriever, one.step, one.evidence, one.injected) for one in log
    ]
    assert [one.at_retriever for one in log] == [None]
    assert [one.retriever_from for one in envelope] == ["event"]


@pytest.mark.parametrize("name", ["some-below-threshold", "picker-drops-admitted"])
def test_the_events_of_a_run_tell_of_the_same_pool_and_of_what_the_prompt_then_held(
    name: str,
) -> None:
    (committed,) = only(FIXTURES / f"{name}.commits.jsonl").retrievals
    (seen,) = only(FIXTURES / f"{name}.events.ndjson").retrievals
    assert committed.evidence is not None
    assert committed.evidence.candidates is not None

    assert seen.retriever == committed.retriever
    assert [(one.chunk, one.rank, one.score) for one in seen.at_retriever or ()] == [
        (one.id, one.rank, one.score) for one in committed.evidence.candidates
    ]
    in_prompt = [one for one in committed.evidence.candidates if one.prompt_position is not None]
    assert list(seen.attached or ()) == [
        one.id for one in sorted(in_prompt, key=lambda one: one.prompt_position or 0)
    ]


def test_calls_of_log_and_events_of_one_run_agree() -> None:
    log = only(FIXTURES / "tool-calls-fail.commits.jsonl").calls
    events = only(FIXTURES / "tool-calls-fail.events.ndjson").calls

    def same(one: Call) -> tuple[Any, ...]:
        return one.tool, one.call_id, one.step, one.arguments

    assert [same(one) for one in log] == [same(one) for one in events]


def test_retrieval_and_call_of_a_nested_agent_are_read_from_its_own_log() -> None:
    path = FIXTURES / "evidence-in-nested-log.envelope.json"
    (retrieval,), (call,) = only(path).retrievals, only(path).calls
    nested = json.loads(path.read_text())["recording"]["snapshot"]["subflowResults"]["safety#1"]
    (wanted,) = expected(path)["retrievals"]
    bundle = nested["treeContext"]["history"][wanted["idx"]]

    assert retrieval.evidence_from == "nested-log"
    assert retrieval.step == bundle["runtimeStageId"]
    assert any(
        one["path"].split(SEPARATOR)[0] == f"retrievalEvidence_{retrieval.retriever}"
        for one in bundle["trace"]
    )
    assert call.step == "safety/tool-calls#43"


def test_the_readme_of_the_fixtures_names_every_file_and_no_other() -> None:
    named: set[str] = {"README.md"}
    for text in (FIXTURES / "README.md").read_text().splitlines():
        cell = text.split("|")[1] if text.startswith("| `") else ""
        first, *others = re.findall(r"`([^`]+)`", cell) or [""]
        if first.startswith("commit-logs/"):
            stem = first.removesuffix(".jsonl")
            named |= {f"{stem}.jsonl", f"{stem}.states.json"}
        elif first.startswith("expected/"):
            named |= {f"expected/{name}.json" for name in {situation(path) for path in RECORDED}}
        elif first:
            named |= {f"{first}{other}{_rest(other)}" for other in others}
    there = {
        path.relative_to(FIXTURES).as_posix() for path in FIXTURES.rglob("*") if path.is_file()
    }

    assert named - there == set()
    assert there - named == set()


def _rest(ending: str) -> str:
    return {".commits": ".jsonl", ".evidence": ".jsonl", ".events": ".ndjson"}.get(
        ending, "" if ending.endswith(".json") else ".json"
    )
