"""Recorded retrievals → what a sweep keeps of them: columns, and of the others counts at each point."""

from array import array
from collections.abc import Iterable
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from footprint_cli.analyse.columns import Columns
from footprint_cli.analyse.one_by_one import answers_along, counts_of
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.what_if import Making, what_if
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.stats import counted
from footprint_cli.model.sweep import Hit, SweepPart
from footprint_cli.model.sweep_report import MEASURES, Sweep
from footprint_cli.model.what_if import EXACT, Setting, WhatIf

_AS_RECORDED = Setting()


def settings_of(asked: Sweep) -> list[Setting]:
    """Return the settings for each value of every axis but the last."""
    names = [one.name for one in asked.axes[:-1]]
    values = product(*(one.values for one in asked.axes[:-1]))
    return [
        replace(
            asked.setting, values={**asked.setting.values, **dict(zip(names, one, strict=True))}
        )
        for one in values
    ]


def measured(asked: Sweep) -> list[str]:
    """Name what is asked of single retrievals: characters, and what a target needs."""
    of_targets = {
        MEASURES[one.measure] for one in asked.targets if one.statistic not in {"mean", "total"}
    }
    return ["chars", *sorted(of_targets & {"admitted", "read"})]


class Sweeping:
    """Takes up retrievals, source after source."""

    def __init__(self, asked: Sweep, strategy: Making | None = None) -> None:
        self._asked, self._strategy = asked, strategy
        self._settings, self._names = settings_of(asked), measured(asked)
        self._as_columns = strategy is None and "maxEntries" not in asked.setting.values
        self._by_query: dict[str, list[int]] = {}
        self._by_run: dict[str, list[int]] = {}
        for place, one in enumerate(asked.expected):
            by, name = (
                (self._by_run, one.run) if one.run is not None else (self._by_query, one.query)
            )
            by.setdefault(name or "", []).append(place)
        self._columns = Columns()
        self._each = {name: array("q") for name in self._names}
        self._part = SweepPart()
        self._runs: dict[tuple[int, str], _Unit] = {}

    def add(self, retrieval: Retrieval, run: str | None) -> None:
        """Take up a retrieval of a run, by its id."""
        self._part.retrievals += 1
        recorded = what_if(retrieval, _AS_RECORDED, "", self._strategy)
        if recorded.unruled is not None:
            self._unruled(retrieval, run, recorded.unruled)
            return
        pool = None if retrieval.evidence is None else Pool(retrieval, retrieval.evidence)
        regular = self._as_columns and pool is not None and self._columns.add(pool)
        wanted = self._wanted(retrieval, run)
        answers = [] if regular and not wanted else self._answers(retrieval)
        why = next((one.unruled for one in answers if one.unruled is not None), None)
        if why is not None:
            self._unruled(retrieval, run, why)
            return
        self._as_recorded(recorded)
        if not regular:
            self._one_by_one(answers)
        for place in wanted:
            self._unit(place, retrieval, run).take(retrieval, answers)

    def _answers(self, retrieval: Retrieval) -> list[WhatIf]:
        """Return an answer a point."""
        axis = self._asked.axes[-1]
        return [
            answer
            for one in self._settings
            for answer in answers_along(retrieval, one, axis, self._strategy)
        ]

    def _unruled(self, retrieval: Retrieval, run: str | None, why: str) -> None:
        counted(self._part.unruled, why)
        for place in self._wanted(retrieval, run):
            self._unit(place, retrieval, run).take(retrieval, None)

    def _as_recorded(self, one: WhatIf) -> None:
        part = self._part
        part.read += one.read
        part.nothing += one.read == 0
        part.chars += one.chars.value
        part.unsized += one.chars.missing

    def _one_by_one(self, answers: list[WhatIf]) -> None:
        part = self._part
        part.one_by_one += 1
        counts = counts_of(answers)
        if part.counts is None:
            part.counts = counts
        else:
            part.counts.take(counts)
        for name, numbers in self._each.items():
            numbers.extend(_NUMBERS[name](one) for one in answers)

    def _wanted(self, retrieval: Retrieval, run: str | None) -> list[int]:
        """Return the places of what is expected of a retrieval."""
        evidence = retrieval.evidence
        query = None if evidence is None else evidence.query_hash
        of_query = [] if query is None else self._by_query.get(query, [])
        return [*of_query, *([] if run is None else self._by_run.get(run, []))]

    def _unit(self, place: int, retrieval: Retrieval, run: str | None) -> "_Unit":
        """Return what a retrieval is counted in: its run, or itself alone."""
        if self._asked.expected[place].run is None:
            key = (place, f"{len(self._runs)} {retrieval.step}")
        else:
            key = (place, run or "")
        return self._runs.setdefault(key, _Unit(expected=self._asked.expected[place].chunks))

    def settle(self) -> None:
        """Count what is expected of runs: a source has been taken up whole."""
        for (place, _), unit in self._runs.items():
            self._part.hits.setdefault(place, Hit()).take(unit.hit())
        self._runs.clear()

    def part(self) -> SweepPart:
        """Return what was kept."""
        self.settle()
        self._part.packed = self._columns.packed()
        self._part.each = {name: numbers.tobytes() for name, numbers in self._each.items()}
        return self._part


_NUMBERS = {
    "chars": lambda one: one.would_chars.value,
    "read": lambda one: one.would_read.value,
    "admitted": lambda one: one.admitted.value,
}


class _Unit(Struct, kw_only=True):
    """The retrievals that together are expected to read some chunks, at each point."""

    expected: tuple[str, ...]
    seen: set[str] = set()
    ruled: bool = False
    unruled: bool = False
    read: list[set[str]] = []
    unsure: list[bool] = []

    def take(self, retrieval: Retrieval, answers: list[WhatIf] | None) -> None:
        """Take up a retrieval; without answers it could not be ruled again."""
        evidence = retrieval.evidence
        listed = {one.id for one in (evidence.candidates if evidence is not None else None) or ()}
        self.seen |= {one for one in self.expected if one in listed}
        if answers is None:
            self.unruled = True
            return
        reads = [
            {one.id for one in each.moved if one.would and one.id is not None} for each in answers
        ]
        unsure = [each.would_read.bound != EXACT or bool(each.open) for each in answers]
        if self.ruled:
            self.read = [one | more for one, more in zip(self.read, reads, strict=True)]
            self.unsure = [one or more for one, more in zip(self.unsure, unsure, strict=True)]
        else:
            self.read, self.unsure, self.ruled = reads, unsure, True

    def hit(self) -> Hit:
        """Count it."""
        found = Hit(matched=1, unruled=int(not self.ruled), seen=sorted(self.seen))
        if self.ruled:
            wanted = {*self.expected}
            found.read = [len(one) for one in self.read]
            found.both = [len(one & wanted) for one in self.read]
            found.unsure = [int(one or self.unruled) for one in self.unsure]
        return found


def swept(
    retrievals: Iterable[Retrieval], asked: Sweep, strategy: Making | None = None
) -> SweepPart:
    """Return what a sweep keeps of retrievals that are no part of a run."""
    sweeping = Sweeping(asked, strategy)
    for one in retrievals:
        sweeping.add(one, None)
    return sweeping.part()
