"""A covered call → its row, and a row a gap."""

from collections.abc import Iterator

from footprint_cli.archive.index.once import Row, Texts
from footprint_cli.archive.index.values import holds, stored_text
from footprint_cli.model.coverage import Cap, CoveredCall, facets_text
from footprint_cli.model.json_text import json_text

_LONGEST_ARGUMENTS = 1_000  # bytes of JSON; what is longer is no argument of a search


def call_row(one: CoveredCall, texts: Texts, number: int, recording: int) -> Row:
    """Return the row of one call; `number` counts those of its file."""
    call, coverage = one.call, one.coverage
    composed = coverage.is_composed
    return (
        number,
        recording,
        stored_text(call.run),
        texts(call.tool),
        stored_text(call.call_id),
        texts(call.step),
        call.line,
        call.iteration if holds(call.iteration) else None,
        call.outcome,
        _arguments(one),
        one.declaration.found,
        coverage.status,
        texts(coverage.because),
        texts(", ".join(each.what for each in coverage.source)) if composed else None,
        texts(facets_text(coverage.population)) if composed else None,
        texts(facets_text(coverage.period)) if composed else None,
        texts(facets_text(coverage.filters)) if composed else None,
        _limit(coverage.cap),
        _reached(coverage.cap),
        coverage.completeness,
        one.rows.count if holds(one.rows.count) else None,
        one.rows.reading,
        len(coverage.gaps),
        one.is_clean,
    )


def gap_rows(one: CoveredCall, texts: Texts, number: int) -> Iterator[Row]:
    """Yield a row a gap of one call."""
    for place, gap in enumerate(one.coverage.gaps):
        words = (gap.kind, gap.bears, gap.argument, gap.what, gap.why, gap.closes)
        yield (number, place, *map(texts, words))


def _arguments(one: CoveredCall) -> str | bytes | None:
    if one.call.arguments_from is None:
        return None
    written = json_text(one.call.arguments)
    short = len(written.encode("utf-8", "surrogatepass")) <= _LONGEST_ARGUMENTS
    return stored_text(written) if short else None


def _limit(cap: Cap | None) -> str | int | float | None:
    if cap is None or isinstance(cap.limit, str):
        return None if cap is None else cap.limit
    return cap.limit if holds(cap.limit) else None


def _reached(cap: Cap | None) -> bool | None:
    return None if cap is None or isinstance(cap.reached, str) else cap.reached
