"""Every real recording gives exactly the evidence and the calls of its oracle."""

import json
from pathlib import Path
from typing import Any

import pytest

from footprint_cli import load
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.recording import Recording
from tests.recorded import as_recorded
from tests.shared import SHARED, needs_shared

RECORDINGS = SHARED / "recordings"

# The oracle lists what the root state holds; this composition's evidence is in a nested log only.
# Its numbers are those of table A of the format notes.
NESTED = {"24-compositions/parallel": ["plant-manual"]}


def _runs() -> list[tuple[Path, dict[str, Any]]]:
    return [
        (oracle.parent, run)
        for oracle in sorted(RECORDINGS.glob("*/oracle.json"))
        for run in json.loads(oracle.read_text())["runs"]
    ]


def _name(value: object) -> str:
    return value.name if isinstance(value, Path) else str(getattr(value, "get", str)("label"))


RUNS = pytest.mark.parametrize(("folder", "run"), _runs(), ids=_name)


def _file(folder: Path, run: dict[str, Any], kind: str) -> Path:
    path = folder / str(run["files"][kind])
    if not path.exists():
        pytest.skip(f"{path.name} is not handed out")
    return path


def _only(path: Path) -> Recording:
    (recording,) = load(path)
    assert recording.damage == ()
    return recording


def _evidence(retrievals: tuple[Retrieval, ...]) -> list[tuple[str | None, dict[str, Any]]]:
    assert all(one.evidence is not None for one in retrievals if one.failure is None)
    return [(one.retriever, as_recorded(one.evidence)) for one in retrievals if one.evidence]


def _expected(run: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(one["memoryId"], _without_nulls(one["evidence"])) for one in run["retrievals"]]


def _without_nulls(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if value is not None}


@needs_shared
@RUNS
def test_a_commit_log_gives_the_evidence_of_the_oracle(folder: Path, run: dict[str, Any]) -> None:
    recording = _only(_file(folder, run, "commits"))

    assert _evidence(recording.retrievals) == _expected(run)
    assert [one.injected for one in recording.retrievals] == [
        "\n\n".join(message["content"] for message in one["injection"]) for one in run["retrievals"]
    ]


@needs_shared
@RUNS
def test_an_envelope_gives_the_evidence_of_the_oracle(folder: Path, run: dict[str, Any]) -> None:
    recording = _only(_file(folder, run, "envelope"))
    found = _evidence(recording.retrievals)
    nested = NESTED.get(f"{folder.name}/{run['label']}")

    if nested is None:
        assert found == _expected(run)
    else:
        assert [retriever for retriever, _ in found] == nested
    assert recording.run.run_id == run["envelopeRun"]["runId"]
    assert recording.run.complete == run["envelopeRun"]["complete"]
    assert recording.run.dropped_events == run["envelopeRun"]["droppedEvents"]


@needs_shared
@RUNS
def test_events_give_the_strategys_verdicts(folder: Path, run: dict[str, Any]) -> None:
    path = _file(folder, run, "events")
    if path.stat().st_size == 0:
        assert [one.code for one in load(path)[0].noticed] == ["empty-file"]
        return
    recording = _only(path)
    told = [one for one in recording.retrievals if one.failure is None]

    assert [as_recorded(one.evidence) for one in told if one.evidence] == [
        _without_nulls(one["payload"]) for one in run["memoryRetrievedEvents"]
    ]
    assert [one.step for one in told] == [
        one["runtimeStageId"] for one in run["memoryRetrievedEvents"]
    ]
    searched = {str(one.step).rpartition("/")[0] for one in told}
    assert [chunk for one in told for chunk in one.attached or ()] == [
        one["payload"]["memoryId"]
        for one in run["memoryAttachedEvents"]
        if one["runtimeStageId"].rpartition("/")[0] in searched  # a window memory attaches too
    ]


@needs_shared
@RUNS
def test_commit_log_envelope_and_events_of_one_run_agree(folder: Path, run: dict[str, Any]) -> None:
    log = _only(_file(folder, run, "commits"))
    envelope = _only(_file(folder, run, "envelope"))
    name = f"{folder.name}/{run['label']}"
    if name not in NESTED:
        assert _evidence(log.retrievals) == _evidence(envelope.retrievals)

    for one in envelope.retrievals:
        if one.evidence is None or one.evidence.candidates is None or one.at_retriever is None:
            continue
        pool = [(each.id, each.rank, each.score) for each in one.evidence.candidates]
        assert [(each.chunk, each.rank, each.score) for each in one.at_retriever] == pool
        if one.attached is not None:
            admitted = sorted(each.id or "" for each in one.evidence.candidates if each.admitted)
            assert sorted(one.attached) == admitted


@needs_shared
@RUNS
def test_the_calls_are_those_that_the_tools_saw(folder: Path, run: dict[str, Any]) -> None:
    recording = _only(_file(folder, run, "envelope"))
    if any(one.code == "calls-withheld" for one in recording.noticed):
        assert recording.calls == ()  # redacted: nothing is filled in from events
        return
    expected = run["toolInvocations"]
    tools = {one["tool"] for one in expected}  # the oracle wraps the application's tools only
    ran = [
        one
        for one in recording.calls
        if one.tool in tools and one.outcome in ("ran", "failed", "paused")
    ]

    assert [one.tool for one in ran] == [one["tool"] for one in expected]
    for one, told in zip(ran, expected, strict=True):
        assert one.arguments == told["args"]
        if told.get("threw", {}).get("message") == "PauseRequest":
            assert one.outcome == ("paused" if "paused" in run["label"] else "ran")
        elif "threw" in told:
            assert (one.outcome, one.result) == ("failed", told["threw"]["message"])
        else:
            assert one.outcome == "ran"


@needs_shared
@RUNS
def test_the_results_are_the_texts_that_the_model_read(folder: Path, run: dict[str, Any]) -> None:
    recording = _only(_file(folder, run, "commits"))
    if any(one.code == "calls-withheld" for one in recording.noticed):
        return
    answered = [one for one in recording.calls if one.result_recorded]
    history = [one for one in run["finalState"].get("history", []) if one["role"] == "tool"]
    own = history[len(history) - len(answered) :]  # those before were said in earlier turns

    assert [(one.tool, one.call_id, one.result) for one in answered] == [
        (one["toolName"], one["toolCallId"], one["content"]) for one in own
    ]


@needs_shared
@RUNS
def test_the_states_of_a_recording_are_those_of_the_engine(
    folder: Path, run: dict[str, Any]
) -> None:
    recording = _only(_file(folder, run, "envelope"))
    final = run.get("redactedSharedState", run["finalState"])
    if run["label"].startswith(("run2-resumed", "run3-one")) and recording.base is None:
        pytest.skip("a resumed run of 9.15.1 starts from a state that the recording does not hold")

    assert recording.commits == run["commitCount"]
    assert recording.state_at(run["commitCount"]) == final
    assert recording.state_at(-1) == (recording.base or {})


@needs_shared
def test_the_large_log_gives_the_evidence_that_its_table_states() -> None:
    (recording,) = load(RECORDINGS / "26-large" / "run1.commits.jsonl.gz")
    (retrieval,) = recording.retrievals
    assert retrieval.evidence is not None
    listed = retrieval.evidence.candidates or ()

    assert (recording.commits, len(recording.calls)) == (1224, 60)
    assert sum(one.admitted is True for one in listed) == 2
    assert [one.reason for one in listed if not one.admitted].count("below-threshold") == 4
    assert (retrieval.evidence.k, retrieval.evidence.threshold) == (2, 0.6)
