"""A file of an archive → the rows that an index keeps, in whichever process reads it."""

import os
from collections.abc import Iterator
from typing import NamedTuple

from footprint_cli.archive.index_rows import Rows, SourceRows
from footprint_cli.archive.index_write import Stamp
from footprint_cli.errors import InputError
from footprint_cli.model.finding import Damage
from footprint_cli.model.recording import Recording
from footprint_cli.read.formats import read_recordings

ENDS = 4096  # bytes at each end of a file that are hashed


class Read(NamedTuple):
    """What came of reading one file. `fault` says why nothing of it could be read."""

    path: str
    stamp: Stamp
    rows: SourceRows
    fault: str | None = None
    no_recording: bool = False


def recordings_of(path: str) -> Iterator[Recording]:
    """Read the recordings of a file; raises `InputError` where nothing can be read."""
    return read_recordings(path)


def read_source(path: str) -> Read:
    """Read one file; what is wrong with it is told, and never raised."""
    stamp = stamp_of(path)  # before it is read: what is appended meanwhile is seen the next time
    rows = Rows()
    try:
        for recording in recordings_of(path):
            rows.add(recording)
    except InputError as error:
        return unread(path, error.why, stamp, no_recording=error.no_recording)
    except MemoryError:
        return unread(path, "out of memory", stamp)
    return Read(path, stamp, rows.whole())


def unread(path: str, why: str, stamp: Stamp, *, no_recording: bool = False) -> Read:
    """Return the rows of a file of which nothing could be read."""
    fault = Damage(line=None, kind="unreadable", detail=why, recovered=False)
    rows = Rows()
    if not no_recording:
        rows.add(Recording(source=path, format=None, damage=(fault,)))
    return Read(path, stamp, rows.whole(), why, no_recording)


def stamp_of(path: str) -> Stamp:
    """Look at a file: its size, its time of change, and a hash of its ends."""
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123
            there = os.fstat(file.fileno())
            head = file.read(ENDS)
            tail = b""
            if there.st_size > ENDS:
                file.seek(max(ENDS, there.st_size - ENDS))
                tail = file.read(ENDS)
    except (OSError, ValueError):
        return Stamp()
    return Stamp(there.st_size, there.st_mtime_ns, _digest(head + tail))


def _digest(content: bytes) -> str:
    from hashlib import blake2b

    return blake2b(content, digest_size=16).hexdigest()
