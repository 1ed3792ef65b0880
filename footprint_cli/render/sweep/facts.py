"""A curve as rows, for the formats that have rows: a point each."""

from collections.abc import Iterator

from footprint_cli.model.evidence import Number
from footprint_cli.model.sweep import AXES, NUMBERS, SHARES, Point, SweepReport

FIELDS = (
    *AXES,
    "retrievals",
    *(name for one in NUMBERS for name in (one, f"{one}Bound")),
    "sizesNotKnown",
    *SHARES,
    "expected",
    "readOfExpected",
    "recall",
    "precision",
    "meets",
    "best",
)
Cell = Number | str | bool | None


def rows(report: SweepReport) -> Iterator[dict[str, Cell]]:
    """Yield the points in their order, each with all of `FIELDS`."""
    best = {*report.advice}
    for place, point in enumerate(report.points):
        yield {**_row(report, point), "best": place in best}


def _row(report: SweepReport, point: Point) -> dict[str, Cell]:
    row: dict[str, Cell] = dict.fromkeys(FIELDS)
    row |= {axis.name: value for axis, value in zip(report.axes, point.values, strict=True)}
    row["retrievals"] = report.ruled
    for name in NUMBERS:
        row[name], row[f"{name}Bound"] = point.numbers[name].value, point.numbers[name].bound
    row["sizesNotKnown"] = point.numbers["chars"].missing
    row |= point.shares
    if point.scored is not None:
        row["expected"], row["readOfExpected"] = point.scored.expected, point.scored.both
        row["recall"], row["precision"] = point.scored.recall, point.scored.precision
    row["meets"] = point.meets
    return row
