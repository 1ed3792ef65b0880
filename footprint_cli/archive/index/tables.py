"""The rows of one source → the tables of an index, with the numbers that things have there."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, repeat
from typing import Any

from footprint_cli.archive.index.candidates import Listed
from footprint_cli.archive.index.dictionary import Numbers
from footprint_cli.archive.index.inserts import Inserts
from footprint_cli.archive.index.once import Row

# Columns that hold the number of something that is shared, and of what.
_SHARED: dict[str, dict[str, str]] = {
    "t_recording": {},
    "t_retrieval": {
        "retrieval": "retrievals",
        "setting": "settings",
        **dict.fromkeys(
            ("step", "evidence_from", "outcome", "unnamed", "unnamed_document"), "texts"
        ),
    },
    "t_detail": {"retrieval": "retrievals"},
    "t_attached": {"retrieval": "retrievals", "id": "texts"},
    "t_call": dict.fromkeys(
        ("tool", "step", "because", "searched", "population", "period", "filters"), "texts"
    ),
    "t_gap": dict.fromkeys(("kind", "bears", "argument", "what", "why", "closes"), "texts"),
    "t_finding": dict.fromkeys(("kind", "code", "level", "step", "retriever", "tool"), "texts"),
}
_CANDIDATE = 5  # columns


class Numbered:
    """Puts rows of sources into one table, with the numbers that things have in the index."""

    def __init__(self, connection: sqlite3.Connection, table: str) -> None:
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        self._inserts = Inserts(connection, table, len(columns))
        self._of_source = columns[0] == "source"
        own = columns[self._of_source :]
        self._shared = [(own.index(name), what) for name, what in _SHARED[table].items()]

    def put(self, source: int, rows: list[Row], numbers: dict[str, Sequence[int]]) -> None:
        """Insert the rows of a source."""
        places = [(at, numbers[what]) for at, what in self._shared]
        numbered = _numbered((source,) if self._of_source else (), rows, places)
        self._inserts.put(numbered, len(rows))


class Tables:
    """The tables that hold the rows of sources."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._tables = {name: Numbered(connection, name) for name in _SHARED}
        self._candidates = Inserts(connection, "t_candidate", _CANDIDATE)

    def put(
        self,
        source: int,
        rows: dict[str, list[Row]],
        lists: list[Listed],
        retrievals: range,
        known: Numbers,
    ) -> None:
        """Insert the rows of a source; its `retrievals` have these numbers, and what is shared those."""
        numbers: dict[str, Sequence[int]] = {"retrievals": retrievals, **known._asdict()}
        for name, each in rows.items():
            self._tables[name].put(source, each, numbers)
        listed = sum(len(one.chunks) for one in lists)
        self._candidates.put(_rows_of(lists, retrievals.start, known), listed)


def _numbered(
    source: tuple[int, ...], rows: Iterable[Row], places: list[tuple[int, Sequence[int]]]
) -> Iterator[list[Any]]:
    before = len(source)
    for row in rows:
        own: list[Any] = [*source, *row]
        for at, numbers in places:
            place = own[before + at]
            if place is not None:
                own[before + at] = numbers[place]
        yield own


def _rows_of(
    lists: Iterable[Listed], first: int, known: Numbers
) -> Iterator[tuple[int, int, int, int, float | None]]:
    """Make the rows of candidates, with the numbers of the index; `first` is that of a retrieval."""
    chunk, ruling = known.chunks.__getitem__, known.rulings.__getitem__
    for one in lists:
        chunks, rulings = map(chunk, one.chunks), map(ruling, one.rulings)
        retrieval = repeat(first + one.retrieval, len(one.chunks))
        yield from zip(retrieval, count(), chunks, rulings, one.scores, strict=False)
