"""The question of `what-if --sweep`: of all sources columns, and what was ruled one by one."""

from collections.abc import Iterable
from typing import ClassVar

from footprint_cli.analyse.swept import Sweeping
from footprint_cli.archive.questions import HELD, Quick
from footprint_cli.archive.rules import Rule, making_of
from footprint_cli.model.audit import Audit
from footprint_cli.model.narrowing import Narrowing
from footprint_cli.model.sweep import Axis, Swept, Target
from footprint_cli.model.what_if import Setting


class SweepAsked(Quick[Swept], frozen=True, kw_only=True, tag="sweep", omit_defaults=True):
    """What a sweep asks; `expected` names chunks by query hash or run id."""

    setting: Setting
    axes: tuple[Axis, ...]
    rule: Rule | None = None
    targets: tuple[Target, ...] = ()
    expected: dict[str, tuple[str, ...]] = {}  # noqa: RUF012 (a Struct copies it)
    retriever: str | None = None
    step: str | None = None
    exit_zero: bool = False

    @property
    def narrowing(self) -> Narrowing:
        """One retriever, one step, where only that is asked for."""
        return Narrowing(self.retriever, self.step, None)

    @property
    def counts_only(self) -> int:
        """Recordings are not explained."""
        return HELD

    def parts(self, audits: Iterable[Audit]) -> tuple[Swept, ...]:
        """Take up the retrievals of one source."""
        together = self.together()
        together.take(audits)
        return (together.part(),)

    def together(self) -> "_Together":
        """Take all sources of a batch up into one: columns grow at their ends."""
        return _Together(self)

    finds: ClassVar[str] = "retrievals"

    def found(self, part: Swept) -> int:
        """Count retrievals."""
        return part.retrievals


class _Together:
    """Takes up source after source."""

    def __init__(self, asked: SweepAsked) -> None:
        make = None if asked.rule is None else making_of(asked.rule)
        self._sweeping = Sweeping(asked.setting, asked.axes, make, asked.expected)

    def take(self, audits: Iterable[Audit]) -> None:
        """Take up the recordings of one more source."""
        for one in audits:
            for each in one.recording.retrievals:
                self._sweeping.add(each, one.recording.run)

    def part(self) -> Swept:
        """Return what was taken up."""
        return self._sweeping.part()
