from typing import Any

from footprint_cli.model.audit import OUTCOMES
from footprint_cli.render.schemas.coverage import covered, told
from footprint_cli.render.schemas.parts import (
    DRAFT,
    FLAG_OR_NULL,
    OBJECT,
    TEXT,
    TEXT_OR_NULL,
    WHOLE,
    WHOLE_OR_NULL,
    damage,
    finding,
    list_of,
    nullable,
    record,
    recorded,
)


def explain_schema() -> dict[str, Any]:
    """Describe `footprint.explain/1`."""
    return {
        "$schema": DRAFT,
        "title": "footprint.explain/1",
        **record(
            {
                "schema": {"const": "footprint.explain/1"},
                "recordings": list_of(_recording()),
                "findings": list_of(finding()),
                "exitStatus": {"enum": [0, 3, 4]},
            }
        ),
    }


def _recording() -> dict[str, Any]:
    forms = ["commit-log", "envelope", "recording", "snapshot", "events", "evidence", None]
    return record(
        {
            "source": TEXT,
            "format": {"enum": forms},
            "run": record(
                {
                    "runId": TEXT_OR_NULL,
                    "sessionId": TEXT_OR_NULL,
                    "complete": FLAG_OR_NULL,
                    "droppedEvents": WHOLE_OR_NULL,
                    "producer": {"type": ["object", "null"]},
                    "runIds": list_of(TEXT),
                    "failure": {**TEXT_OR_NULL, "description": "the error that ended the run"},
                }
            ),
            "lines": nullable(
                record({"physical": WHOLE, "read": WHOLE, "blank": WHOLE, "damaged": WHOLE})
            ),
            "commits": WHOLE_OR_NULL,
            "damage": list_of(damage()),
            "retrievals": list_of(_retrieval()),
            "toolCalls": list_of(_call()),
        }
    )


def _retrieval() -> dict[str, Any]:
    limits = ["threshold", "k", "max-entries", "token-budget", "char-budget", "strategy"]
    return record(
        {
            "retriever": TEXT_OR_NULL,
            "step": TEXT_OR_NULL,
            "line": WHOLE_OR_NULL,
            "evidenceFrom": {"enum": ["commit", "nested-log", "event", "line"]},
            "outcome": {"enum": list(OUTCOMES)},
            "headline": TEXT,
            "strategy": recorded("string"),
            "queryHash": recorded("string"),
            "k": recorded("number"),
            "threshold": recorded("number"),
            "maxChars": recorded("number of characters of passage text"),
            "charsUsed": recorded("number of characters of passage text"),
            "embedderId": recorded("string"),
            "dimensions": recorded("number"),
            "selectionOrder": recorded("string"),
            "namespace": recorded("string"),
            "consideredCount": recorded("number"),
            "admittedCount": recorded("number"),
            "rejectedCount": recorded("number"),
            "candidatesComplete": recorded("boolean"),
            "candidatesOmittedReason": recorded("string"),
            "corpusEmpty": recorded("boolean"),
            "bindingLimits": nullable(
                list_of(record({"limit": {"enum": limits}, "refused": WHOLE}))
            ),
            "candidates": nullable(list_of(candidate())),
            "run": TEXT_OR_NULL,
            "attached": {
                **nullable(list_of(TEXT)),
                "description": "chunks that events saw attached to the prompt",
            },
            "injectedChars": {
                **WHOLE_OR_NULL,
                "description": "characters of the text that was injected",
            },
            "extra": OBJECT,
        }
    )


def candidate() -> dict[str, Any]:
    """Describe one candidate."""
    stages = ["retriever", "picker", "formatter"]
    return record(
        {
            "id": recorded("string; a number is a string of its digits"),
            "rank": recorded("integer, from 1"),
            "score": recorded('number; "NaN", "Infinity" or "-Infinity" where it is none'),
            "admitted": recorded("boolean"),
            "reason": recorded("string"),
            "docUri": recorded("string"),
            "page": recorded("number"),
            "heading": recorded("string"),
            "promptPosition": recorded("integer, from 0"),
            "promptChars": {**WHOLE_OR_NULL, "description": "characters of the prompt fragment"},
            "read": {
                **FLAG_OR_NULL,
                "description": "its text reached the prompt; null: the recording cannot say",
            },
            "margin": {"type": ["number", "null"], "description": "score minus threshold"},
            "explanation": TEXT,
            "history": list_of(
                record({"at": {"enum": stages}, "admitted": FLAG_OR_NULL, "reason": TEXT_OR_NULL})
            ),
            "flips": {
                **nullable(list_of(_flip())),
                "description": "what would have admitted it; null: not computable, see flipsNote",
            },
            "flipsNote": TEXT_OR_NULL,
            "extra": OBJECT,
        }
    )


def _call() -> dict[str, Any]:
    result = recorded("string, or the raw value of an event")
    return record({"tool": TEXT_OR_NULL, **covered(), "result": result, **told()})


def _flip() -> dict[str, Any]:
    settings = {"enum": ["threshold", "k", "maxChars", "maxEntries"]}
    change = {
        "setting": settings,
        "bound": {"enum": ["at-most", "at-least"]},
        "to": {"type": "number", "description": "the value nearest to the recorded one"},
    }
    return record(
        {
            **change,
            "exact": {"type": "boolean", "description": "false: `to` is a bound, see note"},
            "note": TEXT_OR_NULL,
            "with": {
                **list_of(record(change)),
                "description": "settings that have to change together with it",
            },
        }
    )
