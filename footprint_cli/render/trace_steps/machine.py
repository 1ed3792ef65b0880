"""`footprint.trace-steps/1`: strict JSON."""

from collections.abc import Iterable, Iterator
from typing import Any

from footprint_cli.model.commit import path_segments
from footprint_cli.model.steps_report import StepsReport, StepWrite, TracedStep
from footprint_cli.render import Page
from footprint_cli.render.documents import damage_document
from footprint_cli.render.json_text import json_text

SCHEMA = "footprint.trace-steps/1"


def render(reports: Iterable[StepsReport], _page: Page, status: int) -> Iterator[str]:
    """Yield one JSON document."""
    document = {
        "schema": SCHEMA,
        "recordings": [_recording(one) for one in reports],
        "findings": None,
        "exitStatus": status,
    }
    yield json_text(document) + "\n"


def _recording(one: StepsReport) -> dict[str, Any]:
    return {
        "source": one.source,
        "damage": [damage_document(each) for each in one.damage],
        "logs": one.logs,
        "commits": one.commits,
        "executed": one.executed,
        "known": one.known,
        "steps": [_step(each) for each in one.steps],
        "notKnown": list(one.untold),
        "failure": one.failure,
    }


def _step(one: TracedStep) -> dict[str, Any]:
    return {
        "log": one.log,
        "depth": one.depth,
        "number": one.number,
        "step": one.step,
        "stage": one.stage,
        "stageId": one.stage_id,
        "commits": list(one.commits),
        "through": one.through,
        "linesOfOthers": one.between,
        "mounts": one.mounts,
        "failure": one.failure,
        "writes": [_write(each) for each in one.writes],
    }


def _write(one: StepWrite) -> dict[str, Any]:
    return {
        "path": path_segments(one.path),
        "verb": one.verb,
        "commit": one.commit,
        "size": one.size,
        "value": one.value,
        "withheld": one.withheld,
        "rows": one.rows,
    }
