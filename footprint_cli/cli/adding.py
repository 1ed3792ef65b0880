"""Parts of an answer → the whole: for each question what takes them up, and what is drawn then."""

from collections.abc import Callable, Iterator
from datetime import date
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from msgspec.structs import replace

from footprint_cli.archive.counting import StatsAsked
from footprint_cli.archive.covered import CoverageAsked
from footprint_cli.archive.gated import Gated
from footprint_cli.archive.questions import Declared, Question, Verifying
from footprint_cli.archive.sweep_asked import SweepAsked
from footprint_cli.archive.what_if_asked import WhatIfAsked
from footprint_cli.cli.audits import zeroed
from footprint_cli.cli.baselines import write_baseline
from footprint_cli.cli.covering import note_uncalled
from footprint_cli.cli.streams import complain
from footprint_cli.model.audit import first_status
from footprint_cli.model.gate import Baseline
from footprint_cli.model.stats_report import Asking
from footprint_cli.render import Page, renderer

if TYPE_CHECKING:
    from footprint_cli.model.stats import Stats

Part = TypeVar("Part", contravariant=True)  # noqa: PLC0105 (a plain name reads better)


class Adding(Protocol[Part]):
    """Takes up the parts of an answer in the order of the sources, and then tells the whole."""

    def take(self, part: Part, /) -> None:
        """Take up what is kept of one recording."""

    def answer(self, status: int, called: set[str]) -> int:
        """Make the answer of what was taken up, say what belongs on standard error; the exit status.

        `status` is that of the reading, `called` are the tools of which a call was seen.
        """

    def pieces(self, form: str, page: Page) -> Iterator[str]:
        """Draw the answer."""


def adding_of(question: Question[Any], baseline: "Accepting") -> Adding[Any]:
    """Return what adds up the parts of an answer; `baseline` is that of a gate."""
    if isinstance(question, Gated):
        return _Gate(question, baseline)
    if isinstance(question, StatsAsked):
        return _Stats(question)
    if isinstance(question, WhatIfAsked):
        return _WhatIf(question)
    if isinstance(question, SweepAsked):
        return _Sweep(question)
    return _Coverage(question) if isinstance(question, CoverageAsked) else _Verify(question)


class Accepting:
    """The findings that a gate accepts: those of a baseline, which may be written anew to `path`."""

    def __init__(self, known: Baseline | None = None, path: str | None = None) -> None:
        self.known = known
        self.path = path

    def written(self, baseline: Baseline, *, whole: bool) -> Baseline | None:
        """Write the baseline anew, where all inputs could be read."""
        if self.path is None:
            return self.known
        if not whole:
            complain("the baseline was not written, for an input could not be read")
            return None
        write_baseline(baseline, self.path)
        complain(f"baseline written to {self.path}")
        return baseline


class _Verify:
    def __init__(self, question: Question[Any]) -> None:
        from footprint_cli.analyse.verified import Verified

        self._question = question
        self._verified = Verified()
        self.take = self._verified.take

    def answer(self, status: int, called: set[str]) -> int:  # noqa: ARG002 (no call is composed)
        question = self._question
        fail, exit_zero = (
            (question.fail, question.exit_zero)
            if isinstance(question, Verifying)
            else (False, False)
        )
        found = first_status({status, self._verified.status(fail=fail)})
        self._report = self._verified.report(zeroed(found, exit_zero=exit_zero))
        return self._report.exit_status

    def pieces(self, form: str, page: Page) -> Iterator[str]:
        yield from renderer("report", form)(self._report, page)


class _Gate:
    def __init__(self, question: Gated, accepting: Accepting) -> None:
        from footprint_cli.analyse.gate import Gate

        self._question = question
        self._accepting = accepting
        self._gate = Gate(question.settings, date.today())  # noqa: DTZ011 (the day of whoever runs it)
        self.take = self._gate.take

    def answer(self, status: int, called: set[str]) -> int:  # noqa: ARG002 (the gate has its own)
        gate = self._gate
        baseline = self._accepting.written(gate.baseline(), whole=gate.read_all)
        for note in gate.notes(baseline):
            complain(note)
        report = gate.report(baseline)
        exit_status = zeroed(report.exit_status, exit_zero=self._question.exit_zero)
        self._report = replace(report, exit_status=exit_status)
        if self._question.named:
            _note_uncalled(self._question.given, called)
        return exit_status

    def pieces(self, form: str, page: Page) -> Iterator[str]:
        yield from renderer("report", form)(self._report, page)


class _Coverage:
    def __init__(self, question: CoverageAsked) -> None:
        from footprint_cli.analyse.coverage_reports import Covered

        self._question = question
        self._covered = Covered(question.tool)
        self.take = self._covered.take

    def answer(self, status: int, called: set[str]) -> int:
        exit_zero = self._question.exit_zero

        def ended(own: int) -> int:
            return zeroed(first_status([status, own]), exit_zero=exit_zero)

        self._report = self._covered.report(ended)
        if not self._report.tools:
            complain(self._covered.nothing())
        _note_uncalled(self._question.given, called)
        return self._report.exit_status

    def pieces(self, form: str, page: Page) -> Iterator[str]:
        render: Callable[..., Iterator[str]] = renderer("coverage", form)
        yield from render(self._report, page, gaps_only=self._question.gaps_only)


class _Stats:
    def __init__(self, question: StatsAsked) -> None:
        from footprint_cli.model.stats import Stats

        self._question = question
        self._stats = Stats(margin=question.margin)
        self._taken = False

    def take(self, part: "Stats") -> None:
        """Go on from the first part: to copy it would take as long as to read it."""
        if self._taken:
            self._stats.take(part)
        else:
            self._stats, self._taken = part, True

    def answer(self, status: int, called: set[str]) -> int:
        from footprint_cli.cli.counting import stats_report

        question = self._question
        asked = Asking(retriever=question.retriever, tool=question.tool, top=question.top)
        self._report = stats_report(self._stats, asked, status, exit_zero=question.exit_zero)
        if question.named:
            _note_uncalled(question.given, called)
        return self._report.exit_status

    def pieces(self, form: str, page: Page) -> Iterator[str]:
        yield from renderer("stats", form)(self._report, page)


class _WhatIf:
    def __init__(self, question: WhatIfAsked) -> None:
        from footprint_cli.analyse.what_if_totals import Kept

        self._question = question
        self._kept = Kept(question.limit)
        self.take = self._kept.take

    def answer(self, status: int, called: set[str]) -> int:  # noqa: ARG002 (no call is composed)
        report = self._kept.report(self._question.setting)
        found = first_status({status, report.exit_status})
        exit_status = zeroed(found, exit_zero=self._question.exit_zero)
        self._report = replace(report, exit_status=exit_status)
        return exit_status

    def pieces(self, form: str, page: Page) -> Iterator[str]:
        yield from renderer("what_if", form)(self._report, page)


class _Sweep:
    def __init__(self, question: SweepAsked) -> None:
        from footprint_cli.analyse.sweep_reports import Swept

        self._question = question
        self._swept = Swept(question.sweep)
        self.take = self._swept.take

    def answer(self, status: int, called: set[str]) -> int:  # noqa: ARG002 (no call is composed)
        report = replace(self._swept.report(), told_by=self._question.index)
        found = first_status({status, report.exit_status})
        exit_status = zeroed(found, exit_zero=self._question.exit_zero)
        self._report = replace(report, exit_status=exit_status)
        return exit_status

    def pieces(self, form: str, page: Page) -> Iterator[str]:
        yield from renderer("sweep", form)(self._report, page)


def _note_uncalled(given: Declared, called: set[str]) -> None:
    note_uncalled([one.tool for one in given.tools], given.rows_at, called)
