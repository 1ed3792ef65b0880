"""The parts that JSON Schemas of machine output share."""

from typing import Any

DRAFT = "https://json-schema.org/draft/2020-12/schema"

TEXT: dict[str, Any] = {"type": "string"}
TEXT_OR_NULL: dict[str, Any] = {"type": ["string", "null"]}
WHOLE: dict[str, Any] = {"type": "integer"}
WHOLE_OR_NULL: dict[str, Any] = {"type": ["integer", "null"]}
FLAG_OR_NULL: dict[str, Any] = {"type": ["boolean", "null"]}
NULL: dict[str, Any] = {"type": "null"}
OBJECT: dict[str, Any] = {"type": "object"}


def finding() -> dict[str, Any]:
    """Describe one finding."""
    return record(
        {
            "code": TEXT,
            "level": {"enum": ["error", "warning", "note"]},
            "message": TEXT,
            "source": TEXT,
            "line": WHOLE_OR_NULL,
            "step": TEXT_OR_NULL,
            "retriever": TEXT_OR_NULL,
            "chunk": TEXT_OR_NULL,
            "tool": TEXT_OR_NULL,
        }
    )


def damage() -> dict[str, Any]:
    """Describe one place of damage."""
    recovered = {"type": "boolean"}
    return record({"line": WHOLE_OR_NULL, "kind": TEXT, "detail": TEXT, "recovered": recovered})


def record(properties: dict[str, Any]) -> dict[str, Any]:
    """Describe an object whose keys are always all there."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def recorded(promised: str) -> dict[str, Any]:
    """Describe a recorded value: null for not recorded, and any type where the recording has it."""
    return {"description": f"as recorded: {promised}; null: not recorded; another type: a finding"}


def list_of(items: dict[str, Any]) -> dict[str, Any]:
    """Describe a list of such items."""
    return {"type": "array", "items": items}


def nullable(schema: dict[str, Any]) -> dict[str, Any]:
    """Describe a value that may be null: not recorded."""
    return {"anyOf": [schema, NULL]}
