from typing import Any

from footprint_cli.model.audit import OUTCOMES
from footprint_cli.model.coverage import OUTCOMES as CALL_OUTCOMES
from footprint_cli.model.stats import BEST, GROUND, LIMITS, SETTINGS
from footprint_cli.model.stats_report import SHARE_NAMES
from footprint_cli.render.schemas.parts import (
    DRAFT,
    NULL,
    TEXT,
    TEXT_OR_NULL,
    WHOLE,
    WHOLE_OR_NULL,
    list_of,
    nullable,
    record,
)

_NUMBER: dict[str, Any] = {"type": "number"}
_COUNTS: dict[str, Any] = {"type": "object", "additionalProperties": WHOLE}


def stats_schema() -> dict[str, Any]:
    """Describe `footprint.stats/1`."""
    return {
        "$schema": DRAFT,
        "title": "footprint.stats/1",
        **record(
            {
                "schema": {"const": "footprint.stats/1"},
                "asked": _asked(),
                "index": {**TEXT_OR_NULL, "description": "the index that was asked; null: none"},
                "searched": _searched(),
                "retrievers": list_of(_retriever()),
                "tools": list_of(_tool()),
                "findings": {**NULL, "description": "verify makes them"},
                "exitStatus": {"enum": [0, 3, 4]},
            }
        ),
    }


def quantiles() -> dict[str, Any]:
    """Describe quantiles: each is a number that was met; null where none was."""
    return nullable(record(dict.fromkeys(SHARE_NAMES, _NUMBER)))


def _asked() -> dict[str, Any]:
    margin = {**_NUMBER, "description": "a miss by this or less is near"}
    top = {**WHOLE, "description": "the most of one list; 0: all"}
    return record({"retriever": TEXT_OR_NULL, "tool": TEXT_OR_NULL, "margin": margin, "top": top})


def _searched() -> dict[str, Any]:
    withheld = {**WHOLE, "description": "recordings that withhold calls"}
    counts = dict.fromkeys(
        ("recordings", "retrievals", "toolCalls", "damaged", "unreadable"), WHOLE
    )
    return record({**counts, "callsWithheld": withheld})


def _counts_of(names: tuple[str, ...]) -> dict[str, Any]:
    """Describe counts of which those of zero are left out."""
    return {
        "type": "object",
        "properties": dict.fromkeys(names, WHOLE),
        "additionalProperties": False,
    }


def _rows() -> dict[str, Any]:
    return {
        "considered": WHOLE,
        "read": WHOLE,
        "dropped": {**WHOLE, "description": "admitted, and kept out of the prompt later"},
        "notKnown": {**WHOLE, "description": "whether it was read is not recorded"},
        "nearMisses": WHOLE,
        "refused": record(dict.fromkeys(LIMITS, WHOLE)),
    }


def _listed() -> dict[str, Any]:
    return record({"count": WHOLE, "first": list_of(record({"id": TEXT, **_rows()}))})


def _retriever() -> dict[str, Any]:
    setting = {
        "name": {"enum": list(SETTINGS)},
        "value": {**TEXT_OR_NULL, "description": "as text; null: not recorded"},
        "retrievals": WHOLE,
    }
    reason = {"reason": {**TEXT_OR_NULL, "description": "null: not recorded"}, "rows": WHOLE}
    near = {**WHOLE_OR_NULL, "description": "null: no threshold is recorded"}
    position = {"position": {**WHOLE, "description": "in the prompt, from 0"}, "retrievals": WHOLE}
    return record(
        {
            "retriever": TEXT_OR_NULL,
            "retrievals": WHOLE,
            "withEvidence": WHOLE,
            "outcomes": _counts_of(OUTCOMES),
            "settings": list_of(record(setting)),
            "considered": {**quantiles(), "description": "of consideredCount"},
            "rows": record({**_rows(), "nearMisses": near, "idNotRecorded": WHOLE}),
            "reasons": list_of(record(reason)),
            "scores": _scores(),
            "near": {**list_of(_near()), "description": "the nearest, nearest first"},
            "best": {**_counts_of(BEST), "description": "where the best-scoring chunk went"},
            "bestPositions": list_of(record(position)),
            "characterBudget": nullable(
                record({"retrievals": WHOLE, "thatRefused": WHOLE, "use": quantiles()})
            ),
            "chunks": record(
                {
                    "considered": WHOLE,
                    "notKnown": WHOLE,
                    "neverRead": _listed(),
                    "mostRefused": _listed(),
                    "readMost": _listed(),
                }
            ),
            "documents": record(
                {"considered": WHOLE, "rowsWithoutDocument": WHOLE, "neverRead": _listed()}
            ),
        }
    )


def _scores() -> dict[str, Any]:
    bin_ = {"from": _NUMBER, "to": _NUMBER, "admitted": WHOLE, "others": WHOLE}
    return record(
        {
            "count": WHOLE,
            "notRecorded": {**WHOLE, "description": "no score that is a usable number"},
            "exact": {"type": "boolean", "description": "false: rounded, for they are many"},
            "quantiles": quantiles(),
            "thresholds": {**list_of(_NUMBER), "description": "an edge of a bin each"},
            "bins": list_of(record(bin_)),
        }
    )


def _near() -> dict[str, Any]:
    return record(
        {
            "chunk": TEXT_OR_NULL,
            "score": _NUMBER,
            "threshold": _NUMBER,
            "short": _NUMBER,
            "source": TEXT,
            "step": TEXT_OR_NULL,
            "line": WHOLE_OR_NULL,
            "run": TEXT_OR_NULL,
        }
    )


def _tool() -> dict[str, Any]:
    ground = {
        **dict.fromkeys(("population", "period", "filters", "source"), TEXT),
        "recordings": {**_counts_of(GROUND), "description": "how many, by how far it was covered"},
    }
    return record(
        {
            "tool": TEXT_OR_NULL,
            "calls": WHOLE,
            "outcomes": _counts_of(CALL_OUTCOMES),
            "rows": {**_counts_of(("with", "without", "not-known")), "description": "that ran"},
            "grounds": {**_COUNTS, "description": "composed, or why there is none"},
            "completeness": _COUNTS,
            "gaps": {**_COUNTS, "description": "by the facet that they bear on"},
            "withoutGaps": {**WHOLE_OR_NULL, "description": "null: an index does not hold it"},
            "combinations": nullable(_counts_of(GROUND)),
            "ground": nullable(list_of(record(ground))),
        }
    )
