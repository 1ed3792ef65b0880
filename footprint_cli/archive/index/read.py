"""A file of an archive → the rows that an index keeps, in whichever process reads it."""

import os
from collections.abc import Callable, Iterator
from typing import NamedTuple

from footprint_cli.archive.index.growth import NOWHERE, More, Stand
from footprint_cli.archive.index.lexicon import Lexicon
from footprint_cli.archive.index.pieces import Piece, read_piece
from footprint_cli.archive.index.rows import Rows, SourceRows
from footprint_cli.archive.index.write import Stamp
from footprint_cli.archive.search.select import quickly
from footprint_cli.archive.search.stretch import Last
from footprint_cli.archive.search.trust import Untrusted
from footprint_cli.archive.sources import Source
from footprint_cli.errors import InputError
from footprint_cli.model.finding import Damage
from footprint_cli.model.recording import Recording
from footprint_cli.read.formats import read_rest

_BLOCK = 1 << 20
_HELD = 16  # retrievals of a file at a time
ENDS = 4096  # bytes at each end of a file that are hashed


Task = tuple[str, More | None]  # a file, and where it is read on


class Read(NamedTuple):
    """What came of reading one file. `fault` says why nothing of it could be read."""

    path: str
    stamp: Stamp
    rows: SourceRows
    fault: str | None = None
    no_recording: bool = False
    more: More | None = None  # it was read on from there


def recordings_of(path: str, ended: Callable[[Last], object]) -> Iterator[Recording]:
    """Read the recordings of a file, as `quickly` does.

    Raises `InputError` where nothing can be read.
    """
    return quickly(path, most=_HELD, paranoid=True, ended=ended)


class Reading:
    """Reads files one after the other, and tells once what their rows share.

    Without `lasting` each file is told by itself: there may be one that lasts in a process.
    """

    def __init__(self, *, lasting: bool = False) -> None:
        self._lasting = lasting
        self._lexicons = 0
        self._lexicon = self._next()

    def read(self, task: Task) -> Read:
        """Read one file, or where it ended on, if that gives the same.

        What is wrong is told, never raised.
        """
        path, more = task
        stamp = stamp_of(
            path
        )  # before it is read: what is appended meanwhile is seen the next time
        if more is not None:
            rest = self._read_rest(path, stamp, more)
            if rest is not None:
                return rest
        rows, last = Rows(self._fresh()), list[Last]()
        try:
            for recording in recordings_of(path, last.append):
                rows.add(recording)
        except InputError as error:
            return unread(path, error.why, stamp, no_recording=error.no_recording)
        except MemoryError:
            return unread(path, "out of memory", stamp)
        stand = rows.growth.stand(last[0]) if last else _stand(path, stamp, rows)
        return Read(path, stamp, rows.whole(stand))

    def piece(self, source: Source) -> Piece | None:
        """Read a part of a file at whose ends logs begin; None: the file must be read as a whole."""
        try:
            return read_piece(source, self._fresh())
        except (Untrusted, OSError, MemoryError):
            return None

    def _read_rest(self, path: str, stamp: Stamp, more: More) -> Read | None:
        """Read on where a file ended; None where all of it must be read again."""
        rows = Rows(self._fresh())
        try:
            for recording in read_rest(path, more.start, more.passed):
                rows.add(recording)
        except (InputError, MemoryError):
            return None
        if not rows.growth.goes_on(more) or stamp.size is None:
            return None
        added = _lines(path, more.start, stamp.size)
        stand = NOWHERE if added is None else Stand(stamp.size, more.passed + added)
        return Read(path, stamp, rows.whole(stand), more=more)

    def _fresh(self) -> Lexicon:
        """Return the lexicon for the next source: another, where one that failed left words in it."""
        if not self._lasting or self._lexicon.has_news or self._lexicon.is_large:
            self._lexicon = self._next()
        return self._lexicon

    def _next(self) -> Lexicon:
        self._lexicons += 1
        return Lexicon((os.getpid(), self._lexicons) if self._lasting else None)


def read_task(task: Task) -> Read:
    """Read one file by itself, as `Reading.read` does."""
    return Reading().read(task)


def _stand(path: str, stamp: Stamp, rows: Rows) -> Stand:
    """Tell whether a file may be read on where it ends."""
    if stamp.size is None or not rows.growth.may_go_on or not is_plain(path):
        return NOWHERE
    lines = _lines(path, 0, stamp.size)
    return NOWHERE if lines is None else rows.growth.ended(stamp.size, lines)


def _lines(path: str, start: int, end: int) -> int | None:
    """Count the lines from a byte to the end; None where the last is not ended, or none is plain text."""
    count, block = 0, b""
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123
            file.seek(start)
            while start < end and (block := file.read(min(_BLOCK, end - start))):
                count += block.count(b"\n")
                start += len(block)
    except OSError:
        return None
    return count if block.endswith(b"\n") else None


def is_plain(path: str) -> bool:
    """Tell whether a file begins as plain text with a record."""
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123
            head = file.read(ENDS)
    except OSError:
        return False
    return head.startswith(b"{") and b"\0" not in head


def unread(path: str, why: str, stamp: Stamp, *, no_recording: bool = False) -> Read:
    """Return the rows of a file of which nothing could be read."""
    fault = Damage(line=None, kind="unreadable", detail=why, recovered=False)
    rows = Rows()
    if not no_recording:
        rows.add(Recording(source=path, format=None, damage=(fault,)))
    return Read(path, stamp, rows.whole(), why, no_recording)


def stamp_of(path: str, size: int | None = None) -> Stamp:
    """Look at a file: its size, its time of change, and a hash of its ends.

    With `size` the hash is that of its first so many bytes.
    """
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123
            there = os.fstat(file.fileno())
            end = there.st_size if size is None else size
            head = file.read(min(ENDS, end))
            tail = b""
            if end > ENDS:
                start = max(ENDS, end - ENDS)
                file.seek(start)
                tail = file.read(end - start)
    except (OSError, ValueError):
        return Stamp()
    return Stamp(there.st_size, there.st_mtime_ns, _digest(head + tail))


def _digest(content: bytes) -> str:
    from hashlib import blake2b

    return blake2b(content, digest_size=16).hexdigest()
