"""One process at a time brings an index up to date, from its first look at the file to its last write."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

from footprint_cli.archive.index import file as index_file
from footprint_cli.errors import InputError

_SUFFIX = "-lock"


@contextmanager
def locked(path: str) -> Iterator[None]:
    """Keep other processes from writing an index; the lock ends with this one, however that ends.

    It is a lock of SQLite, on an empty file beside the index: within a run, transactions of the index
    itself come and go. Raises `InputError` where another process has it for longer than one waits.
    """
    place = f"{os.path.realpath(path)}{_SUFFIX}"
    while True:
        with _opened(path, place) as file, closing(_connected(path, place)) as connection:
            failure = _failure(connection)
            if not _is_at(file, place):
                continue  # who had it removed the file, and another may have made one since
            if failure is not None:
                raise index_file.failure(path, failure) from failure
            try:
                yield
            finally:
                with suppress(OSError):
                    os.remove(place)  # noqa: PTH107
            return


@contextmanager
def _opened(path: str, place: str) -> Iterator[int]:
    """Open the file of the lock, so that no other gets its number; closing it sooner ends the lock."""
    try:
        file = os.open(place, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise InputError(path, f"cannot be written: {error.strerror}") from error
    try:
        yield file
    finally:
        os.close(file)


def _connected(path: str, place: str) -> sqlite3.Connection:
    try:
        return sqlite3.connect(place, timeout=index_file.WAITS, isolation_level=None)
    except sqlite3.Error as error:
        raise index_file.failure(path, error) from error


def _failure(connection: sqlite3.Connection) -> sqlite3.Error | None:
    """Lock, and return what kept it from that."""
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        return error
    return None


def _is_at(file: int, place: str) -> bool:
    """Tell whether an open file is the one at a place."""
    try:
        return os.path.samestat(os.fstat(file), os.stat(place))  # noqa: PTH116
    except OSError:
        return False
