"""`footprint.sweep/1`: strict JSON."""

from collections.abc import Iterator
from typing import Any

from footprint_cli.model.sweep import NUMBERS, Point, SweepReport
from footprint_cli.render import Page
from footprint_cli.render.json_text import json_text
from footprint_cli.render.what_if.facts import by_count
from footprint_cli.render.what_if.machine import asked

SCHEMA = "footprint.sweep/1"


def render(report: SweepReport, _page: Page) -> Iterator[str]:
    """Yield one JSON document."""
    yield json_text(document(report)) + "\n"


def document(report: SweepReport) -> dict[str, Any]:
    """Return the whole document."""
    swept = report.swept
    return {
        "schema": SCHEMA,
        "asked": {
            **asked(report.setting),
            "sweeps": [{"name": one.name, "values": list(one.values)} for one in report.axes],
            "targets": [one.text for one in report.targets],
        },
        "searched": {
            "retrievals": swept.retrievals,
            "ruled": report.ruled,
            "unruled": [
                {"why": why, "retrievals": count} for why, count in by_count(swept.unruled)
            ],
            "ruledOneByOne": swept.one_by_one,
        },
        "recorded": {"read": swept.read, "nothing": swept.nothing},
        "points": [_point(one) for one in report.points],
        "advice": {"best": list(report.advice), "note": report.advice_note},
        "expected": _expected(report) if report.expected else None,
        "findings": None,
        "exitStatus": report.exit_status,
    }


def _point(one: Point) -> dict[str, Any]:
    numbers = {
        name: {"value": one.numbers[name].value, "bound": one.numbers[name].bound}
        for name in NUMBERS
    }
    scored = one.scored
    return {
        "values": list(one.values),
        **numbers,
        "sizesNotKnown": one.numbers["chars"].missing,
        "charsOfARetrieval": dict(one.shares),
        "scored": None
        if scored is None
        else {
            "expected": scored.expected,
            "read": scored.read,
            "both": scored.both,
            "recall": scored.recall,
            "precision": scored.precision,
        },
        "meets": one.meets,
    }


def _expected(report: SweepReport) -> dict[str, Any]:
    swept = report.swept
    return {
        "questions": report.expected,
        "retrievals": sum(swept.matched.values()),
        "unmatched": list(report.unmatched),
        "neverACandidate": sorted(swept.never),
    }
