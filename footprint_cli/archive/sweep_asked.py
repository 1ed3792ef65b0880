"""The question of `what-if --sweep`: of each source columns, and counts of what is no column."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from footprint_cli.archive.questions import HELD, Quick
from footprint_cli.archive.rules import Rule, making_of
from footprint_cli.model.audit import Audit
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.narrowing import Narrowing
from footprint_cli.model.recording import Run
from footprint_cli.model.sweep import SweepPart
from footprint_cli.model.sweep_report import Sweep

if TYPE_CHECKING:
    pass


class SweepAsked(Quick[SweepPart], frozen=True, kw_only=True, tag="sweep", omit_defaults=True):
    """What `what-if --sweep` asks."""

    sweep: Sweep
    rule: Rule | None = None
    retriever: str | None = None
    step: str | None = None
    index: str | None = None  # what is asked in place of recordings
    limit: int = 0
    exit_zero: bool = False

    @property
    def narrowing(self) -> Narrowing:
        """One retriever, one step, where only that is asked for."""
        return Narrowing(self.retriever, self.step, None)

    @property
    def counts_only(self) -> int:
        """Recordings are not explained."""
        return HELD

    def parts(self, audits: Iterable[Audit]) -> tuple[SweepPart, ...]:
        """Take up the retrievals of one source."""
        together = self.together()
        together.take(audits)
        return (together.part(),)

    def together(self) -> "Together":
        """Take up all sources of a batch: their columns stand in one piece."""
        return Together(self)

    finds: ClassVar[str] = ""

    def found(self, part: SweepPart) -> int:  # noqa: ARG002 (a part alone has none)
        """Count nothing."""
        return 0


class Together:
    """Takes up source after source."""

    def __init__(self, asked: SweepAsked) -> None:
        from footprint_cli.analyse.sweeping import Sweeping

        make = None if asked.rule is None else making_of(asked.rule)
        self._sweeping: Sweeping = Sweeping(asked.sweep, make)

    def take(self, audits: Iterable[Audit]) -> None:
        """Take up the recordings of one more source."""
        for one in audits:
            for each in one.recording.retrievals:
                self._sweeping.add(each, _run_of(each, one.recording.run))
        self._sweeping.settle()

    def part(self) -> SweepPart:
        """Return what is kept of all of them."""
        return self._sweeping.part()


def _run_of(retrieval: Retrieval, run: Run) -> str | None:
    """Return the id of the run that a retrieval is of; None: it is not recorded."""
    if retrieval.run in run.run_ids:
        return retrieval.run
    return run.run_ids[0] if run.run_id is None and len(run.run_ids) == 1 else run.run_id
