"""Answers of `what-if` for single retrievals, added up."""

from itertools import chain

from footprint_cli.model.stats import counted
from footprint_cli.model.what_if import (
    AT_LEAST,
    AT_MOST,
    ESTIMATE,
    EXACT,
    Bounded,
    Setting,
    Totals,
    WhatIf,
    WhatIfPart,
    WhatIfReport,
)


def add(totals: Totals, one: WhatIf) -> None:
    """Count one more retrieval; one that cannot be ruled again is counted with the reason alone."""
    totals.retrievals += 1
    if one.unruled is not None:
        counted(totals.unruled, one.unruled)
        return
    totals.changed += one.is_changed
    totals.considered += one.considered
    totals.read += one.read
    totals.nothing += one.read == 0
    totals.admitted.add(one.admitted)
    totals.would_read.add(one.would_read)
    totals.would_nothing.add(nothing_of(one.would_read))
    totals.chars.add(one.chars)
    totals.would_chars.add(one.would_chars)
    before = {each.id for each in one.moved if each.read}
    after = {each.id for each in one.moved if each.would is not False}  # an id may stand twice
    for counts, moved, kept in (
        (totals.gained, one.came, before),
        (totals.lost, one.went, after),
    ):
        for name in {each.id for each in moved if each.id is not None and each.id not in kept}:
            counted(counts, name)
    totals.open += len(one.open)


def nothing_of(read: Bounded) -> Bounded:
    """Return whether nothing would be read, as a number that turns the bound of another around."""
    if read.value == 0:
        bound = {AT_LEAST: AT_MOST, ESTIMATE: AT_MOST}.get(read.bound, EXACT)
        return Bounded(value=1, bound=bound, why=read.why if bound != EXACT else ())
    bound = {AT_MOST: AT_LEAST, ESTIMATE: AT_LEAST}.get(read.bound, EXACT)
    return Bounded(value=0, bound=bound, why=read.why if bound != EXACT else ())


class Kept:
    """Totals of many retrievals, and the answers of some: changed ones, then those not ruled, first."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.totals = Totals()
        self._kept: tuple[list[tuple[int, WhatIf]], ...] = ([], [], [])  # the first come first
        self._met = 0

    def add(self, one: WhatIf) -> None:
        """Count one more, and keep it where there is room."""
        add(self.totals, one)
        self._keep(one)

    def take(self, part: WhatIfPart) -> None:
        """Take up what was kept of others."""
        self.totals.take(part.totals)
        for one in part.answers:
            self._keep(one)

    def _keep(self, one: WhatIf) -> None:
        where = self._kept[0 if one.is_changed else 1 if one.unruled is not None else 2]
        if not self._limit or len(where) < self._limit:
            where.append((self._met, one))
        self._met += 1

    def part(self) -> WhatIfPart:
        """Return the totals and the answers, in their order."""
        kept = [*chain.from_iterable(self._kept)]
        if self._limit:
            kept = kept[: self._limit]
        return WhatIfPart(
            totals=self.totals,
            answers=tuple(one for _, one in sorted(kept, key=lambda each: each[0])),
        )

    def report(self, setting: Setting) -> WhatIfReport:
        """Return the whole answer, with the status that its own content has."""
        part = self.part()
        nothing = not self.totals.retrievals
        return WhatIfReport(
            setting=setting,
            totals=self.totals,
            answers=part.answers,
            left_out=self.totals.retrievals - len(part.answers),
            exit_status=3 if nothing or self.totals.unruled else 0,
        )
