"""One source → its audits, one by one, and what came of reading it."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from footprint_cli.analyse.audits import UNREADABLE, audit
from footprint_cli.analyse.narrowed import narrowed
from footprint_cli.archive.sources import Source
from footprint_cli.errors import InputError
from footprint_cli.model.audit import Audit
from footprint_cli.model.finding import Damage
from footprint_cli.model.narrowing import EVERYTHING, Narrowing
from footprint_cli.model.recording import Recording
from footprint_cli.model.told import Told
from footprint_cli.read.formats import read_recordings
from footprint_cli.read.source import Advance

One = TypeVar("One")


def explained_status(audit_: Audit) -> int:
    """Answer with the status of one input for `explain`: was everything in it shown."""
    return audit_.exit_status


def read_status(audit_: Audit) -> int:
    """Answer with the status of one input that was asked about: was everything in it read.

    Damage is never 0, and 4 is an input that could not be read at all (product, *Exit status*).
    """
    return audit_.exit_status if audit_.exit_status == UNREADABLE or audit_.recording.damage else 0


class Reader:
    """Reads sources; a bad one costs only itself and is named.

    `status_of` is what one recording answers with, `audited` how it is explained, `most` how many
    retrievals of one file are held at a time, where the file allows it. After the audits of a
    source, `told` is what came of it. `say` takes a complaint at once, which then is not kept. With
    `quick` lines of commit logs that cannot matter are passed over.
    """

    def __init__(  # noqa: PLR0913 (how sources are read)
        self,
        narrowing: Narrowing = EVERYTHING,
        *,
        status_of: Callable[[Audit], int] = read_status,
        audited: Callable[[Recording], Audit] = audit,
        most: int | None = None,
        say: Callable[[str], None] | None = None,
        quick: bool = False,
    ) -> None:
        self.narrowing = narrowing
        self._status_of = status_of
        self._audit = audited
        self._most = most
        self._quick = quick
        self._complaints: list[str] = []
        self._say = say or self._complaints.append
        self._forget()

    def audits(self, source: Source, advance: Advance | None = None) -> Iterator[Audit]:
        """Read one source; `advance` is called with the bytes of each read."""
        recordings = self._recordings(source.path, advance)
        yield from self._guarded(source, map(self._audited, recordings))

    def parts(self, recordings: Iterable[Recording]) -> Iterator[Audit]:
        """Explain what somebody else reads of one source."""
        self._forget()
        yield from map(self._audited, recordings)

    def _recordings(self, path: str, advance: Advance | None) -> Iterable[Recording]:
        if not self._quick:
            return read_recordings(path, advance, most=self._most)
        from footprint_cli.archive.search.select import quickly

        return quickly(path, advance, most=self._most)

    def _guarded(self, source: Source, audits: Iterator[One]) -> Iterator[One | Audit]:
        """Give what comes of a source; what cannot be read is an audit that says so."""
        self._forget()
        if source.repeated:
            return
        if source.fault is not None:
            yield self._unread(InputError(source.path, source.fault))
            return
        exhausted = False
        try:
            yield from audits
        except InputError as error:
            if source.found and error.no_recording:
                self._left_out = True
            else:
                yield self._unread(error)
        except MemoryError:
            exhausted = True  # what was read is let go of only after this block
        if exhausted:
            yield self._unread(InputError(source.path, "out of memory"))

    def unread(self, path: str, why: str) -> Audit:
        """Return the audit of a source that cannot be read, as if it had been tried."""
        self._forget()
        return self._unread(InputError(path, why))

    def told(self) -> Told:
        """Return what came of the last source."""
        return Told(
            statuses=tuple(self._statuses),
            complaints=tuple(self._complaints),
            inconclusive=tuple(self._inconclusive),
            left_out=self._left_out,
            seen=tuple(self._seen),
            matched=self._matched,
        )

    def _forget(self) -> None:
        self._statuses: list[int] = []
        self._complaints.clear()
        self._inconclusive: list[str] = []
        self._left_out = self._matched = False
        self._seen: dict[str, None] = {}

    def _audited(self, recording: Recording) -> Audit:
        return self._noted(self._audit(recording))

    def _noted(self, whole: Audit) -> Audit:
        recording, one = whole.recording, narrowed(whole, *self.narrowing)
        for fault in recording.damage:
            if fault.kind == "unreadable":
                self._say(f"{recording.source}: {fault.detail}")
        by_step = self.narrowing.step is not None
        for each in recording.retrievals:
            self._seen[(each.step if by_step else each.retriever) or ""] = None
        if by_step:
            self._seen |= {call.step or "": None for call in recording.calls}
        if not recording.part and self._add(one):
            self._inconclusive.append(recording.source)
        self._matched = self._matched or bool(one.retrievals or one.recording.calls)
        return one

    def _unread(self, error: InputError) -> Audit:
        self._say(str(error))
        fault = Damage(line=None, kind="unreadable", detail=error.why, recovered=False)
        recording = Recording(source=error.source, format=None, damage=(fault,))
        unread = Audit(
            recording=recording, retrievals=(), findings=(), exit_status=error.exit_status
        )
        self._add(unread)
        return unread

    def _add(self, one: Audit) -> int:
        status = self._status_of(one)
        self._statuses.append(status)
        return status
