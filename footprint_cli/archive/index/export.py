"""An index → a dataset of Parquet files that appears when it is whole."""

import os
import sqlite3
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from footprint_cli.archive.index.arrow import batches, needed, schema_of
from footprint_cli.archive.index.schema import SCHEMA_VERSION, TABLES
from footprint_cli.errors import UsageError

NO_DAY = "__HIVE_DEFAULT_PARTITION__"  # what stands for null in a Hive path, and is read as such
MARK = "_footprint.json"  # readers of datasets pass over names that begin so
_PART = ".footprint-"  # starts the name of a dataset that is not whole yet
_GROUP = 131_072  # rows of one group: statistics are kept for each


def export(connection: sqlite3.Connection, folder: str) -> dict[str, int]:
    """Write the tables of an index as Parquet, and return how many rows each has.

    A folder that is there must be empty, or an earlier dataset, which the new one replaces. Raises
    `UsageError` where it is not, or cannot be written.
    """
    needed("pyarrow.parquet")
    _check(folder)
    part = f"{_beside(folder)}{os.urandom(8).hex()}"
    try:
        os.makedirs(part)  # noqa: PTH103
        counts = {table: _table(connection, table, part) for table in TABLES}
        _mark(part, counts)
        _replace(part, folder)
    except OSError as error:
        raise UsageError(f"cannot write {error.filename or folder}: {error.strerror}") from error
    finally:
        _remove(part)
    return counts


def _table(connection: sqlite3.Connection, table: str, part: str) -> int:
    """Write one table, a file a day where its rows have a day, and return how many rows it has."""
    schema = schema_of(connection, table)
    order = [one for one in ("chunk", "source", "retrieval", "place") if one in schema.names]
    by_day = ["day IS NULL", "day"] if "day" in schema.names else []
    count = 0
    told = [] if _is_odd(connection) else order
    writing = _Writing(schema, told, f"{part}/{table}")
    try:
        by = f"ORDER BY {', '.join([*by_day, *order])}"
        for batch in batches(connection, table, schema, by):
            for day, rows in _days(batch):
                writing.write(day, rows)
            count += batch.num_rows
        if not count:  # its columns are known all the same
            writing.write(None, schema.empty_table().to_batches()[:1])
    finally:
        writing.close()
    return count


def _is_odd(connection: sqlite3.Connection) -> bool:
    """Tell whether an id is no UTF-8: it is sorted as the bytes that it is, and written otherwise."""
    found = connection.execute("SELECT EXISTS (SELECT 1 FROM d_chunk WHERE id >= x'')").fetchone()
    return bool(found[0])


def _days(batch: Any) -> Iterator[tuple[str | None, list[Any]]]:  # noqa: ANN401 (of Arrow)
    """Part rows that are in the order of their days."""
    if "day" not in batch.schema.names:
        yield None, [batch]
        return
    begun = 0
    for day, group in groupby(batch.column("day").to_pylist()):
        size = sum(1 for _ in group)
        yield day, [batch.slice(begun, size)]
        begun += size


class _Writing:
    """The file of the day that is written; the next day has the next file."""

    def __init__(self, schema: Any, order: list[str], folder: str) -> None:  # noqa: ANN401 (of Arrow)
        day = schema.get_field_index("day")
        self._by_day = day >= 0
        self._schema = schema.remove(day) if self._by_day else schema
        self._order = order
        self._folder = folder
        self._day: str | None = None
        self._writer: Any = None

    def write(self, day: str | None, rows: list[Any]) -> None:
        if self._writer is None or day != self._day:
            self.close()
            self._day, self._writer = day, self._opened(day)
        for one in rows:
            self._writer.write_batch(one.select(self._schema.names), row_group_size=_GROUP)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()

    def _opened(self, day: str | None) -> Any:  # noqa: ANN401 (of Arrow)
        parquet = needed("pyarrow.parquet")
        folder = f"{self._folder}/day={day or NO_DAY}" if self._by_day else self._folder
        os.makedirs(folder)  # noqa: PTH103
        columns = [self._schema.get_field_index(name) for name in self._order]
        return parquet.ParquetWriter(
            f"{folder}/part-0.parquet",
            self._schema,
            compression="zstd",
            write_statistics=True,
            sorting_columns=columns
            and [parquet.SortingColumn(one, nulls_first=True) for one in columns],
        )


def _check(folder: str) -> None:
    if os.path.lexists(folder) and not os.path.isdir(folder):  # noqa: PTH112
        raise UsageError(f"{folder} is there already, and is no folder")
    if os.path.isdir(folder) and os.listdir(folder) and not is_dataset(folder):  # noqa: PTH112, PTH208
        raise UsageError(f"{folder} holds other files than an earlier export; name a new folder")


def is_dataset(folder: str) -> bool:
    """Tell whether a folder holds what `export` wrote."""
    return os.path.isfile(os.path.join(folder, MARK))  # noqa: PTH113, PTH118


def _mark(part: str, counts: dict[str, int]) -> None:
    import orjson

    with open(f"{part}/{MARK}", "wb") as file:  # noqa: PTH123
        file.write(orjson.dumps({"schema": SCHEMA_VERSION, "rows": counts}) + b"\n")


def _replace(part: str, folder: str) -> None:
    """Put the new dataset where the earlier one was; no reader sees half of one."""
    old = f"{part}-old"
    if os.path.isdir(folder):  # noqa: PTH112
        os.rename(folder, old)  # noqa: PTH104
    try:
        os.rename(part, folder)  # noqa: PTH104
    except OSError:
        if os.path.isdir(old):  # noqa: PTH112
            os.rename(old, folder)  # noqa: PTH104
        raise
    _remove(old)


def _beside(folder: str) -> str:
    path = os.path.abspath(folder)  # noqa: PTH100
    return os.path.join(os.path.dirname(path), _PART)  # noqa: PTH118, PTH120


def _remove(folder: str) -> None:
    from shutil import rmtree

    rmtree(folder, ignore_errors=True)
