"""`footprint.drift/1`: strict JSON."""

from collections.abc import Iterator
from typing import Any

from footprint_cli.model.drift_report import (
    Compared,
    Drifted,
    DriftReport,
    QuestionDrift,
    RetrieverDrift,
    ScoreDrift,
    SettingDrift,
)
from footprint_cli.render import Page
from footprint_cli.render.json_text import json_text
from footprint_cli.render.stats.machine import quantiles

SCHEMA = "footprint.drift/1"


def render(report: DriftReport, _page: Page) -> Iterator[str]:
    """Yield one JSON document."""
    yield json_text(document(report)) + "\n"


def document(report: DriftReport) -> dict[str, Any]:
    """Return the whole document."""
    return {
        "schema": SCHEMA,
        "index": report.told_by,
        "by": report.by,
        "alpha": report.alpha,
        "periods": report.periods,
        "undated": report.undated,
        "compared": [_compared(one) for one in report.compared],
        "findings": [_finding(each, one) for one in report.compared for each in one.drifted],
        "exitStatus": report.exit_status,
    }


def _finding(one: Drifted, of: Compared) -> dict[str, Any]:
    return {
        "what": one.what,
        "retriever": one.retriever,
        "message": one.message,
        "before": of.before,
        "after": of.after,
        "fails": one.fails,
    }


def _compared(one: Compared) -> dict[str, Any]:
    return {
        "before": _side(one, 0),
        "after": _side(one, 1),
        "retrievers": [_retriever(each) for each in one.retrievers],
        "notKnown": list(one.not_known),
    }


def _side(one: Compared, side: int) -> dict[str, Any]:
    return {
        "name": one.after if side else one.before,
        "recordings": one.recordings[side],
        "retrievals": one.retrievals[side],
        "damaged": one.damaged[side],
        "unreadable": one.unreadable[side],
    }


def _retriever(one: RetrieverDrift) -> dict[str, Any]:
    return {
        "retriever": one.retriever,
        "retrievals": list(one.retrievals),
        "settings": [_setting(each) for each in one.settings],
        "considered": [quantiles(each) for each in one.considered],
        "scores": None if one.scores is None else _scores(one.scores),
        "bestScores": None if one.best_scores is None else _tested(one.best_scores),
        "questions": {
            "both": sum(one.states.values()),
            "states": one.states,
            "consideredOtherwise": one.considered_otherwise,
            "onlyOneSide": list(one.only),
            "hashNotRecorded": list(one.unhashed),
            "first": [_question(each) for each in one.questions],
        },
    }


def _setting(one: SettingDrift) -> dict[str, Any]:
    return {
        "name": one.name,
        "state": one.state,
        "before": dict(one.before),
        "after": dict(one.after),
        "notRecorded": list(one.missing),
    }


def _scores(one: ScoreDrift) -> dict[str, Any]:
    return {
        "counts": list(one.counts),
        "before": quantiles(one.before),
        "after": quantiles(one.after),
    }


def _tested(one: ScoreDrift) -> dict[str, Any]:
    return _scores(one) | {
        "distance": one.distance,
        "p": one.p,
        "exact": None if one.p is None else one.exact,
        "leastP": one.least_p,
        "untested": one.untested,
        "notes": list(one.notes),
    }


def _question(one: QuestionDrift) -> dict[str, Any]:
    return {
        "queryHash": one.query_hash,
        "beforePicker": one.early,
        "state": one.state,
        "asked": list(one.asked),
        "entered": list(one.entered),
        "left": list(one.left),
        "considered": [list(each) for each in one.considered],
    }
