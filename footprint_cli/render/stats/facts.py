"""The report as rows of one form, which `plain`, `csv` and `jsonl` share: one fact a row."""

from collections.abc import Iterator
from typing import NamedTuple

from footprint_cli.model.stats import (
    BEST,
    LIMITS,
    SETTINGS,
    RetrieverStats,
    Rows,
)
from footprint_cli.model.stats_report import (
    SHARE_NAMES,
    RetrieverReport,
    StatsReport,
    ToolReport,
)

_WHOLE = 2**53  # from here on not every whole number is a double
Value = str | int | float | None


class Fact(NamedTuple):
    """One number or text, of a retriever or a tool, and how often it was met.

    None is not recorded, or that there is none.
    """

    row: str
    of: str | None
    name: str | None
    value: Value
    times: int | None
    source: str | None = None
    place: str | None = None


FIELDS = Fact._fields


def facts(report: StatsReport) -> Iterator[Fact]:
    """Yield what was searched, then retriever by retriever and tool by tool."""
    for name in ("recordings", "retrievals", "calls", "damaged", "unreadable", "calls_withheld"):
        yield Fact("searched", None, name.replace("_", "-"), None, getattr(report, name))
    for one in report.retrievers:
        yield from _retriever(one, report.margin)
    for each in report.tools:
        yield from _tool(each)


def best_limit(rows: Rows) -> str | None:
    """Name the limit that refused a chunk most often; the first of equals."""
    counts = rows.refused_by()
    most = max(counts)
    return LIMITS[counts.index(most)] if most else None


def settings_of(stats: RetrieverStats) -> Iterator[tuple[str, str | None, int]]:
    """Yield each setting with each value and in how many retrievals; last, None: not recorded."""
    for name in SETTINGS:
        values = stats.settings.get(name, {})
        for value, count in by_count(values):
            yield name, value, count
        missing = stats.recorded - sum(values.values())
        if missing:
            yield name, None, missing


def by_count(counts: dict[str, int]) -> list[tuple[str, int]]:
    """List names with their counts, the highest first; of equals, by name."""
    return sorted(counts.items(), key=lambda one: (-one[1], one[0]))


def _retriever(one: RetrieverReport, margin: float) -> Iterator[Fact]:
    stats, of = one.stats, one.stats.retriever
    yield Fact("retriever", of, "retrievals", None, stats.retrievals)
    yield Fact("retriever", of, "with-evidence", None, stats.recorded)
    for name, count in by_count(stats.outcomes):
        yield Fact("outcome", of, name, None, count)
    for name, value, count in settings_of(stats):
        yield Fact("setting", of, name, value, count)
    yield from _spread("considered", of, one.considered)
    yield from _rows(one, margin)
    yield from _scores(one)
    for name in BEST:
        if name in stats.best:
            yield Fact("best-chunk", of, name, None, stats.best[name])
    for position, count in stats.positions.ordered():
        yield Fact("best-chunk-position", of, None, int(position), count)
    if stats.budgets:
        yield Fact("character-budget", of, "retrievals", None, stats.budgets)
        yield Fact("character-budget", of, "that-refused", None, stats.budgets_cut)
        yield from _spread("character-budget-use", of, one.budget_use)
    yield from _chunks(one)


def tidy(number: float) -> float | int:
    """Return a number that was counted as a person would write it: 7, not 7.0."""
    return int(number) if number.is_integer() and abs(number) < _WHOLE else number


def _spread(row: str, of: str | None, numbers: tuple[float, ...] | None) -> Iterator[Fact]:
    for name, number in zip(SHARE_NAMES, numbers or (), strict=False):
        yield Fact(row, of, name, tidy(number), None)


def _rows(one: RetrieverReport, margin: float) -> Iterator[Fact]:
    stats, of = one.stats, one.stats.retriever
    for name in ("considered", "read", "dropped", "not_known", "refused"):
        yield Fact("rows", of, name.replace("_", "-"), None, getattr(stats.rows, name))
    yield Fact("rows", of, "id-not-recorded", None, stats.unnamed)
    for name, count in zip(LIMITS, stats.rows.refused_by(), strict=True):
        if count:
            yield Fact("refused-by", of, name, None, count)
    for name, count in by_count(stats.reasons):
        yield Fact("reason", of, name, None, count)
    if stats.no_reason:
        yield Fact("reason", of, None, None, stats.no_reason)
    yield Fact("near-misses", of, "within", margin, stats.near_misses)
    for near in one.near:
        place = near.step or (None if near.line is None else f"line {near.line}")
        yield Fact("near-miss", of, near.chunk, near.short, None, near.source, place)


def _scores(one: RetrieverReport) -> Iterator[Fact]:
    stats, of = one.stats, one.stats.retriever
    exact = "rounded" if stats.scores.rounded else "exact"
    yield Fact("scores", of, exact, None, stats.scores.total)
    yield Fact("scores", of, "not-recorded", None, stats.no_score)
    yield from _spread("score", of, one.quantiles)
    for each in one.bins:
        for name, count in (("admitted", each.admitted), ("not-admitted", each.others)):
            if count:
                yield Fact("scores-from", of, name, tidy(each.low), count)


def _chunks(one: RetrieverReport) -> Iterator[Fact]:
    of = one.stats.retriever
    yield Fact("chunks", of, "considered", None, len(one.stats.chunks))
    yield Fact("chunks", of, "never-read", None, one.never_read.count)
    yield Fact("chunks", of, "not-known", None, one.not_known)
    for row, listed, counted in (
        ("never-read", one.never_read, "considered"),
        ("most-refused", one.most_refused, "refused"),
        ("read-most", one.read_most, "read"),
    ):
        for name, rows in listed.first:
            by = None if row == "read-most" else best_limit(rows)
            yield Fact(row, of, name, by, getattr(rows, counted))
    yield Fact("documents", of, "considered", None, len(one.stats.documents))
    yield Fact("documents", of, "never-read", None, one.documents_never_read.count)
    for name, rows in one.documents_never_read.first:
        yield Fact("document-never-read", of, name, best_limit(rows), rows.considered)


def _tool(one: ToolReport) -> Iterator[Fact]:
    stats, of = one.stats, one.stats.tool
    yield Fact("tool", of, "calls", None, stats.calls)
    for row, counts in (
        ("call-outcome", stats.outcomes),
        ("call-rows", stats.rows),
        ("call-ground", stats.grounds),
        ("call-completeness", stats.completeness),
        ("gaps", stats.gaps),
    ):
        for name, count in by_count(counts):
            yield Fact(row, of, name, None, count)
    if "composed" in stats.grounds:
        yield Fact("gaps", of, "without-any", None, stats.gapless)
    for name, count in (one.states or {}).items():
        if stats.ground:
            yield Fact("combinations", of, name, None, count)
    for each in one.ground or ():
        for state, count in each.states.items():
            yield Fact("combination", of, asked_text(each.asked), state, count)


def asked_text(asked: tuple[str, ...]) -> str:
    """Name a combination of values."""
    return "; ".join(filter(None, asked)) or "all"
