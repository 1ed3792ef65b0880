from typing import Any

from footprint_cli.model.answer import ANSWERS
from footprint_cli.render.schemas.explain import candidate
from footprint_cli.render.schemas.parts import (
    DRAFT,
    TEXT,
    TEXT_OR_NULL,
    WHOLE,
    WHOLE_OR_NULL,
    finding,
    list_of,
    nullable,
    record,
)


def why_not_schema() -> dict[str, Any]:
    """Describe `footprint.why-not/1`, which `why` answers in too."""
    return {
        "$schema": DRAFT,
        "title": "footprint.why-not/1",
        **record(
            {
                "schema": {"const": "footprint.why-not/1"},
                "chunk": {**TEXT, "description": "what was asked for: an id, a pattern or a URI"},
                "answer": {"enum": list(ANSWERS)},
                "sentence": TEXT,
                "occurrences": {
                    **list_of(_occurrence()),
                    "description": "retrievals that name the chunk, or could not say",
                },
                "nearest": {**list_of(TEXT), "description": "where no candidate has the id"},
                "searched": _searched(),
                "findings": list_of(finding()),
                "match": {"enum": ["exact", "prefix", "glob", "doc"]},
                "chunks": {
                    **nullable(
                        list_of(record({"id": TEXT, "answers": _counts(), "unshown": WHOLE}))
                    ),
                    "description": "what was said of each chunk; null where one id was asked for",
                },
                "exitStatus": {"enum": [0, 1, 3, 4]},
            }
        ),
    }


def _occurrence() -> dict[str, Any]:
    return record(
        {
            "source": TEXT,
            "step": TEXT_OR_NULL,
            "retriever": TEXT_OR_NULL,
            "answer": {"enum": list(ANSWERS)},
            "sentence": TEXT,
            "candidate": nullable(candidate()),
            "line": WHOLE_OR_NULL,
            "run": TEXT_OR_NULL,
            "others": {
                **list_of(candidate()),
                "description": "further rows of the same list with the same id",
            },
            "displaced": {
                **TEXT_OR_NULL,
                "description": "the chunk that k would have admitted without this one",
            },
        }
    )


def _searched() -> dict[str, Any]:
    return record(
        {
            "recordings": WHOLE,
            "retrievals": WHOLE,
            "complete": {"type": "boolean", "description": "every input was read whole"},
            "answers": {**_counts(), "description": "retrievals by their best answer"},
        }
    )


def _counts() -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict.fromkeys(ANSWERS, WHOLE),
        "additionalProperties": False,
    }
