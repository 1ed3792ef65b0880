"""`footprint.sweep/1`: strict JSON."""

from collections.abc import Iterator
from typing import Any

from footprint_cli.model.sweep import Counted
from footprint_cli.model.sweep_report import Point, Scored, Sought, SweepReport, Target
from footprint_cli.render import Page
from footprint_cli.render.json_text import json_text
from footprint_cli.render.sweep.facts import mean_of
from footprint_cli.render.sweep.said import scored_bound, target_text
from footprint_cli.render.what_if.machine import asked as setting_asked

SCHEMA = "footprint.sweep/1"


def render(report: SweepReport, _page: Page) -> Iterator[str]:
    """Yield one JSON document."""
    yield json_text(document(report)) + "\n"


def document(report: SweepReport) -> dict[str, Any]:
    """Return the whole document."""
    return {
        "schema": SCHEMA,
        "asked": asked(report),
        "searched": searched(report),
        "recorded": recorded(report),
        "points": [point(report, one) for one in report.points],
        "advice": advice(report),
        "expected": [_sought(one) for one in report.sought] if report.sought else None,
        "findings": None,
        "exitStatus": report.exit_status,
    }


def asked(report: SweepReport) -> dict[str, Any]:
    """Return what is tried; a setting that is not there stays as it is recorded."""
    axes = [{"name": one.name, "values": list(one.values)} for one in report.asked.axes]
    targets = [target_text(one) for one in report.asked.targets]
    return {**setting_asked(report.asked.setting), "axes": axes, "targets": targets}


def searched(report: SweepReport) -> dict[str, Any]:
    """Return how many retrievals there were, and why some were not ruled again."""
    return {
        "retrievals": report.retrievals,
        "ruled": report.ruled,
        "unruled": [
            {"why": why, "retrievals": count} for why, count in sorted(report.unruled.items())
        ],
        "index": report.told_by,
    }


def recorded(report: SweepReport) -> dict[str, Any]:
    """Return what the retrievals that were ruled again did by their record."""
    return {"read": report.read, "empty": report.nothing, "chars": _counted(report.chars)}


def point(report: SweepReport, one: Point) -> dict[str, Any]:
    """Return one point."""
    names = (axis.name for axis in report.asked.axes)
    return {
        "settings": dict(zip(names, one.values, strict=True)),
        "admitted": _counted(one.admitted),
        "read": _counted(one.read),
        "empty": _counted(one.nothing),
        "chars": _counted(one.chars),
        "charsOfOne": None if one.shares is None else {"mean": mean_of(report, one), **one.shares},
        "targets": [
            _target(*each)
            for each in zip(report.asked.targets, one.at_targets, one.met, strict=True)
        ],
        "meets": one.meets,
        "expected": None if one.scored is None else _scored(one.scored),
    }


def advice(report: SweepReport) -> dict[str, Any] | None:
    """Return the points that do best, by their places; null: nothing was asked for that one could."""
    if report.advice_note is None:
        return None
    matched = sum(one.matched - one.unruled for one in report.sought)
    return {
        "points": list(report.advice),
        "by": report.advice_note,
        "restsOn": matched if report.sought else report.ruled,
    }


def _counted(one: Counted) -> dict[str, Any]:
    return {
        "value": one.value,
        "bound": one.bound,
        "mayBeMoreIn": one.more,
        "mayBeLessIn": one.less,
        "sizesNotKnown": one.missing,
    }


def _target(one: Target, value: float | None, met: bool | None) -> dict[str, Any]:
    return {"target": target_text(one), "value": value, "met": met}


def _scored(one: Scored) -> dict[str, Any]:
    return {
        "chunks": one.expected,
        "readOfThem": one.both,
        "read": one.read,
        "recall": one.recall,
        "precision": one.precision,
        "bound": scored_bound(one),
        "notCertainIn": one.unsure,
    }


def _sought(one: Sought) -> dict[str, Any]:
    kind, _, name = one.name.partition(" ")
    return {
        "query": name if kind == "query" else None,
        "run": name if kind == "run" else None,
        "chunks": one.chunks,
        "matched": one.matched,
        "unruled": one.unruled,
        "neverCandidates": list(one.never),
    }
