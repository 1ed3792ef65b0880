from typing import Any

from footprint_cli.model.claim import KINDS, VERDICTS
from footprint_cli.render.schemas.parts import (
    DRAFT,
    TEXT,
    TEXT_OR_NULL,
    WHOLE,
    finding,
    list_of,
    nullable,
    record,
)

_DETAILS = {
    **list_of(TEXT),
    "description": "reasons: wider:fixed:NAME, gap:KIND:FACET, completeness:VALUE, ...",
}


def claim_schema() -> dict[str, Any]:
    """Describe `footprint.claim/1`."""
    return {
        "$schema": DRAFT,
        "title": "footprint.claim/1",
        **record(
            {
                "schema": {"const": "footprint.claim/1"},
                "claim": {**TEXT_OR_NULL, "description": "null: the answer of the run was judged"},
                "kind": {"enum": [*KINDS, None]},
                **_stands(),
                "sentence": TEXT,
                "calls": list_of(_call()),
                "unions": list_of(_union()),
                "choices": list_of(_choice()),
                "limits": {**list_of(TEXT), "description": "what no verdict can say"},
                "warnings": list_of(TEXT),
                "sentences": nullable(list_of(_sentence())),
                "notJudged": nullable(
                    list_of(record({"sentence": TEXT, "why": TEXT, "source": TEXT}))
                ),
                "searched": record(
                    {"recordings": WHOLE, "toolCalls": WHOLE, "declaredCalls": WHOLE}
                ),
                "findings": list_of(finding()),
                "exitStatus": {"enum": [0, 1, 3, 4]},
            }
        ),
    }


def _stands() -> dict[str, Any]:
    also = {**list_of(TEXT), "description": "reasons of later checks"}
    return {"verdict": {"enum": list(VERDICTS)}, "details": _DETAILS, "also": also}


def _call() -> dict[str, Any]:
    place = {"source": TEXT, "step": TEXT_OR_NULL, "callId": TEXT_OR_NULL, "tool": TEXT_OR_NULL}
    return record({**place, **_stands()})


def _union() -> dict[str, Any]:
    calls = list_of(record({"step": TEXT_OR_NULL, "callId": TEXT_OR_NULL}))
    return record({"tool": TEXT_OR_NULL, "source": TEXT, "calls": calls, **_stands()})


def _choice() -> dict[str, Any]:
    return record({"name": TEXT, "value": TEXT})


def _sentence() -> dict[str, Any]:
    return record(
        {
            "claim": TEXT,
            "kind": {"enum": list(KINDS)},
            **_stands(),
            "sentence": TEXT,
            "calls": list_of(_call()),
            "unions": list_of(_union()),
            "choices": list_of(_choice()),
            "warnings": list_of(TEXT),
            "source": TEXT_OR_NULL,
        }
    )
