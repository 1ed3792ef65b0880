"""`footprint.what-if/1`: strict JSON."""

from collections.abc import Iterator
from typing import Any

from footprint_cli.model.what_if import (
    AT_MOST,
    EXACT,
    Bounded,
    Moved,
    Setting,
    Totals,
    WhatIf,
    WhatIfReport,
)
from footprint_cli.render import Page
from footprint_cli.render.json_text import json_text
from footprint_cli.render.what_if.facts import by_count

SCHEMA = "footprint.what-if/1"


def render(report: WhatIfReport, _page: Page) -> Iterator[str]:
    """Yield one JSON document."""
    yield json_text(document(report)) + "\n"


def document(report: WhatIfReport) -> dict[str, Any]:
    """Return the whole document."""
    return {
        "schema": SCHEMA,
        "asked": asked(report.setting),
        "searched": searched(report.totals),
        "totals": totals(report.totals),
        "retrievals": [retrieval(one) for one in report.answers],
        "leftOut": report.left_out,
        "findings": None,
        "exitStatus": report.exit_status,
    }


def asked(setting: Setting) -> dict[str, Any]:
    """Return what is tried; a setting that is not there stays as it is recorded."""
    return {
        "strategy": setting.strategy,
        "lambda": setting.balance,
        "settings": dict(setting.values),
    }


def searched(one: Totals) -> dict[str, Any]:
    """Return how many retrievals there were, and why some were not ruled again."""
    return {
        "retrievals": one.retrievals,
        "ruled": one.ruled,
        "unruled": [{"why": why, "retrievals": count} for why, count in by_count(one.unruled)],
    }


def totals(one: Totals) -> dict[str, Any]:
    """Return the numbers over all retrievals that were ruled again."""
    return {
        "changed": one.changed,
        "considered": one.considered,
        "read": one.read,
        "wouldRead": bounded(one.would_read.bounded),
        "admitted": bounded(one.admitted.bounded),
        "readNothing": one.nothing,
        "wouldReadNothing": bounded(one.would_nothing.bounded),
        "chars": bounded(one.chars.bounded),
        "wouldChars": bounded(one.would_chars.bounded),
        "gained": _counts(one.gained),
        "lost": _counts(one.lost),
        "chunksNotTold": one.open,
    }


def retrieval(one: WhatIf) -> dict[str, Any]:
    """Return one retrieval; where it was not ruled again the numbers are null."""
    ruled = one.unruled is None
    return {
        "source": one.source,
        "run": one.run,
        "line": one.line,
        "retriever": one.retriever,
        "step": one.step,
        "queryHash": one.query_hash,
        "unruled": one.unruled,
        "otherwise": list(one.otherwise),
        "settings": [
            {"name": each.name, "before": each.before, "after": each.after} for each in one.settings
        ],
        "considered": one.considered if ruled else None,
        "read": one.read if ruled else None,
        "readBound": (AT_MOST if one.early else EXACT) if ruled else None,
        "wouldRead": bounded(one.would_read) if ruled else None,
        "admitted": bounded(one.admitted) if ruled else None,
        "chars": bounded(one.chars) if ruled else None,
        "wouldChars": bounded(one.would_chars) if ruled else None,
        "chunks": [_moved(each) for each in one.moved],
        "prompt": None if one.prompt is None else list(one.prompt),
        "promptNote": one.prompt_note,
    }


def bounded(one: Bounded) -> dict[str, Any]:
    """Return a number with its bound, and why it is one."""
    return {
        "value": one.value,
        "bound": one.bound,
        "sizesNotKnown": one.missing,
        "why": list(one.why),
    }


def _counts(counts: dict[str, int]) -> list[dict[str, Any]]:
    return [{"id": name, "retrievals": count} for name, count in by_count(counts)]


def _moved(one: Moved) -> dict[str, Any]:
    return {
        "id": one.id,
        "rank": one.rank,
        "score": one.score,
        "rescored": one.rescored,
        "chars": one.chars,
        "read": one.read,
        "reason": one.reason,
        "wouldRead": one.would,
        "wouldReason": one.would_reason,
    }
