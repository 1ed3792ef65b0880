"""An index as a file: opened for writing or for questions, and refused by name where it is none."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from footprint_cli.archive.index.schema import APPLICATION_ID, INDEXES, SCHEMA, SCHEMA_VERSION
from footprint_cli.archive.index.values import text_again
from footprint_cli.errors import InputError

_MAGIC = b"SQLite format 3\0"
_CACHE = -65_536  # KB, negative by SQLite's convention
_LOGGED = 8_192  # pages (64 MB) that wait beside the file until they are written into it
WAITS = 5.0  # s for another process that writes
_OTHER_WRITER = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
# Beside what SQLite itself calls damage: a table that is gone, a value that no row of ours has.
_DAMAGE = frozenset(
    {
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_FORMAT,
        sqlite3.SQLITE_ERROR,
        sqlite3.SQLITE_CONSTRAINT,
        sqlite3.SQLITE_MISMATCH,
        sqlite3.SQLITE_TOOBIG,
    }
)
_UNLIKE_OURS = (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)


def opened(path: str) -> sqlite3.Connection:
    """Open an index for questions; nothing can be written through it.

    All that is read of it is what it held then, whoever goes on writing it meanwhile. Raises
    `InputError` for what is no index, a damaged one, and one of a newer schema.
    """
    _check_head(path)
    with named(path):
        connection = sqlite3.connect(f"file:{_quoted(path)}?mode=ro", uri=True, timeout=WAITS)
        try:
            connection.execute("PRAGMA query_only = 1")
            connection.execute("BEGIN")
            _check_version(connection, path)
            _check_rows(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def opened_to_write(path: str) -> sqlite3.Connection:
    """Open an index to bring it up to date, a new one where there is no file or an empty one.

    Each transaction is in the file whole or not at all, whenever the process ends.
    """
    new = not os.path.exists(path) or os.path.getsize(path) == 0  # noqa: PTH110, PTH202
    if not new:
        _check_head(path)
    with named(path):
        # Its whole path, for SQLite means something else by "" and ":memory:".
        whole = os.path.abspath(path)  # noqa: PTH100
        connection = sqlite3.connect(whole, timeout=WAITS, isolation_level=None)
        try:
            new = new or _is_blank(connection)
            if new:
                connection.execute("PRAGMA page_size = 8192")
            else:
                _check_version(connection, path)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(f"PRAGMA cache_size = {_CACHE}")
            connection.execute(f"PRAGMA wal_autocheckpoint = {_LOGGED}")
            if new:
                connection.executescript(f"BEGIN; {SCHEMA}; COMMIT;")
        except BaseException:
            connection.close()
            raise
    return connection


def finish(connection: sqlite3.Connection) -> None:
    """Make what only questions need, and leave one file that can be copied as it is.

    Where somebody asks the index just then, a second file stays beside it, until the next time.
    """
    make_indexes(connection)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with suppress(sqlite3.OperationalError):
        connection.execute("PRAGMA journal_mode = DELETE")


def make_indexes(connection: sqlite3.Connection) -> None:
    """Make the indexes that are not there yet."""
    for name, columns in INDEXES.items():
        connection.execute(f"CREATE INDEX IF NOT EXISTS {name} ON {columns}")


def kept_in(connection: sqlite3.Connection, name: str) -> str | None:
    """Return what an index keeps of itself, None where it does not.

    `root` is the folder from where its paths are meant, `updated` when it was last brought up to date,
    in ms since 1970 UTC: not there, where that never came to its end.
    """
    row = connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
    return None if row is None else str(text_again(row[0]))


def statuses(connection: sqlite3.Connection) -> set[int]:
    """Return what the sources of an index answer with: 0 read whole, 3 damaged, 4 unreadable."""
    rows = connection.execute("SELECT one FROM t_total WHERE what = 'sources' AND count > 0")
    return {status for [status] in rows}


@contextmanager
def named(path: str) -> Iterator[None]:
    """Say which index could not be opened, read or written, as `InputError`.

    Whoever takes rows apart does so in this block: a row that is not as ours are is damage too.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise failure(path, error) from error
    except _UNLIKE_OURS as error:
        raise _damaged(path, f"{type(error).__name__}: {error}") from error


def failure(path: str, error: sqlite3.Error) -> InputError:
    """Return the error of a command for one of SQLite."""
    extended = getattr(error, "sqlite_errorcode", None)
    code = None if extended is None else extended & 0xFF
    if code in _OTHER_WRITER:
        return InputError(path, "another process uses this index; try again when it has ended")
    # Without a code it is Python's binding that gave up: on a text that is no UTF-8.
    if code in _DAMAGE or (code is None and isinstance(error, sqlite3.OperationalError)):
        return _damaged(path, str(error))
    return InputError(path, f"this index cannot be used: {error}")


def _damaged(path: str, how: str) -> InputError:
    return InputError(path, f"this index is damaged ({how}); make it again")


def _check_head(path: str) -> None:
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            head = file.read(len(_MAGIC))
    except FileNotFoundError:
        raise InputError(path, "there is no such index; footprint index makes one") from None
    except IsADirectoryError:
        raise InputError(path, "is a folder: footprint sql alone asks a dataset") from None
    except (OSError, ValueError) as error:
        raise InputError(path, f"cannot be opened: {error}") from error
    if head != _MAGIC:
        raise InputError(path, "this is no index of footprint")


def _is_blank(connection: sqlite3.Connection) -> bool:
    """Tell whether a database holds nothing at all, as after a crash before its first transaction."""
    [application] = connection.execute("PRAGMA application_id").fetchone()
    [tables] = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return not application and not tables


def _check_version(connection: sqlite3.Connection, path: str) -> None:
    [application] = connection.execute("PRAGMA application_id").fetchone()
    [version] = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise InputError(path, "this is no index of footprint")
    if version != SCHEMA_VERSION:
        newer = (
            "a newer version of footprint wrote it" if version > SCHEMA_VERSION else "make it anew"
        )
        raise InputError(
            path,
            f"its schema is version {version}, and this version reads {SCHEMA_VERSION}: {newer}",
        )


def _check_rows(connection: sqlite3.Connection, path: str) -> None:
    """Raise `InputError` where tables are empty that all others rest on."""
    [lost] = connection.execute(
        "SELECT EXISTS (SELECT 1 FROM t_source WHERE status IS NOT NULL)"
        " AND NOT EXISTS (SELECT 1 FROM t_total WHERE what = 'sources' AND count > 0)"
        " OR EXISTS (SELECT 1 FROM t_retrieval) AND NOT EXISTS (SELECT 1 FROM d_text)"
    ).fetchone()
    if lost:
        raise _damaged(path, "what its rows rest on is gone")


def _quoted(path: str) -> str:
    from urllib.parse import quote

    return quote(os.fsencode(os.path.abspath(path)))  # noqa: PTH100
