"""Tables of an index as Arrow has them: one type a column."""

import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

from footprint_cli.archive.index.schema import SCORE
from footprint_cli.archive.index.values import text_again
from footprint_cli.errors import UsageError
from footprint_cli.model.numbers import number_text

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


def needed(library: str) -> Any:  # noqa: ANN401 (a module)
    """Import a library of the extra `archive`; raises `UsageError` where it is not installed."""
    from importlib import import_module

    try:
        return import_module(library)
    except ImportError as error:
        raise _missing(library) from error


def check_installed(library: str) -> None:
    """Raise `UsageError` where a library is not installed; it is not loaded, for it starts threads."""
    from importlib.util import find_spec

    if find_spec(library) is None:
        raise _missing(library)


def _missing(library: str) -> UsageError:
    name = library.partition(".")[0]
    return UsageError(f"{name} needs an extra package: pip install 'footprint-cli[archive]'")


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
    rows = connection.execute(f"SELECT {', '.join(schema.names)} FROM {table} {order}")
    while some := rows.fetchmany(_BATCH):
        told += len(some)
        columns = zip(*some, strict=True)
        arrays = [_array(*one) for one in zip(columns, schema.types, strict=True)]
        yield arrow.RecordBatch.from_arrays(arrays, schema=schema)
    connection.rollback()
    if told != kept:
        raise LookupError(f"of {kept} rows of {table}, {told} name what is there")


def _array(column: tuple[Any, ...], kind: Any) -> Any:  # noqa: ANN401 (of Arrow)
    """Return a column as it is to be: Arrow's way, and value by value where it has none."""
    arrow = needed("pyarrow")
    try:
        if kind == arrow.bool_():
            return arrow.array(column).cast(kind)
        return arrow.array(column, kind)
    except (TypeError, ValueError, OverflowError):
        make = _MAKERS[str(kind)]
        return arrow.array([None if one is None else make(one) for one in column], kind)


def _kept(connection: sqlite3.Connection, table: str) -> int:
    """Count the rows that a table of the schema shows, one for each."""
    rows = _KEPT_IN.get(table, f"t_{table.removesuffix('s')}")
    [count] = connection.execute(f"SELECT count(*) FROM {rows}").fetchone()
    return int(count)


def _text(value: Any) -> str:  # noqa: ANN401 (what a column has)
    """Return a value as UTF-8 can hold it: half of a surrogate pair is written as its escape."""
    if isinstance(value, bytes):
        return str(text_again(value)).encode("utf-8", "backslashreplace").decode()
    return value if isinstance(value, str) else number_text(value)


_MAKERS: dict[str, Callable[[Any], Any]] = {
    "bool": bool,
    "int64": int,
    "double": float,
    "string": _text,
}
