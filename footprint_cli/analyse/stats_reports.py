"""Stats → the report that renderers draw."""

from collections.abc import Callable, Iterable, Iterator
from heapq import nlargest
from typing import TypeVar

from footprint_cli.analyse.histograms import MOST_THRESHOLDS, bins_of
from footprint_cli.model.numbers import usable
from footprint_cli.model.packed_rows import not_known, read, refused, unread
from footprint_cli.model.stats import (
    GROUND,
    Counts,
    GroundStats,
    RetrieverStats,
    Stats,
    ToolStats,
    rows_in,
)
from footprint_cli.model.stats_report import (
    SHARES,
    Asking,
    Listed,
    RetrieverReport,
    StatsReport,
    ToolReport,
)

INCONCLUSIVE = 3
Counted = TypeVar("Counted", RetrieverStats, ToolStats)


def report_of(
    stats: Stats, asked: Asking, status: Callable[[int], int], *, told_by: str | None = None
) -> StatsReport:
    """Lay Stats out; with a retriever or a tool asked for there are only those.

    Without a retrieval and a call there is no
    answer. `status` turns what the report answers with into what the process does.
    """
    retrievers = tuple(
        _retriever(one, asked.top)
        for one in by_name(stats.retrievers)
        if asked.everything or _is(one.retriever, asked.retriever)
    )
    tools = tuple(
        _tool(one, asked.top)
        for one in by_name(stats.tools)
        if asked.everything or _is(one.tool, asked.tool)
    )
    return StatsReport(
        margin=stats.margin,
        asked=asked,
        recordings=stats.recordings,
        retrievals=stats.retrievals,
        calls=stats.calls,
        damaged=stats.damaged,
        unreadable=stats.unreadable,
        calls_withheld=stats.calls_withheld,
        retrievers=retrievers,
        tools=tools,
        exit_status=status(0 if retrievers or tools else INCONCLUSIVE),
        told_by=told_by,
    )


def unmatched(stats: Stats, asked: Asking) -> Iterator[str]:
    """Say which of what was asked for is not there, and what is."""
    for option, name, seen in (
        ("--retriever", asked.retriever, [one.retriever for one in by_name(stats.retrievers)]),
        ("--tool", asked.tool, [one.tool for one in by_name(stats.tools)]),
    ):
        if name is not None and name not in seen:
            known = ", ".join(one for one in seen if one is not None) or "none"
            yield f"nothing matches {option} {name}; seen: {known}"


def _is(name: str | None, asked: str | None) -> bool:
    return asked is not None and name == asked


def by_name(by_key: dict[str, Counted]) -> list[Counted]:
    """List counts by name; those of which none is recorded come last."""
    return [one for _, one in sorted(by_key.items())]


def _retriever(one: RetrieverStats, top: int) -> RetrieverReport:
    thresholds = _thresholds(one)
    chunks, documents = one.chunks, one.documents
    return RetrieverReport(
        stats=one,
        quantiles=one.scores.quantiles(SHARES),
        bins=bins_of(one.scores, one.admitted_scores, thresholds),
        thresholds=thresholds,
        considered=one.considered.quantiles(SHARES),
        budget_use=one.budget_use.quantiles(SHARES),
        never_read=_listed(chunks, top, unread),
        not_known=not_known(chunks.values()),
        most_refused=_listed(chunks, top, refused),
        read_most=_listed(chunks, top, read),
        documents_never_read=_listed(documents, top, unread),
        near=tuple(one.near[: top or None]),
    )


def _listed(counts: Counts, top: int, by: Callable[[Iterable[int]], list[int]]) -> Listed:
    """List those with a count, the highest first; of equals, by their ids."""
    each = by(counts.values())
    number = len(each) - each.count(0)
    least = max(1, min(nlargest(top, each), default=0)) if top else 1
    found = sorted((-one, name) for name, one in zip(counts, each, strict=True) if one >= least)
    return Listed(
        first=tuple((name, rows_in(counts[name])) for _, name in found[: top or None]), count=number
    )


def _thresholds(one: RetrieverStats) -> tuple[float, ...]:
    """Return the most frequent thresholds that a score can be compared with, from the lowest on."""
    counts = one.settings.get("threshold", {})
    found = sorted((-times, text) for text, times in counts.items() if _number(text) is not None)
    numbers = (_number(text) for _, text in found[:MOST_THRESHOLDS])
    return tuple(sorted(number for number in numbers if number is not None))


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if usable(number) else None


def _tool(one: ToolStats, top: int) -> ToolReport:
    if one.ground is None:
        return ToolReport(stats=one, states=None, ground=None)
    states = dict.fromkeys(GROUND, 0)
    for each in one.ground.values():
        states[each.state] += 1
    ground = sorted(one.ground.values(), key=_least_covered)
    return ToolReport(stats=one, states=states, ground=tuple(ground[: top or None]))


def _least_covered(one: GroundStats) -> tuple[int, int, tuple[str, ...]]:
    return (-GROUND.index(one.state), -sum(one.states.values()), one.asked)
