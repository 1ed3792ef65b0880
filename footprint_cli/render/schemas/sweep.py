from typing import Any

from footprint_cli.model.sweep import AXES
from footprint_cli.model.sweep_report import SHARES
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
_BOUND: dict[str, Any] = {"enum": [EXACT, AT_LEAST, AT_MOST, ESTIMATE]}


def sweep_schema() -> dict[str, Any]:
    """Describe `footprint.sweep/1`."""
    return {
        "$schema": DRAFT,
        "title": "footprint.sweep/1",
        **record(
            {
                "schema": {"const": "footprint.sweep/1"},
                "asked": _asked(),
                "searched": _searched(),
                "recorded": record({"read": WHOLE, "empty": WHOLE, "chars": _counted()}),
                "points": list_of(_point()),
                "advice": nullable(_advice()),
                "expected": nullable(list_of(_sought())),
                "findings": {**NULL, "description": "verify makes them"},
                "exitStatus": {"enum": [0, 3, 4]},
            }
        ),
    }


def _asked() -> dict[str, Any]:
    axis = {"name": {"enum": [*AXES]}, "values": list_of(_NUMBER)}
    return record(
        {
            "strategy": {**TEXT_OR_NULL, "description": "null: the recorded rule"},
            "lambda": {"type": ["number", "null"], "description": "of mmr"},
            "settings": {
                **OBJECT,
                "description": "values to try; null: no limit; absent: as recorded",
                "additionalProperties": _NUMBER_OR_NULL,
            },
            "axes": list_of(record(axis)),
            "targets": list_of(TEXT),
        }
    )


def _searched() -> dict[str, Any]:
    unruled = list_of(record({"why": TEXT, "retrievals": WHOLE}))
    return record({"retrievals": WHOLE, "ruled": WHOLE, "unruled": unruled, "index": TEXT_OR_NULL})


def _counted() -> dict[str, Any]:
    missing = {**WHOLE, "description": "of chars: passages that the value leaves out"}
    more = {**WHOLE, "description": "retrievals of which the true number may be more"}
    less = {**WHOLE, "description": "retrievals of which the true number may be less"}
    return record(
        {
            "value": WHOLE,
            "bound": _BOUND,
            "mayBeMoreIn": more,
            "mayBeLessIn": less,
            "sizesNotKnown": missing,
        }
    )


def _point() -> dict[str, Any]:
    of_one = record({"mean": _NUMBER, **dict.fromkeys(SHARES, WHOLE)})
    target = {"target": TEXT, "value": _NUMBER_OR_NULL, "met": FLAG_OR_NULL}
    return record(
        {
            "settings": {**OBJECT, "additionalProperties": _NUMBER},
            "admitted": _counted(),
            "read": _counted(),
            "empty": {**_counted(), "description": "retrievals that would read nothing"},
            "chars": {**_counted(), "description": "UTF-16 code units of the passages read"},
            "charsOfOne": {
                **nullable(of_one),
                "description": "chars of one retrieval; bounded as chars is",
            },
            "targets": list_of(record(target)),
            "meets": {**FLAG_OR_NULL, "description": "all targets; null: none, or cannot be told"},
            "expected": nullable(_scored()),
        }
    )


def _scored() -> dict[str, Any]:
    return record(
        {
            "chunks": WHOLE,
            "readOfThem": WHOLE,
            "read": WHOLE,
            "recall": _NUMBER_OR_NULL,
            "precision": _NUMBER_OR_NULL,
            "bound": _BOUND,
            "notCertainIn": WHOLE,
        }
    )


def _advice() -> dict[str, Any]:
    places = {**list_of(WHOLE), "description": "places in points, from 0"}
    return record({"points": places, "by": TEXT, "restsOn": WHOLE})


def _sought() -> dict[str, Any]:
    return record(
        {
            "query": TEXT_OR_NULL,
            "run": TEXT_OR_NULL,
            "chunks": WHOLE,
            "matched": {**WHOLE, "description": "retrievals of the query, or runs"},
            "unruled": WHOLE,
            "neverCandidates": list_of(TEXT),
        }
    )
