"""The report as rows of one form, which `plain`, `csv` and `jsonl` share: one fact a row."""

from collections.abc import Iterator
from typing import NamedTuple

from footprint_cli.model.drift_report import (
    Compared,
    DriftReport,
    QuestionDrift,
    RetrieverDrift,
    ScoreDrift,
    SettingDrift,
)
from footprint_cli.model.stats_report import SHARE_NAMES
from footprint_cli.render.stats.facts import tidy
from footprint_cli.render.words import NOT_RECORDED, numbered

Value = str | int | float | None


class Fact(NamedTuple):
    """One thing that both sides say. None is not recorded, or that there is none."""

    row: str
    between: str
    retriever: str | None
    name: str | None
    before: Value
    after: Value
    state: str | None = None


FIELDS = Fact._fields


def facts(report: DriftReport) -> Iterator[Fact]:
    """Yield what changed, then what it rests on, comparison by comparison."""
    for one in report.compared:
        between = between_text(one)
        for each in one.drifted:
            fails = "fails" if each.fails else None
            yield Fact("drifted", between, each.retriever, each.what, each.message, None, fails)
        if hindrance(one):
            yield Fact("nothing-to-compare", between, None, hindrance(one), None, None)
        for why in one.not_known:
            yield Fact("not-known", between, None, why, None, None)
        yield Fact("side", between, None, "recordings", *one.recordings)
        yield Fact("side", between, None, "retrievals", *one.retrievals)
        yield Fact("side", between, None, "damaged", *one.damaged)
        yield Fact("side", between, None, "unreadable", *one.unreadable)
        for retriever in one.retrievers:
            yield from _retriever(retriever, between)
    yield from _series(report)


def between_text(one: Compared) -> str:
    """Name two sides."""
    return f"{one.before} -> {one.after}"


def hindrance(one: Compared | DriftReport) -> str:
    """Say why there is nothing to compare; nothing where there is."""
    if isinstance(one, Compared):
        return "" if all(one.retrievals) else "a side holds no retrieval"
    if one.compared:
        return ""
    held = numbered(one.periods, "period") if one.periods else "no period"
    return f"{held} with retrievals, and it takes two"


def _series(report: DriftReport) -> Iterator[Fact]:
    if report.by is None:
        return
    yield Fact("periods", NOT_RECORDED, None, report.by, report.periods, None)
    if hindrance(report):
        yield Fact("nothing-to-compare", NOT_RECORDED, None, hindrance(report), None, None)
    if report.undated:
        yield Fact("undated", NOT_RECORDED, None, "retrievals", report.undated, None)


def setting_text(one: SettingDrift, side: int) -> str | None:
    """Write the values of one side, with their counts where there are several; None: none is recorded."""
    values, missing = (one.after if side else one.before), one.missing[side]
    if not values:
        return None
    counted = len(values) + bool(missing) > 1
    told = [f"{name} ({count})" if counted else name for name, count in values]
    return ", ".join([*told, *([f"not recorded ({missing})"] if missing else [])])


def _retriever(one: RetrieverDrift, between: str) -> Iterator[Fact]:
    of = (between, one.retriever)
    yield Fact("retriever", *of, "retrievals", *one.retrievals)
    for setting in one.settings:
        sides = setting_text(setting, 0), setting_text(setting, 1)
        yield Fact("setting", *of, setting.name, *sides, setting.state)
    yield from _quantiles("considered", of, one.considered)
    if one.scores is not None:
        yield from _scores("score", of, one.scores)
    if one.best_scores is not None:
        yield from _scores("best-score", of, one.best_scores)
        yield from _test(of, one.best_scores)
    for state, count in one.states.items():
        yield Fact("questions", *of, "both", count, count, state)
    if one.on_both:
        yield Fact("questions", *of, "only-one-side", *one.only)
        yield Fact("questions", *of, "hash-not-recorded", *one.unhashed)
    for each in one.questions:
        yield from _question(each, of)


def _scores(row: str, of: tuple[str, str | None], one: ScoreDrift) -> Iterator[Fact]:
    yield Fact(row, *of, "count", *one.counts)
    yield from _quantiles(row, of, (one.before, one.after))
    for note in one.notes:
        yield Fact("note", *of, note, None, None)


def _quantiles(
    row: str,
    of: tuple[str, str | None],
    sides: tuple[tuple[float, ...] | None, tuple[float, ...] | None],
) -> Iterator[Fact]:
    before, after = sides
    if before is None and after is None:
        return
    for place, name in enumerate(SHARE_NAMES):
        yield Fact(row, *of, name, _at(before, place), _at(after, place))


def _at(numbers: tuple[float, ...] | None, place: int) -> Value:
    return None if numbers is None else tidy(numbers[place])


def _test(of: tuple[str, str | None], one: ScoreDrift) -> Iterator[Fact]:
    if one.untested is not None:
        yield Fact("test", *of, one.untested, None, None, "none")
        return
    yield Fact("test", *of, "distance", one.distance, None)
    yield Fact("test", *of, "p", one.p, None, "exact" if one.exact else "nearly")


def _question(one: QuestionDrift, of: tuple[str, str | None]) -> Iterator[Fact]:
    name = f"{one.query_hash} (before the picker)" if one.early else one.query_hash
    yield Fact("question", *of, name, *one.asked, one.state)
    if one.considers_otherwise:
        before, after = (", ".join(each) for each in one.considered)
        yield Fact("question-considered", *of, name, before, after)
    for chunk in one.left:
        yield Fact("left", *of, name, chunk, None)
    for chunk in one.entered:
        yield Fact("entered", *of, name, None, chunk)
