"""The texts, chunks, settings and rulings that rows share, and their numbers in an index."""

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from footprint_cli.analyse.nearest import folded
from footprint_cli.archive.index.file import make_indexes
from footprint_cli.archive.index.inserts import Inserts
from footprint_cli.archive.index.lexicon import News
from footprint_cli.archive.index.once import Row
from footprint_cli.archive.index.values import Stored, text_again

_REMEMBERED = 500_000  # numbers of texts and chunks that are kept in memory


class Numbers(NamedTuple):
    """The numbers in an index of what stands in a lexicon, by the numbers there."""

    texts: list[int]
    chunks: list[int]
    settings: list[int]
    rulings: list[int]


class Dictionary:
    """Gives what rows share the numbers that it has in an open index, new ones where it has none.

    What is new is written by `flush`, before rows name it. Nobody else writes to the index meanwhile.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._texts: dict[Stored, int] = {}
        self._chunks: dict[tuple[Any, ...], int] = {}
        self._rows = {
            name: {_key(row[1:]): row[0] for row in connection.execute(f"SELECT * FROM {name}")}
            for name in ("d_setting", "d_ruling")
        }
        self._last = {name: _last(connection, name) for name in ("text", "chunk")}
        self._new: dict[str, list[Row]] = {"text": [], "chunk": []}
        self._lexicons: dict[int, tuple[int, Numbers]] = {}  # by process, its last one
        self._knows_all = not any(
            self._last.values()
        )  # of a new index: nothing has to be looked up
        if not self._knows_all:
            make_indexes(connection)

    def numbers(self, news: News) -> Numbers:
        """Take up what is new in a lexicon, and return the numbers of all that is in it.

        News of one lexicon come in its order, and all of them.
        """
        known = Numbers([], [], [], [])
        if news.lexicon is not None:
            process, number = news.lexicon
            last = self._lexicons.get(process)
            if last is None or last[0] != number:
                last = self._lexicons[process] = (number, known)
            known = last[1]
        known.texts.extend(map(self._text_number, news.texts))
        known.chunks.extend(self._chunk_numbers(news.chunks, known.texts))
        known.settings.extend(self._row("d_setting", one) for one in news.settings)
        known.rulings.extend(self._row("d_ruling", one) for one in news.rulings)
        return known

    def _text_number(self, text: Stored) -> int:
        known = self._texts.get(text)
        return self._text(text) if known is None else known

    def _chunk_numbers(self, chunks: Iterable[Row], texts: list[int]) -> Iterator[int]:
        """Yield the numbers of chunks, whose documents and headings are places in `texts`."""
        known = self._chunks
        for name, document, page, heading in chunks:
            stored = (name, _at(document, texts), page, _at(heading, texts))
            key = (*stored, page.__class__)
            number = known.get(key)
            yield self._chunk(stored, key) if number is None else number

    def flush(self) -> None:
        """Write what is new."""
        for name, columns in (("text", 2), ("chunk", 6)):
            new, self._new[name] = self._new[name], []
            Inserts(self._connection, f"d_{name}", columns).put(new, len(new))

    def relieve(self) -> None:
        """Forget numbers that can be looked up again, where there are many."""
        if len(self._texts) + len(self._chunks) > _REMEMBERED:
            self._texts.clear()
            self.forget_chunks()
            make_indexes(self._connection)

    def forget_chunks(self) -> None:
        """Forget the numbers of chunks."""
        self._chunks.clear()
        self._knows_all = False

    def _text(self, text: Stored) -> int:
        number = self._found("SELECT text FROM d_text WHERE value = ?", (text,))
        if number is None:
            number = self._numbered("text", (text,))
        self._texts[text] = number
        return number

    def _chunk(self, stored: Row, key: tuple[Any, ...]) -> int:
        name, _, page, _ = stored
        number = self._found(
            "SELECT chunk FROM d_chunk WHERE id IS ? AND document IS ? AND page IS ?"
            " AND heading IS ? AND typeof(page) = typeof(?)",
            (*stored, page),
        )
        if number is None:
            alike = None if name is None else looks(text_again(name))
            number = self._numbered("chunk", (*stored, alike))
        self._chunks[key] = number
        return number

    def _row(self, table: str, row: Row) -> int:
        known, key = self._rows[table], _key(row)
        if key not in known:
            marks = ", ".join("?" * (len(row) + 1))
            made = self._connection.execute(f"INSERT INTO {table} VALUES ({marks})", (None, *row))
            known[key] = made.lastrowid or 0
        number: int = known[key]
        return number

    def _found(self, statement: str, values: Row) -> int | None:
        if self._knows_all:
            return None
        row = self._connection.execute(statement, values).fetchone()
        return None if row is None else int(row[0])

    def _numbered(self, name: str, values: Row) -> int:
        self._last[name] += 1
        self._new[name].append((self._last[name], *values))
        return self._last[name]


def looks(text: str) -> int:
    """Return a number that ids share which differ in case, blanks, Unicode form or separators only.

    Others may have it too.
    """
    from zlib import crc32

    return crc32(folded(text).encode("utf-8", "surrogatepass"))


def _last(connection: sqlite3.Connection, name: str) -> int:
    [number] = connection.execute(f"SELECT ifnull(max({name}), 0) FROM d_{name}").fetchone()
    return int(number)


def _at(place: Stored, texts: list[int]) -> int | None:
    return texts[place] if isinstance(place, int) else None


def _key(row: Row) -> tuple[Any, ...]:
    """Return what tells rows apart as an index does: 1 and 1.0 are two, 1 and true are one."""
    return tuple((type(one), one) if isinstance(one, float) else one for one in row)
