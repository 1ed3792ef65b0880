"""Answers of `what-if` for single retrievals, added up."""

from footprint_cli.model.what_if import (
    AT_LEAST,
    AT_MOST,
    ESTIMATE,
    EXACT,
    Bounded,
    Totals,
    WhatIf,
)


def add(totals: Totals, one: WhatIf) -> None:
    """Count one more retrieval; one that cannot be ruled again is counted with the reason alone."""
    totals.retrievals += 1
    if one.unruled is not None:
        totals.unruled[one.unruled] += 1
        return
    totals.changed += one.is_changed
    totals.considered += one.considered
    totals.read += one.read
    totals.nothing += one.read == 0
    totals.admitted.add(one.admitted)
    totals.would_read.add(one.would_read)
    totals.would_nothing.add(_nothing(one.would_read))
    totals.chars.add(one.chars)
    totals.would_chars.add(one.would_chars)
    totals.gained.update({moved.id for moved in one.came if moved.id is not None})
    totals.lost.update({moved.id for moved in one.went if moved.id is not None})
    totals.open += len(one.open)


def _nothing(read: Bounded) -> Bounded:
    """Return whether nothing would be read, as a number that turns the bound of another around."""
    if read.value == 0:
        bound = {AT_LEAST: AT_MOST, ESTIMATE: AT_MOST}.get(read.bound, EXACT)
        return Bounded(value=1, bound=bound, why=read.why if bound != EXACT else ())
    bound = {AT_MOST: AT_LEAST, ESTIMATE: AT_LEAST}.get(read.bound, EXACT)
    return Bounded(value=0, bound=bound, why=read.why if bound != EXACT else ())
