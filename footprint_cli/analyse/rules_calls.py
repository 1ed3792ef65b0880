"""The rules that judge one call against what is declared of its tool."""

from collections.abc import Iterator

from footprint_cli.analyse.list_texts import looks_like_list
from footprint_cli.analyse.rows import periods_of
from footprint_cli.model.coverage import CoveredCall
from footprint_cli.model.finding import Finding
from footprint_cli.model.numbers import is_number, number_text

_NARROWING = ("population", "filters", "match")


def findings_of_calls(calls: tuple[CoveredCall, ...]) -> Iterator[Finding]:
    """Yield what is odd about calls and about the declarations of their tools."""
    told: set[str] = set()
    for one in calls:
        if one.declaration.faulty and one.declaration.tool not in told:
            told.add(one.declaration.tool)
            yield _faulty(one)
        yield from _list_sent_as_text(one)
        yield from _rows_over_cap(one)
        yield from _rows_disagree(one)
        yield from _period_not_readable(one)
        yield from _coverage_differs(one)


def _faulty(one: CoveredCall) -> Finding:
    errors = [
        f"{each.code} {each.message}" for each in one.declaration.problems if each.level == "error"
    ]
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    dropped = one.declaration.search is None
    what = "is not used" if dropped else "is never complete"
    message = (
        f"the declaration of {one.declaration.tool} {what}, for it is faulty: {errors[0]}{more}"
    )
    return _finding("declaration-faulty", "warning", message, one)


def _list_sent_as_text(one: CoveredCall) -> Iterator[Finding]:
    """A text that is a JSON list was sent: it is one value, and the tool may have read several."""
    for name in _NARROWING:
        for facet in getattr(one.coverage, name):
            if (
                facet.found == "sent"
                and isinstance(facet.value, str)
                and looks_like_list(facet.value)
            ):
                message = (
                    f"{facet.argument} was sent as a text that looks like a list, {facet.value}: "
                    "it is taken for one value"
                )
                yield _finding("list-sent-as-text", "warning", message, one)


def _rows_over_cap(one: CoveredCall) -> Iterator[Finding]:
    """More rows came back than the cap that is declared or was sent allows."""
    cap, rows = one.coverage.cap, one.rows.count
    if cap is not None and rows is not None and is_number(cap.limit) and rows > cap.limit:
        message = f"{rows} rows came back, and the cap is {number_text(cap.limit)}"
        yield _finding("rows-over-cap", "warning", message, one)


def _rows_disagree(one: CoveredCall) -> Iterator[Finding]:
    """Sources of one call tell of different numbers of rows: none of them is believed."""
    if one.rows.told:
        told = " and ".join(map(str, one.rows.told))
        message = f"the record tells of {told} rows for one result: how many came back is not known"
        yield _finding("rows-disagree", "warning", message, one)


def _period_not_readable(one: CoveredCall) -> Iterator[Finding]:
    """A result says of a period what cannot be read: an instant without a zone, or another key."""
    periods = periods_of(one.call)
    if not periods:
        return
    from footprint_cli.analyse.held_periods import odd_periods

    if odd_periods(periods):
        message = "the result says of its period what cannot be read: it was left out"
        yield _finding("period-not-readable", "warning", message, one)


def _coverage_differs(one: CoveredCall) -> Iterator[Finding]:
    """The coverage that is recorded is not what the declaration and the arguments give."""
    if one.differs:
        message = (
            f"the recorded coverage is not what the declaration gives in: {', '.join(one.differs)}; "
            "the recorded one is shown"
        )
        yield _finding("coverage-differs", "warning", message, one)


def _finding(code: str, level: str, message: str, one: CoveredCall) -> Finding:
    call = one.call
    named = f"call {call.call_id}: " if call.call_id is not None else ""
    return Finding(
        code=code,
        level=level,
        message=f"{named}{message}" if code != "declaration-faulty" else message,
        source=one.source,
        line=call.line,
        step=call.step,
        tool=call.tool,
    )
