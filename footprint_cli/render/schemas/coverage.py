from typing import Any

from footprint_cli.model.coverage import CHOICES, COMPLETENESS, OUTCOMES
from footprint_cli.render.schemas.gate import searched
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
    recorded,
)

_FLAG: dict[str, Any] = {"type": "boolean"}
_SCALAR = {"type": ["string", "number", "boolean"]}
_UNKNOWN = {"const": "unknown"}


def coverage_schema() -> dict[str, Any]:
    """Describe `footprint.coverage/1`."""
    return {
        "$schema": DRAFT,
        "title": "footprint.coverage/1",
        **record(
            {
                "schema": {"const": "footprint.coverage/1"},
                "asked": {**TEXT_OR_NULL, "description": "the tool asked for; null: all"},
                "tools": list_of(_tool()),
                "searched": searched(),
                "findings": list_of(finding()),
                "exitStatus": {"enum": [0, 1, 3, 4]},
            }
        ),
    }


def covered() -> dict[str, Any]:
    """Describe what every document says of a call, as properties."""
    readings = ["declared-absent", "non-empty", "undeclared-empty", "clarify", "unknown"]
    return {
        "source": TEXT,
        "step": TEXT_OR_NULL,
        "iteration": WHOLE_OR_NULL,
        "callId": TEXT_OR_NULL,
        "arguments": recorded("object"),
        "argumentsFrom": {"enum": ["history", "middleware", "event", "not-dispatched", None]},
        "outcome": {"enum": list(OUTCOMES)},
        "rows": {**WHOLE_OR_NULL, "description": "null: the result does not say how many"},
        "rowsFrom": {"enum": readings, "description": "how the result was read"},
        "coverage": coverage(),
        "declared": {
            **list_of(_declared()),
            "description": "what the result says of its own ground",
        },
    }


def told() -> dict[str, Any]:
    """Describe what every document says of a call behind its own part, as properties."""
    return {
        "line": WHOLE_OR_NULL,
        "run": TEXT_OR_NULL,
        "filled": {**list_of(TEXT), "description": "arguments that the library filled in"},
        "bounded": {**_FLAG, "description": "the result says itself what it covers"},
    }


def coverage() -> dict[str, Any]:
    """Describe the ground of one call; every part is null where nothing could be composed."""
    parts = {
        "source": list_of(record({"what": TEXT, "said": list_of(TEXT), "from": _from("declared")})),
        "subject": record({"what": TEXT, "said": list_of(TEXT)}),
        "population": list_of(_facet()),
        "filters": list_of(_facet()),
        "period": list_of(_facet()),
        "fixed": list_of(_fixed()),
        "match": list_of(_facet()),
        "cap": _cap(),
        "page": list_of(_facet()),
        "gaps": list_of(_gap()),
        "completeness": {"enum": list(COMPLETENESS)},
        "choices": list_of(record({"name": {"enum": list(CHOICES)}, "value": TEXT})),
        "found": {"enum": ["composed", "recorded"]},
    }
    because = {
        **TEXT_OR_NULL,
        "description": "no-search-declared, or the outcome; null: it is composed",
    }
    status = {"enum": ["composed", "not-composed"]}
    nulls = {name: nullable(part) for name, part in parts.items()}
    return record({"status": status, "because": because, **nulls})


def _tool() -> dict[str, Any]:
    call = record({**covered(), "sentence": TEXT, **told()})
    places = {**list_of(WHOLE), "description": "places among the calls, from 0"}
    return record(
        {
            "tool": TEXT_OR_NULL,
            "declaration": _declaration(),
            "calls": list_of(call),
            "ground": list_of(_ground(places)),
            "leftOut": {**WHOLE, "description": "combinations that are too many to list"},
            "repeated": {**list_of(places), "description": "calls with the same arguments"},
        }
    )


def _declaration() -> dict[str, Any]:
    problem = {
        "code": {**TEXT, "description": "V01 to V26"},
        "message": TEXT,
        "level": {"enum": ["error", "warning", "note"]},
        "field": {**TEXT, "description": "an argument or a qualifier by its name, or a part"},
    }
    return record(
        {
            "from": {"enum": ["recording", "file", "none"]},
            "problems": list_of(record(problem)),
            "door": {**TEXT_OR_NULL, "description": "where it was found, in words"},
            "source": {**TEXT_OR_NULL, "description": "the file of declarations"},
        }
    )


def _ground(places: dict[str, Any]) -> dict[str, Any]:
    asked = {
        **list_of(record({"argument": TEXT, "value": recorded("a value"), "any": _FLAG})),
        "description": "a value of null that is not any: what it narrowed to is not known",
    }
    return record(
        {
            "source": list_of(TEXT),
            "population": asked,
            "period": asked,
            "filters": asked,
            "state": {"enum": ["covered", "partly", "not-covered"]},
            "calls": places,
        }
    )


def _facet() -> dict[str, Any]:
    any_ = {**_FLAG, "description": "the argument narrowed nothing"}
    value = recorded("the value that narrowed; null beside any")
    return record({"argument": TEXT, "value": value, "any": any_, "from": _from()})


def _from(*more: str) -> dict[str, Any]:
    return {"enum": [*more, "sent", "default"]}


def _fixed() -> dict[str, Any]:
    declared = {"const": "declared"}
    return record({"name": TEXT, "value": _SCALAR, "said": list_of(TEXT), "from": declared})


def _cap() -> dict[str, Any]:
    limit = {"anyOf": [{"type": "number"}, _UNKNOWN]}
    reached = {"anyOf": [_FLAG, _UNKNOWN]}
    by = {**list_of(TEXT), "description": "arguments, or limits.cap"}
    return record({"limit": limit, "reached": reached, "by": by})


def _gap() -> dict[str, Any]:
    return record(
        {
            "kind": TEXT,
            "bears": {**TEXT, "description": "the facet; a word not known bears on everything"},
            "argument": TEXT_OR_NULL,
            "what": TEXT_OR_NULL,
            "why": TEXT_OR_NULL,
            "closes": {"enum": ["asking-again", "never", "not-known"]},
        }
    )


def _declared() -> dict[str, Any]:
    item = {"what": TEXT, "why": TEXT_OR_NULL}
    items = nullable(list_of(record(item)))
    return record(
        {
            "kind": {"enum": ["absence", "ledger", "described"]},
            "lookedFor": TEXT_OR_NULL,
            "checked": items,
            "notChecked": items,
            "cannotCover": items,
            "inProgress": nullable(list_of(record({**item, "count": WHOLE_OR_NULL}))),
            "from": {"enum": ["row", "event", "result"]},
        }
    )
