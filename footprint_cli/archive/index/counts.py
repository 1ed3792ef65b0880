"""How often each answer was given of what is asked for, counted by the index itself."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from footprint_cli.analyse.nearest import COMPARED
from footprint_cli.archive.index.asked import Part, like, named
from footprint_cli.archive.index.values import text_again
from footprint_cli.model.answer import ANSWERS, Asked

_NO_LIST = "candidates-not-recorded"
_BEST = " ".join(f"WHEN '{one}' THEN {place}" for place, one in enumerate(ANSWERS))


class Ruling(NamedTuple):
    """What was ruled on a candidate; `first`: it is the one that answers for its id in its list.

    `unnamed` is what the list answers of a chunk that it does not name.
    """

    answer: str
    read: bool | None
    refused_by: str | None
    first: bool
    unnamed: str


class Group(NamedTuple):
    """Candidates of one chunk with one ruling: how many, and where the first of them is."""

    chunk: int
    number: int
    ruling: Ruling
    times: int
    at: tuple[int, int]


class Question:
    """One question to an open index, and what the index counts for it."""

    def __init__(self, connection: sqlite3.Connection, asked: Asked, part: Part) -> None:
        self.connection = connection
        self.asked = asked
        self.part = part
        self.named = named(connection, asked)
        self.column = "unnamed_document" if asked.how == "doc" else "unnamed"
        self.chunks = _json(self.named.chunks)
        self.texts = _json(self.named.attached)
        where, values = part.where("t")
        self.where, self.values = where, values
        self.of_part = "" if part.is_all else "JOIN t_retrieval t USING (retrieval)"
        self.rulings = dict(self._rulings())
        self.groups = [*self._groups()]

    def _rulings(self) -> Iterator[tuple[int, Ruling]]:
        rows = self.connection.execute(
            f"SELECT ruling, answer, read, refused_by, first, {self.column} FROM d_ruling"
        )
        for number, answer, read, by, first, unnamed in rows:
            was_read = None if read is None else bool(read)
            yield number, Ruling(answer, was_read, text_again(by), bool(first), unnamed)

    def _groups(self) -> Iterator[Group]:
        # Beside min(), SQLite gives the other columns of the row that has it.
        rows = self.connection.execute(
            f"SELECT c.chunk, c.ruling, count(*), min(c.retrieval), c.place"
            f" FROM t_candidate c {self.of_part}"
            f" WHERE c.chunk IN (SELECT value FROM json_each(?)) AND {self.where}"
            " GROUP BY c.chunk, c.ruling",
            [self.chunks, *self.values],
        )
        for chunk, ruling, count, first, place in rows:
            yield Group(chunk, ruling, self.rulings[ruling], count, (first, place))

    @property
    def answering(self) -> list[Group]:
        """The groups that answer, in the order in which they first came."""
        return sorted((one for one in self.groups if one.ruling.first), key=lambda one: one.at)

    def attached_chunks(self) -> Iterator[tuple[tuple[int, int], str, int]]:
        """Yield the chunks that events saw attached where nothing is listed: where first, and how often."""
        rows = self.connection.execute(
            f"SELECT a.id, count(*), min(a.retrieval), a.place"
            f" FROM t_attached a {self.of_part}"
            f" WHERE a.id IN (SELECT value FROM json_each(?)) AND {self.where} GROUP BY a.id",
            [self.texts, *self.values],
        )
        for text, count, first, place in rows:
            yield (first, place), self.named.attached[text], count

    def _attached(self) -> int:
        """Count the retrievals without a list of which events saw a chunk attached that is asked for."""
        [count] = self.connection.execute(
            f"SELECT count(DISTINCT a.retrieval) FROM t_attached a"
            f" {self.of_part} WHERE a.id IN (SELECT value FROM json_each(?)) AND {self.where}",
            [self.texts, *self.values],
        ).fetchone()
        return int(count)

    @cached_property
    def silent(self) -> Counter[str]:
        """Count the retrievals that do not name what is asked for, by what they answer."""
        counts = self._unnamed()
        for (_, unnamed), count in self.naming.items():
            counts[unnamed] -= count
        return counts

    @cached_property
    def naming(self) -> Counter[tuple[str, str]]:
        """Count the retrievals that name what is asked for, by their best answer and the other one."""
        counts: Counter[tuple[str, str]] = Counter()
        if self.asked.how == "exact":
            for one in self.answering:
                counts[one.ruling.answer, one.ruling.unnamed] += one.times
        else:
            for best, unnamed, count in self._best():
                counts[ANSWERS[best], unnamed] += count
        attached = self._attached()
        if attached:
            counts["read", _NO_LIST] += attached
        return counts

    def _best(self) -> Iterator[Any]:
        """Count retrievals by their best answer; a pattern may have several chunks in one."""
        return self.connection.execute(
            "SELECT best, unnamed, count(*) FROM ("
            f"SELECT min(CASE g.answer {_BEST} END) AS best, min(g.{self.column}) AS unnamed"
            f" FROM t_candidate c JOIN d_ruling g USING (ruling) {self.of_part}"
            f" WHERE c.chunk IN (SELECT value FROM json_each(?)) AND g.first AND {self.where}"
            " GROUP BY c.retrieval) GROUP BY best, unnamed",
            [self.chunks, *self.values],
        )

    def _unnamed(self) -> Counter[str]:
        """Count all retrievals of the part by what they answer of something that they do not name."""
        if self.part.is_all:
            column = "other" if self.asked.how == "doc" else "one"
            rows = self.connection.execute(
                "SELECT x.value, sum(count) FROM t_total t"
                f" JOIN d_text x ON x.text = t.{column} WHERE what = 'retrievals' GROUP BY 1"
            )
        else:
            rows = self.connection.execute(
                f"SELECT x.value, count(*) FROM t_retrieval t JOIN d_text x ON x.text = t.{self.column}"
                f" WHERE {self.where} GROUP BY 1",
                self.values,
            )
        return Counter({answer: count for answer, count in rows if count})

    def ids(self) -> Iterator[str]:
        """Yield the ids, or documents, that the one asked for may be like: those alike, then the first."""
        if self.asked.how != "doc" and self.part.is_all:
            yield from like(self.connection, self.asked.text)
        yield from islice(self._first_ids(), COMPARED + len(self.asked.text))

    def _first_ids(self) -> Iterator[str]:
        what = "id" if self.asked.how != "doc" else "document"
        if self.part.is_all:
            rows = self.connection.execute(
                f"SELECT {what} FROM d_chunk WHERE {what} IS NOT NULL GROUP BY 1 ORDER BY min(chunk)"
            )
        else:
            rows = self.connection.execute(
                f"SELECT k.{what} FROM t_candidate c JOIN d_chunk k USING (chunk)"
                f" JOIN t_retrieval t USING (retrieval) WHERE k.{what} IS NOT NULL AND"
                f" {self.where} GROUP BY 1 ORDER BY min(c.retrieval), c.place",
                self.values,
            )
        for [found] in rows:
            yield self._document(found) if what == "document" else text_again(found)

    def _document(self, text: int) -> str:
        [value] = self.connection.execute(
            "SELECT value FROM d_text WHERE text = ?", (text,)
        ).fetchone()
        return str(text_again(value))


def _json(numbers: dict[int, Any]) -> str:
    return f"[{','.join(map(str, numbers))}]"
