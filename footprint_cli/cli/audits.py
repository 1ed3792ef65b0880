"""Named inputs → audits, one by one, and the exit status that they add up to."""

import os
from collections.abc import Callable, Iterator

from footprint_cli.analyse.audits import UNREADABLE, audit, narrowed
from footprint_cli.cli.files import same_file
from footprint_cli.cli.inputs import files_of, some
from footprint_cli.cli.narrowing import EVERYTHING, Narrowing, zeroed
from footprint_cli.cli.progress import reading
from footprint_cli.cli.streams import complain
from footprint_cli.errors import InputError, UsageError
from footprint_cli.model.audit import Audit, first_status
from footprint_cli.model.finding import Damage
from footprint_cli.model.recording import Recording
from footprint_cli.read.formats import read_recordings

__all__ = ["EVERYTHING", "Audits", "Narrowing", "explained_status", "read_status", "zeroed"]


def explained_status(audit_: Audit) -> int:
    """Answer with the status of one input for `explain`: was everything in it shown."""
    return audit_.exit_status


def read_status(audit_: Audit) -> int:
    """Answer with the status of one input that was asked about: was everything in it read.

    Damage is never 0, and 4 is an input that could not be read at all (product, *Exit status*).
    """
    return audit_.exit_status if audit_.exit_status == UNREADABLE or audit_.recording.damage else 0


class Audits:
    """Reads inputs as they are asked for; a bad one costs only itself and is named.

    `status_of` is what one input answers with, `audited` how a recording is explained, `most` how
    many retrievals of one file are held at a time, where the file allows it. `written` is the file
    that the answer goes to: an input is never written over.
    """

    def __init__(  # noqa: PLR0913 (how inputs are read)
        self,
        paths: list[str],
        narrowing: Narrowing = EVERYTHING,
        *,
        status_of: Callable[[Audit], int],
        audited: Callable[[Recording], Audit] = audit,
        most: int | None = None,
        written: str | None,
    ) -> None:
        self._paths = paths
        self._narrowing = narrowing
        self._status_of = status_of
        self._audit = audited
        self._most = most
        self._written = written
        self._statuses: set[int] = set()
        self._inputs = 0
        self._seen: set[str] = set()  # retrievers or steps, whichever is asked for
        self._matched = False
        self._left_out: list[str] = []
        self._inconclusive: list[str] = []
        self._known: set[str] = set()  # real paths of what was read
        self._repeated: list[str] = []

    def __iter__(self) -> Iterator[Audit]:
        for path in self._paths:
            before = self._inputs + len(self._repeated)
            try:
                for file in files_of(path):
                    if file.fault is not None:
                        yield self._unread(InputError(file.path, file.fault))
                    else:
                        yield from self._read(file.path, found=file.found)
            except InputError as error:
                yield self._unread(error)
            if self._inputs + len(self._repeated) == before:
                yield self._unread(InputError(path, "no recording in it"))
        self._sum_up()

    def _sum_up(self) -> None:
        """Say on standard error what a person would have to count."""
        retriever, step, _ = self._narrowing
        if not self._matched and (retriever is not None or step is not None):
            option = "--step" if step is not None else "--retriever"
            complain(f"nothing matches {option}; seen: {some(sorted(self._seen)) or 'none'}")
        if self._repeated:
            complain(f"named more than once, and read once: {some(self._repeated)}")
        if self._left_out:
            complain(f"left out, for they hold no recording: {some(self._left_out)}")
        if self._inputs > 1 and self._inconclusive:
            complain(f"not answered in full: {some(self._inconclusive)}")

    def exit_status(self) -> int:
        """Answer with the status of everything read so far (product notes, *Exit status*)."""
        return first_status(self._statuses)

    def _read(self, path: str, *, found: bool) -> Iterator[Audit]:
        if self._written is not None and same_file(path, self._written):
            raise UsageError(f"{self._written} is an input and would be written over")
        place = os.path.realpath(path)
        if path != "-" and place in self._known:
            self._repeated.append(path)
            return
        self._known.add(place)
        exhausted = False
        try:
            with reading(path) as advance:
                for recording in read_recordings(path, advance, most=self._most):
                    yield self._audited(recording)
        except InputError as error:
            if found and error.no_recording:
                self._left_out.append(path)
            else:
                yield self._unread(error)
        except MemoryError:
            exhausted = True  # what was read is let go of only after this block
        if exhausted:
            yield self._unread(InputError(path, "out of memory"))

    def _audited(self, recording: Recording) -> Audit:
        one = narrowed(self._audit(recording), *self._narrowing)
        status = self._add(one)
        for fault in recording.damage:
            if fault.kind == "unreadable":
                complain(f"{recording.source}: {fault.detail}")
        by_step = self._narrowing.step is not None
        self._seen |= {
            (each.step if by_step else each.retriever) or "" for each in recording.retrievals
        }
        if by_step:
            self._seen |= {call.step or "" for call in recording.calls}
        if status:
            self._inconclusive.append(recording.source)
        self._matched = self._matched or bool(one.retrievals or one.recording.calls)
        return one

    def _unread(self, error: InputError) -> Audit:
        complain(str(error))
        fault = Damage(line=None, kind="unreadable", detail=error.why, recovered=False)
        recording = Recording(source=error.source, format=None, damage=(fault,))
        unread = Audit(
            recording=recording, retrievals=(), findings=(), exit_status=error.exit_status
        )
        self._add(unread)
        return unread

    def _add(self, one: Audit) -> int:
        self._inputs += 1
        status = self._status_of(one)
        self._statuses.add(status)
        return status
