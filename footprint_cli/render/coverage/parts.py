"""The ground of one call part by part, as people read it beside its sentence."""

from collections.abc import Iterator

from footprint_cli.model.coverage import Coverage, CoveredCall, Facet, Rows, SourceFacet
from footprint_cli.model.json_text import text_of
from footprint_cli.render.coverage.said import (
    COMPLETENESS,
    cap_text,
    closes_text,
    declared_sentences,
    fixed_text,
    gap_text,
    rows_text,
)
from footprint_cli.render.words import arguments_text, shortened

Part = tuple[str, str]

_LONGEST = 200  # characters of the arguments of a call that covered nothing

_READINGS = {
    "declared-absent": "the result itself says that nothing was found",
    "undeclared-empty": "an empty result, which declares nothing",
    "clarify": "the result asks for more instead",
    "unknown": "the result cannot be read as rows",
}


def parts_of(covered: CoveredCall) -> Iterator[Part]:
    """Yield what there is of a call's ground: a label and a text, the gaps one by one."""
    coverage = covered.coverage
    if not coverage.is_composed:
        yield "arguments", shortened(arguments_text(covered.call), _LONGEST, "...")
    else:
        yield from _narrowed(coverage)
        for gap in coverage.gaps:
            yield "gap", f"{gap_text(gap)}; {closes_text(gap)}"
        told = COMPLETENESS.get(coverage.completeness or "", "not known")
        yield "completeness", told
    yield from _came(covered)


def _narrowed(coverage: Coverage) -> Iterator[Part]:
    yield from _part("source", "; ".join(map(_source, coverage.source)))
    for label, facets in (
        ("population", coverage.population),
        ("period", coverage.period),
        ("filters", coverage.filters),
    ):
        yield from _part(label, _facets(facets))
    yield from _part("fixed", "; ".join(map(fixed_text, coverage.fixed)))
    yield from _part("match", _facets(coverage.match))
    if coverage.cap is not None:
        yield "cap", cap_text(coverage.cap)
    yield from _part("page", _facets(coverage.page))


def _came(covered: CoveredCall) -> Iterator[Part]:
    """Yield what came back; a call that did not run has nothing that could be counted."""
    if covered.call.outcome == "ran":
        yield "rows", f"{rows_text(covered.rows.count)}{_reading(covered.rows)}"
    if covered.coverage.is_composed:
        yield from (("result", one) for one in declared_sentences(covered.declared))
    if covered.call.filled:
        yield "filled in", ", ".join(covered.call.filled)
    if covered.coverage.found == "recorded":
        yield "composed by", "the producer, as recorded"
    if covered.coverage.choices:
        yield "chosen", ", ".join(f"{one.name}={one.value}" for one in covered.coverage.choices)


def _reading(rows: Rows) -> str:
    told = [_READINGS.get(rows.reading, "")]
    told += ["the result says what it covers"] if rows.bounded else []
    told += ["counted under the key that is configured"] if rows.by_app else []
    text = "; ".join(filter(None, told))
    return f" ({text})" if text else ""


def _part(label: str, text: str) -> Iterator[Part]:
    if text:
        yield label, text


def _source(one: SourceFacet) -> str:
    by = "" if one.argument is None else f" by {one.argument}"
    return f"{one.what} ({one.found}{by})"


def _facets(facets: tuple[Facet, ...]) -> str:
    return "; ".join(
        f"any {one.argument}" if one.any else f"{one.argument} {text_of(one.value)} ({one.found})"
        for one in facets
    )
