"""What a person would say of the counts, and the words that table and markdown share."""

from collections.abc import Iterable, Iterator

from footprint_cli.model.evidence import OVER_MAX_ENTRIES
from footprint_cli.model.numbers import number_text
from footprint_cli.model.stats import LIMITS, NearMiss, RetrieverStats, Rows
from footprint_cli.model.stats_report import (
    SHARE_NAMES,
    RetrieverReport,
    StatsReport,
    ToolReport,
)
from footprint_cli.render.stats.facts import by_count, settings_of, tidy
from footprint_cli.render.words import NOT_RECORDED, numbered

_BEST = {
    "only": "the only one read",
    "first": "first in the prompt",
    "middle": "in the middle of the prompt",
    "last": "last in the prompt",
    "no-position": "read, its position not recorded",
    "not-read": "not read",
    "not-known": "not known to be read",
    "no-score": "no score is recorded",
}
_VALUES = 4  # of one setting


def searched_text(report: StatsReport) -> str:
    """Say how much was looked at, and what of it could not be read."""
    parts = [
        numbered(report.recordings, "recording"),
        numbered(report.retrievals, "retrieval"),
        numbered(report.calls, "tool call"),
    ]
    if report.calls_withheld:
        parts.append(f"calls withheld in {numbered(report.calls_withheld, 'recording')}")
    return ", ".join([*parts, *unread_parts(report.damaged, report.unreadable)])


def unread_parts(damaged: int, unreadable: int) -> Iterator[str]:
    """Yield how many recordings are damaged, and how many inputs were not read at all; no zeros."""
    if damaged:
        whose = "its" if damaged == 1 else "their"
        yield f"{damaged} damaged: {whose} counts are 'at least'"
    if unreadable:
        yield f"{numbered(unreadable, 'input')} not readable"


def name_of(stats: RetrieverStats) -> str:
    """Name a retriever."""
    return stats.retriever or "a retriever that is not named"


def tool_name(one: ToolReport) -> str:
    """Name a tool."""
    return one.stats.tool or "a tool that is not named"


def counts_text(counts: dict[str, int]) -> str:
    """List counts, the highest first."""
    return ", ".join(f"{name} {count}" for name, count in by_count(counts))


def lines_of(one: RetrieverReport) -> Iterator[tuple[str, str]]:
    """Yield what is said of a retriever before its scores, each with its label."""
    stats = one.stats
    yield "outcomes", counts_text(stats.outcomes)
    yield "settings", "; ".join(settings_texts(stats))
    if one.considered is not None:
        yield "considered", f"{_range(one.considered)}"
    yield "chunks", rows_text(stats.rows)
    yield "refused by", refused_text(stats.rows)
    yield "reasons", ", ".join(_reasons(stats))
    yield "best chunk", best_text(stats)
    if stats.budgets:
        yield "characters", budget_text(one)


def settings_texts(stats: RetrieverStats) -> Iterator[str]:
    """Yield each setting with its values, and in how many retrievals each where there are several."""
    values: dict[str, list[tuple[str | None, int]]] = {}
    for name, value, count in settings_of(stats):
        values.setdefault(name, []).append((value, count))
    for name, found in values.items():
        if len(found) == 1 and found[0][0] is not None:
            yield f"{name} {found[0][0]}"
        elif len(found) > 1:
            told = [f"{'not recorded' if one is None else one} ({n})" for one, n in found]
            more = len(told) - _VALUES
            yield f"{name} {', '.join(told[:_VALUES])}" + (f" and {more} more" if more > 0 else "")
        else:
            yield f"{name} not recorded"


def rows_text(rows: Rows) -> str:
    """Say what became of the chunks of lists; one counts as often as it was considered."""
    if not rows.considered:
        return "none is listed"
    parts = [f"{rows.considered} considered", f"{rows.read} read"]
    if rows.dropped:
        parts.append(f"{rows.dropped} dropped later")
    if rows.not_known:
        parts.append(f"{rows.not_known} not known to be read")
    return ", ".join([*parts, f"{rows.refused} refused"])


def refused_text(rows: Rows) -> str:
    """Count refusals by limit."""
    counts = zip(LIMITS, rows.refused_by(), strict=True)
    return ", ".join(f"{name} {count}" for name, count in counts if count)


def scores_text(one: RetrieverReport) -> str:
    """Say how many scores there are and how they are spread."""
    stats = one.stats
    told = numbered(stats.scores.total, "score")
    if stats.no_score:
        told += f", {stats.no_score} not recorded"
    if one.quantiles is not None:
        told += f": {spread_text(one.quantiles)}"
    return f"{told} (rounded, for they are many)" if stats.scores.rounded else told


def spread_text(numbers: tuple[float, ...]) -> str:
    """Write quantiles."""
    pairs = zip(SHARE_NAMES, numbers, strict=True)
    return ", ".join(f"{name} {short_number(number)}" for name, number in pairs)


def near_text(one: RetrieverReport, margin: float) -> str:
    """Count near misses."""
    count = one.stats.near_misses
    if count is None:
        return "near misses: not known, for no threshold is recorded"
    return f"near misses: {count or 'none'} short of the threshold by {number_text(margin)} or less"


def near_miss_text(one: NearMiss) -> str:
    """Say what came near, and where."""
    place = one.step or (NOT_RECORDED if one.line is None else f"line {one.line}")
    chunk = NOT_RECORDED if one.chunk is None else one.chunk
    score, threshold = number_text(one.score), number_text(one.threshold)
    short = number_text(one.short)
    return f"{chunk}: {score}, short of {threshold} by {short}, at {place} in {one.source}"


def best_text(stats: RetrieverStats) -> str:
    """Say where the best-scoring chunks went."""
    return ", ".join(f"{_BEST[name]} {stats.best[name]}" for name in _BEST if name in stats.best)


def budget_text(one: RetrieverReport) -> str:
    """Say how far character budgets were used."""
    stats = one.stats
    told = (
        f"a budget in {numbered(stats.budgets, 'retrieval')}, which refused in {stats.budgets_cut}"
    )
    if one.budget_use is None:
        return f"{told}; what was used is not recorded"
    least, median, most = (f"{one.budget_use[at]:.0%}" for at in (0, 3, 6))
    return f"{told}; used: least {least}, median {median}, most {most}"


def tool_lines(one: ToolReport) -> Iterator[tuple[str, str]]:
    """Yield what is said of a tool, each with its label."""
    stats = one.stats
    yield "outcomes", counts_text(stats.outcomes)
    yield "rows", counts_text(stats.rows)
    yield "ground", counts_text(stats.grounds)
    yield "completeness", counts_text(stats.completeness)
    composed = stats.grounds.get("composed", 0)
    if composed:
        gaps = counts_text(stats.gaps) or "none"
        if stats.gapless is not None:
            gaps += f"; {numbered(stats.gapless, 'call')} of {composed} without any"
        yield "gaps", gaps
    if one.states and any(one.states.values()):
        states = ", ".join(f"{name} {count}" for name, count in one.states.items() if count)
        yield "combinations", states
    elif one.states is None:
        yield "combinations", "not held by the index"


def short_number(number: float) -> str:
    """Write a number that was counted; whole ones without a point."""
    return number_text(tidy(number))


def _range(numbers: Iterable[float]) -> str:
    least, *_, most = told = tuple(map(short_number, numbers))
    if least == most:
        return f"{least} in each retrieval"
    return f"{least} to {most} in a retrieval, median {told[SHARE_NAMES.index('median')]}"


def _cap_text(rows: Rows) -> str:
    """Say whose cap it was: `over-max-entries` is the word of k, and of the picker's cap."""
    whose = ((rows.k, "k"), (rows.max_entries, "the picker's cap"))
    told = [(count, name) for count, name in whose if count]
    if len(told) == 1:
        return f"by {told[0][1]}"
    return ", ".join(f"{count} by {name}" for count, name in told)


def _reasons(stats: RetrieverStats) -> Iterator[str]:
    for name, count in by_count(stats.reasons):
        whose = f" ({_cap_text(stats.rows)})" if name == OVER_MAX_ENTRIES else ""
        yield f"{name} {count}{whose}"
    if stats.no_reason:
        yield f"not recorded {stats.no_reason}"
