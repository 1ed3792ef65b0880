"""The JSON Schemas of machine output, by name; tests hold every output against them."""

from typing import Any

from footprint_cli.model.audit import OUTCOMES

DRAFT = "https://json-schema.org/draft/2020-12/schema"

_TEXT: dict[str, Any] = {"type": "string"}
_TEXT_OR_NULL: dict[str, Any] = {"type": ["string", "null"]}
_WHOLE: dict[str, Any] = {"type": "integer"}
_WHOLE_OR_NULL: dict[str, Any] = {"type": ["integer", "null"]}
_FLAG_OR_NULL: dict[str, Any] = {"type": ["boolean", "null"]}
_NULL: dict[str, Any] = {"type": "null"}
_OBJECT: dict[str, Any] = {"type": "object"}


def schema_text(name: str) -> str:
    """Return a schema as JSON text, indented."""
    import orjson

    return orjson.dumps(SCHEMAS[name](), option=orjson.OPT_INDENT_2).decode() + "\n"


def explain_schema() -> dict[str, Any]:
    """Describe `footprint.explain/1`."""
    return {
        "$schema": DRAFT,
        "title": "footprint.explain/1",
        **_record(
            {
                "schema": {"const": "footprint.explain/1"},
                "recordings": _list(_recording()),
                "findings": _list(_finding()),
                "exitStatus": {"enum": [0, 3, 4]},
            }
        ),
    }


SCHEMAS = {"explain": explain_schema}


def _recording() -> dict[str, Any]:
    forms = ["commit-log", "envelope", "recording", "snapshot", "events", "evidence", None]
    return _record(
        {
            "source": _TEXT,
            "format": {"enum": forms},
            "run": _record(
                {
                    "runId": _TEXT_OR_NULL,
                    "sessionId": _TEXT_OR_NULL,
                    "complete": _FLAG_OR_NULL,
                    "droppedEvents": _WHOLE_OR_NULL,
                    "producer": {"type": ["object", "null"]},
                    "runIds": _list(_TEXT),
                    "failure": {**_TEXT_OR_NULL, "description": "the error that ended the run"},
                }
            ),
            "lines": _nullable(
                _record({"physical": _WHOLE, "read": _WHOLE, "blank": _WHOLE, "damaged": _WHOLE})
            ),
            "commits": _WHOLE_OR_NULL,
            "damage": _list(
                _record(
                    {
                        "line": _WHOLE_OR_NULL,
                        "kind": _TEXT,
                        "detail": _TEXT,
                        "recovered": {"type": "boolean"},
                    }
                )
            ),
            "retrievals": _list(_retrieval()),
            "toolCalls": _list(_call()),
        }
    )


def _retrieval() -> dict[str, Any]:
    limits = ["threshold", "k", "max-entries", "token-budget", "char-budget", "strategy"]
    return _record(
        {
            "retriever": _TEXT_OR_NULL,
            "step": _TEXT_OR_NULL,
            "line": _WHOLE_OR_NULL,
            "evidenceFrom": {"enum": ["commit", "nested-log", "event", "line"]},
            "outcome": {"enum": list(OUTCOMES)},
            "headline": _TEXT,
            "strategy": _recorded("string"),
            "queryHash": _recorded("string"),
            "k": _recorded("number"),
            "threshold": _recorded("number"),
            "maxChars": _recorded("number of characters of passage text"),
            "charsUsed": _recorded("number of characters of passage text"),
            "embedderId": _recorded("string"),
            "dimensions": _recorded("number"),
            "selectionOrder": _recorded("string"),
            "namespace": _recorded("string"),
            "consideredCount": _recorded("number"),
            "admittedCount": _recorded("number"),
            "rejectedCount": _recorded("number"),
            "candidatesComplete": _recorded("boolean"),
            "candidatesOmittedReason": _recorded("string"),
            "corpusEmpty": _recorded("boolean"),
            "bindingLimits": _nullable(
                _list(_record({"limit": {"enum": limits}, "refused": _WHOLE}))
            ),
            "candidates": _nullable(_list(_candidate())),
            "run": _TEXT_OR_NULL,
            "attached": {
                **_nullable(_list(_TEXT)),
                "description": "chunks that events saw attached to the prompt",
            },
            "injectedChars": {
                **_WHOLE_OR_NULL,
                "description": "characters of the text that was injected",
            },
            "extra": _OBJECT,
        }
    )


def _candidate() -> dict[str, Any]:
    stages = ["retriever", "picker", "formatter"]
    return _record(
        {
            "id": _recorded("string; a number is a string of its digits"),
            "rank": _recorded("integer, from 1"),
            "score": _recorded('number; "NaN", "Infinity" or "-Infinity" where it is none'),
            "admitted": _recorded("boolean"),
            "reason": _recorded("string"),
            "docUri": _recorded("string"),
            "page": _recorded("number"),
            "heading": _recorded("string"),
            "promptPosition": _recorded("integer, from 0"),
            "promptChars": {**_WHOLE_OR_NULL, "description": "characters of the prompt fragment"},
            "read": {
                **_FLAG_OR_NULL,
                "description": "its text reached the prompt; null: the recording cannot say",
            },
            "margin": {"type": ["number", "null"], "description": "score minus threshold"},
            "explanation": _TEXT,
            "history": _list(
                _record(
                    {"at": {"enum": stages}, "admitted": _FLAG_OR_NULL, "reason": _TEXT_OR_NULL}
                )
            ),
            "flips": {**_NULL, "description": "not computed yet"},
            "extra": _OBJECT,
        }
    )


def _call() -> dict[str, Any]:
    outcomes = ["ran", "failed", "refused", "invalid-arguments", "unknown-tool"]
    outcomes += ["not-dispatched", "paused", "unfinished"]
    return _record(
        {
            "tool": _TEXT_OR_NULL,
            "source": _TEXT,
            "step": _TEXT_OR_NULL,
            "iteration": _WHOLE_OR_NULL,
            "callId": _TEXT_OR_NULL,
            "arguments": _recorded("object"),
            "argumentsFrom": {"enum": ["history", "middleware", "event", "not-dispatched", None]},
            "outcome": {"enum": outcomes},
            "rows": _NULL,
            "rowsFrom": _NULL,
            "coverage": {**_NULL, "description": "not computed yet"},
            "declared": _NULL,
            "result": _recorded("string, or the raw value of an event"),
            "line": _WHOLE_OR_NULL,
            "run": _TEXT_OR_NULL,
        }
    )


def _finding() -> dict[str, Any]:
    return _record(
        {
            "code": _TEXT,
            "level": {"enum": ["error", "warning", "note"]},
            "message": _TEXT,
            "source": _TEXT,
            "line": _WHOLE_OR_NULL,
            "step": _TEXT_OR_NULL,
            "retriever": _TEXT_OR_NULL,
            "chunk": _TEXT_OR_NULL,
            "tool": _TEXT_OR_NULL,
        }
    )


def _record(properties: dict[str, Any]) -> dict[str, Any]:
    """Describe an object whose keys are always all there."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _recorded(promised: str) -> dict[str, Any]:
    """Describe a recorded value: null for not recorded, and any type where the recording has it."""
    return {"description": f"as recorded: {promised}; null: not recorded; another type: a finding"}


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, _NULL]}
