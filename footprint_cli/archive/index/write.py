"""The rows of one source → an index, in one transaction."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from footprint_cli.archive.index.ahead import known_ahead
from footprint_cli.archive.index.dictionary import Dictionary
from footprint_cli.archive.index.growth import More
from footprint_cli.archive.index.moved import NOTHING, Ahead, moved
from footprint_cli.archive.index.pieces import Joined, Piece
from footprint_cli.archive.index.rows import RECORDING_STATUS, SourceRows
from footprint_cli.archive.index.schema import OF_RETRIEVAL, OF_SOURCE
from footprint_cli.archive.index.tables import Tables
from footprint_cli.archive.index.values import stored_text
from footprint_cli.archive.search.trust import Untrusted

_SOURCE = (
    "UPDATE t_source SET size = ?, mtime_ns = ?, hash = ?, format = ?, recordings = ?, retrievals = ?,"
    " calls = ?, lines = ?, damage = ?, status = ?, state = ?, indexed_at = ?, version = ?,"
    " start = ?, passed = ?, logs = ? WHERE source = ?"
)
_MORE = (
    "UPDATE t_source SET size = ?, mtime_ns = ?, hash = ?, recordings = recordings + ?,"
    " retrievals = retrievals + ?, calls = calls + ?, lines = ?, indexed_at = ?, version = ?,"
    " start = ?, passed = ?, logs = ? WHERE source = ?"
)
_CANDIDATE = "INSERT INTO t_candidate VALUES (?, ?, ?, ?, ?)"
_ADD = (
    "INSERT INTO t_total VALUES (?, ?, ?, ?)"
    " ON CONFLICT (what, one, other) DO UPDATE SET count = count + excluded.count"
)
_WHOLE = """
SELECT 'retrievals', unnamed, unnamed_document, count(*) FROM t_retrieval WHERE source = :source
  GROUP BY 2, 3
UNION ALL SELECT 'recordings', format IS NOT NULL, 0, count(*) FROM t_recording
  WHERE source = :source GROUP BY 2
UNION ALL SELECT 'sources', status, damage > 0, 1 FROM t_source
  WHERE source = :source AND status IS NOT NULL
"""


PRESENT, VANISHED, LEFT_OUT = "present", "vanished", "left-out"
Told = tuple[SourceRows, str | None]  # the rows of a source, and why nothing of it could be read


class Stamp(NamedTuple):
    """What tells whether a file is still the one that was read; None: it could not be looked at."""

    size: int | None = None
    mtime_ns: int | None = None
    hash: str | None = None


class Writer:
    """Writes sources into an open index; each is there whole or not at all.

    `version` is that of the program, `now` the time in ms since 1970 UTC.
    """

    def __init__(self, connection: sqlite3.Connection, *, version: str, now: int) -> None:
        self._connection = connection
        self._version, self.now = version, now
        self._dictionary = Dictionary(connection)
        self._tables = Tables(connection)
        self.replaced = False  # rows were dropped, and chunks may be named no more

    def put(self, path: str, stamp: Stamp, told: SourceRows, state: str) -> None:
        """Write one source in place of what was known of it."""
        with transaction(self._connection):
            self._put(self._emptied(path), stamp, told, state)
        self._dictionary.relieve()

    def put_pieces(
        self,
        path: str,
        stamp: Stamp,
        pieces: Iterable[Piece | None],
        whole: Callable[[], Told],
        more: More | None = None,
    ) -> str | None:
        """Write one source piece by piece; where one is None, as a `whole` that is read then.

        With `more` they go on there from what is known of the source. Returns why nothing of it could
        be read, or None.
        """
        fault, refused = None, None
        with transaction(self._connection):
            source, new = self._number(path)
            self._count(source, -1)
            try:
                known = None if more is None else known_ahead(self._connection, source, more)
                if not new:
                    self._drop(source, NOTHING if known is None else known.ahead)
                joined = Joined(path, known)
                for piece in pieces:
                    refused = piece
                    self._rows(source, joined.add(piece))
                    refused = None
                self._put(source, stamp, joined.last(), PRESENT, joined.counts)
            except Untrusted:
                self.learn(refused)
                self._drop(source)
                told, fault = whole()
                self._put(source, stamp, told, PRESENT)
        self._dictionary.relieve()
        return fault

    def learn(self, piece: Piece | None) -> None:
        """Take up the words of a piece that is not written: its process tells each of them once."""
        if piece is not None:
            self._dictionary.numbers(piece.rows.news)
            self.replaced = True

    def _put(
        self,
        source: int,
        stamp: Stamp,
        told: SourceRows,
        state: str,
        written: tuple[int, int] = (0, 0),
    ) -> None:
        """Write the rows of a source of which so many retrievals and calls are written."""
        self._rows(source, told)
        recordings, retrievals, calls = _held(told)
        held = [recordings, retrievals + written[0], calls + written[1]]
        values = [*stamp, told.format, *held, told.lines, told.damage, told.status, state]
        self._connection.execute(_SOURCE, [*values, self.now, self._version, *told.stand, source])
        self._count(source, 1)

    def add(self, path: str, stamp: Stamp, told: SourceRows, passed: int) -> None:
        """Write what was read on of a source, after so many lines, behind what is known of it."""
        with transaction(self._connection):
            [source, form] = self._connection.execute(
                "SELECT source, format FROM t_source WHERE path = ?", (stored_text(path),)
            ).fetchone()
            self._count(source, -1)
            ahead = Ahead(
                *(
                    self._connection.execute(
                        f"SELECT count(*) FROM {name} WHERE source = ?", (source,)
                    ).fetchone()[0]
                    for name in ("t_recording", "t_retrieval", "t_call", "t_finding")
                )
            )
            if form == "evidence":  # all of a file's lines are one recording
                status = told.rows["t_recording"][0][RECORDING_STATUS]
                self._connection.execute(
                    "UPDATE t_recording SET status = max(status, ?) WHERE source = ?",
                    (status, source),
                )
                del told.rows["t_recording"]
                ahead = ahead._replace(recordings=0)
            self._rows(source, moved(told, ahead))
            held = _held(told)
            lines = None if told.lines is None or form != "evidence" else passed + told.lines
            self._connection.execute(
                _MORE, [*stamp, *held, lines, self.now, self._version, *told.stand, source]
            )
            self._count(source, 1)
        self._dictionary.relieve()

    def forget_unused(self) -> None:
        """Drop chunks that no candidate names any more; they would be offered as ids like another."""
        with transaction(self._connection):
            self._connection.execute(
                "DELETE FROM d_chunk WHERE NOT EXISTS"
                " (SELECT 1 FROM t_candidate WHERE t_candidate.chunk = d_chunk.chunk)"
            )
        self._dictionary.forget_chunks()

    def _emptied(self, path: str) -> int:
        """Return the number of a source, with the rows that it had dropped."""
        source, new = self._number(path)
        if not new:
            self._count(source, -1)
            self._drop(source)
        return source

    def _number(self, path: str) -> tuple[int, bool]:
        """Return the number of a source, and whether it is a new one."""
        stored = stored_text(path)
        known = self._connection.execute("SELECT source FROM t_source WHERE path = ?", (stored,))
        row = known.fetchone()
        if row is None:
            made = self._connection.execute("INSERT INTO t_source (path) VALUES (?)", (stored,))
            return made.lastrowid or 0, True
        return row[0], False

    def _drop(self, source: int, kept: Ahead = NOTHING) -> None:
        """Drop the rows of a source behind so many retrievals and calls, and what is said of it all."""
        for name in OF_RETRIEVAL:
            self._connection.execute(
                f"DELETE FROM {name} WHERE retrieval IN"
                " (SELECT retrieval FROM t_retrieval WHERE source = ? AND number >= ?)",
                (source, kept.retrievals),
            )
        first = {"number": kept.retrievals, "call": kept.calls}
        for name, column in OF_SOURCE.items():
            self._connection.execute(
                f"DELETE FROM {name} WHERE source = ? AND {column} >= ?",
                (source, first.get(column, 0)),
            )
        self.replaced = True

    def _rows(self, source: int, told: SourceRows) -> None:
        [first] = self._connection.execute(
            "SELECT ifnull(max(retrieval) + 1, 0) FROM t_retrieval"
        ).fetchone()
        known = self._dictionary.numbers(told.news)
        self._dictionary.flush()
        retrievals = range(first, first + len(told.rows.get("t_retrieval", ())))
        self._tables.put(source, told.rows, told.lists, retrievals, known)

    def _count(self, source: int, sign: int) -> None:
        totals = self._connection.execute(_WHOLE, {"source": source}).fetchall()
        self._connection.executemany(_ADD, [(*key, sign * count) for *key, count in totals])


def _held(told: SourceRows) -> list[int]:
    """Count the recordings, retrievals and calls of a source: what cannot be recognised is none."""
    recognised = sum(row[1] is not None for row in told.rows.get("t_recording", ()))
    return [recognised, *(len(told.rows.get(one, ())) for one in ("t_retrieval", "t_call"))]


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Do all of what follows, or nothing of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
