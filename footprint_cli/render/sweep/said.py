"""What a person would say of a curve, and the words that formats share."""

from collections.abc import Iterator

from footprint_cli.model.numbers import number_text
from footprint_cli.model.sweep import NUMBERS, Point, SweepReport
from footprint_cli.model.what_if import AT_LEAST, AT_MOST, ESTIMATE, Bounded
from footprint_cli.render.what_if.facts import by_count
from footprint_cli.render.what_if.said import asked_text
from footprint_cli.render.words import numbered

OPTIONS = {"threshold": "threshold", "k": "k", "maxChars": "max-chars"}
_SIGNS = {AT_LEAST: "≥", AT_MOST: "≤", ESTIMATE: "~"}
_ASCII = {AT_LEAST: ">=", AT_MOST: "<=", ESTIMATE: "~"}
_SHOWN = 21  # rows of a table
_NAMED = 5  # questions, chunks and points that a line names
_WHY = {
    AT_LEAST: "at least: chunks that the store did not return may come in, or sizes are not recorded",
    AT_MOST: "at most: the picker's own limits are not recorded, and may refuse some that come in",
    ESTIMATE: "neither is proved: more may come in, and the picker may refuse some",
}


def title_text(report: SweepReport) -> str:
    """Say what is swept, and what else is tried."""
    axes = " and ".join(
        f"{OPTIONS[one.name]} at {numbered(len(one.values), 'value')}, "
        f"{number_text(one.values[0])} to {number_text(one.values[-1])}"
        for one in report.axes
    )
    setting = report.setting
    tried = asked_text(setting) if setting.values or setting.strategy else ""
    return f"sweep of {axes}" + (f"; {tried}" if tried else "")


def searched_text(report: SweepReport) -> str:
    """Say what the curve rests on, and how it is recorded."""
    swept = report.swept
    if not report.ruled:
        return "nothing to rule again: no retrieval that can be"
    of = "" if report.ruled == swept.retrievals else f"{report.ruled} of "
    found = f"{of}{numbered(swept.retrievals, 'retrieval')} ruled again at each value"
    return f"{found}; as recorded {swept.read} read, {swept.nothing} read nothing"


def unruled_of(report: SweepReport) -> Iterator[str]:
    """Say why retrievals were left out."""
    for why, count in by_count(report.swept.unruled):
        yield f"{numbered(count, 'retrieval')} not ruled: {why}"


def signed(one: Bounded, *, ascii_only: bool) -> str:
    """Write a number with the sign of its bound."""
    sign = (_ASCII if ascii_only else _SIGNS).get(one.bound, "")
    return f"{sign}{one.value}"


def values_text(point: Point) -> str:
    """Write the values of a point."""
    return ", ".join(map(number_text, point.values))


def named_values(report: SweepReport, point: Point) -> str:
    """Write the values of a point behind their names."""
    both = zip(report.axes, point.values, strict=True)
    return ", ".join(f"{OPTIONS[axis.name]} {number_text(value)}" for axis, value in both)


def part_text(part: float | None) -> str:
    """Write a share in percent."""
    return "-" if part is None else f"{100 * part:.1f} %"


def shown_places(report: SweepReport) -> list[int]:
    """Return the places of the points that a table shows: spread evenly, and those of the advice."""
    count = len(report.points)
    if count <= _SHOWN:
        return [*range(count)]
    even = {round(at * (count - 1) / (_SHOWN - 1)) for at in range(_SHOWN)}
    return sorted(even | {*report.advice[:_NAMED]})


def notes_of(report: SweepReport) -> Iterator[str]:
    """Say what the signs mean that are met, and what stays unsettled."""
    bounds = {point.numbers[name].bound for point in report.points for name in NUMBERS}
    for bound, why in _WHY.items():
        if bound in bounds:
            yield f"{_SIGNS[bound]} {why}"
    if any(point.numbers["chars"].missing for point in report.points):
        yield "characters leave out passages whose size is not recorded"


def advice_of(report: SweepReport) -> Iterator[str]:
    """Say which points do best, and what that rests on."""
    if report.expected:
        yield from _expected_of(report)
    if report.advice_note is not None and not report.advice:
        yield report.advice_note
    if not report.advice:
        return
    points = [report.points[at] for at in report.advice]
    first = points[0]
    said = "; ".join(named_values(report, one) for one in points[:_NAMED])
    more = f" and {len(points) - _NAMED} more that do the same" if len(points) > _NAMED else ""
    yield f"best: {said}{more}"
    text = f"there {signed(first.numbers['read'], ascii_only=True)} read, "
    text += f"{signed(first.numbers['chars'], ascii_only=True)} characters"
    if first.scored is not None:
        text += f", recall {part_text(first.scored.recall)}"
        text += f", precision {part_text(first.scored.precision)}"
    yield text
    if report.advice_note is not None:
        yield report.advice_note


def _expected_of(report: SweepReport) -> Iterator[str]:
    matched = report.expected - len(report.unmatched)
    retrievals = numbered(sum(report.swept.matched.values()), "retrieval")
    yield f"expected: {matched} of {numbered(report.expected, 'question')} found, in {retrievals}"
    if report.unmatched:
        yield f"not found: {_first(report.unmatched)}"
    if report.swept.never:
        yield f"never a candidate, so no setting reads it: {_first([*report.swept.never])}"


def _first(names: "list[str] | tuple[str, ...]") -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
