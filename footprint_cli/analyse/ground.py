"""Calls of one tool → the ground that they covered together, and what they asked for in vain."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from math import prod
from operator import itemgetter
from typing import NamedTuple

from msgspec.structs import replace

from footprint_cli.analyse.arguments import holds_placeholder
from footprint_cli.analyse.compose import compose
from footprint_cli.model.coverage import Coverage, CoveredCall, Facet, facets_text
from footprint_cli.model.coverage_report import Grid, Ground
from footprint_cli.model.json_text import json_text
from footprint_cli.model.search import RESERVED_ARGUMENT

_MOST = 1_000  # combinations of one call
_LARGEST_GRID = 100_000  # cells: most of one with more of them are holes
_ROLES = {"population": "population", "period": "period", "filters": "filter"}
_STATES = ("covered", "partly", "not-covered")

Facets = tuple[Facet, ...]


class _Asked(NamedTuple):
    source: tuple[str, ...]
    population: Facets
    period: Facets
    filters: Facets


def ground_of(calls: Sequence[CoveredCall]) -> tuple[tuple[Ground, ...], int]:
    """Return every combination that calls asked for, in the order of the calls, and how many are left out.

    One that a wider search covers is covered: where that narrowed nothing, or to the same value.
    """
    found: dict[str, tuple[_Asked, dict[int, str]]] = {}
    left_out = 0
    for place, one in enumerate(calls):
        coverage = _as_asked(one)
        state = _state(one)
        for asked in islice(_combinations(coverage, one), _MOST):
            _, by_call = found.setdefault(_key(asked), (asked, {}))
            by_call[place] = state
        left_out += max(0, _count(coverage, one) - _MOST)
    # Combinations of the same values are one already: only a wider one can cover another.
    wide = _Wide(
        asked
        for asked, states in found.values()
        if "covered" in states.values() and _narrows_less(asked)
    )
    return (
        tuple(_ground(asked, states, wide) for asked, states in found.values()),
        left_out,
    )


def repeated_calls(calls: Sequence[CoveredCall]) -> tuple[tuple[int, ...], ...]:
    """Return the places of calls that one run made with the same arguments, group by group."""
    same: dict[str, list[int]] = {}
    for place, one in enumerate(calls):
        call, arguments = one.call, one.call.arguments
        if call.outcome == "not-dispatched" or call.arguments_from is None:
            continue
        if holds_placeholder(arguments):
            continue  # what is withheld may differ
        if isinstance(arguments, dict):
            named = sorted(arguments.items(), key=itemgetter(0))
            arguments = {name: value for name, value in named if name != RESERVED_ARGUMENT}
        same.setdefault(json_text([one.source, call.run, arguments]), []).append(place)
    return tuple(tuple(places) for places in same.values() if len(places) > 1)


def grid_of(ground: Sequence[Ground]) -> Grid | None:
    """Lay combinations out as population by period and filters; None without any, or too large.

    Values that only look alike, such as 1 and "1", have rows and columns of their own.
    """
    sources = {one.source for one in ground}
    rows: dict[str, tuple[int, str]] = {}
    columns: dict[str, tuple[int, str]] = {}
    cells: dict[tuple[int, int], int] = {}
    for place, one in enumerate(ground):
        label = facets_text(one.population) or "all"
        row, _ = rows.setdefault(_identity(one.population), (len(rows), label))
        parts = [facets_text(one.period), facets_text(one.filters)]
        parts += [" and ".join(one.source)] if len(sources) > 1 else []
        label = ", ".join(filter(None, parts)) or "all"
        key = _identity(one.period) + _identity(one.filters) + json_text(one.source)
        column, _ = columns.setdefault(key, (len(columns), label))
        cells[row, column] = place
    if not 0 < len(rows) * len(columns) <= _LARGEST_GRID:
        return None
    return Grid(
        rows=tuple(label for _, label in rows.values()),
        columns=tuple(label for _, label in columns.values()),
        cells=tuple(
            tuple(cells.get((row, column)) for column in range(len(columns)))
            for row in range(len(rows))
        ),
    )


def _as_asked(one: CoveredCall) -> Coverage:
    """Return the ground that a call asked for, though it may not have run."""
    if one.coverage.is_composed:
        return one.coverage
    return compose(one.declaration, replace(one.call, outcome="ran"), rows=one.rows)


def _state(one: CoveredCall) -> str:
    if not one.coverage.is_composed:
        return "not-covered"
    return "covered" if one.is_clean else "partly"


def _axes(coverage: Coverage, one: CoveredCall) -> Iterator[tuple[str, list[Facet]]]:
    """Yield each argument that narrows, with what it narrowed to; a value that is not known is None."""
    search = one.declaration.search
    declared = [] if search is None else search.arguments
    open_ = {gap.argument for gap in coverage.gaps if gap.kind != "match"}
    for name, role in _ROLES.items():
        values: dict[str, list[Facet]] = {each.name: [] for each in declared if each.role == role}
        for facet in getattr(coverage, name):
            values.setdefault(facet.argument, []).append(facet)
        for argument, own in values.items():
            unknown = [Facet(argument=argument)] if argument in open_ else []
            yield name, own + unknown or [Facet(argument=argument)]


def _combinations(coverage: Coverage, one: CoveredCall) -> Iterator[_Asked]:
    if not coverage.is_composed:
        return
    axes = [*_axes(coverage, one)]
    sources = tuple(sorted({each.what for each in coverage.source}))
    if any(gap.bears == "source" for gap in coverage.gaps):
        sources = (*sources, "?")  # another store may have been searched
    for values in product(*(each for _, each in axes)):
        parts: dict[str, list[Facet]] = {name: [] for name in _ROLES}
        for (name, _), facet in zip(axes, values, strict=True):
            parts[name].append(replace(facet, found="sent", said=None))
        yield _Asked(sources, *(tuple(parts[name]) for name in ("population", "period", "filters")))


def _count(coverage: Coverage, one: CoveredCall) -> int:
    if not coverage.is_composed:
        return 0
    return prod(len(values) for _, values in _axes(coverage, one))


def _key(asked: _Asked) -> str:
    facets = (asked.population, asked.period, asked.filters)
    return json_text(asked.source) + "".join(map(_identity, facets))


def _identity(facets: Facets) -> str:
    """Name facets by what they narrow to: true is not 1, and 1.0 is."""
    return json_text([[one.argument, one.any, _number_of(one.value)] for one in facets])


def _number_of(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _ground(asked: _Asked, states: dict[int, str], wide: "_Wide") -> Ground:
    state = next(one for one in _STATES if one in states.values())
    if state != "covered" and wide.covers(asked):
        state = "covered"
    return Ground(
        source=asked.source,
        population=asked.population,
        period=asked.period,
        filters=asked.filters,
        state=state,
        calls=tuple(states),
    )


class _Wide:
    """Covered combinations of which some facets are not narrowed, to be looked up by what they cover."""

    def __init__(self, combinations: Iterable[_Asked]) -> None:
        self._shapes: set[tuple[tuple[bool, ...], ...]] = set()  # which of the facets are any
        self._keys: set[str] = set()
        for one in combinations:
            shape = tuple(tuple(each.any for each in facets) for facets in one[1:])
            self._shapes.add(shape)
            self._keys.add(_key(one))

    def covers(self, asked: _Asked) -> bool:
        """Tell whether one of them is at least as wide as what was asked, facet by facet."""
        return any(
            _key(widened) in self._keys
            for shape in self._shapes
            if (widened := _widened(asked, shape)) is not None
        )


def _widened(asked: _Asked, shape: tuple[tuple[bool, ...], ...]) -> _Asked | None:
    """Return a combination with some facets not narrowed; None where it has others."""
    if [len(each) for each in shape] != [len(facets) for facets in asked[1:]]:
        return None
    population, period, filters = (
        tuple(
            Facet(argument=one.argument, any=True) if wide else one
            for one, wide in zip(facets, each, strict=True)
        )
        for facets, each in zip(asked[1:], shape, strict=True)
    )
    return _Asked(asked.source, population, period, filters)


def _narrows_less(asked: _Asked) -> bool:
    return any(one.any for one in (*asked.population, *asked.period, *asked.filters))
