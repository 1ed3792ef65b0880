"""A sweep as rows of one form, which `plain`, `csv` and `jsonl` share: a point a row, then the rest."""

from collections.abc import Iterator
from typing import NamedTuple

from footprint_cli.model.evidence import Number
from footprint_cli.model.sweep_report import Point, SweepReport
from footprint_cli.render.sweep.said import scored_bound, target_text


class Fact(NamedTuple):
    """One row: a point, or (`row`) recorded, unruled, target, advice, expected, never.

    `empty` counts retrievals that read nothing; characters are UTF-16 code units. `p50` to `max` are
    characters a retrieval, and are bounded as `characters` are, and precision as recall is. None: it
    does not apply, or there is nothing that it could be of.
    """

    row: str
    threshold: Number | None = None
    k: Number | None = None
    max_chars: Number | None = None
    retrievals: int | None = None
    admitted: int | None = None
    admitted_bound: str | None = None
    read: int | None = None
    read_bound: str | None = None
    empty: int | None = None
    empty_bound: str | None = None
    characters: int | None = None
    characters_bound: str | None = None
    sizes_not_known: int | None = None
    mean: float | None = None
    p50: int | None = None
    p90: int | None = None
    p95: int | None = None
    p99: int | None = None
    max: int | None = None
    expected: int | None = None
    recall: float | None = None
    precision: float | None = None
    recall_bound: str | None = None
    meets: bool | None = None
    name: str | None = None
    why: str | None = None


FIELDS = Fact._fields
_COLUMNS = {"threshold": "threshold", "k": "k", "maxChars": "max_chars"}


def facts(report: SweepReport) -> Iterator[Fact]:
    """Yield the points in their order, then what they rest on, and what is advised."""
    for one in report.points:
        yield point_fact(report, one)
    yield Fact(
        row="recorded",
        retrievals=report.ruled,
        read=report.read,
        empty=report.nothing,
        characters=report.chars.value,
        characters_bound=report.chars.bound,
        sizes_not_known=report.chars.missing,
    )
    for why, count in sorted(report.unruled.items()):
        yield Fact(row="unruled", retrievals=count, why=why)
    for target in report.asked.targets:
        yield Fact(row="target", name=target_text(target))
    for place in report.advice:
        point = point_fact(report, report.points[place])
        yield point._replace(row="advice", why=report.advice_note)
    if report.advice_note is not None and not report.advice:
        yield Fact(row="advice", why=report.advice_note)
    for each in report.sought:
        yield Fact(row="expected", retrievals=each.matched, expected=each.chunks, name=each.name)
        for chunk in each.never:
            yield Fact(row="never", name=chunk, why=each.name)


def point_fact(report: SweepReport, one: Point) -> Fact:
    """Return the row of a point."""
    names = (_COLUMNS[axis.name] for axis in report.asked.axes)
    scored = one.scored
    fact = Fact(
        row="point",
        **dict(zip(names, one.values, strict=True)),  # type: ignore[arg-type]
        retrievals=report.ruled,
        admitted=one.admitted.value,
        admitted_bound=one.admitted.bound,
        read=one.read.value,
        read_bound=one.read.bound,
        empty=one.nothing.value,
        empty_bound=one.nothing.bound,
        characters=one.chars.value,
        characters_bound=one.chars.bound,
        sizes_not_known=one.chars.missing,
        mean=mean_of(report, one),
        meets=one.meets,
    )
    fact = fact._replace(**(one.shares or {}))  # type: ignore[arg-type]
    if scored is None:
        return fact
    return fact._replace(
        expected=scored.expected,
        recall=scored.recall,
        precision=scored.precision,
        recall_bound=scored_bound(scored),
    )


def mean_of(report: SweepReport, one: Point) -> float | None:
    """Return the characters of a retrieval in the mean; None: there is none."""
    return one.chars.value / report.ruled if report.ruled else None
