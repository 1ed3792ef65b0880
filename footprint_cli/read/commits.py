"""Commit lines in file order → runs, retrievals and calls, without keeping the lines.

One file may hold several logs: turns one after the other, a resumed run after its paused one,
copies of earlier lines, or two writers line by line. A commit names no run, so `idx` (its position
in its own log, from 0) and the execution numbers of its step ids tell the logs apart.
"""

from typing import Any, Optional

from msgspec.structs import replace

from footprint_cli.model.commit import refusal
from footprint_cli.model.coverage import Call
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.finding import Finding
from footprint_cli.model.fold import Fold
from footprint_cli.read.calls import CALL_KEYS, CallLog, touches_calls
from footprint_cli.read.events import execution_of, subflow_of
from footprint_cli.read.retrieval import RetrievalLog, keeps_evidence

_MEMORY_STAGE = "sf-memory-read-"


def _kept(key: str) -> bool:
    return key in CALL_KEYS or keeps_evidence(key)


class _Log:
    """One commit log: a run from its `idx` 0 on, or one leg of a resumed run."""

    def __init__(
        self,
        source: str,
        number: int,
        earlier: Optional["_Log"],
        evidence_from: str,
        *,
        own: bool,
    ) -> None:
        self.name = f"log {number}"
        self.fold: Fold = Fold(base=earlier.fold.state() if earlier else None, keep=_kept, own=own)
        self.retrievals = RetrievalLog(source, self.name, evidence_from=evidence_from)
        self.calls: CallLog = CallLog(self.name, earlier.calls if earlier else None)
        self.last = -1
        self.hashes: dict[int, int] = {}
        self.lines: dict[int, int] = {}
        self.highest = -1  # execution number
        self.memory_steps: dict[str, tuple[int | None, str]] = {}


class CommitLog:
    """Takes decoded commit lines one by one; `finish` when the input ends.

    With `own`, bundles that are handed in belong to the log: it keeps and changes them.
    """

    def __init__(
        self,
        source: str,
        *,
        evidence_from: str = "commit",
        nested: bool = False,
        own: bool = False,
    ) -> None:
        self.commits = 0
        self.noticed: list[Finding] = []
        self.retrievals: list[Retrieval] = []
        self.calls: list[Call] = []
        self.withheld_calls: list[tuple[str | None, int | None]] = []
        self._source = source
        self._evidence_from = evidence_from
        self._nested = nested
        self._own = own
        self._logs: list[_Log] = []
        self._current: _Log | None = None
        self._copies: list[tuple[int, int]] = []  # line, and the line it repeats
        self._mixed = False
        self._verbs: dict[str, tuple[int, int | None]] = {}

    @property
    def logs(self) -> int:
        """How many logs the input holds."""
        return len(self._logs)

    def add(self, bundle: dict[str, Any], line: int | None, raw: bytes = b"") -> str | None:
        """Take up one commit; returns why it was refused, or None."""
        self.commits += 1
        number = bundle.get("idx")
        digest = hash(raw)
        log = self._log_of(number, bundle, digest, line)
        if log is None:
            return None
        if isinstance(number, int) and number >= 0:
            log.last = number
            if raw:
                log.hashes[number] = digest
                log.lines[number] = line or 0
        return self._apply(log, bundle, line)

    def finish(self) -> None:
        """Settle what only the end of the input can tell."""
        many = len(self._logs) > 1
        for log in self._logs:
            self._note_silent_memories(log)
            self.noticed += log.retrievals.noticed
            named = log.name if many else None
            self.retrievals += [replace(one, run=named) for one in log.retrievals.retrievals]
            self.calls += [replace(one, run=named) for one in log.calls.finish()]
            self.withheld_calls += log.calls.withheld_at
        self._note_copies()
        for step, line in self.withheld_calls:
            message = f"the calls of {step} are withheld: history is redacted in the commit log"
            self._notice("calls-withheld", "warning", message, line, step)
        if self._mixed:
            message = (
                "commits of several logs stand mixed in this file; a commit names no run, "
                "so which line belongs to which log is taken from idx"
            )
            self._notice("interleaved-logs", "warning", message, None)

    def _apply(self, log: _Log, bundle: dict[str, Any], line: int | None) -> str | None:
        if refusal(bundle) is not None:
            problems = log.fold.apply(bundle)
            self._note_problems(bundle, problems, line)
            return problems[0] if problems else "not a commit"
        keys = touches_calls(bundle)
        evidence = RetrievalLog.touched(bundle, log.fold)
        if keys:
            log.calls.before(log.fold)
        problems = log.fold.apply(bundle)
        if problems:
            self._note_problems(bundle, problems, line)
        if keys:
            log.calls.add(bundle, line, log.fold, keys)
        log.retrievals.add(bundle, line, log.fold, evidence)
        self._note_step(log, bundle, line)
        return None

    def _note_step(self, log: _Log, bundle: dict[str, Any], line: int | None) -> None:
        step = bundle["runtimeStageId"]
        execution = execution_of(step)
        if execution is not None and execution > log.highest:
            log.highest = execution
        stage = bundle.get("stageId")
        if (
            isinstance(stage, str)
            and _MEMORY_STAGE in stage
            and subflow_of(step) == subflow_of(stage)
        ):
            wrote = any(row["path"] for row in bundle["trace"])
            if wrote:
                log.memory_steps[step] = (line, "wrote")
            else:
                log.memory_steps.setdefault(step, (line, "silent"))

    def _note_silent_memories(self, log: _Log) -> None:
        if self._nested:
            return
        for step, (line, what) in log.memory_steps.items():
            if what == "silent":
                message = (
                    f"{step} ran and left neither evidence nor an injection; the commit log does "
                    "not say whether it failed"
                )
                self._notice("memory-left-nothing", "warning", message, line, step)

    def _log_of(
        self, number: object, bundle: dict[str, Any], digest: int, line: int | None
    ) -> _Log | None:
        current = self._current
        if current is None:
            if isinstance(number, int) and number > 0:
                message = f"the first commit has idx {number}: earlier commits are not in the input"
                self._notice("idx-gap", "warning", message, line)
            return self._begin(bundle)
        if not isinstance(number, int) or number < 0 or number == current.last + 1:
            return current
        for log in self._logs:
            if log.hashes.get(number) == digest and line is not None:
                self._copies.append((line, log.lines[number]))
                return None
        if number == 0:
            return self._begin(bundle)
        follows = [log for log in self._logs if log.last + 1 == number]
        if follows:
            self._mixed = True
            self._current = follows[-1]
            return self._current
        if number > current.last + 1:
            message = f"idx goes from {current.last} to {number}: commits between them are missing"
        else:
            message = (
                f"idx goes back from {current.last} to {number}; commits are folded in file order"
            )
        self._notice("idx-gap", "warning", message, line)
        return current

    def _begin(self, bundle: dict[str, Any]) -> _Log:
        """Open a log; one whose execution numbers go on is a resumed run and starts from its base."""
        earlier = self._current
        execution = execution_of(
            bundle.get("runtimeStageId") if (refusal(bundle) is None) else None
        )
        resumed = earlier is not None and execution is not None and execution > earlier.highest
        number = len(self._logs) + 1
        base = earlier if resumed else None
        self._current = _Log(self._source, number, base, self._evidence_from, own=self._own)
        self._logs.append(self._current)
        return self._current

    def _note_problems(self, bundle: dict[str, Any], problems: list[str], line: int | None) -> None:
        step = bundle.get("runtimeStageId")
        for problem in problems:
            code = "unknown-verb" if "verb" in problem else "odd-commit"
            self._notice(code, "warning", problem, line, step if isinstance(step, str) else None)

    def _note_copies(self) -> None:
        start = 0
        for index in range(1, len(self._copies) + 1):
            ends = index == len(self._copies) or any(
                self._copies[index][side] != self._copies[index - 1][side] + 1 for side in (0, 1)
            )
            if ends:
                (first, old), (last, old_last) = self._copies[start], self._copies[index - 1]
                what = (
                    f"line {first} repeats line {old}"
                    if first == last
                    else f"lines {first} to {last} repeat lines {old} to {old_last}"
                )
                message = f"{what} byte for byte (a resumed or forked recording); counted once"
                self._notice("copied-lines", "note", message, first)
                start = index

    def _notice(
        self, code: str, level: str, message: str, line: int | None, step: str | None = None
    ) -> None:
        self.noticed.append(
            Finding(
                code=code, level=level, message=message, source=self._source, line=line, step=step
            )
        )
