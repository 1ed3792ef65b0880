"""`footprint.trace/1`: strict JSON."""

from collections.abc import Iterator
from typing import Any

from footprint_cli.model.commit import path_segments
from footprint_cli.model.trace_report import (
    TraceEdge,
    TraceMoment,
    TraceNode,
    TracePassage,
    TraceReport,
)
from footprint_cli.render import Page
from footprint_cli.render.json_text import json_text

SCHEMA = "footprint.trace/1"


def render(report: TraceReport, _page: Page) -> Iterator[str]:
    """Yield one JSON document."""
    yield json_text(document(report), careful=True) + "\n"


def document(report: TraceReport) -> dict[str, Any]:
    """Return the whole document; what the question does not ask for is null."""
    value = report.value
    return {
        "schema": SCHEMA,
        "question": report.question,
        "source": report.source,
        "log": report.log,
        "key": report.key,
        "path": path_segments(report.key),
        "parity": report.parity,
        "commit": report.commit,
        "commits": report.commits,
        "sentence": report.sentence,
        "reads": {
            "recorded": report.reads.recorded,
            "steps": report.reads.steps,
            "stepsWithReads": report.reads.with_reads,
            "besideWrites": report.reads.by_write,
        },
        "value": None if value is None else {"state": value.state, "json": value.json},
        "moments": _each(report.moments, _moment),
        "nodes": _each(report.nodes, _node),
        "edges": _each(report.edges, _edge),
        "passages": _each(report.passages, _passage),
        "findings": [
            {"code": one.code, "message": one.message, "open": one.open} for one in report.notes
        ],
        "exitStatus": report.exit_status,
    }


def _each(rows: Any, told: Any) -> list[dict[str, Any]] | None:  # noqa: ANN401 (rows of one kind)
    return None if rows is None else [told(one) for one in rows]


def _moment(one: TraceMoment) -> dict[str, Any]:
    return {
        "kind": one.kind,
        "commit": one.commit,
        "step": one.step,
        "stage": one.stage,
        "path": one.path,
        "verb": one.verb,
        "fromWrite": one.from_write,
    }


def _node(one: TraceNode) -> dict[str, Any]:
    return {
        "id": one.id,
        "step": one.step,
        "stage": one.stage,
        "commit": one.commit,
        "depth": one.depth,
        "keys": list(one.keys),
        "verb": one.verb,
        "untrackedSources": list(one.untracked),
        "readers": list(one.readers),
    }


def _edge(one: TraceEdge) -> dict[str, Any]:
    return {"of": one.of, "source": one.source, "key": one.key, "basis": one.basis}


def _passage(one: TracePassage) -> dict[str, Any]:
    return {
        "of": one.of,
        "retriever": one.retriever,
        "chunk": one.chunk,
        "rank": one.rank,
        "promptPosition": one.position,
        "retrieval": one.retrieval,
        "proof": one.proof,
    }
