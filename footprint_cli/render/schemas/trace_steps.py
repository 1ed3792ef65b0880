from typing import Any

from footprint_cli.render.schemas.parts import (
    DRAFT,
    NULL,
    TEXT,
    TEXT_OR_NULL,
    WHOLE,
    WHOLE_OR_NULL,
    damage,
    list_of,
    record,
)

_FLAG: dict[str, Any] = {"type": "boolean"}


def trace_steps_schema() -> dict[str, Any]:
    """Describe `footprint.trace-steps/1`."""
    return {
        "$schema": DRAFT,
        "title": "footprint.trace-steps/1",
        **record(
            {
                "schema": {"const": "footprint.trace-steps/1"},
                "recordings": list_of(_recording()),
                "findings": NULL,
                "exitStatus": {"enum": [0, 3]},
            }
        ),
    }


def _recording() -> dict[str, Any]:
    return record(
        {
            "source": TEXT,
            "damage": list_of(damage()),
            "logs": WHOLE,
            "commits": {**WHOLE, "description": "of the log of the run"},
            "executed": {**WHOLE, "description": "steps, without the inputs of subflows"},
            "known": {**WHOLE, "description": "both, before any were left out as asked for"},
            "steps": list_of(_step()),
            "notKnown": list_of(TEXT),
            "failure": {**TEXT_OR_NULL, "description": "of the run, where the input names it"},
        }
    )


def _step() -> dict[str, Any]:
    return record(
        {
            "log": {**TEXT_OR_NULL, "description": "the mount whose log it is in; null: the run's"},
            "depth": WHOLE,
            "number": {**WHOLE, "description": "in its log, from 1; 0: the inputs of a subflow"},
            "step": TEXT,
            "stage": TEXT_OR_NULL,
            "stageId": TEXT_OR_NULL,
            "commits": {**list_of(WHOLE), "description": "its lines in its log, from 0"},
            "through": {**WHOLE_OR_NULL, "description": "the last line before the next step"},
            "linesOfOthers": WHOLE,
            "mounts": {**_FLAG, "description": "the steps of its subflow follow"},
            "failure": TEXT_OR_NULL,
            "writes": list_of(_write()),
        }
    )


def _write() -> dict[str, Any]:
    return record(
        {
            "path": {**list_of(TEXT), "description": "its segments"},
            "verb": TEXT,
            "commit": WHOLE,
            "size": {**WHOLE_OR_NULL, "description": "characters of the value as JSON"},
            "value": {**TEXT_OR_NULL, "description": "the first of them"},
            "withheld": _FLAG,
            "rows": {**WHOLE, "description": "of the commit that say it"},
        }
    )
