"""Calls that cover together what none of them covers alone (search notes, 4.3)."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import astuple, replace

from footprint_cli.analyse.claim_stands import rows_in
from footprint_cli.model.coverage import Coverage, CoveredCall, Facet
from footprint_cli.model.json_text import json_text


def unions(calls: Sequence[CoveredCall]) -> Iterator[tuple[CoveredCall, tuple[int, ...]]]:
    """Yield each union as one call with all its values, and the places of its calls.

    They are of one recording, run and tool, equally declared, differ in the values of one argument
    of the population only, and each is clean and returned nothing.
    """
    groups: dict[tuple[str, str], list[int]] = {}
    for at, one in enumerate(calls):
        if not one.is_clean or rows_in(one) != 0:
            continue
        for argument in dict.fromkeys(each.argument for each in one.coverage.population):
            if not any(each.any for each in _of(one.coverage, argument)):
                groups.setdefault((argument, _rest(one, argument)), []).append(at)
    for (argument, _), group in groups.items():
        for places in _equally_declared(calls, group):
            first = calls[places[0]]
            values = _together([calls[at].coverage for at in places], argument)
            if len(values) > len(_of(first.coverage, argument)):
                others = (one for one in first.coverage.population if one.argument != argument)
                cover = replace(first.coverage, population=(*others, *values))
                yield replace(first, coverage=cover), tuple(places)


def _rest(one: CoveredCall, argument: str) -> str:
    """Write all in which the calls of a union are equal; as JSON, in which true is not 1."""
    cover = one.coverage
    others = [each for each in cover.population if each.argument != argument]
    listed = (cover.source, others, cover.filters, cover.period, cover.match, cover.page)
    grounds: list[Any] = [[astuple(each) for each in facets] for facets in listed]
    cap = None if cover.cap is None else astuple(cover.cap)
    return json_text([one.source, one.call.run, one.call.tool, cover.found, cap, *grounds])


def _equally_declared(calls: Sequence[CoveredCall], group: list[int]) -> Iterator[list[int]]:
    """Part calls by their declaration."""
    parts: list[list[int]] = []
    for at in group:
        own = calls[at].declaration
        part = next((one for one in parts if calls[one[0]].declaration == own), None)
        if part is None:
            parts.append([at])
        else:
            part.append(at)
    yield from (part for part in parts if len(part) > 1)


def _of(cover: Coverage, argument: str) -> list[Facet]:
    return [one for one in cover.population if one.argument == argument]


def _together(covers: list[Coverage], argument: str) -> list[Facet]:
    """Return the values of one argument over several grounds, each once."""
    facets = [each for cover in covers for each in _of(cover, argument)]
    return [*{json_text(one.value): one for one in reversed(facets)}.values()][::-1]
