"""Files of an archive → an index that is up to date with them: only what changed is read."""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from time import time
from typing import NamedTuple

from msgspec import Struct

from footprint_cli.archive.index.ahead import shows_fragments
from footprint_cli.archive.index.file import finish, kept_in, named, opened_to_write
from footprint_cli.archive.index.growth import More, logs_of
from footprint_cli.archive.index.lock import locked
from footprint_cli.archive.index.pool import Cut, each_read
from footprint_cli.archive.index.read import ENDS, Read, stamp_of, unread
from footprint_cli.archive.index.values import stored_text, text_again
from footprint_cli.archive.index.write import (
    LEFT_OUT,
    PRESENT,
    VANISHED,
    Stamp,
    Writer,
    transaction,
)
from footprint_cli.errors import InputError

_UNREADABLE = 4


class Wanted(NamedTuple):
    """A file that is to be in an index; `named`: by its own path, so it has to be a recording.

    `fault` says why an input gives no file.
    """

    path: str
    named: bool
    fault: str | None = None


class Progress(NamedTuple):
    """How far a build came: of the files to be read."""

    path: str
    done: int
    of: int
    bytes: int


class Built(Struct, frozen=True, kw_only=True):
    """What came of bringing an index up to date. Numbers are of files."""

    read: int
    unchanged: int
    vanished: int
    left_out: tuple[str, ...]  # they hold no recording, and were not named themselves
    unreadable: tuple[tuple[str, str], ...]  # with why


class _Known(NamedTuple):
    source: int
    size: int | None
    mtime_ns: int | None
    hash: str | None
    status: int | None
    state: str | None
    version: str | None
    format: str | None
    start: int | None
    passed: int | None
    logs: bytes | None


class Build:
    """Brings the index at a path up to date; `version` is that of the program."""

    def __init__(self, path: str, *, version: str, jobs: int = 1) -> None:
        self._path = path
        self._version = version
        self._jobs = jobs
        self._left_out: list[str] = []
        self._unreadable: list[tuple[str, str]] = []
        self._read = 0
        self.written = 0  # files that are in the index, as far as the build came

    def run(self, wanted: Iterable[Wanted], tell: Callable[[Progress], None]) -> Built:
        """Read what is new or changed, and mark what is gone; raises `InputError` for the index."""
        with locked(self._path), closing(opened_to_write(self._path)) as connection:
            return self._run(connection, [*wanted], tell)

    def _run(
        self, connection: sqlite3.Connection, wanted: list[Wanted], tell: Callable[[Progress], None]
    ) -> Built:
        with named(self._path):  # and not the reading of files: what fails there is no fault of it
            _keep_root(connection, self._path, wanted)
            known = _known(connection)
            waiting = [one for one in wanted if not self._is_up_to_date(connection, one, known)]
            more = {
                one.path: _more(connection, one, known.get(one.path), self._version)
                for one in waiting
            }
            writer = Writer(connection, version=self._version, now=int(time() * 1000))
        self.written = len(wanted) - len(waiting)
        for done, (one, read) in enumerate(self._each(waiting, more), start=1):
            with named(self._path):
                self._put(writer, one, read)
            self.written += 1
            tell(Progress(one.path, done, len(waiting), read.stamp.size or 0))
        with named(self._path):
            _end(connection, writer)
            vanished = _mark_vanished(connection, known, {one.path for one in wanted})
        return Built(
            read=self._read,
            unchanged=len(wanted) - len(waiting),
            vanished=vanished,
            left_out=tuple(self._left_out),
            unreadable=tuple(self._unreadable),
        )

    def _each(
        self, waiting: list[Wanted], more: dict[str, More | None]
    ) -> Iterator[tuple[Wanted, Read | Cut]]:
        """Read in the order of the files, whichever is read first."""
        readable = [(one.path, more[one.path]) for one in waiting if one.fault is None]
        reads = each_read(readable, self._jobs)
        for one in waiting:
            if one.fault is None:
                yield one, next(reads)
            else:
                yield one, unread(one.path, one.fault, Stamp())

    def _put(self, writer: Writer, one: Wanted, read: Read | Cut) -> None:
        if isinstance(read, Cut):
            fault = writer.put_pieces(one.path, read.stamp, read.pieces, read.whole, read.more)
            read.give_up()
            for piece in read.pieces:
                writer.learn(piece)
            if fault is not None:
                self._unreadable.append((one.path, fault))
            self._read += fault is None
            return
        if read.no_recording and not one.named:
            self._left_out.append(one.path)
            writer.put(one.path, read.stamp, read.rows, LEFT_OUT)
            return
        if read.no_recording:
            read = unread(one.path, read.fault or "", read.stamp)
        if read.fault is not None:
            self._unreadable.append((one.path, read.fault))
        self._read += read.fault is None
        if read.more is not None:
            writer.add(one.path, read.stamp, read.rows, read.more.passed)
            return
        writer.put(one.path, read.stamp, read.rows, PRESENT)

    def _is_up_to_date(
        self, connection: sqlite3.Connection, one: Wanted, known: dict[str, _Known]
    ) -> bool:
        """Tell whether a file is as it was read, by this version of the program."""
        before = known.get(one.path)
        if one.fault is not None or before is None or before.version != self._version:
            return False
        if before.status == _UNREADABLE or (before.state == LEFT_OUT and one.named):
            return False
        there = _status(one.path)
        if there is None or there.st_size != before.size:
            return False
        if there.st_mtime_ns != before.mtime_ns:
            # The hash of a small file is that of all of it.
            if there.st_size > 2 * ENDS or stamp_of(one.path).hash != before.hash:
                return False
            with transaction(connection):
                connection.execute(
                    "UPDATE t_source SET mtime_ns = ? WHERE source = ?",
                    (there.st_mtime_ns, before.source),
                )
        if before.state == VANISHED:
            _mark(connection, before.source, PRESENT)
        return True


def _end(connection: sqlite3.Connection, writer: Writer) -> None:
    finish(connection)
    _keep(connection, "updated", str(writer.now))
    if writer.replaced:
        writer.forget_unused()


def _more(
    connection: sqlite3.Connection, one: Wanted, before: _Known | None, version: str
) -> More | None:
    """Tell where a file may be read on: it holds what it held, and more behind that."""
    if one.fault is not None or before is None or before.version != version:
        return None
    start, passed, size = before.start, before.passed, before.size
    if start is None or passed is None or size is None or start > size:
        return None
    there = stamp_of(one.path, size)
    if there.size is None or there.size <= size or there.hash != before.hash:
        return None
    fragments = shows_fragments(connection, before.source)
    return More(start, passed, before.format or "", fragments, logs_of(before.logs))


def _known(connection: sqlite3.Connection) -> dict[str, _Known]:
    rows = connection.execute(
        "SELECT path, source, size, mtime_ns, hash, status, state, version, format,"
        " start, passed, logs"
        " FROM t_source"
    )
    return {text_again(path): _Known(*row) for path, *row in rows}


def _keep_root(connection: sqlite3.Connection, path: str, wanted: list[Wanted]) -> None:
    """Remember from where paths are meant; raises `InputError` where that is another folder now."""
    here = os.getcwd()  # noqa: PTH109
    kept = kept_in(connection, "root")
    if kept is None:
        _keep(connection, "root", here)
    elif kept != here and not all(os.path.isabs(one.path) for one in wanted):  # noqa: PTH117
        why = f"its paths are meant from {kept}: run footprint index there, or name full paths"
        raise InputError(path, why)


def _keep(connection: sqlite3.Connection, name: str, value: str) -> None:
    with transaction(connection):
        connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, stored_text(value)))


def _mark_vanished(connection: sqlite3.Connection, known: dict[str, _Known], seen: set[str]) -> int:
    """Mark what is in the index and on disk no more, and say how many are."""
    gone = [one for path, one in known.items() if path not in seen and _status(path) is None]
    for one in gone:
        if one.state != VANISHED:
            _mark(connection, one.source, VANISHED)
    return len(gone)


def _mark(connection: sqlite3.Connection, source: int, state: str) -> None:
    with transaction(connection):
        connection.execute("UPDATE t_source SET state = ? WHERE source = ?", (state, source))


def _status(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)  # noqa: PTH116
    except (OSError, ValueError):
        return None
