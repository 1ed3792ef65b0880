"""Commit lines in file order → runs, retrievals and calls, without keeping the lines.

One file may hold several logs: turns one after the other, a resumed run after its paused one,
copies of earlier lines, or two writers line by line.
"""

from functools import partial
from typing import Any

from msgspec.structs import replace

from footprint_cli.model.commit import refusal
from footprint_cli.model.coverage import Call
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.finding import Finding
from footprint_cli.model.recording import FinalAnswer
from footprint_cli.model.search import ToolSchema
from footprint_cli.read.log import Log
from footprint_cli.read.log_order import Commit, LogOrder


class CommitLog:
    """Takes decoded commits one by one; `finish` when the input ends.

    `base` is the state before the first commit. With `own`, bundles that are handed in belong to
    the log: it keeps and changes them.
    """

    def __init__(
        self,
        source: str,
        *,
        base: dict[str, Any] | None = None,
        nested: bool = False,
        own: bool = False,
    ) -> None:
        self.commits = 0  # of all logs; who leaves some out counts them here
        self.noticed: list[Finding] = []
        self.retrievals: list[Retrieval] = []
        self.calls: list[Call] = []
        self.withheld_calls: list[tuple[str | None, int | None]] = []
        self.schemas: list[ToolSchema] = []
        self.answers: list[FinalAnswer] = []
        self.answer_withheld = False
        self.tools_withheld = False
        self._nested = nested
        # Neither is a method: a log that knew itself would be let go of late, with all it holds.
        self._notice = partial(_note, self.noticed, source)
        evidence_from = "nested-log" if nested else "commit"
        self._order = LogOrder(partial(_opened, source, base, own, evidence_from), self._notice)

    @property
    def logs(self) -> int:
        """How many logs the input holds."""
        return len(self._order.logs)

    def add(self, bundle: dict[str, Any], line: int | None, raw: bytes = b"") -> str | None:
        """Take up one commit; returns why it was refused, or None."""
        self.commits += 1
        why = refusal(bundle)
        commit = Commit(bundle, line, hash(raw) if raw else None)
        for log, one in self._order.placed(commit):
            if (why if one is commit else refusal(one.bundle)) is None:
                for problem in log.apply(one.bundle, one.line):
                    code = "unknown-verb" if "verb" in problem else "odd-commit"
                    self._notice(code, "warning", problem, one.line, one.bundle["runtimeStageId"])
        return why

    def begin(self) -> None:
        """Open a log of its own for the commits that `put` takes from now on."""
        self._order.begin()

    def put(self, bundle: dict[str, Any], line: int | None) -> None:
        """Fold a commit, which the fold accepts, into the log that was opened last.

        For who knows the order already, and leaves out commits that say nothing of what is kept.
        """
        log = self._order.logs[-1]
        for problem in log.apply(bundle, line):
            code = "unknown-verb" if "verb" in problem else "odd-commit"
            self._notice(code, "warning", problem, line, bundle["runtimeStageId"])

    def wrote(self, step: str) -> None:
        """Note that a step wrote evidence in a commit of the log opened last, which is not `put`."""
        self._order.logs[-1].wrote(step)

    def finish(self) -> None:
        """Settle what only the end of the input can tell."""
        many = self.logs > 1
        for log in self._order.logs:
            log.calls.finish()
        for log in self._order.logs:
            if not self._nested:
                self._note_silent(log)
            self.noticed += log.retrievals.noticed
            named = log.name if many else None
            self.retrievals += [replace(one, run=named) for one in log.retrievals.retrievals]
            self.calls += [replace(one, run=named) for one in log.calls.calls]
            self.withheld_calls += log.calls.withheld_at
            self.schemas += [replace(one, run=named) for one in log.calls.filings.schemas]
            answer = log.final_answer()
            self.answers += [] if answer is None else [replace(answer, run=named)]
            self.answer_withheld = self.answer_withheld or log.answer_withheld
            self.tools_withheld = self.tools_withheld or log.calls.tools_withheld
            self._note_filings(log)
            for key, first in sorted(log.calls_in_clear.items()):
                message = (
                    f"the commit log withholds calls, and its {key} still carries them in clear"
                )
                self._notice("withheld-in-clear", "error", message, first.line, first.step)
        self._order.finish()
        for step, line in self.withheld_calls:
            message = f"the calls of {step} are withheld: history is redacted in the commit log"
            self._notice("calls-withheld", "warning", message, line, step)

    def _note_filings(self, log: Log) -> None:
        """Say which rows about calls are of a kind that is not known, or withheld."""
        for kind, count in sorted(log.calls.filings.strange.items()):
            rows = "1 row" if count == 1 else f"{count} rows"
            message = f"{rows} of a kind this version does not know: {kind}"
            self._notice("unknown-row", "note", message, None)
        if log.calls.unclaimed and not self._nested:
            rows = "1 row" if log.calls.unclaimed == 1 else f"{log.calls.unclaimed} rows"
            message = f"{rows} of calls that are not recorded"
            self._notice("unknown-row", "note", message, None)
        if log.calls.filings.doors == "withheld" and log.calls.calls:
            message = (
                "coverageDeclared is withheld in the commit log: what results declare of themselves "
                "was read from their text"
            )
            self._notice("declarations-withheld", "warning", message, None)

    def _note_silent(self, log: Log) -> None:
        for step, line in log.silent_memories():
            message = (
                f"{step} ran and left neither evidence nor an injection; the commit log does not "
                "say whether it failed"
            )
            self._notice("memory-left-nothing", "warning", message, line, step)


def _opened(  # noqa: PLR0913, PLR0917 (what all logs of an input share, and what opens one)
    source: str,
    base: dict[str, Any] | None,
    own: bool,
    evidence_from: str,
    number: int,
    earlier: Log | None,
    _first: Commit,
) -> Log:
    return Log(
        source,
        number,
        earlier=earlier,
        base=base if number == 1 else None,
        evidence_from=evidence_from,
        own=own,
    )


def _note(  # noqa: PLR0913, PLR0917 (a finding, and where it goes)
    noticed: list[Finding],
    source: str,
    code: str,
    level: str,
    message: str,
    line: int | None,
    step: str | None = None,
) -> None:
    noticed.append(
        Finding(code=code, level=level, message=message, source=source, line=line, step=step)
    )
