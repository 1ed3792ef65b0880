from typing import Any

from footprint_cli.model.sweep import AXES, NUMBERS, SHARES
from footprint_cli.model.what_if import AT_LEAST, AT_MOST, ESTIMATE, EXACT
from footprint_cli.render.schemas.parts import (
    DRAFT,
    FLAG_OR_NULL,
    NULL,
    OBJECT,
    TEXT,
    TEXT_OR_NULL,
    WHOLE,
    list_of,
    nullable,
    record,
)

_NUMBER: dict[str, Any] = {"type": "number"}
_NUMBER_OR_NULL: dict[str, Any] = {"type": ["number", "null"]}


def sweep_schema() -> dict[str, Any]:
    """Describe `footprint.sweep/1`."""
    unruled = list_of(record({"why": TEXT, "retrievals": WHOLE}))
    counts = {"retrievals": WHOLE, "ruled": WHOLE, "unruled": unruled, "ruledOneByOne": WHOLE}
    best = {**list_of(WHOLE), "description": "places in points, from 0"}
    expected = {"questions": WHOLE, "retrievals": WHOLE}
    lists = {"unmatched": list_of(TEXT), "neverACandidate": list_of(TEXT)}
    return {
        "$schema": DRAFT,
        "title": "footprint.sweep/1",
        **record(
            {
                "schema": {"const": "footprint.sweep/1"},
                "asked": _asked(),
                "searched": record(counts),
                "recorded": record({"read": WHOLE, "nothing": WHOLE}),
                "points": list_of(_point()),
                "advice": record({"best": best, "note": TEXT_OR_NULL}),
                "expected": nullable(record({**expected, **lists})),
                "findings": {**NULL, "description": "verify makes them"},
                "exitStatus": {"enum": [0, 3, 4]},
            }
        ),
    }


def _asked() -> dict[str, Any]:
    settings = {**OBJECT, "additionalProperties": _NUMBER_OR_NULL}
    sweep = record({"name": {"enum": list(AXES)}, "values": list_of(_NUMBER)})
    return record(
        {
            "strategy": TEXT_OR_NULL,
            "settings": settings,
            "sweeps": list_of(sweep),
            "targets": list_of(TEXT),
        }
    )


def _point() -> dict[str, Any]:
    bound = {"enum": [EXACT, AT_LEAST, AT_MOST, ESTIMATE]}
    number = record({"value": WHOLE, "bound": bound})
    scored = {"expected": WHOLE, "read": WHOLE, "both": WHOLE}
    shares = {"recall": _NUMBER_OR_NULL, "precision": _NUMBER_OR_NULL}
    return record(
        {
            "values": list_of(_NUMBER),
            **dict.fromkeys(NUMBERS, number),
            "sizesNotKnown": {**WHOLE, "description": "passages that chars leave out"},
            "charsOfARetrieval": record(dict.fromkeys(SHARES, WHOLE)),
            "scored": nullable(record({**scored, **shares})),
            "meets": {**FLAG_OR_NULL, "description": "null: no target, or it cannot be told"},
        }
    )
