from typing import Any

from footprint_cli.render.schemas.parts import DRAFT, TEXT, WHOLE, finding, list_of, record

_STATUSES = [0, 1, 3, 4]


def gate_schema() -> dict[str, Any]:
    """Describe `footprint.gate/1`."""
    accepted = finding()["properties"]
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
                "rules": list_of(
                    record({"rule": TEXT, "checked": WHOLE, "failed": WHOLE, "unknown": WHOLE})
                ),
                "findings": list_of(finding()),
                "suppressed": list_of(
                    record(
                        {
                            **accepted,
                            "why": {**TEXT, "description": "the baseline, or an ignore's reason"},
                        }
                    )
                ),
                "searched": searched(),
                "exitStatus": {"enum": _STATUSES},
            }
        ),
    }


def searched() -> dict[str, Any]:
    """Describe how much was looked at."""
    return record({"recordings": WHOLE, "retrievals": WHOLE, "toolCalls": WHOLE})
