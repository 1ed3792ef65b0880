"""Two sides of runs → what differs between them, what cannot be told, and the exit status."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from footprint_cli.analyse.numbered_runs import numbered
from footprint_cli.analyse.paired import Pair, Pairing, paired
from footprint_cli.analyse.run_differences import compared_runs, run_place
from footprint_cli.analyse.said import times
from footprint_cli.model.compared_runs import SideRun
from footprint_cli.model.diff_report import (
    CAUSES,
    KINDS,
    DiffReport,
    RunDiff,
    SideTold,
    Totals,
    Unpaired,
)

FAILED, INCONCLUSIVE = 1, 3
ANY = "any"
_CAUSES = {code: place for place, code in enumerate(CAUSES)}


class DiffSide(NamedTuple):
    """A side by its name: its runs in the order of reading."""

    name: str
    runs: list[SideRun]

    def held(self) -> list[SideRun]:
        """Return the runs that hold something."""
        return [one for one in self.runs if not one.is_empty]


class Differing:
    """Pairs of runs that are not the same, the most telling first; compared when they are looked at."""

    def __init__(self, pairs: Sequence[Pair], *, step: bool) -> None:
        self._pairs = pairs
        self._step = step

    def __len__(self) -> int:
        return len(self._pairs)

    def __iter__(self) -> Iterator[RunDiff]:
        return (compared_runs(one, step=self._step) for one in self._pairs)


class _Counting:
    """Adds up what came of each pair."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.untold: Counter[str] = Counter()
        self.causes: Counter[str] = Counter()
        self.retrievals = 0
        self.unanswered = (
            False  # a retrieval does not tell which chunks it saw, or none has a partner
        )
        self.kept: list[tuple[tuple[int, ...], Pair]] = []

    def add(self, pair: Pair, one: RunDiff) -> None:
        """Count a pair, and keep it where it is not the same."""
        self.kinds.update(one.differs)
        self.untold.update(one.not_told)
        for each in one.retrievals:
            self.causes.update({cause.code for cause in each.causes})
        self.retrievals += one.compared
        nothing = bool(one.unpaired) and not one.compared
        self.unanswered = self.unanswered or nothing or bool(one.untold)
        if one.differs or one.not_told:
            self.kept.append((_telling(one), pair))

    def totals(self, pairs: int) -> Totals:
        """Return what was counted."""
        differing = sum(place[0] == 0 for place, _ in self.kept)
        return Totals(
            pairs=pairs,
            equal=pairs - len(self.kept),
            differing=differing,
            not_told=len(self.kept) - differing,
            retrievals=self.retrievals,
            kinds=_in_order(self.kinds),
            untold=_in_order(self.untold),
            causes=dict(sorted(self.causes.items(), key=lambda one: (-one[1], _CAUSES[one[0]]))),
        )

    def pairs(self) -> list[Pair]:
        """Return the pairs that are not the same, the most telling first."""
        return [pair for _, pair in sorted(self.kept, key=lambda one: one[0])]


def compared(
    before: DiffSide, after: DiffSide, fail_on: frozenset[str] = frozenset(), *, step: bool = False
) -> DiffReport:
    """Compare two sides; with `step` only a step that was asked for is kept of their runs.

    The status is 1 where a kind differs that was asked to fail, 3 where one that was named cannot be
    told, where nothing could be paired, or a retrieval does not tell what it saw; else 0.
    """
    pairing = paired(*(numbered(each.held()) for each in (before, after)))
    counting = _Counting()
    for pair in pairing.pairs:
        counting.add(pair, compared_runs(pair, step=step))
    totals = counting.totals(len(pairing.pairs))
    unpaired = tuple(_unpaired(pairing))
    kinds = {*totals.kinds, *(["unpaired"] if unpaired else [])}
    fails = tuple(kind for kind in KINDS if kind in kinds and fail_on & {kind, ANY})
    not_known = tuple(_not_known(fail_on, totals, unpaired))
    untold = not_known or counting.unanswered or not pairing.pairs
    return DiffReport(
        before=_told(before),
        after=_told(after),
        totals=totals,
        runs=Differing(counting.pairs(), step=step),
        unpaired=unpaired,
        fails=fails,
        not_known=not_known,
        exit_status=FAILED if fails else INCONCLUSIVE if untold else 0,
    )


def _telling(one: RunDiff) -> tuple[int, ...]:
    """Return the place of a pair among all: by its most telling kind, then by how many kinds differ."""
    found = one.differs or one.not_told
    return (0 if one.differs else 1, [*KINDS].index(found[0]), -len(found), -len(one.not_told))


def _in_order(counts: Counter[str]) -> dict[str, int]:
    return {kind: counts[kind] for kind in KINDS if counts[kind]}


def _not_known(
    fail_on: frozenset[str], totals: Totals, unpaired: tuple[Unpaired, ...]
) -> Iterator[str]:
    """Say which kinds that were asked for by name cannot be told; what differs is told all the same."""
    for kind in KINDS:
        if kind not in fail_on:
            continue
        if not totals.pairs:
            yield f"{kind}: no run of one side could be paired with one of the other"
        elif totals.untold.get(kind):
            yield f"{kind}: cannot be told for {times(totals.untold[kind], 'pair')} of runs"
        if totals.pairs and unpaired and kind != "unpaired":
            yield f"{kind}: {times(len(unpaired), 'run')} could not be paired"


def _unpaired(pairing: Pairing) -> Iterator[Unpaired]:
    for side, left in zip(("before", "after"), pairing.left, strict=True):
        for one, why in left:
            yield Unpaired(side=side, what="run", place=run_place(one), why=why)


def _told(side: DiffSide) -> SideTold:
    return SideTold(
        name=side.name,
        runs=len(side.held()),
        retrievals=sum(one.retrievals for one in side.runs),
        calls=sum(one.calls for one in side.runs),
        damaged=sum(not one.whole for one in side.runs),
    )
