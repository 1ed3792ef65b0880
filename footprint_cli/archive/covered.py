"""The question of `coverage`: of each source its calls, with the ground of each."""

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from footprint_cli.analyse.audits import audit, called
from footprint_cli.archive.questions import HELD, Declared, Quick, line_after, moved_on
from footprint_cli.model.audit import Audit
from footprint_cli.model.coverage_report import CoveredRecording
from footprint_cli.model.narrowing import Narrowing
from footprint_cli.model.recording import Recording

if TYPE_CHECKING:
    from footprint_cli.analyse.audits import Covering as Composing


class CoverageAsked(
    Quick[CoveredRecording], frozen=True, kw_only=True, tag="coverage", omit_defaults=True
):
    """What `coverage` asks."""

    finds: ClassVar[str] = "gaps"

    given: Declared
    tool: str | None = None
    step: str | None = None
    gaps_only: bool = False
    limit: int = 50
    exit_zero: bool = False

    @property
    def narrowing(self) -> Narrowing:
        """One step, where only that is asked for."""
        return Narrowing(None, self.step, None)

    @property
    def declared(self) -> Declared:
        """How calls are composed."""
        return self.given

    @property
    def counts_only(self) -> int | None:
        """Of retrievals only the number matters, unless a step is looked for among them."""
        return HELD if self.step is None else None

    def audited(self, recording: Recording, covering: "Composing | None") -> Audit:
        """Explain the calls of a recording, and its retrievals where they are looked at."""
        if self.step is None:
            return called(recording, covering=covering)
        return audit(recording, covering=covering)

    def moved(self, part: CoveredRecording, lines: int, logs: int) -> CoveredRecording:
        """Name the places of calls and findings anew."""
        return replace(
            part,
            calls=tuple(replace(one, call=moved_on(one.call, lines, logs)) for one in part.calls),
            findings=tuple(replace(one, line=line_after(one.line, lines)) for one in part.findings),
        )

    def joined(self, parts: tuple[CoveredRecording, ...]) -> tuple[CoveredRecording, ...]:
        """Make one recording of them."""
        from footprint_cli.analyse.coverage_reports import put_together

        return (put_together(parts),)

    def part(self, audit_: Audit) -> CoveredRecording:
        """Keep the calls of a recording."""
        from footprint_cli.analyse.coverage_reports import covered_recording

        return covered_recording(audit_, self.tool)

    def found(self, part: CoveredRecording) -> int:
        """Count gaps in the ground of calls."""
        return sum(len(one.coverage.gaps) for one in part.calls)
