"""The candidates of an index as Arrow has them: what many rows share is put in by its number.

Rows of the view `candidates` are the same, one by one; there, each row looks up everything anew.
"""

import sqlite3
from collections.abc import Sequence
from typing import Any

from footprint_cli.archive.index.arrays import array_of, needed
from footprint_cli.archive.index.schema import POSTINGS

_OF_CHUNK = ("chunk", "document", "page", "heading")
_CHUNKS = """
SELECT k.chunk, k.id, x1.value, k.page, x2.value FROM d_chunk k
  LEFT JOIN d_text x1 ON x1.text = k.document LEFT JOIN d_text x2 ON x2.text = k.heading
"""
_OF_RULING = (
    "admitted",
    "read",
    "answer",
    "limit_refused",
    "refused_by",
    "reason",
    "first",
    "ranked",
)
_RULINGS = f"SELECT ruling, {', '.join(_OF_RULING)} FROM d_ruling"


class Postings:
    """Reads candidates: `names` from `rows`, clauses of SQL, are what `arrays` takes."""

    rows = f"({POSTINGS})"

    def __init__(self, connection: sqlite3.Connection, schema: Any) -> None:  # noqa: ANN401 (of Arrow)
        types = {one.name: one.type for one in schema} | {"ranked": needed("pyarrow").bool_()}
        self._chunks = _Shared(connection, _CHUNKS, {one: types[one] for one in _OF_CHUNK})
        self._rulings = _Shared(connection, _RULINGS, {one: types[one] for one in _OF_RULING})
        self._types = types
        shared = {*_OF_CHUNK, *_OF_RULING}
        self._own = [one for one in schema.names if one not in shared]
        self._names = schema.names
        self.names = [*self._own, "of_chunk", "of_ruling"]

    def arrays(self, columns: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Return the columns of the schema, from rows that were read."""
        compute = needed("pyarrow.compute")
        *own, chunks, rulings = columns
        found = {
            name: array_of(column, self._types[name])
            for name, column in zip(self._own, own, strict=True)
        }
        found |= self._chunks.columns(chunks) | self._rulings.columns(rulings)
        found["rank"] = compute.if_else(
            found["ranked"], compute.add(found["place"], 1), found["rank"]
        )
        return [found[name] for name in self._names]


class _Shared:
    """What rows have by a number, which is the first column of a statement."""

    def __init__(
        self, connection: sqlite3.Connection, statement: str, types: dict[str, Any]
    ) -> None:
        rows = connection.execute(statement).fetchall()
        numbers, *columns = zip(*rows, strict=True) if rows else [()] * (len(types) + 1)
        self._places = {number: place for place, number in enumerate(numbers)}
        self._columns = {
            name: array_of(column, kind)
            for (name, kind), column in zip(types.items(), columns, strict=True)
        }

    def columns(self, numbers: tuple[int, ...]) -> dict[str, Any]:
        """Return its columns for rows that have these numbers; raises `LookupError` for another."""
        arrow = needed("pyarrow")
        places = arrow.array(map(self._places.__getitem__, numbers), arrow.int64())
        return {name: one.take(places) for name, one in self._columns.items()}
