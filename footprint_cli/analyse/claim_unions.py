"""Calls that cover together what none of them covers alone (search notes, 4.3)."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import astuple, replace

from footprint_cli.analyse.claim_stands import rows_in
from footprint_cli.model.coverage import Coverage, CoveredCall, Facet
from footprint_cli.model.json_text import json_text
from footprint_cli.model.search import SearchFixed, SearchWords

_MOST_ARGUMENTS = 20


def unions(calls: Sequence[CoveredCall]) -> Iterator[tuple[CoveredCall, tuple[int, ...]]]:
    """Yield each union as one call with all its values, and the places of its calls.

    They are of one recording, run and tool, equally declared, differ in the values of one argument
    of the population only, and each is clean and returned nothing. Calls with more than 20 such
    arguments are not put together: each argument is one way to do it.
    """
    groups: dict[tuple[str, str], list[int]] = {}
    declared = _Declared()
    for at, one in enumerate(calls):
        if not one.is_clean or rows_in(one) != 0:
            continue
        arguments = dict.fromkeys(each.argument for each in one.coverage.population)
        for argument in arguments if len(arguments) <= _MOST_ARGUMENTS else ():
            if not any(each.any for each in _of(one.coverage, argument)):
                key = (argument, _rest(one, argument, declared))
                groups.setdefault(key, []).append(at)
    for (argument, _), group in groups.items():
        for places in _equally_declared(calls, group):
            first = calls[places[0]]
            values = _together([calls[at].coverage for at in places], argument)
            if len(values) > len(_of(first.coverage, argument)):
                others = (one for one in first.coverage.population if one.argument != argument)
                cover = replace(first.coverage, population=(*others, *values))
                yield replace(first, coverage=cover), tuple(places)


class _Declared:
    """Numbers the subjects and fixed qualifiers, equal ones alike: most calls of a tool share them."""

    def __init__(self) -> None:
        self._by_id: dict[int, tuple[object, int]] = {}
        self._by_text: dict[str, int] = {}

    def number(self, one: SearchWords | tuple[SearchFixed, ...] | None) -> int:
        """Return the number of a subject or of fixed qualifiers."""
        known = self._by_id.get(id(one))
        if known is None:
            listed = one if isinstance(one, tuple) else () if one is None else (one,)
            text = json_text([astuple(each) for each in listed])
            known = self._by_id[id(one)] = (one, self._by_text.setdefault(text, len(self._by_text)))
        return known[1]


def _rest(one: CoveredCall, argument: str, declared: _Declared) -> str:
    """Write all in which the calls of a union are equal; as JSON, in which true is not 1."""
    cover = one.coverage
    others = [each for each in cover.population if each.argument != argument]
    listed = (cover.source, others, cover.filters, cover.period, cover.match, cover.page)
    grounds: list[Any] = [[astuple(each) for each in facets] for facets in listed]
    grounds.append(None if cover.cap is None else astuple(cover.cap))
    grounds += [declared.number(each) for each in (cover.fixed, cover.subject)]
    return json_text([one.source, one.call.run, one.call.tool, cover.found, *grounds])


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
