"""What `verify` holds against a recording: all findings, damage too, and what others say."""

from footprint_cli.model.audit import Audit
from footprint_cli.model.finding import Damage, Finding
from footprint_cli.model.report import Checked


class Verification:
    """Checks the recordings of one archive, one after the other, and remembers what they share."""

    def findings(self, audit: Audit) -> tuple[Finding, ...]:
        """Return every finding of a recording, its damage first."""
        source = audit.recording.source
        damage = [_of_damage(one, source) for one in audit.recording.damage]
        return (*damage, *audit.findings)

    def checks(self, audit: Audit) -> tuple[Checked, ...]:
        """Say which comparisons could be made on a recording, and how they came out."""
        del audit
        return ()


def _of_damage(damage: Damage, source: str) -> Finding:
    return Finding(
        code=damage.kind,
        level="warning" if damage.recovered else "error",
        message=damage.detail,
        source=source,
        line=damage.line,
    )
