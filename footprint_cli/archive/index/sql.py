"""SQL over an index or its Parquet dataset, by a DuckDB that can neither write nor open a file."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from footprint_cli.archive.index.arrays import needed
from footprint_cli.archive.index.arrow import batches, recorded_schema, schema_of
from footprint_cli.archive.index.dataset import is_dataset
from footprint_cli.archive.index.file import named, opened
from footprint_cli.archive.index.moments import with_moments_as_text
from footprint_cli.archive.index.schema import TABLES
from footprint_cli.errors import InputError, UsageError
from footprint_cli.model.sql import Table

if TYPE_CHECKING:
    import duckdb

_SETTINGS = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
_LOCKS = (
    "SET temp_directory = ''",  # what is too large for memory is no reason to write to a disk
    "SET python_enable_replacements = false",  # names are tables, never variables of this program
    "SET enable_external_access = false",
    "SET lock_configuration = true",
)
_ROWS = 4_096  # fetched at a time


@contextmanager
def asked(statement: str, path: str) -> Iterator[Table]:
    """Ask one statement that only reads of an index, a file or a folder of Parquet.

    Raises `UsageError` where DuckDB does not take the statement, `InputError` for what is no index.
    """
    duckdb = needed("duckdb")
    connection = duckdb.connect(":memory:", config=_SETTINGS)
    names: set[str] = set()
    try:
        kind = _checked(connection, statement)
        names = _named(connection, statement)
        with _tables(connection, names, path):
            for one in _LOCKS:
                connection.execute(one)
            if kind == "SELECT":
                statement, columns = with_moments_as_text(connection, statement)
                found = connection.execute(statement)
            else:
                found = connection.execute(statement)
                columns = tuple(one[0] for one in found.description or ())
            yield Table(columns, _fetched(found))
    except duckdb.Error as error:
        if isinstance(error, duckdb.InvalidInputException | duckdb.IOException):
            _check_files(path, names)
        raise UsageError(f"the statement was not answered: {_first_line(error)}") from error
    finally:
        connection.close()


def _checked(connection: "duckdb.DuckDBPyConnection", statement: str) -> str:
    """Return what kind of statement it is; refuse what does more than read."""
    try:
        statement.encode()
    except UnicodeEncodeError as error:
        raise UsageError("the statement is not UTF-8") from error
    statements = connection.extract_statements(statement)
    kinds = [one.type.name for one in statements]
    if len(kinds) != 1:
        raise UsageError(f"one statement can be asked at a time, and there are {len(kinds)}")
    if kinds[0] not in ("SELECT", "EXPLAIN"):
        raise UsageError(f"only SELECT can be asked, and this is {kinds[0]}")
    return str(kinds[0])


def _named(connection: "duckdb.DuckDBPyConnection", statement: str) -> set[str]:
    """Return the tables of ours that a statement names, all of them where it does not say."""
    try:
        names = {one.lower() for one in connection.get_table_names(statement)}
    except Exception:  # noqa: BLE001 (what DuckDB cannot take apart, it answers for itself)
        return set(TABLES)
    return names & set(TABLES)


@contextmanager
def _tables(connection: "duckdb.DuckDBPyConnection", names: set[str], path: str) -> Iterator[None]:
    """Lend the tables of an index by their names; of a file only those that are named are read."""
    if is_dataset(path):
        for table in TABLES:
            connection.register(table, _dataset(path, table))
        yield
        return
    source = opened(path)
    try:
        with named(path):
            for table in TABLES:
                connection.register(table, _table(source, table, empty=table not in names))
        yield
    finally:
        source.close()


def _table(source: sqlite3.Connection, table: str, *, empty: bool) -> Any:  # noqa: ANN401 (Arrow)
    arrow = needed("pyarrow")
    if empty:
        return schema_of(source, table).empty_table()
    schema = recorded_schema(source, table)
    return arrow.Table.from_batches(batches(source, table, schema), schema)


def _dataset(path: str, table: str) -> Any:  # noqa: ANN401 (a dataset of Arrow)
    arrow, datasets = needed("pyarrow"), needed("pyarrow.dataset")
    try:
        days = datasets.partitioning(arrow.schema([("day", arrow.string())]), flavor="hive")
        return datasets.dataset(f"{path}/{table}", format="parquet", partitioning=days)
    except (OSError, ValueError, arrow.ArrowInvalid) as error:
        raise InputError(path, f"its table {table} cannot be read: {_first_line(error)}") from error


def _check_files(path: str, names: set[str]) -> None:
    """Raise `InputError` where a file of a dataset is damaged: of DuckDB's errors, none says so."""
    for table in names if is_dataset(path) else ():
        try:
            for _ in _dataset(path, table).to_batches():
                pass
        except (OSError, ValueError) as error:
            why = f"its table {table} is damaged: {_first_line(error)}"
            raise InputError(path, why) from error


def _fetched(found: "duckdb.DuckDBPyConnection") -> Iterator[tuple[Any, ...]]:
    while rows := found.fetchmany(_ROWS):
        yield from rows


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
