"""Lines of recordings as their producers write them, small enough to be read in a test."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from footprint_cli import load
from footprint_cli.model.commit import SEPARATOR
from footprint_cli.model.evidence import Candidate, Retrieval
from footprint_cli.model.recording import Recording

GONE = object()  # a row without a payload: what JSON makes of `undefined`
REDACTED = "REDACTED"


def at(*segments: str) -> str:
    """The path of these keys."""
    return SEPARATOR.join(segments)


def bundle(  # noqa: PLR0913 (the fields of a bundle)
    step: str,
    values: Mapping[str, Any] | None = None,
    verb: str = "set",
    *,
    idx: int | None = None,
    verbs: Mapping[str, str] | None = None,
    redacted: Iterable[str] = (),
) -> dict[str, Any]:
    """One commit: a row a path, in this order; `verbs` names those that differ from `verb`."""
    trees: dict[str, dict[str, Any]] = {"overwrite": {}, "updates": {}}
    trace = []
    for path, value in (values or {}).items():
        own = (verbs or {}).get(path, verb)
        trace.append({"path": path, "verb": own})
        if value is not GONE and own != "delete":
            _put(trees["updates" if own == "merge" else "overwrite"], path, value)
    stage = step.rpartition("#")[0] or step
    whole = {"stage": stage, "stageId": stage, "runtimeStageId": step, "trace": trace}
    number = {} if idx is None else {"idx": idx}
    return {**trees, "redactedPaths": [*redacted], **whole, **number}


def numbered(*bundles: dict[str, Any], start: int = 0) -> list[dict[str, Any]]:
    """The bundles of one log: each that has no `idx` gets its position."""
    return [{**one, "idx": one.get("idx", place)} for place, one in enumerate(bundles, start)]


def row(id: Any = "a.md#0", **fields: Any) -> dict[str, Any]:  # noqa: A002
    """An admitted candidate as it is recorded."""
    return {"id": id, "score": 0.8, "rank": 1, "admitted": True} | fields


def refused_row(id: Any = "z.md#0", **fields: Any) -> dict[str, Any]:  # noqa: A002
    """A candidate below the threshold as it is recorded."""
    low = {"score": 0.4, "rank": 2, "admitted": False, "reason": "below-threshold"}
    return row(id) | low | fields


def record(*rows: Any, **fields: Any) -> dict[str, Any]:
    """Evidence as it is recorded, with counts that fit its list."""
    admitted = sum(isinstance(one, dict) and one.get("admitted") is True for one in rows)
    whole = {
        "strategy": "topK",
        "queryHash": "6eeb4f81",
        "k": 3,
        "threshold": 0.6,
        "selectionOrder": "recency",
        "consideredCount": len(rows),
        "admittedCount": admitted,
        "rejectedCount": len(rows) - admitted,
        "candidates": [*rows],
        "candidatesComplete": True,
        "corpusEmpty": not rows,
        "namespace": "_/_/_global",
    }
    return whole | fields


def key(retriever: str = "kb", *fields: str) -> str:
    """The path of a retriever's evidence, or of a field of it."""
    return at(f"retrievalEvidence_{retriever}", *fields)


def mount(retriever: str = "kb", number: int = 1) -> str:
    """The step that reads a memory."""
    return f"sf-memory-read-{retriever}#{number}"


def retrieved(
    evidence: Mapping[str, Any], retriever: str = "kb", number: int = 1, **fields: Any
) -> dict[str, Any]:
    """The commit that lifts evidence to the root, field by field as a subflow's mount does."""
    values = {key(retriever, name): value for name, value in evidence.items()}
    return bundle(mount(retriever, number), values, **fields)


def asks(*calls: tuple[str, str, Any]) -> dict[str, Any]:
    """The assistant's message that asks for calls: id, tool and arguments of each."""
    asked = [{"id": one, "name": tool, "args": args} for one, tool, args in calls]
    return {"role": "assistant", "content": "", "toolCalls": asked}


def answers(call_id: str, content: Any = "no rows", tool: str = "incidents") -> dict[str, Any]:
    """The message that answers a call."""
    return {"role": "tool", "content": content, "toolCallId": call_id, "toolName": tool}


def seed(*messages: dict[str, Any], **values: Any) -> dict[str, Any]:
    """The first commit of a run: the user's question, after what earlier turns left."""
    asked = {"role": "user", "content": "When does the crane open?"}
    return bundle("seed#0", {"history": [*messages, asked], "iteration": 1, **values})


def event(
    kind: str, payload: Any, step: str = "seed#0", run: str | None = "run-1", **meta: Any
) -> dict[str, Any]:
    """One event; `kind` is its type without the prefix."""
    named = {} if run is None else {"runId": run}
    return {
        "type": f"agentfootprint.{kind}",
        "payload": payload,
        "meta": {"runtimeStageId": step, "subflowPath": [], **named, **meta},
    }


def envelope(commits: Iterable[Any] = (), events: Iterable[Any] = (), **fields: Any) -> Any:
    """An archived recording; `nested` are its nested logs by key, others are keys of the snapshot.

    `memories` are the configured ones.
    """
    nested, memories = fields.pop("nested", {}), fields.pop("memories", None)
    results = {
        name: {"subflowId": name.rpartition("#")[0], "treeContext": {"history": [*history]}}
        for name, history in nested.items()
    }
    snapshot = {"sharedState": {}, "commitLog": [*commits], "subflowResults": results, **fields}
    configuration = {} if memories is None else {"manifest": {"memories": memories}}
    return {
        "format": "agentfootprint.recording.v1",
        "producer": {"agentfootprintVersion": "9.62.0", "footprintjsVersion": "9.15.1"},
        "run": {"runId": "run-1", "complete": True, "droppedEvents": 0},
        "configuration": configuration,
        "recording": {"snapshot": snapshot, "events": [*events], "structure": {}},
    }


def written(tmp_path: Path, *lines: Any, name: str = "run.jsonl") -> Path:
    """A file of these lines: a text stands as it is, anything else as JSON."""
    path = tmp_path / name
    texts = [one if isinstance(one, str) else json.dumps(one) for one in lines]
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return path


def only(path: Path) -> Recording:
    """The one recording of a file."""
    (recording,) = load(path)
    return recording


def recording_of(tmp_path: Path, *lines: Any) -> Recording:
    """The one recording of a file of these lines."""
    return only(written(tmp_path, *lines))


def chunks(retrieval: Retrieval) -> list[str | None]:
    """The ids of the candidates; the record must hold a list."""
    return [one.id for one in listed(retrieval)]


def listed(retrieval: Retrieval) -> tuple[Candidate, ...]:
    """The candidates; the record must hold a list."""
    assert retrieval.evidence is not None
    assert retrieval.evidence.candidates is not None
    return retrieval.evidence.candidates


def noticed(recording: Recording, code: str) -> list[tuple[int | None, str]]:
    """Line and message of each finding of this code that the reader made."""
    return [(one.line, one.message) for one in recording.noticed if one.code == code]


def damaged(recording: Recording) -> list[tuple[int | None, str]]:
    """Line and kind of each damage."""
    return [(one.line, one.kind) for one in recording.damage]


def _put(tree: dict[str, Any], path: str, value: Any) -> None:
    *parents, last = path.split(SEPARATOR)
    for segment in parents:
        tree = tree.setdefault(segment, {})
    tree[last] = value
