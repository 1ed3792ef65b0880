from typing import Any

from footprint_cli.render.schemas.parts import (
    DRAFT,
    TEXT,
    TEXT_OR_NULL,
    WHOLE,
    WHOLE_OR_NULL,
    finding,
    list_of,
    record,
)

_STATUSES = [0, 1, 3, 4]


def gate_schema() -> dict[str, Any]:
    """Describe `footprint.gate/1`."""
    return {
        "$schema": DRAFT,
        "title": "footprint.gate/1",
        **record(
            {
                "schema": {"const": "footprint.gate/1"},
                "verdict": {"enum": ["pass", "fail", "inconclusive"]},
                "why": {
                    **list_of(TEXT),
                    "description": "sentences: what could not be judged, or not in full",
                },
                "unjudged": list_of(_unjudged()),
                "rules": list_of(
                    record({"rule": TEXT, "checked": WHOLE, "failed": WHOLE, "unknown": WHOLE})
                ),
                "findings": list_of(finding()),
                "suppressed": list_of(_suppressed()),
                "searched": searched(),
                "exitStatus": {"enum": _STATUSES},
            }
        ),
    }


def _suppressed() -> dict[str, Any]:
    """Describe a finding that is accepted."""
    why = {**TEXT, "description": "the baseline, or an ignore's reason"}
    until = {**TEXT_OR_NULL, "description": "the last day of the ignore; null: it has none"}
    return record({**finding()["properties"], "why": why, "until": until})


def _unjudged() -> dict[str, Any]:
    """Describe a place where a rule could not be judged, the whole input where no more is named."""
    place = {"line": WHOLE_OR_NULL, "step": TEXT_OR_NULL, "retriever": TEXT_OR_NULL}
    return record({"rule": TEXT, "source": TEXT, **place, "tool": TEXT_OR_NULL, "why": TEXT})


def searched() -> dict[str, Any]:
    """Describe how much was looked at."""
    return record({"recordings": WHOLE, "retrievals": WHOLE, "toolCalls": WHOLE})
