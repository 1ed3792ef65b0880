"""`verify` finds nothing wrong with a real recording, and what is wrong with a changed one."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from footprint_cli import audit, load
from footprint_cli.analyse.verification import Verification
from footprint_cli.model.finding import Finding
from tests.program import FIXTURES
from tests.shared import SHARED, needs_shared

RECORDINGS = SHARED / "recordings"
KINDS = ("*.commits.jsonl", "*.commits.jsonl.gz", "*.envelope.json", "*.events.ndjson")
FILES = sorted(path for kind in KINDS for path in RECORDINGS.glob(f"*/{kind}"))
FOLDERS = sorted({path.parent for path in FILES})
ENVELOPES = sorted(RECORDINGS.glob("*/*.envelope.json"))
SNAPSHOTS = sorted((SHARED / "commit-logs").rglob("snapshot*.json"))

# Every error in the recordings, and why it is one.
TRUE_ERRORS = {
    # The count of a search without scores is from before the picker (format notes, 5, fact 7).
    ("12-no-scores", "run2-picker-drops-unseen.envelope.json"): {"attached-against-count"},
    ("12-no-scores", "run2-picker-drops-unseen.events.ndjson"): {"attached-against-count"},
    # The policy of the run names `history`, and its copies keep the text.
    ("21-redaction", "agent-policy.commits.jsonl"): {"withheld-in-clear"},
    ("21-redaction", "agent-policy.envelope.json"): {"withheld-in-clear"},
}
# The fold of a resumed run of 9.15.1 begins at a state that the recording does not hold.
RESUMED = {"run2-resumed.envelope.json", "run3-one-recorder-both.envelope.json"}


def name(path: Path) -> str:
    return f"{path.parent.name}-{path.name}"


def findings(path: Path, verification: Verification | None = None) -> list[Finding]:
    verification = verification or Verification()
    return [one for each in load(path) for one in verification.findings(audit(each))]


def checks(path: Path) -> dict[str, str]:
    (recording,) = load(path)
    return {one.check: one.state for one in Verification().checks(audit(recording))}


@needs_shared
@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_real_recording_has_no_error_but_the_true_ones(path: Path) -> None:
    expected = TRUE_ERRORS.get((path.parent.name, path.name), set())
    if path.stat().st_size == 0:
        expected = {"empty-file"}  # a chart without an agent writes no events

    assert {one.code for one in findings(path) if one.level == "error"} == expected


@needs_shared
def test_what_the_log_withholds_and_carries_itself_is_found_on_its_line() -> None:
    path = RECORDINGS / "21-redaction" / "agent-policy.commits.jsonl"
    found = [one for one in findings(path) if one.code == "withheld-in-clear"]

    assert [(one.line, one.step) for one in found] == [(30, "context#35")]


@needs_shared
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_the_recordings_of_a_folder_agree_with_each_other(folder: Path) -> None:
    verification = Verification()
    found = [
        one.code for path in FILES if path.parent == folder for one in findings(path, verification)
    ]

    assert {"embedders-mixed", "results-differ"} & {*found} == set()


@needs_shared
def test_what_a_recorder_says_of_itself_is_found_where_it_says_it() -> None:
    found = Counter(
        (path.parent.name, one.code)
        for path in ENVELOPES
        for one in findings(path)
        if one.code in {"events-dropped", "run-incomplete"}
    )

    assert found == {
        ("17-pause-resume", "run-incomplete"): 1,
        ("18-failed-run", "run-incomplete"): 2,
        ("27-dropped-events", "events-dropped"): 1,
    }


@needs_shared
@pytest.mark.parametrize("path", ENVELOPES, ids=name)
def test_the_log_of_a_real_recording_is_held_against_its_final_state(path: Path) -> None:
    wanted = "not-checked" if path.name in RESUMED else "held"

    assert checks(path)["state-against-log"] == wanted


@needs_shared
@pytest.mark.parametrize(
    "path", SNAPSHOTS, ids=lambda path: str(path.relative_to(SHARED / "commit-logs"))
)
def test_a_log_of_the_engine_folds_to_the_state_of_its_snapshot(path: Path) -> None:
    assert checks(path)["state-against-log"] == "held"
    assert [one.code for one in findings(path)] == ["nothing-recorded"]


@needs_shared
@pytest.mark.parametrize("path", ENVELOPES, ids=name)
def test_a_real_recording_that_was_changed_is_told(path: Path, tmp_path: Path) -> None:
    envelope = json.loads(path.read_bytes())
    wanted = {*changed(envelope, resumed=path.name in RESUMED)}
    copy = tmp_path / "run.json"
    copy.write_text(json.dumps(envelope), "utf-8")
    known = {one.code for one in findings(path)}

    assert {one.code for one in findings(copy)} - known == wanted


def changed(envelope: dict[str, Any], *, resumed: bool) -> Iterator[str]:
    """Change all that can be compared in an envelope; yields the codes that must find it."""
    recording = envelope["recording"]
    snapshot = recording["snapshot"]
    if not resumed:
        snapshot["sharedState"][a_key_in_clear(snapshot)] = "another"
        yield "state-against-log"
    logs = [snapshot["commitLog"]] + [
        one["treeContext"]["history"]
        for key, one in snapshot.get("subflowResults", {}).items()
        if "#" in key
    ]
    commits = [one for log in logs for one in log]
    steps = {one["runtimeStageId"] for one in commits}
    events = {
        kind: [one for one in recording["events"] if one["type"].endswith(f".{kind}")]
        for kind in ("llm_start", "tool_start")
    }
    forgotten = [forget_passages(one["overwrite"]) for one in commits]
    if any(forgotten) and '"promptFragment"' in json.dumps(commits):
        yield "prompt-lacks-fragment"
    of_log = [one for one in events["llm_start"] if one["meta"]["runtimeStageId"] in steps]
    for one in of_log:
        one["payload"]["systemPromptChars"] += 7
    if of_log and not resumed:
        yield "prompt-against-event"
    for one in events["tool_start"]:
        if isinstance(one["payload"], dict):
            one["payload"]["args"] = {"another": True}
    if told_by_the_log(events["tool_start"], commits) and not resumed:
        yield "call-against-event"


def a_key_in_clear(snapshot: dict[str, Any]) -> str:
    """Name a key of the final state that a commit sets and none withholds."""
    log = snapshot["commitLog"]
    withheld = {path for one in log for path in one["redactedPaths"]}
    written = (row for one in log for row in one["trace"] if row["verb"] == "set")
    return next(
        str(row["path"])
        for row in written
        if row["path"] in snapshot["sharedState"].keys() - withheld
    )


def forget_passages(written: dict[str, Any]) -> bool:
    """Take the text of every retrieved passage out of the pieces of a prompt."""
    pieces = written.get("systemPromptInjections")
    if not isinstance(pieces, list):
        return False
    forgotten = [one for one in pieces if "<source id=" in one["rawContent"]]
    for one in forgotten:
        one["rawContent"] = "Nothing."
    return bool(forgotten)


def told_by_the_log(events: list[dict[str, Any]], commits: list[dict[str, Any]]) -> bool:
    written = {
        one["runtimeStageId"]
        for one in commits
        if isinstance(one["overwrite"].get("history"), list)
    }
    return any(one["meta"]["runtimeStageId"] in written for one in events)


def test_the_fixtures_have_no_error_but_those_they_are_made_for() -> None:
    found = {
        (path.name, one.code)
        for path in sorted(FIXTURES.glob("*.*"))
        if path.name.endswith(tuple(kind.removeprefix("*") for kind in KINDS))
        for one in findings(path)
        if one.level == "error"
    }

    assert found == {
        ("candidates-not-recorded.events.ndjson", "attached-against-count"),
        ("tool-results-redacted.commits.jsonl", "withheld-in-clear"),
    }
