"""Which commit log of a file a commit belongs to, told from `idx` and the bytes of earlier lines.

A commit names no run. `idx` is its position in its own log, from 0, and a log that is resumed
starts at 0 again, while its execution numbers go on.
"""

from collections.abc import Callable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from footprint_cli.model.steps import execution_of

_MOST_HELD = 64  # copied commits kept in case they turn out to be the start of another run

Notice = Callable[[str, str, str, int | None], None]


class Commit(NamedTuple):
    """One decoded commit, with the place it was read from and what tells its bytes apart."""

    bundle: dict[str, Any]
    line: int | None
    digest: int | None  # of the line's bytes; None: not read from a line of its own

    @property
    def idx(self) -> int | None:
        """Its position in its own log, as recorded; None where that is no such number."""
        number = self.bundle.get("idx")
        usable = isinstance(number, int) and not isinstance(number, bool) and number >= 0
        return number if usable else None


class Numbered:
    """One log of an input, as far as it tells which commits are its own."""

    def __init__(self) -> None:
        self.last = -1  # idx
        self.digests: dict[int, int] = {}
        self.lines: dict[int, int] = {}
        self._highest = -1  # execution number

    def took(self, idx: int | None, digest: int | None, line: int | None) -> None:
        """Note the number, the bytes and the line of a commit that belongs to this log."""
        if idx is not None:
            self.last = idx
            if digest is not None and line is not None:
                self.digests[idx] = digest
                self.lines[idx] = line

    def ran(self, step: str) -> None:
        """Note the execution number of a commit that was folded."""
        number = execution_of(step)
        if number is not None and number > self._highest:
            self._highest = number

    def goes_on_in(self, first: Commit) -> bool:
        """Tell whether the log that starts with this commit is the next leg of this one."""
        number = execution_of(first.bundle.get("runtimeStageId"))
        return number is not None and number > self._highest


Log = TypeVar("Log", bound=Numbered)


class LogOrder(Generic[Log]):
    """Hands each commit to its log, and opens logs as they begin.

    `open_log` gets the number of the new log, from 1, the log that it resumes and starts from, and
    its first commit (an empty one, where it is opened for none).
    """

    def __init__(self, open_log: Callable[[int, Log | None, Commit], Log], notice: Notice) -> None:
        self.logs: list[Log] = []
        self._open = open_log
        self._notice = notice
        self._current: Log | None = None
        self._copies: list[tuple[int, int]] = []  # a line, and the line it repeats
        self._held: list[Commit] = []  # copies since the last idx 0 that may begin a run
        self._mixed = False

    def placed(self, one: Commit) -> Iterator[tuple[Log, Commit]]:
        """Yield the log of a commit, and of earlier ones that only this one gives a place."""
        repeated = self._repeats(one)
        if repeated is not None:
            return
        held, self._held = self._held, []
        if held and self._begins_another(held[-1], one):
            del self._copies[len(self._copies) - len(held) :]
            log = self._begin(held[0])
            for earlier in (*held, one):
                log.took(earlier.idx, earlier.digest, earlier.line)
                yield log, earlier
            return
        log = self._log_of(one)
        log.took(one.idx, one.digest, one.line)
        yield log, one

    def begin(self) -> None:
        """Open a log that goes on from no other."""
        self._current = self._open(len(self.logs) + 1, None, Commit({}, None, None))
        self.logs.append(self._current)

    def finish(self) -> None:
        """Say what only the end of the input can tell."""
        for message, line in _copied(self._copies):
            self._notice("copied-lines", "note", message, line)
        if self._mixed:
            message = (
                "commits of several logs stand mixed in this file; a commit names no run, so which "
                "line belongs to which log is taken from idx"
            )
            self._notice("interleaved-logs", "warning", message, None)

    def _repeats(self, one: Commit) -> Log | None:
        """Return the log that holds this very line already: a resumed or forked file repeats them."""
        if one.idx is None or one.digest is None or one.line is None or self._current is None:
            return None
        if one.idx == self._current.last + 1 and not self._held:
            return None
        for log in self.logs:
            if log.digests.get(one.idx) == one.digest:
                self._copies.append((one.line, log.lines[one.idx]))
                if one.idx == 0:
                    self._held = []
                if one.idx == len(self._held) and len(self._held) < _MOST_HELD:
                    self._held.append(one)
                return log
        return None

    def _begins_another(self, last: Commit, one: Commit) -> bool:
        """Tell whether a run that shared its first lines with an earlier one goes its own way here."""
        if last.idx is None or one.idx != last.idx + 1:
            return False
        return any(one.idx in log.digests for log in self.logs)

    def _log_of(self, one: Commit) -> Log:
        current, number = self._current, one.idx
        if number is None and one.bundle.get("idx") is not None:
            message = "idx is no whole number from 0 on; the commit is folded in file order"
            self._notice("odd-commit", "warning", message, one.line)
        if current is None:
            if number:
                message = f"the first commit has idx {number}: those before it are not in the input"
                self._notice("idx-gap", "warning", message, one.line)
            return self._begin(one)
        if number is None or number == current.last + 1:
            return current
        if number == 0:
            return self._begin(one)
        follows = [log for log in self.logs if log.last + 1 == number]
        if follows:
            self._mixed = True
            self._current = follows[-1]
            return self._current
        if number > current.last + 1:
            message = (
                f"idx goes from {current.last} to {number}: the commits between them are not there, "
                "or could not be read"
            )
        else:
            message = (
                f"idx goes back from {current.last} to {number}; commits are folded in file order"
            )
        self._notice("idx-gap", "warning", message, one.line)
        return current

    def _begin(self, one: Commit) -> Log:
        current = self._current
        earlier = current if current is not None and current.goes_on_in(one) else None
        self._current = self._open(len(self.logs) + 1, earlier, one)
        self.logs.append(self._current)
        return self._current


def _copied(copies: list[tuple[int, int]]) -> Iterator[tuple[str, int]]:
    """Yield a sentence for each run of repeated lines, and its first line."""
    start = 0
    for index in range(1, len(copies) + 1):
        ends = index == len(copies) or any(
            copies[index][side] != copies[index - 1][side] + 1 for side in (0, 1)
        )
        if ends:
            (first, old), (last, old_last) = copies[start], copies[index - 1]
            what = (
                f"line {first} repeats line {old}"
                if first == last
                else f"lines {first} to {last} repeat lines {old} to {old_last}"
            )
            yield f"{what} byte for byte (a resumed or forked recording); counted once", first
            start = index
