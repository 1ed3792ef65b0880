from typing import Any

from footprint_cli.model.diff_report import CAUSES, KINDS
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
    recorded,
)

_FLAG: dict[str, Any] = {"type": "boolean"}
_KIND: dict[str, Any] = {"enum": list(KINDS)}
_COUNTS: dict[str, Any] = {"type": "object", "additionalProperties": WHOLE}
_STATES: dict[str, Any] = {
    "type": "object",
    "additionalProperties": {"enum": ["same", "differs", "not-told"]},
}


def diff_schema() -> dict[str, Any]:
    """Describe `footprint.diff/1`."""
    return {
        "$schema": DRAFT,
        "title": "footprint.diff/1",
        **record(
            {
                "schema": {"const": "footprint.diff/1"},
                "before": _side(),
                "after": _side(),
                "totals": _totals(),
                "pairs": {**list_of(_run()), "description": "runs that are not the same"},
                "unpaired": list_of(_unpaired()),
                "notKnown": {
                    **list_of(TEXT),
                    "description": "what --fail-on asks for, and cannot be told",
                },
                "findings": list_of(record({"kind": _KIND, "count": WHOLE, "fails": _FLAG})),
                "exitStatus": {"enum": [0, 1, 3, 4]},
            }
        ),
    }


def _side() -> dict[str, Any]:
    damaged = {**WHOLE, "description": "runs of whose input something was lost"}
    counts = {"runs": WHOLE, "retrievals": WHOLE, "toolCalls": WHOLE, "damaged": damaged}
    return record({"name": TEXT, **counts})


def _totals() -> dict[str, Any]:
    untold = {**WHOLE, "description": "nothing differs in them, and something is not told"}
    return record(
        {
            "pairs": WHOLE,
            "equal": WHOLE,
            "differing": WHOLE,
            "notTold": untold,
            "retrievals": {**WHOLE, "description": "pairs of them"},
            "kinds": {**_COUNTS, "description": "pairs of runs, by what differs in them"},
            "untold": {**_COUNTS, "description": "pairs of runs, by what cannot be told"},
            "causes": {**_COUNTS, "description": "pairs of retrievals, by cause"},
            "unpaired": {**WHOLE, "description": "runs"},
        }
    )


def _place() -> dict[str, Any]:
    return record(
        {
            "source": TEXT,
            "run": TEXT_OR_NULL,
            "session": TEXT_OR_NULL,
            "turn": {**WHOLE_OR_NULL, "description": "of the session, from 1"},
            "step": TEXT_OR_NULL,
            "line": WHOLE_OR_NULL,
            "name": {**TEXT_OR_NULL, "description": "the retriever, or the tool"},
            "queryHash": TEXT_OR_NULL,
        }
    )


def _run() -> dict[str, Any]:
    answer = record({"before": TEXT_OR_NULL, "after": TEXT_OR_NULL, "lines": list_of(TEXT)})
    return record(
        {
            "before": _place(),
            "after": _place(),
            "pairedBy": TEXT,
            "note": TEXT_OR_NULL,
            "differs": list_of(_KIND),
            "notTold": list_of(_KIND),
            "retrievals": list_of(_retrieval()),
            "toolCalls": list_of(_call()),
            "answer": {**nullable(answer), "description": "null: the same, or recorded on no side"},
            "unpaired": list_of(_unpaired()),
            "untold": list_of(TEXT),
        }
    )


def _retrieval() -> dict[str, Any]:
    order = {**list_of(list_of(TEXT)), "minItems": 2, "maxItems": 2}
    return record(
        {
            "before": _place(),
            "after": _place(),
            "states": _STATES,
            "values": list_of(_value()),
            "readBeforeOnly": list_of(TEXT),
            "readAfterOnly": list_of(TEXT),
            "causes": list_of(_cause()),
            "chunks": list_of(_chunk()),
            "promptOrder": nullable(order),
            "untold": list_of(TEXT),
        }
    )


def _value() -> dict[str, Any]:
    either = recorded("a setting or a count")
    told = {**_FLAG, "description": "both sides record it"}
    return record({"name": TEXT, "kind": _KIND, "before": either, "after": either, "told": told})


def _cause() -> dict[str, Any]:
    chunks = list_of(TEXT_OR_NULL)
    return record({"code": {"enum": list(CAUSES)}, "message": TEXT, "chunks": chunks, "by": chunks})


def _chunk() -> dict[str, Any]:
    side = record(
        {
            "rank": recorded("a whole number from 1"),
            "score": recorded("a number"),
            "admitted": recorded("true or false"),
            "reason": recorded("a text"),
            "promptPosition": recorded("a whole number from 0"),
            "read": FLAG_OR_NULL,
        }
    )
    either = {**nullable(side), "description": "null: not listed"}
    return record({"id": TEXT_OR_NULL, "before": either, "after": either, "changed": list_of(TEXT)})


def _call() -> dict[str, Any]:
    side = record(
        {
            "place": _place(),
            "callId": TEXT_OR_NULL,
            "arguments": {**TEXT_OR_NULL, "description": "as JSON"},
            "outcome": TEXT,
            "rows": WHOLE_OR_NULL,
            "ground": {**nullable(list_of(TEXT)), "description": "null: not kept by an index"},
        }
    )
    either = {**nullable(side), "description": "null: no such call"}
    return record(
        {"tool": TEXT_OR_NULL, "before": either, "after": either, "changed": list_of(TEXT)}
    )


def _unpaired() -> dict[str, Any]:
    return record(
        {
            "side": {"enum": ["before", "after"]},
            "what": {"enum": ["run", "retrieval"]},
            "place": _place(),
            "why": TEXT,
        }
    )
