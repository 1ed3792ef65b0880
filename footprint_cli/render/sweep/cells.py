"""The cells of one row of a curve, for tables on a terminal and in Markdown."""

from footprint_cli.model.sweep_report import Point, SweepReport
from footprint_cli.render.sweep.chosen import Row
from footprint_cli.render.sweep.said import (
    counted_text,
    mark_of,
    met_text,
    scored_bound,
    share_text,
    values_of,
)
from footprint_cli.render.what_if.said import option_name

SHARES_SHOWN = ("p50", "p95", "max")


def heads_of(report: SweepReport) -> list[str]:
    """Name the columns."""
    heads = [option_name(one.name) for one in report.asked.axes]
    heads += ["read", "empty", "characters", *SHARES_SHOWN]
    heads += ["recall", "precision"] if report.sought else []
    return heads + (["target"] if report.asked.targets else [])


def cells_of(report: SweepReport, row: Row, *, ascii_only: bool) -> list[str]:
    """Return the cells of a row."""
    one = report.points[row.first]
    cells = values_of(report, row)
    cells += [
        counted_text(each, ascii_only=ascii_only) for each in (one.read, one.nothing, one.chars)
    ]
    cells += [_share(one, name, ascii_only=ascii_only) for name in SHARES_SHOWN]
    if report.sought:
        cells += _scored(one, ascii_only=ascii_only)
    if report.asked.targets:
        cells.append(met_text(one.meets))
    return cells


def _share(one: Point, name: str, *, ascii_only: bool) -> str:
    if one.shares is None:
        return "-"
    return f"{mark_of(one.chars.bound, ascii_only=ascii_only)}{one.shares[name]}"


def _scored(one: Point, *, ascii_only: bool) -> list[str]:
    scored = one.scored
    if scored is None:
        return ["-", "-"]
    bound = scored_bound(scored)
    return [
        share_text(each, bound, ascii_only=ascii_only) for each in (scored.recall, scored.precision)
    ]
