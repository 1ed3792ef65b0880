"""Rows → a table, many by one statement: that takes half the time of one by one."""

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any

_AT_ONCE = 32  # rows


class Inserts:
    """Puts rows of so many columns into one table."""

    def __init__(self, connection: sqlite3.Connection, table: str, columns: int) -> None:
        self._connection = connection
        self._columns = columns
        marks = f"({', '.join('?' * columns)})"
        self._one = f"INSERT INTO {table} VALUES {marks}"
        self._many = f"INSERT INTO {table} VALUES {', '.join([marks] * _AT_ONCE)}"

    def put(self, rows: Iterable[Iterable[Any]], number: int) -> None:
        """Insert rows, of which there are so many."""
        left = iter(rows)
        first = islice(left, number - number % _AT_ONCE)
        self._connection.executemany(self._many, self._together(first))
        self._connection.executemany(self._one, left)  # type: ignore[arg-type]

    def _together(self, rows: Iterator[Iterable[Any]]) -> Iterator[tuple[Any, ...]]:
        """Yield the values of as many rows as go at once: their count is a multiple of it."""
        values = chain.from_iterable(rows)
        return zip(*[values] * (self._columns * _AT_ONCE), strict=False)
