"""The recordings of one archive, verified one by one → the report on all of them."""

from footprint_cli.analyse.verification import Verification, examined
from footprint_cli.model.audit import Audit
from footprint_cli.model.examined import Examined
from footprint_cli.model.finding import Finding
from footprint_cli.model.report import Checked, Report, Searched

_FOUND, _NOTHING_CHECKED = 1, 3


class Verified:
    """Keeps of each recording what is said of it, and nothing of the recording itself."""

    def __init__(self) -> None:
        self._verification = Verification()
        self._findings: list[Finding] = []
        self._checks: list[Checked] = []
        self._recordings = self._retrievals = self._calls = 0
        self._inputs = self._held = 0  # how many inputs held anything to check

    def add(self, audit: Audit) -> None:
        """Verify one recording."""
        self.take(examined(audit))

    def take(self, one: Examined) -> None:
        """Take up a recording that was examined, elsewhere perhaps; each in the order of the inputs."""
        self._findings += self._verification.compared(one)
        self._checks += one.checks
        self._recordings += one.recordings
        self._retrievals += one.retrievals
        self._calls += one.tool_calls
        self._inputs += 1
        self._held += one.holds

    def status(self, *, fail: bool) -> int:
        """Answer with 1 for an error that `fail` asks about, and 3 where an input held nothing."""
        if fail and any(one.level == "error" for one in self._findings):
            return _FOUND
        return 0 if self._inputs and self._held == self._inputs else _NOTHING_CHECKED

    def report(self, exit_status: int) -> Report:
        """Say what was found."""
        return Report(
            answer="verify",
            searched=Searched(
                recordings=self._recordings,
                retrievals=self._retrievals,
                tool_calls=self._calls,
            ),
            findings=tuple(self._findings),
            exit_status=exit_status,
            checks=tuple(self._checks),
        )
