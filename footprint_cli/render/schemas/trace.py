from typing import Any

from footprint_cli.render.schemas.parts import (
    DRAFT,
    TEXT,
    TEXT_OR_NULL,
    WHOLE,
    WHOLE_OR_NULL,
    list_of,
    nullable,
    record,
)

_FLAG: dict[str, Any] = {"type": "boolean"}


def trace_schema() -> dict[str, Any]:
    """Describe `footprint.trace/1`. Commits are counted from 0."""
    return {
        "$schema": DRAFT,
        "title": "footprint.trace/1",
        **record(
            {
                "schema": {"const": "footprint.trace/1"},
                "question": {"enum": ["value", "who-wrote", "timeline", "slice", "forward"]},
                "source": TEXT,
                "log": {
                    **TEXT_OR_NULL,
                    "description": "the mount of a nested log; null: the run's",
                },
                "key": {**TEXT, "description": "segments joined with U+001F"},
                "path": list_of(TEXT),
                "parity": _FLAG,
                "commit": {**WHOLE_OR_NULL, "description": "after it (value), before it (others)"},
                "commits": WHOLE,
                "sentence": TEXT,
                "reads": record(
                    {
                        "recorded": _FLAG,
                        "steps": WHOLE,
                        "stepsWithReads": WHOLE,
                        "besideWrites": _FLAG,
                    }
                ),
                "value": nullable(_value()),
                "moments": nullable(list_of(_moment())),
                "nodes": nullable(list_of(_node())),
                "edges": nullable(list_of(_edge())),
                "passages": nullable(list_of(_passage())),
                "findings": list_of(record({"code": TEXT, "message": TEXT, "open": _FLAG})),
                "exitStatus": {"enum": [0, 3]},
            }
        ),
    }


def _value() -> dict[str, Any]:
    states = {"enum": ["there", "absent", "withheld", "not-recorded"]}
    return record({"state": states, "json": {"description": "any JSON; null where not there"}})


def _moment() -> dict[str, Any]:
    return record(
        {
            "kind": {"enum": ["write", "read"]},
            "commit": WHOLE,
            "step": TEXT,
            "stage": TEXT_OR_NULL,
            "path": TEXT,
            "verb": TEXT_OR_NULL,
            "fromWrite": {**WHOLE_OR_NULL, "description": "the commit that a read saw"},
        }
    )


def _node() -> dict[str, Any]:
    return record(
        {
            "id": TEXT,
            "step": TEXT_OR_NULL,
            "stage": TEXT_OR_NULL,
            "commit": WHOLE_OR_NULL,
            "depth": WHOLE,
            "keys": list_of(TEXT),
            "verb": TEXT_OR_NULL,
            "untrackedSources": list_of(TEXT),
            "readers": list_of(TEXT),
        }
    )


def _edge() -> dict[str, Any]:
    bases = {"enum": ["write", "step", "contents"]}
    return record({"of": TEXT, "source": TEXT, "key": TEXT, "basis": bases})


def _passage() -> dict[str, Any]:
    return record(
        {
            "of": {**TEXT, "description": "the step of the model call"},
            "retriever": TEXT,
            "chunk": TEXT,
            "rank": WHOLE_OR_NULL,
            "promptPosition": WHOLE_OR_NULL,
            "retrieval": TEXT_OR_NULL,
            "proof": {"enum": ["record", "fragment", "both"]},
        }
    )
