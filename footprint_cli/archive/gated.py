"""The question of `gate`: of each source how every rule came out."""

from typing import TYPE_CHECKING, Self

from msgspec.structs import replace

from footprint_cli.analyse.audits import outlined
from footprint_cli.archive.questions import Declared, Quick, line_after
from footprint_cli.model.audit import Audit
from footprint_cli.model.gate import FINDING_RULE, GateSettings
from footprint_cli.model.narrowing import Narrowing
from footprint_cli.model.recording import Recording
from footprint_cli.model.ruled import RuledRecording

if TYPE_CHECKING:
    from footprint_cli.analyse.audits import Covering as Composing

_OF_EVERY_LINE = frozenset({FINDING_RULE, "recording-damaged"})  # rules


class Gated(Quick[RuledRecording], frozen=True, kw_only=True, tag="gate", omit_defaults=True):
    """What `gate` asks."""

    settings: GateSettings
    given: Declared
    named: bool = False  # the declarations, on the command line
    exit_zero: bool = False

    @property
    def narrowing(self) -> Narrowing:
        """One retriever, where only that is looked at."""
        return Narrowing(self.settings.retriever, None, None)

    @property
    def declared(self) -> Declared:
        """How calls are composed."""
        return self.given

    def quicker(self, *, quick: bool) -> Self:
        """Return the question as it is put to much: no line is passed over where damage is judged."""
        return replace(self, quick=quick and not _OF_EVERY_LINE & self._rules)

    @property
    def _rules(self) -> set[str]:
        rules = (self.settings.rules, *self.settings.of_retriever.values())
        return {one.name for some in rules for one in some}

    def audited(self, recording: Recording, covering: "Composing | None") -> Audit:
        """Explain a recording; most rules need outcomes only, and one what is found."""
        return outlined(recording, covering=covering, finding=FINDING_RULE in self._rules)

    @property
    def in_pieces(self) -> bool:
        """Where all rules judge retrievals one by one."""
        from footprint_cli.analyse.judging import can_be_put_together

        return self.quick and can_be_put_together(self.settings)

    def apart(self, audit_: Audit) -> bool:
        """Tell so of all but damage, and a retrieval that is lost: it counts for the whole recording."""
        from footprint_cli.analyse.judging import is_told_by_itself

        return is_told_by_itself(audit_)

    def moved(self, part: RuledRecording, lines: int, logs: int) -> RuledRecording:  # noqa: ARG002
        """Name the places of what came out anew."""
        return replace(
            part, ruled=tuple(replace(one, line=line_after(one.line, lines)) for one in part.ruled)
        )

    def joined(self, parts: tuple[RuledRecording, ...]) -> tuple[RuledRecording, ...] | None:
        """Make one recording of them."""
        from footprint_cli.analyse.judging import put_together

        whole = put_together(parts)
        return None if whole is None else (whole,)

    def part(self, audit_: Audit) -> RuledRecording:
        """Judge a recording."""
        from footprint_cli.analyse.judging import ruled

        return ruled(audit_, self.settings)

    def found(self, part: RuledRecording) -> int:
        """Count what rules found; ignores and a baseline come later."""
        return sum(len(one.judged.found) for one in part.ruled)
