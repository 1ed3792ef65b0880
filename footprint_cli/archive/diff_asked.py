"""The question of `diff`: of each source its runs, packed small."""

from typing import TYPE_CHECKING, ClassVar

from footprint_cli.analyse.audits import audit
from footprint_cli.archive.questions import Declared, Question
from footprint_cli.model.audit import Audit
from footprint_cli.model.compared_runs import SideRun
from footprint_cli.model.evidence import Candidate
from footprint_cli.model.narrowing import Narrowing
from footprint_cli.model.recording import Recording

if TYPE_CHECKING:
    from footprint_cli.analyse.audits import Covering as Composing


class DiffAsked(
    Question[tuple[SideRun, ...]], frozen=True, kw_only=True, tag="diff", omit_defaults=True
):
    """What `diff` asks of one side."""

    finds: ClassVar[str] = ""

    given: Declared
    step: str | None = None

    @property
    def narrowing(self) -> Narrowing:
        """One step, where only that is asked for."""
        return Narrowing(None, self.step, None)

    @property
    def declared(self) -> Declared:
        """How calls are composed."""
        return self.given

    def audited(self, recording: Recording, covering: "Composing | None") -> Audit:
        """Take up the retrievals of a recording as they are, and its calls with their grounds."""
        return audit(recording, covering=covering, naming=_nothing)

    def part(self, audit_: Audit) -> tuple[SideRun, ...]:
        """Keep the runs of a recording; where a step is asked for, their answers are no part of it."""
        from footprint_cli.analyse.kept_runs import kept_runs, without_answer

        runs = kept_runs(audit_)
        return runs if self.step is None else tuple(map(without_answer, runs))

    def found(self, part: tuple[SideRun, ...]) -> int:  # noqa: ARG002 (a side alone has none)
        """Count nothing."""
        return 0


def _nothing(_candidate: Candidate) -> bool:
    return False
