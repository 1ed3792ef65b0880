"""Count an audit over again, from its sentences' values: an oracle for stats."""

from collections import Counter
from typing import Any

from footprint_cli.analyse.audits import audit
from footprint_cli.model.audit import Audit, Explained, RetrievalAudit
from footprint_cli.model.evidence import Evidence
from footprint_cli.model.numbers import usable
from footprint_cli.model.recording import Recording
from footprint_cli.model.stats import LIMITS, Stats, rows_in

REASONS = {
    "below-threshold": "threshold",
    "over-budget": "token-budget",
    "over-char-budget": "char-budget",
}


def counted(recording: Recording, margin: float) -> dict[str | None, dict[str, Any]]:
    """What an audit says of each retriever, in the form of `told`."""
    whole: dict[str | None, dict[str, Any]] = {}
    for one in audit(recording).retrievals:
        mine = whole.setdefault(
            one.retrieval.retriever,
            {name: Counter() for name in ("outcomes", "limits", "became", "chunks", "reasons")}
            | {"scores": [], "near": 0, "best": 0},
        )
        mine["outcomes"][one.outcome] += 1
        mine["limits"].update({each.limit: each.refused for each in one.binding_limits or ()})
        mine["best"] += any(usable(row.candidate.score) for row in one.candidates or ())
        for row in one.candidates or ():
            _row(mine, row, one, margin)
    return whole


def _row(mine: dict[str, Any], row: Explained, of: RetrievalAudit, margin: float) -> None:
    candidate = row.candidate
    became = (
        "refused"
        if candidate.admitted is False
        else {True: "read", False: "dropped", None: "not_known"}[row.read]
    )
    mine["became"][became] += 1
    if candidate.id is not None:
        mine["chunks"][candidate.id, became] += 1
    if candidate.admitted is False:
        mine["reasons"][candidate.reason] += 1
    if usable(candidate.score):
        mine["scores"].append(float(candidate.score))
    evidence = of.retrieval.evidence or Evidence()
    refused = candidate.admitted is False and candidate.reason == "below-threshold"
    under = row.margin is not None and -margin <= row.margin < 0
    mine["near"] += refused and under and usable(evidence.threshold)


def told(stats: Stats) -> dict[str | None, dict[str, Any]]:
    """What stats say of each retriever."""
    return {
        one.retriever: {
            "outcomes": Counter(one.outcomes),
            "limits": Counter(
                {
                    name: count
                    for name, count in zip(LIMITS, one.rows.refused_by(), strict=True)
                    if count
                }
            ),
            "became": Counter(
                {
                    name: count
                    for name in ("refused", "read", "dropped", "not_known")
                    if (count := getattr(one.rows, name))
                }
            ),
            "chunks": Counter(
                {
                    (chunk, name): count
                    for chunk, rows in one.chunks.items()
                    for name in ("refused", "read", "dropped", "not_known")
                    if (count := getattr(rows_in(rows), name))
                }
            ),
            "reasons": Counter(one.reasons) + Counter({None: one.no_reason}),
            "scores": [value for value, times in one.scores.ordered() for _ in range(times)],
            "near": one.rows.near,
            "best": sum(count for name, count in one.best.items() if name != "no-score"),
        }
        for one in stats.retrievers.values()
    }


def sorted_scores(whole: dict[str | None, dict[str, Any]]) -> dict[str | None, dict[str, Any]]:
    """Put scores in order: stats keep none."""
    return {name: one | {"scores": sorted(one["scores"])} for name, one in whole.items()}


def all_calls(one: Audit) -> Counter[tuple[str | None, str]]:
    """Count calls by tool and outcome."""
    return Counter((each.call.tool, each.call.outcome) for each in one.calls)
