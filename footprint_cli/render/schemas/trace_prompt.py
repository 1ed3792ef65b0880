from typing import Any

from footprint_cli.render.schemas.parts import (
    DRAFT,
    NULL,
    OBJECT,
    TEXT,
    TEXT_OR_NULL,
    WHOLE,
    WHOLE_OR_NULL,
    damage,
    list_of,
    nullable,
    record,
)


def trace_prompt_schema() -> dict[str, Any]:
    """Describe `footprint.trace-prompt/1`."""
    return {
        "$schema": DRAFT,
        "title": "footprint.trace-prompt/1",
        **record(
            {
                "schema": {"const": "footprint.trace-prompt/1"},
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
            "calls": list_of(_call()),
            "prompts": {**list_of(_prompt()), "description": "of the call that is shown"},
            "notKnown": list_of(TEXT),
        }
    )


def _call() -> dict[str, Any]:
    return record(
        {
            "call": {**WHOLE, "description": "counted from 1, in the order in which they ran"},
            "step": TEXT_OR_NULL,
            "line": WHOLE_OR_NULL,
            "run": TEXT_OR_NULL,
            "toldBy": {"enum": ["commit", "event"]},
            "systemChars": WHOLE_OR_NULL,
            "messages": WHOLE_OR_NULL,
            "messageChars": WHOLE_OR_NULL,
            "chunks": WHOLE,
            "unknown": list_of(TEXT),
        }
    )


def _prompt() -> dict[str, Any]:
    message = record(
        {
            "injectedBy": TEXT_OR_NULL,
            "withheld": {"type": "boolean"},
            "message": {**OBJECT, "description": "as the model got it"},
        }
    )
    return record(
        {
            "call": WHOLE,
            "step": TEXT_OR_NULL,
            "systemPrompt": TEXT_OR_NULL,
            "pieces": nullable(list_of(_piece())),
            "messages": nullable(list_of(message)),
            "chunks": list_of(_chunk()),
            "absent": {**list_of(TEXT), "description": "admitted, and not in this prompt"},
        }
    )


def _piece() -> dict[str, Any]:
    return record(
        {
            "source": TEXT_OR_NULL,
            "sourceId": TEXT_OR_NULL,
            "reason": TEXT_OR_NULL,
            "rank": WHOLE_OR_NULL,
            "score": {"type": ["number", "null"]},
            "text": TEXT_OR_NULL,
        }
    )


def _chunk() -> dict[str, Any]:
    return record(
        {
            "id": TEXT,
            "retriever": TEXT,
            "rank": WHOLE_OR_NULL,
            "promptPosition": WHOLE_OR_NULL,
            "docUri": TEXT_OR_NULL,
            "place": {"enum": ["system", "message"]},
            "part": {**WHOLE, "description": "of the pieces, or the messages, from 0"},
            "proof": {"enum": ["record", "fragment", "both"]},
            "step": {**TEXT_OR_NULL, "description": "of the search"},
            "line": {**WHOLE_OR_NULL, "description": "of the search"},
        }
    )
