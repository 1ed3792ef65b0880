"""`footprint.stats/1`: strict JSON."""

from collections.abc import Iterable, Iterator
from typing import Any

from footprint_cli.model.stats import BEST, LIMITS, GroundStats, NearMiss, Rows
from footprint_cli.model.stats_report import (
    SHARE_NAMES,
    Listed,
    RetrieverReport,
    StatsReport,
    ToolReport,
)
from footprint_cli.render import Page
from footprint_cli.render.json_text import json_text
from footprint_cli.render.stats.facts import by_count, settings_of, tidy

SCHEMA = "footprint.stats/1"


def render(report: StatsReport, _page: Page) -> Iterator[str]:
    """Yield one JSON document."""
    yield json_text(document(report)) + "\n"


def document(report: StatsReport) -> dict[str, Any]:
    """Return the whole document."""
    return {
        "schema": SCHEMA,
        "asked": {
            "retriever": report.asked.retriever,
            "tool": report.asked.tool,
            "margin": report.margin,
            "top": report.asked.top,
        },
        "index": report.told_by,
        "searched": {
            "recordings": report.recordings,
            "retrievals": report.retrievals,
            "toolCalls": report.calls,
            "damaged": report.damaged,
            "unreadable": report.unreadable,
            "callsWithheld": report.calls_withheld,
        },
        "retrievers": [_retriever(one) for one in report.retrievers],
        "tools": [_tool(one) for one in report.tools],
        "findings": None,
        "exitStatus": report.exit_status,
    }


def quantiles(numbers: tuple[float, ...] | None) -> dict[str, float] | None:
    """Name quantiles; null where no number was recorded."""
    return None if numbers is None else dict(zip(SHARE_NAMES, map(tidy, numbers), strict=True))


def rows_document(rows: Rows) -> dict[str, Any]:
    """Return what became of rows."""
    return {
        "considered": rows.considered,
        "read": rows.read,
        "dropped": rows.dropped,
        "notKnown": rows.not_known,
        "nearMisses": rows.near,
        "refused": dict(zip(LIMITS, rows.refused_by(), strict=True)),
    }


def _retriever(one: RetrieverReport) -> dict[str, Any]:
    stats = one.stats
    return {
        "retriever": stats.retriever,
        "retrievals": stats.retrievals,
        "withEvidence": stats.recorded,
        "outcomes": dict(by_count(stats.outcomes)),
        "settings": [
            {"name": name, "value": value, "retrievals": count}
            for name, value, count in settings_of(stats)
        ],
        "considered": quantiles(one.considered),
        "rows": {
            **rows_document(stats.rows),
            "nearMisses": stats.near_misses,
            "idNotRecorded": stats.unnamed,
        },
        "reasons": [
            {"reason": name, "rows": count}
            for name, count in [*by_count(stats.reasons), *_missing(stats.no_reason)]
        ],
        "scores": _scores(one),
        "near": [_near(each) for each in one.near],
        "best": {name: stats.best[name] for name in BEST if name in stats.best},
        "bestPositions": [
            {"position": int(place), "retrievals": count}
            for place, count in stats.positions.ordered()
        ],
        "characterBudget": _budget(one),
        "chunks": {
            "considered": len(stats.chunks),
            "notKnown": one.not_known,
            "neverRead": _listed(one.never_read),
            "mostRefused": _listed(one.most_refused),
            "readMost": _listed(one.read_most),
        },
        "documents": {
            "considered": len(stats.documents),
            "rowsWithoutDocument": stats.without_document,
            "neverRead": _listed(one.documents_never_read),
        },
    }


def _missing(count: int) -> Iterable[tuple[None, int]]:
    return [(None, count)] if count else []


def _scores(one: RetrieverReport) -> dict[str, Any]:
    return {
        "count": one.stats.scores.total,
        "notRecorded": one.stats.no_score,
        "exact": not one.stats.scores.rounded,
        "quantiles": quantiles(one.quantiles),
        "thresholds": list(one.thresholds),
        "bins": [
            {"from": each.low, "to": each.high, "admitted": each.admitted, "others": each.others}
            for each in one.bins
        ],
    }


def _near(one: NearMiss) -> dict[str, Any]:
    return {
        "chunk": one.chunk,
        "score": one.score,
        "threshold": one.threshold,
        "short": one.short,
        "source": one.source,
        "step": one.step,
        "line": one.line,
        "run": one.run,
    }


def _budget(one: RetrieverReport) -> dict[str, Any] | None:
    if not one.stats.budgets:
        return None
    return {
        "retrievals": one.stats.budgets,
        "thatRefused": one.stats.budgets_cut,
        "use": quantiles(one.budget_use),
    }


def _listed(listed: Listed) -> dict[str, Any]:
    first = [{"id": name, **rows_document(rows)} for name, rows in listed.first]
    return {"count": listed.count, "first": first}


def _tool(one: ToolReport) -> dict[str, Any]:
    stats = one.stats
    return {
        "tool": stats.tool,
        "calls": stats.calls,
        "outcomes": dict(by_count(stats.outcomes)),
        "rows": dict(by_count(stats.rows)),
        "grounds": dict(by_count(stats.grounds)),
        "completeness": dict(by_count(stats.completeness)),
        "gaps": dict(by_count(stats.gaps)),
        "withoutGaps": stats.gapless,
        "combinations": one.states,
        "ground": None if one.ground is None else [_ground(each) for each in one.ground],
    }


def _ground(one: GroundStats) -> dict[str, Any]:
    population, period, filters, source = one.asked
    return {
        "population": population,
        "period": period,
        "filters": filters,
        "source": source,
        "recordings": one.states,
    }
