"""Tables of an index as Arrow has them: one type a column."""

import sqlite3
from collections.abc import Iterator
from typing import Any

from footprint_cli.archive.index.arrays import array_of, needed
from footprint_cli.archive.index.postings import Postings
from footprint_cli.archive.index.schema import SCORE

_BATCH = 65_536  # rows
# Others have the name of their rows, with an s.
_KEPT_IN = {
    "coverage_gaps": "t_gap",
    "recordings": "t_recording WHERE format IS NOT NULL",  # what could not be read is none
}
_FLAGS = frozenset(
    {
        ("recordings", "complete"),
        ("retrievals", "complete"),
        ("retrievals", "corpus_empty"),
        ("candidates", "admitted"),
        ("candidates", "read"),
        ("candidates", "first"),
        ("calls", "cap_reached"),
        ("calls", "clean"),
    }
)
_WHOLE = frozenset(
    (
        *("size", "mtime_ns", "indexed_at", "lines", "line", "status", "damage", "commits"),
        *("recordings", "retrievals", "calls", "gaps", "rows", "dropped_events", "iteration"),
        *("recording", "retrieval", "place", "call", "gap", "finding", "best"),
        *("listed", "listed_admitted", "listed_read", "rank", "prompt_position"),
        *("prompt_chars", "prompt_bytes", "injected_chars"),
    )
)
# Columns of numbers that may have fractions, and where an index keeps them.
_DOUBLES = {
    "started_ms": "t_recording",
    **dict.fromkeys(("k", "threshold", "max_chars", "dimensions"), "d_setting"),
    **dict.fromkeys(("chars_used", "considered", "admitted", "rejected"), "t_retrieval"),
    "page": "d_chunk",
    "score": "t_candidate",
}


def columns_of(connection: sqlite3.Connection, table: str) -> list[str]:
    """Name the columns of a table of the schema."""
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


def schema_of(connection: sqlite3.Connection, table: str) -> Any:  # noqa: ANN401 (of Arrow)
    """Return the types of a table, whatever its rows hold: numbers that may have fractions are doubles.

    Raises `LookupError` where there is no such table.
    """
    arrow = needed("pyarrow")
    columns = columns_of(connection, table)
    if not columns:
        raise LookupError(f"there is no table {table}")
    types = {"flag": arrow.bool_(), "whole": arrow.int64(), "double": arrow.float64()}
    return arrow.schema(
        [(name, types.get(kind_of(table, name), arrow.string())) for name in columns]
    )


def recorded_schema(connection: sqlite3.Connection, table: str) -> Any:  # noqa: ANN401 (of Arrow)
    """Return the types of a table as its rows are: a column that holds only whole numbers has those."""
    arrow = needed("pyarrow")
    return arrow.schema(
        [
            one.with_type(arrow.int64())
            if one.type == arrow.float64() and not _has_double(connection, one.name)
            else one
            for one in schema_of(connection, table)
        ]
    )


def _has_double(connection: sqlite3.Connection, column: str) -> bool:
    value = SCORE if column == "score" else column
    [found] = connection.execute(
        f"SELECT EXISTS (SELECT 1 FROM {_DOUBLES[column]} c WHERE typeof({value}) = 'real')"
    ).fetchone()
    return bool(found)


def kind_of(table: str, column: str) -> str:
    """Tell what a column holds: flag, whole, double or text."""
    if (table, column) in _FLAGS:
        return "flag"
    return "whole" if column in _WHOLE else "double" if column in _DOUBLES else "text"


def batches(
    connection: sqlite3.Connection,
    table: str,
    schema: Any,  # noqa: ANN401 (of Arrow)
    order: str = "",
) -> Iterator[Any]:
    """Yield the rows of a table, as batches of Arrow, in an order that is a clause of SQL.

    Raises `LookupError` where rows name something that is not there, and would be left out.
    """
    arrow = needed("pyarrow")
    if not connection.in_transaction:
        connection.execute("BEGIN")  # the rows and their count are of one moment
    kept, told = _kept(connection, table), 0
    reading = Postings(connection, schema) if table == "candidates" else _Plain(table, schema)
    rows = connection.execute(f"SELECT {', '.join(reading.names)} FROM {reading.rows} {order}")
    while some := rows.fetchmany(_BATCH):
        told += len(some)
        arrays = reading.arrays([*zip(*some, strict=True)])
        yield arrow.RecordBatch.from_arrays(arrays, schema=schema)
    connection.rollback()
    if told != kept:
        raise LookupError(f"of {kept} rows of {table}, {told} name what is there")


class _Plain:
    """A table whose rows are read as its view shows them."""

    def __init__(self, table: str, schema: Any) -> None:  # noqa: ANN401 (of Arrow)
        self.names, self.rows, self._types = schema.names, table, schema.types

    def arrays(self, columns: list[tuple[Any, ...]]) -> list[Any]:
        return [array_of(*one) for one in zip(columns, self._types, strict=True)]


def _kept(connection: sqlite3.Connection, table: str) -> int:
    """Count the rows that a table of the schema shows, one for each."""
    rows = _KEPT_IN.get(table, f"t_{table.removesuffix('s')}")
    [count] = connection.execute(f"SELECT count(*) FROM {rows}").fetchone()
    return int(count)
