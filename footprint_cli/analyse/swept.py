"""Recorded retrievals → what a sweep keeps of them."""

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from footprint_cli.analyse.columns import Columns
from footprint_cli.analyse.one_by_one import answers_along, counts_of
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.what_if import Making, unruled_of
from footprint_cli.errors import UnruledError
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.recording import Run
from footprint_cli.model.stats import counted
from footprint_cli.model.sweep import Axis, Swept, no_counts
from footprint_cli.model.what_if import Setting, WhatIf

Expected = Mapping[str, Collection[str]]  # by query hash or run id: chunks that should be read


class Sweeping:
    """Takes up retrievals. Those that columns cannot hold are ruled at once, at every point."""

    def __init__(
        self,
        setting: Setting,
        axes: tuple[Axis, ...],
        strategy: Making | None = None,
        expected: Expected | None = None,
    ) -> None:
        self._axis, self._strategy = axes[-1], strategy
        self._settings = settings_along(setting, axes)
        self._expected = expected or {}
        self._plain = strategy is not None or "maxEntries" in setting.values
        self._columns = Columns()
        points = len(self._axis.values)
        self._kept = Swept(
            counts=[no_counts(points) for _ in self._settings],
            chars=[[] for _ in self._settings],
            scored=[[[0, 0, 0] for _ in range(points)] for _ in self._settings],
        )

    def add(self, retrieval: Retrieval, run: Run) -> None:
        """Take up one retrieval of a run."""
        kept, evidence = self._kept, retrieval.evidence
        kept.retrievals += 1
        why = unruled_of(retrieval, own=self._strategy is None)
        if why is not None or evidence is None:
            counted(kept.unruled, why or "no evidence is recorded")
            return
        pool = Pool(retrieval, evidence)
        keys = {
            evidence.query_hash,
            run.run_id,
            retrieval.run,
            *run.run_ids,
        } & self._expected.keys()
        in_columns = not self._plain and self._columns.add(pool)
        if in_columns and not keys:
            self._ruled(pool)
            return
        try:
            answers = [
                answers_along(retrieval, one, self._axis, self._strategy) for one in self._settings
            ]
        except UnruledError as error:
            counted(kept.unruled, str(error))
            return
        self._ruled(pool)
        if not in_columns:
            self._one_by_one(answers)
        for key in keys:
            self._score(str(key), pool, answers)

    def _ruled(self, pool: Pool) -> None:
        read = len(pool.admitted)
        self._kept.read += read
        self._kept.nothing += read == 0

    def _one_by_one(self, answers: list[list[WhatIf]]) -> None:
        self._kept.one_by_one += 1
        for counts, rows, along in zip(self._kept.counts, self._kept.chars, answers, strict=True):
            counts.take(counts_of(along))
            rows.append([one.would_chars.value for one in along])

    def _score(self, key: str, pool: Pool, answers: list[list[WhatIf]]) -> None:
        wanted = {*self._expected[key]}
        counted(self._kept.matched, key)
        for chunk in sorted(wanted - {one.id for one in pool.candidates}):
            counted(self._kept.never, f"{key}: {chunk}")
        for row, along in zip(self._kept.scored, answers, strict=True):
            for point, one in zip(row, along, strict=True):
                read = {each.id for each in one.moved if each.would}
                both = len(read & wanted)
                point[:] = [point[0] + len(wanted), point[1] + len(read), point[2] + both]

    def part(self) -> Swept:
        """Return what was kept."""
        self._kept.packed = self._columns.packed()
        return self._kept


def settings_along(setting: Setting, axes: tuple[Axis, ...]) -> list[Setting]:
    """Return the setting at each value of the first of two axes; the setting itself for one axis."""
    if len(axes) == 1:
        return [setting]
    first = axes[0]
    return [
        replace(setting, values={**setting.values, first.name: value}) for value in first.values
    ]
