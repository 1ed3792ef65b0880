from typing import Any

from footprint_cli.model.drift_report import CHANGES, OF_SETTING
from footprint_cli.render.schemas.parts import (
    DRAFT,
    FLAG_OR_NULL,
    TEXT,
    TEXT_OR_NULL,
    WHOLE,
    WHOLE_OR_NULL,
    list_of,
    nullable,
    record,
)
from footprint_cli.render.schemas.stats import quantiles

_NUMBER: dict[str, Any] = {"type": "number"}
_NUMBER_OR_NULL: dict[str, Any] = {"type": ["number", "null"]}
_FLAG: dict[str, Any] = {"type": "boolean"}


def drift_schema() -> dict[str, Any]:
    """Describe `footprint.drift/1`. Pairs are before and after."""
    undated = {**WHOLE_OR_NULL, "description": "retrievals without a recorded time"}
    return {
        "$schema": DRAFT,
        "title": "footprint.drift/1",
        **record(
            {
                "schema": {"const": "footprint.drift/1"},
                "index": {**TEXT_OR_NULL, "description": "the index that was asked; null: none"},
                "by": {"enum": ["day", "week", "month", None]},
                "alpha": {**_NUMBER, "description": "scores differ where p is under it"},
                "periods": {**WHOLE_OR_NULL, "description": "those with retrievals"},
                "undated": undated,
                "compared": list_of(_compared()),
                "findings": list_of(_finding()),
                "exitStatus": {"enum": [0, 1, 3, 4]},
            }
        ),
    }


def _pair(of: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": of, "minItems": 2, "maxItems": 2}


def _finding() -> dict[str, Any]:
    return record(
        {
            "what": {"enum": list(CHANGES)},
            "retriever": TEXT_OR_NULL,
            "message": TEXT,
            "before": TEXT,
            "after": TEXT,
            "fails": {**_FLAG, "description": "--fail-on asks for it"},
        }
    )


def _compared() -> dict[str, Any]:
    damaged = {**WHOLE, "description": "recordings: counts of the side are 'at least'"}
    unreadable = {**WHOLE, "description": "inputs of which nothing could be read"}
    counts = {"recordings": WHOLE, "retrievals": WHOLE, "damaged": damaged}
    side = record({"name": TEXT, **counts, "unreadable": unreadable})
    not_known = {**list_of(TEXT), "description": "what --fail-on asks for, and cannot be told"}
    return record(
        {"before": side, "after": side, "retrievers": list_of(_retriever()), "notKnown": not_known}
    )


def _retriever() -> dict[str, Any]:
    return record(
        {
            "retriever": TEXT_OR_NULL,
            "retrievals": _pair(WHOLE),
            "settings": list_of(_setting()),
            "considered": {**_pair(quantiles()), "description": "of consideredCount"},
            "scores": nullable(record(_scores())),
            "bestScores": nullable(_tested()),
            "questions": record(
                {
                    "both": WHOLE,
                    "states": {"type": "object", "additionalProperties": WHOLE},
                    "consideredOtherwise": WHOLE,
                    "onlyOneSide": _pair(WHOLE),
                    "hashNotRecorded": _pair(WHOLE),
                    "first": list_of(_question()),
                }
            ),
        }
    )


def _setting() -> dict[str, Any]:
    values = {
        "type": "object",
        "additionalProperties": WHOLE,
        "description": "retrievals by value; none: not recorded",
    }
    return record(
        {
            "name": {"enum": list(OF_SETTING.values())},
            "state": {"enum": ["same", "changed", "not-known"]},
            "before": values,
            "after": values,
            "notRecorded": _pair(WHOLE),
        }
    )


def _scores() -> dict[str, Any]:
    return {"counts": _pair(WHOLE), "before": quantiles(), "after": quantiles()}


def _tested() -> dict[str, Any]:
    return record(
        {
            **_scores(),
            "distance": {**_NUMBER_OR_NULL, "description": "Kolmogorov-Smirnov, 0 to 1"},
            "p": _NUMBER_OR_NULL,
            "exact": {**FLAG_OR_NULL, "description": "false: that of large samples"},
            "leastP": {**_NUMBER_OR_NULL, "description": "that so many numbers can have"},
            "untested": {**TEXT_OR_NULL, "description": "why there is no test"},
            "notes": list_of(TEXT),
        }
    )


def _question() -> dict[str, Any]:
    early = {**_FLAG, "description": "written before the picker ruled"}
    return record(
        {
            "queryHash": TEXT,
            "beforePicker": early,
            "state": {"enum": ["same", "changed", "varies", "not-known"]},
            "asked": _pair(WHOLE),
            "entered": list_of(TEXT),
            "left": list_of(TEXT),
            "considered": {**_pair(list_of(TEXT)), "description": "recorded counts"},
        }
    )
