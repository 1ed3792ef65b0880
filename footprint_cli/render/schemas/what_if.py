from typing import Any

from footprint_cli.model.what_if import AT_LEAST, AT_MOST, ESTIMATE, EXACT
from footprint_cli.render.schemas.parts import (
    DRAFT,
    FLAG_OR_NULL,
    NULL,
    OBJECT,
    TEXT,
    TEXT_OR_NULL,
    WHOLE,
    WHOLE_OR_NULL,
    list_of,
    nullable,
    record,
)

_NUMBER_OR_NULL: dict[str, Any] = {"type": ["number", "null"]}


def what_if_schema() -> dict[str, Any]:
    """Describe `footprint.what-if/1`."""
    return {
        "$schema": DRAFT,
        "title": "footprint.what-if/1",
        **record(
            {
                "schema": {"const": "footprint.what-if/1"},
                "asked": record(
                    {
                        "strategy": {**TEXT_OR_NULL, "description": "null: the recorded rule"},
                        "lambda": {**_NUMBER_OR_NULL, "description": "of mmr"},
                        "settings": {
                            **OBJECT,
                            "description": "values to try; null: no limit; absent: as recorded",
                            "additionalProperties": _NUMBER_OR_NULL,
                        },
                    }
                ),
                "searched": _searched(),
                "totals": _totals(),
                "retrievals": list_of(_retrieval()),
                "leftOut": WHOLE,
                "findings": {**NULL, "description": "verify makes them"},
                "exitStatus": {"enum": [0, 3, 4]},
            }
        ),
    }


def bounded() -> dict[str, Any]:
    """Describe a number that may be a bound."""
    words = {"enum": [EXACT, AT_LEAST, AT_MOST, ESTIMATE]}
    missing = {**WHOLE, "description": "of characters: passages that the value leaves out"}
    return record({"value": WHOLE, "bound": words, "sizesNotKnown": missing, "why": list_of(TEXT)})


def _searched() -> dict[str, Any]:
    unruled = list_of(record({"why": TEXT, "retrievals": WHOLE}))
    return record({"retrievals": WHOLE, "ruled": WHOLE, "unruled": unruled})


def _totals() -> dict[str, Any]:
    counts = list_of(record({"id": TEXT, "retrievals": WHOLE}))
    return record(
        {
            "changed": WHOLE,
            "considered": WHOLE,
            "read": WHOLE,
            "wouldRead": bounded(),
            "admitted": bounded(),
            "readNothing": WHOLE,
            "wouldReadNothing": bounded(),
            "chars": bounded(),
            "wouldChars": bounded(),
            "gained": counts,
            "lost": counts,
            "chunksNotTold": WHOLE,
        }
    )


def _retrieval() -> dict[str, Any]:
    setting = {"name": TEXT, "before": {}, "after": {}}
    chars = {**nullable(bounded()), "description": "UTF-16 code units of the passages read"}
    return record(
        {
            "source": TEXT,
            "run": TEXT_OR_NULL,
            "line": WHOLE_OR_NULL,
            "retriever": TEXT_OR_NULL,
            "step": TEXT_OR_NULL,
            "queryHash": TEXT_OR_NULL,
            "unruled": {**TEXT_OR_NULL, "description": "why it could not be ruled again"},
            "otherwise": {
                **list_of(TEXT_OR_NULL),
                "description": "chunks whose recorded verdict is not that of the recorded rule",
            },
            "settings": list_of(record(setting)),
            "considered": WHOLE_OR_NULL,
            "read": WHOLE_OR_NULL,
            "readBound": {
                "enum": [EXACT, AT_MOST, None],
                "description": "at-most: the record is older than the picker's verdict",
            },
            "wouldRead": nullable(bounded()),
            "admitted": nullable(bounded()),
            "chars": chars,
            "wouldChars": chars,
            "chunks": list_of(_chunk()),
            "prompt": {**nullable(list_of(TEXT_OR_NULL)), "description": "ids in prompt order"},
            "promptNote": TEXT_OR_NULL,
        }
    )


def _chunk() -> dict[str, Any]:
    return record(
        {
            "id": TEXT_OR_NULL,
            "rank": WHOLE_OR_NULL,
            "score": _NUMBER_OR_NULL,
            "rescored": {**_NUMBER_OR_NULL, "description": "the new score that it was ruled by"},
            "chars": WHOLE_OR_NULL,
            "read": FLAG_OR_NULL,
            "reason": TEXT_OR_NULL,
            "wouldRead": {**FLAG_OR_NULL, "description": "null: cannot be told"},
            "wouldReason": TEXT_OR_NULL,
        }
    )
