"""The texts, chunks, settings and rulings that rows share, and their numbers in an index."""

import sqlite3
from collections.abc import Iterable
from typing import Any

from footprint_cli.analyse.nearest import folded
from footprint_cli.archive.index_once import Row
from footprint_cli.archive.index_values import Stored, text_again

_NEW_TEXT = "INSERT INTO d_text (value) VALUES (?)"
_REMEMBERED = 500_000  # numbers of texts and chunks that are kept in memory


class Dictionary:
    """Gives what rows share the numbers that it has in an open index, new ones where it has none."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._texts: dict[Stored, int] = {}
        self._chunks: dict[tuple[Any, ...], int] = {}
        self._rows = {
            name: {_key(row[1:]): row[0] for row in connection.execute(f"SELECT * FROM {name}")}
            for name in ("d_setting", "d_ruling")
        }

    def texts(self, texts: Iterable[Stored]) -> list[int]:
        """Return the numbers of texts."""
        known = self._texts
        return [known[one] if one in known else self._text(one) for one in texts]

    def chunks(self, chunks: Iterable[Row], texts: list[int]) -> list[int]:
        """Return the numbers of chunks, whose documents and headings are places in `texts`."""
        return [self._chunk(one, texts) for one in chunks]

    def rows(self, table: str, rows: Iterable[Row]) -> list[int]:
        """Return the numbers of settings or rulings."""
        return [self._row(table, one) for one in rows]

    def relieve(self) -> None:
        """Forget numbers that can be looked up again, where there are many."""
        if len(self._texts) + len(self._chunks) > _REMEMBERED:
            self._texts.clear()
            self.forget_chunks()

    def forget_chunks(self) -> None:
        """Forget the numbers of chunks."""
        self._chunks.clear()

    def _text(self, text: Stored) -> int:
        found = self._connection.execute("SELECT text FROM d_text WHERE value = ?", (text,))
        row = found.fetchone()
        number: int = row[0] if row else self._insert(_NEW_TEXT, (text,))
        self._texts[text] = number
        return number

    def _chunk(self, chunk: Row, texts: list[int]) -> int:
        name, document, page, heading = chunk
        stored = (name, _at(document, texts), page, _at(heading, texts))
        key = (*stored, type(page))
        if key in self._chunks:
            return self._chunks[key]
        row = self._connection.execute(
            "SELECT chunk FROM d_chunk WHERE id IS ? AND document IS ? AND page IS ? AND heading IS ?"
            " AND typeof(page) = typeof(?)",
            (*stored, page),
        ).fetchone()
        number: int = row[0] if row else self._new_chunk(stored)
        self._chunks[key] = number
        return number

    def _new_chunk(self, stored: tuple[Any, ...]) -> int:
        return self._insert(
            "INSERT INTO d_chunk (id, document, page, heading, alike) VALUES (?, ?, ?, ?, ?)",
            (*stored, None if stored[0] is None else looks(text_again(stored[0]))),
        )

    def _row(self, table: str, row: Row) -> int:
        known, key = self._rows[table], _key(row)
        if key not in known:
            marks = ", ".join("?" * (len(row) + 1))
            known[key] = self._insert(f"INSERT INTO {table} VALUES ({marks})", (None, *row))
        number: int = known[key]
        return number

    def _insert(self, statement: str, values: tuple[Any, ...]) -> int:
        number = self._connection.execute(statement, values).lastrowid
        return number or 0


def looks(text: str) -> int:
    """Return a number that ids share which differ in case, blanks, Unicode form or separators only.

    Others may have it too.
    """
    from zlib import crc32

    return crc32(folded(text).encode("utf-8", "surrogatepass"))


def _at(place: Stored, texts: list[int]) -> int | None:
    return texts[place] if isinstance(place, int) else None


def _key(row: Row) -> tuple[Any, ...]:
    """Return what tells rows apart as an index does: 1 and 1.0 are two, 1 and true are one."""
    return tuple((type(one), one) if isinstance(one, float) else one for one in row)
