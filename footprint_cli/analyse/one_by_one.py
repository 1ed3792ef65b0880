"""A retrieval at many values of one setting, ruled again at each: the plain way of `sweep`."""

from bisect import bisect_left
from collections.abc import Callable

from msgspec.structs import replace

from footprint_cli.analyse.what_if import Making, what_if
from footprint_cli.analyse.what_if_totals import nothing_of
from footprint_cli.model.evidence import Number, Retrieval
from footprint_cli.model.numbers import usable
from footprint_cli.model.sweep import Axis, Counts, no_counts
from footprint_cli.model.what_if import (
    AT_LEAST,
    AT_MOST,
    ESTIMATE,
    Bounded,
    Setting,
    WhatIf,
)


def answers_along(
    retrieval: Retrieval, setting: Setting, axis: Axis, strategy: Making | None = None
) -> list[WhatIf]:
    """Return the answers at the values of an axis; between two scores a threshold changes nothing."""
    alike = _alike(retrieval, axis)
    known: dict[object, WhatIf] = {}
    found = []
    for value in axis.values:
        key = alike(value)
        if key not in known:
            tried = replace(setting, values={**setting.values, axis.name: value})
            known[key] = what_if(retrieval, tried, "", strategy)
        found.append(known[key])
    return found


def _alike(retrieval: Retrieval, axis: Axis) -> Callable[[Number], object]:
    """Return what two values must have in common to give one answer."""
    evidence = retrieval.evidence
    if axis.name != "threshold" or evidence is None:
        return lambda value: value
    scores = sorted(one.score for one in evidence.candidates or () if usable(one.score))
    return lambda value: bisect_left(scores, value)


def counts_of(answers: list[WhatIf]) -> Counts:
    """Count one retrieval, by its answers at the values of an axis."""
    counts = no_counts(len(answers))
    for place, one in enumerate(answers):
        _count(counts, "admitted", place, one.admitted)
        _count(counts, "read", place, one.would_read)
        _count(counts, "nothing", place, nothing_of(one.would_read))
        _count(counts, "chars", place, one.would_chars)
        counts.unsized[place] += one.would_chars.missing
    return counts


def _count(counts: Counts, name: str, place: int, one: Bounded) -> None:
    getattr(counts, name)[place] += one.value
    if one.bound in {AT_LEAST, ESTIMATE}:
        getattr(counts, f"{name}_more")[place] += 1
    if one.bound in {AT_MOST, ESTIMATE} and name != "admitted":
        getattr(counts, f"{name}_less")[place] += 1
