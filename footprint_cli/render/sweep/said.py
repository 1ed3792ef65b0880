"""What a person would say of a sweep, and the words that formats share."""

from collections.abc import Iterator

from footprint_cli.model.sweep import Axis, Counted
from footprint_cli.model.sweep_report import Point, Scored, SweepReport, Target
from footprint_cli.model.what_if import AT_LEAST, AT_MOST, ESTIMATE, EXACT
from footprint_cli.render.sweep.chosen import Row, alike
from footprint_cli.render.what_if.said import asked_text, option_name
from footprint_cli.render.words import numbered, shown

_MARKS = {EXACT: "", AT_LEAST: "≥", AT_MOST: "≤", ESTIMATE: "≈"}
_ASCII = {EXACT: "", AT_LEAST: ">=", AT_MOST: "<=", ESTIMATE: "~"}
_LEGEND = {AT_LEAST: "at least", AT_MOST: "at most", ESTIMATE: "about, neither way proved"}
_MORE = (
    "may be more: a pool that was full hides chunks, the size of a passage is not recorded, or"
    " which of several come in cannot be told"
)
_LESS = "may be less: the picker's own limits are not recorded, and may refuse what comes in"
_LISTED = 10  # chunks, questions or runs
MEASURED = (("read", "read"), ("nothing", "empty"), ("chars", "characters"))


def title_of(report: SweepReport) -> str:
    """Say what is asked."""
    swept = " and ".join(map(axis_text, report.asked.axes))
    fixed = report.asked.setting
    besides = f"; {asked_text(fixed)}" if fixed.values or fixed.strategy is not None else ""
    return f"sweep of {swept}{besides}"


def axis_text(axis: Axis) -> str:
    """Say which values of a setting are tried."""
    name, values = option_name(axis.name), axis.values
    if len(values) == 1:
        return f"{name} {shown(values[0])}"
    return f"{name} from {shown(values[0])} to {shown(values[-1])}, {len(values)} values"


def searched_text(report: SweepReport) -> str:
    """Say how many retrievals there are, and how many could be ruled again."""
    if not report.retrievals:
        return "nothing to rule again: no retrieval"
    return f"{numbered(report.retrievals, 'retrieval')}, {report.ruled} ruled again at every point"


def notes_of(report: SweepReport) -> Iterator[tuple[str, str]]:
    """Yield what the curve rests on, each behind its label."""
    if report.told_by is not None:
        yield "answered from", report.told_by
    for why, count in sorted(report.unruled.items(), key=lambda one: (-one[1], one[0])):
        yield f"{count} not ruled", why
    if report.ruled:
        missing = report.chars.missing
        chars = f"{report.chars.value} characters"
        chars += f" + {numbered(missing, 'passage')} of unknown size" if missing else ""
        yield (
            "as recorded",
            f"{report.read} read, {numbered(report.nothing, 'retrieval')} empty, {chars}",
        )


def bounds_of(report: SweepReport) -> Iterator[tuple[str, str]]:
    """Yield why numbers of the curve are bounds, each with the most retrievals that cause it."""
    numbers = [
        getattr(point, name) for point in report.points for name in ("read", "nothing", "chars")
    ]
    for what, count in (
        (_MORE, max((one.more for one in numbers), default=0)),
        (_LESS, max((one.less for one in numbers), default=0)),
    ):
        if count:
            yield f"in up to {count}", what


def legend_text(points: list[Point], *, ascii_only: bool) -> str:
    """Explain the marks at numbers; nothing where all are exact."""
    met = {getattr(one, name).bound for one in points for name, _ in MEASURED}
    met |= {scored_bound(one.scored) for one in points if one.scored is not None}
    marks = _ASCII if ascii_only else _MARKS
    told = [f"{marks[bound]} {text}" for bound, text in _LEGEND.items() if bound in met]
    if any(one.chars.missing for one in points):
        told.append("(+n) passages of unknown size, which no number of characters holds")
    return "; ".join(told)


def counted_text(one: Counted, *, ascii_only: bool = False) -> str:
    """Write a number with the mark of its bound, and how many passages it leaves out."""
    missing = f" (+{one.missing})" if one.missing else ""
    return f"{mark_of(one.bound, ascii_only=ascii_only)}{one.value}{missing}"


def mark_of(bound: str, *, ascii_only: bool = False) -> str:
    """Return the mark of a bound; none for exact."""
    return (_ASCII if ascii_only else _MARKS)[bound]


def scored_bound(one: Scored) -> str:
    """Return how recall and precision stand to the true ones."""
    return ESTIMATE if one.unsure else EXACT


def share_text(one: float | None, bound: str = EXACT, *, ascii_only: bool = False) -> str:
    """Write a share as a part of a hundred; `-`: there is nothing that it is a part of."""
    if one is None:
        return "-"
    return f"{mark_of(bound, ascii_only=ascii_only)}{100 * one:.1f}%".replace(".0%", "%")


def met_text(one: bool | None) -> str:
    """Say whether the targets are met."""
    return "cannot be told" if one is None else "met" if one else "missed"


def target_text(one: Target) -> str:
    """Write a target as it was asked for."""
    return f"{one.statistic} {one.measure} {one.sign} {shown(one.number)}"


def values_of(report: SweepReport, row: Row) -> list[str]:
    """Write the values of points that are one row, the last of them as a range."""
    one, last = report.points[row.first].values, report.points[row.last].values
    values = [*map(shown, one)]
    return values if one == last else [*values[:-1], f"{values[-1]} to {shown(last[-1])}"]


def values_text(report: SweepReport, row: Row) -> str:
    """Name points that are one row by their values."""
    names = (option_name(axis.name) for axis in report.asked.axes)
    named = zip(names, values_of(report, row), strict=True)
    return ", ".join(f"{name} {value}" for name, value in named)


def advice_of(report: SweepReport) -> Iterator[tuple[str, str]]:
    """Yield the settings that do best, and what that rests on."""
    if report.asked.targets:
        yield "target", "; ".join(map(target_text, report.asked.targets))
    if report.sought:
        yield "expected", sought_text(report)
    best = [row for row in alike(report) if row.advised]
    for row in best[:_LISTED]:
        yield "best", _best_text(report, row)
    if len(best) > _LISTED:
        yield "best", "more that are as good: --format json has all"
    if report.advice_note is not None:
        tied = f"; {len(report.advice)} settings tie" if len(report.advice) > 1 else ""
        yield ("by" if report.advice else "no advice"), report.advice_note + tied
    if report.advice:
        yield "rests on", sample_text(report)
    yield from _never_of(report)


def sample_text(report: SweepReport) -> str:
    """Say how large the sample is that an advice rests on."""
    if not report.sought:
        return numbered(report.ruled, "retrieval")
    matched = sum(one.matched - one.unruled for one in report.sought)
    of = numbered(report.ruled, "retrieval")
    return f"{_units(matched)} that something is expected of, of {of}"


def _units(count: int) -> str:
    return f"{numbered(count, 'retrieval')} or {'run' if count == 1 else 'runs'}"


def sought_text(report: SweepReport) -> str:
    """Say how much of what is expected is there."""
    met = [one for one in report.sought if one.matched]
    ruled = sum(one.matched - one.unruled for one in met)
    lost = sum(one.unruled for one in met)
    unruled = f", {lost} not ruled" if lost else ""
    asked = numbered(len(report.sought), "expectation")
    return f"{len(met)} of {asked} there, in {_units(ruled)}{unruled}"


def _best_text(report: SweepReport, row: Row) -> str:
    one = report.points[row.first]
    scored = one.scored
    found = ""
    if scored is not None:
        bound = scored_bound(scored)
        recall, precision = (share_text(each, bound) for each in (scored.recall, scored.precision))
        found = f"recall {recall} ({scored.both} of {scored.expected}), precision {precision}, "
    met = f", {met_text(one.meets)}" if report.asked.targets else ""
    return (
        f"{values_text(report, row)}: {found}{counted_text(one.read)} read,"
        f" {counted_text(one.chars)} characters, {counted_text(one.nothing)} empty{met}"
    )


def _never_of(report: SweepReport) -> Iterator[tuple[str, str]]:
    yield from _some([one.name for one in report.sought if not one.matched], "not there")
    never = [f"{each} ({one.name})" for one in report.sought for each in one.never]
    yield from _some(never, "no setting reads", ": never a candidate")


def _some(names: list[str], label: str, why: str = "") -> Iterator[tuple[str, str]]:
    if names:
        more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
        yield label, ", ".join(names[:_LISTED]) + more + why
