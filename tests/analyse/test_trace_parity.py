"""What the engine answers of every shared commit log, and what we answer under its rules."""

from pathlib import Path
from typing import Any

import pytest

from footprint_cli.analyse.slices import slice_of_key, slice_of_step
from footprint_cli.analyse.timelines import forward_of, timeline_of
from footprint_cli.analyse.traced import Traced
from footprint_cli.model.trace import Cut, Forward, LogLine, Node, Slice, Timeline, Value
from tests.commit_logs import ALL, stored
from tests.shared import needs_shared

pytestmark = needs_shared


@pytest.mark.parametrize("folder", ALL)
def test_slices_are_those_of_the_engine(folder: Path) -> None:
    log = stored(folder)
    traced = log.traced(parity=True)

    assert {key: _slice(slice_of_key(traced, key), traced) for key in log.queries["slices"]} == (
        log.queries["slices"]
    )


@pytest.mark.parametrize("folder", ALL)
def test_chains_are_those_of_the_engine(folder: Path) -> None:
    log = stored(folder)
    traced = log.traced(parity=True)

    assert {step: _chain(slice_of_step(traced, step)) for step in log.queries["causalChain"]} == (
        log.queries["causalChain"]
    )


@pytest.mark.parametrize("folder", ALL)
def test_timelines_are_those_of_the_engine(folder: Path) -> None:
    log = stored(folder)
    traced = log.traced(parity=True)

    for key, expected in log.queries["timelines"].items():
        assert _timeline(timeline_of(traced, key), traced) == _codes(expected), key


@pytest.mark.parametrize("folder", ALL)
def test_forward_slices_are_those_of_the_engine(folder: Path) -> None:
    log = stored(folder)
    traced = log.traced(parity=True)

    for key, expected in log.queries["forward"].items():
        assert _forward(forward_of(traced, key), traced) == _codes(expected), key


@pytest.mark.parametrize("folder", ALL)
def test_writers_are_those_of_the_engine(folder: Path) -> None:
    log = stored(folder)
    traced = log.traced(parity=True)

    for key, told in log.oracle["keys"].items():
        for before, writer in told["findLastWriter_before_exclusive"]:
            assert traced.written_before(key, before) == writer, (key, before)


@pytest.mark.parametrize("folder", ALL)
def test_reads_are_those_of_the_engine(folder: Path) -> None:
    log = stored(folder)

    for step, keys in log.oracle["reads"].items():
        assert [*(log.reads.by_step or {}).get(step, ())] == keys


def _coverage(traced: Traced) -> dict[str, Any]:
    counts = {"steps": len(traced.steps), "stepsWithReads": traced.steps_with_reads}
    return {"keysReadKind": "execution-tree", "readsCoverage": counts}


def _codes(told: dict[str, Any]) -> dict[str, Any]:
    """Keep of notes their codes: the sentences are ours."""
    return {**told, "notes": [one["code"] for one in told["notes"]]}


def _slice(one: Slice, traced: Traced) -> dict[str, Any]:
    if one.missing is not None:
        return {"key": one.key, "missing": one.missing, **_coverage(traced)}
    told = {
        "key": one.key,
        **_coverage(traced),
        "writerId": one.nodes[0].step,
        "nodes": {node.step: _node(node) for node in one.nodes},
        "edges": [
            {"from": edge.step, "to": edge.writer, "kind": "data", "key": edge.key, "weight": 1}
            for node in one.nodes
            for edge in node.edges
        ],
    }
    return told | ({} if one.cut is None else {"truncated": _cut(one.cut)})


def _node(node: Node) -> dict[str, Any]:
    told: dict[str, Any] = {
        "stageId": node.line.stage_id,
        "stageName": node.line.stage,
        "keysWritten": [*node.keys],
        "depth": node.depth,
    }
    return told | _incomplete(node.untracked)


def _incomplete(sources: tuple[str, ...]) -> dict[str, Any]:
    return {"incompleteSources": [*sources]} if sources else {}


def _cut(cut: Cut) -> dict[str, bool]:
    return {"byDepth": cut.by_depth, "byNodes": cut.by_nodes}


def _chain(one: Slice | None) -> list[dict[str, Any]]:
    assert one is not None
    told = [
        {
            "id": node.step,
            "depth": node.depth,
            "linkedBy": node.linked_by,
            "keysWritten": [*node.keys],
            "edges": [[edge.writer, "data", edge.key, 1] for edge in node.edges],
            **_incomplete(node.untracked),
        }
        for node in one.nodes
    ]
    if one.cut is not None:
        told[0]["truncated"] = _cut(one.cut)
    return told


def _at(line: LogLine) -> dict[str, Any]:
    return {"runtimeStageId": line.step, "stageId": line.stage_id, "stageName": line.stage}


def _timeline(one: Timeline, traced: Traced) -> dict[str, Any]:
    head = {"key": one.key, **_coverage(traced)}
    if one.missing is not None:
        return {**head, "missing": one.missing, "notes": [*one.notes]}
    moments = []
    for each in one.moments:
        told = {"kind": each.kind, "commitIdx": each.line.index, **_at(each.line)}
        if each.kind == "write":
            told["verb"] = each.verb
        elif each.from_write is not None:
            told["fromWriteIdx"] = each.from_write
        moments.append(told)
    return {**head, "moments": moments, "notes": [*one.notes]}


def _forward(one: Forward, traced: Traced) -> dict[str, Any]:
    head = {"key": one.key, **_coverage(traced), "notes": [*one.notes]}
    if one.missing is not None:
        return {**head, "missing": one.missing}
    return {
        **head,
        "rootId": one.values[0].id,
        "nodes": [_value(each) for each in one.values],
        "edges": [
            {"from": each.source, "to": each.target, "basis": each.basis} for each in one.fed
        ],
    }


def _value(one: Value) -> dict[str, Any]:
    told: dict[str, Any] = {"id": one.id, "key": one.key, "depth": one.depth}
    told["reads"] = [{**_at(line), "commitIdx": line.index} for line in one.reads]
    if one.line is None:
        return {**told, "origin": "pre-run"}
    told |= {"origin": "write", **_at(one.line), "commitIdx": one.line.index, "verb": one.verb}
    if one.next_write is not None:
        told["nextWriteIdx"] = one.next_write
    return told | _incomplete(one.line.untracked)
