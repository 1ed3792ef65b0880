import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from footprint_cli.model.fold import Fold, fold
from footprint_cli.model.writers import last_writer, timeline
from tests.model.canonical import canonical, canonical_hash
from tests.model.lines import decoded_lines, exact
from tests.shared import SHARED, needs_shared

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "commit-logs"
LOGS = sorted(path.parent for path in (SHARED / "commit-logs").rglob("commitLog.jsonl"))
RECORDINGS = SHARED / "recordings"
RUNS = [
    (oracle.parent, run)
    for oracle in sorted(RECORDINGS.glob("*/oracle.json"))
    for run in json.loads(oracle.read_text())["runs"]
]
ENVELOPES = sorted(RECORDINGS.glob("*/*.envelope.json"))


def log_name(folder: Path) -> str:
    return str(folder.relative_to(SHARED / "commit-logs"))


def run_name(value: Any) -> str:
    return value.name if isinstance(value, Path) else value["label"]


def oracle_of(folder: Path) -> dict[str, Any]:
    answers: dict[str, Any] = json.loads((folder / "oracle.json").read_text())
    return answers


@pytest.mark.parametrize("log", sorted(FIXTURES.glob("*.jsonl")), ids=lambda log: log.stem)
def test_a_log_in_the_repository_folds_to_the_states_beside_it(log: Path) -> None:
    answers = json.loads(log.with_suffix(".states.json").read_text())

    states = fold(decoded_lines(log), answers["base"], every=True)

    assert [exact(state) for state in states] == [exact(state) for state in answers["states"]]


@needs_shared
@pytest.mark.parametrize("folder", LOGS, ids=log_name)
def test_the_state_after_every_commit_is_the_engines_own_key_order_included(folder: Path) -> None:
    answers = oracle_of(folder)

    states = fold(decoded_lines(folder / "commitLog.jsonl"), answers["base"], every=True)

    assert [exact(state) for state in states] == [exact(state) for state in answers["states"]]


@needs_shared
@pytest.mark.parametrize("folder", LOGS, ids=log_name)
def test_lines_that_nobody_else_holds_fold_to_the_engines_states_too(folder: Path) -> None:
    answers = oracle_of(folder)
    state = Fold(answers["base"], own=True)
    texts = []
    for bundle in decoded_lines(folder / "commitLog.jsonl"):
        assert state.apply(bundle) == []
        texts.append(exact(state.state()))

    assert texts == [exact(wanted) for wanted in answers["states"][1:]]


@needs_shared
@pytest.mark.parametrize("folder", LOGS, ids=log_name)
def test_the_last_writer_of_every_key_is_the_engines(folder: Path) -> None:
    bundles = decoded_lines(folder / "commitLog.jsonl")
    wanted = {
        key: answers["findLastWriter_before_exclusive"]
        for key, answers in oracle_of(folder)["keys"].items()
    }

    found = {
        key: [[before, last_writer(bundles, key, before)] for before, _ in answers]
        for key, answers in wanted.items()
    }

    assert found == wanted


@needs_shared
@pytest.mark.parametrize("folder", LOGS, ids=log_name)
def test_the_timeline_of_a_key_holds_the_engines_writes(folder: Path) -> None:
    bundles = decoded_lines(folder / "commitLog.jsonl")
    lives = json.loads((folder / "queries.json").read_text())["timelines"].values()
    wanted = {
        life["key"]: [
            (moment["commitIdx"], moment["runtimeStageId"], moment["verb"])
            for moment in life.get("moments", [])
            if moment["kind"] == "write"
        ]
        for life in lives
    }

    assert {key: timeline(bundles, key) for key in wanted} == wanted


@needs_shared
@pytest.mark.parametrize(("folder", "run"), RUNS, ids=run_name)
def test_the_state_of_a_run_has_the_recorded_hash_after_every_commit(
    folder: Path, run: dict[str, Any]
) -> None:
    states = fold(decoded_lines(folder / run["files"]["commits"]), every=True)

    assert [canonical_hash(state) for state in states[1:]] == run["fold"]["sha256AfterCommit"]


@needs_shared
@pytest.mark.parametrize(("folder", "run"), RUNS, ids=run_name)
def test_the_last_state_of_a_run_is_its_final_state_outside_the_keys_said_to_differ(
    folder: Path, run: dict[str, Any]
) -> None:
    state = fold(decoded_lines(folder / run["files"]["commits"]))
    final = run["finalState"]

    differing = [key for key in state.keys() | final.keys() if not same(state, final, key)]

    assert sorted(differing) == sorted(run["fold"]["differingKeys"])


@needs_shared
@pytest.mark.parametrize(
    ("folder", "run"), [(at, run) for at, run in RUNS if "redactedSharedState" in run], ids=run_name
)
def test_the_last_state_of_a_redacted_run_is_the_redacted_one(
    folder: Path, run: dict[str, Any]
) -> None:
    state = fold(decoded_lines(folder / run["files"]["commits"]))

    assert canonical(state) == canonical(run["redactedSharedState"])


@needs_shared
def test_a_resumed_run_ends_in_its_final_state_when_folded_onto_the_checkpoint() -> None:
    folder = RECORDINGS / "17-pause-resume"
    checkpoint = json.loads((folder / "run1-paused.checkpoint.json").read_text())
    resumed = next(run for at, run in RUNS if at == folder and run["label"] == "run2-resumed")

    state = fold(decoded_lines(folder / "run2-resumed.commits.jsonl"), checkpoint["sharedState"])

    assert canonical(state) == canonical(resumed["finalState"])


@needs_shared
@pytest.mark.parametrize("envelope", ENVELOPES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_nested_log_folds_to_the_state_that_its_subflow_left(envelope: Path) -> None:
    snapshot = json.loads(envelope.read_text())["recording"]["snapshot"]
    trees = {key: run["treeContext"] for key, run in snapshot.get("subflowResults", {}).items()}

    folded = {
        key: canonical(fold(tree["history"], tree.get("initialState")))
        for key, tree in trees.items()
    }

    assert folded == {key: canonical(tree["globalContext"]) for key, tree in trees.items()}


@needs_shared
def test_the_large_log_folds_to_one_state_whether_its_lines_are_copied_or_taken() -> None:
    with gzip.open(RECORDINGS / "26-large" / "run1.commits.jsonl.gz") as lines:
        texts = lines.read().rstrip().split(b"\n")
    taken = Fold(own=True)
    for text in texts:
        assert taken.apply(json.loads(text)) == []

    copied = fold(json.loads(text) for text in texts)

    assert len(texts) == 1224
    assert copied["iteration"] == 61
    assert exact(taken.state()) == exact(copied)


def same(one: dict[str, Any], other: dict[str, Any], key: str) -> bool:
    return key in one and key in other and canonical(one[key]) == canonical(other[key])
