"""A table of an index → Parquet files, one for each day of its rows."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby
from typing import Any

from footprint_cli.archive.index.arrays import needed
from footprint_cli.archive.index.arrow import batches, schema_of

NO_DAY = "__HIVE_DEFAULT_PARTITION__"  # what stands for null in a Hive path, and is read as such
_GROUP = 131_072  # rows of one group: statistics are kept for each
_ORDER = ("chunk", "source", "retrieval", "place")


def write_table(connection: sqlite3.Connection, table: str, part: str, name: str) -> "Files":
    """Write one table under a folder, a file of this name a day where its rows have a day."""
    schema = schema_of(connection, table)
    order = [one for one in _ORDER if one in schema.names]
    by_day = ["day IS NULL", "day"] if "day" in schema.names else []
    by = f"ORDER BY {', '.join([*by_day, *order])}"
    told = [] if _is_odd(connection) else order
    files = Files(schema, told, part, table, name)
    try:
        for batch in batches(connection, table, schema, by):
            for day, rows in _days(batch):
                files.write(day, rows)
    finally:
        files.close()
    return files


def write_empty(connection: sqlite3.Connection, table: str, part: str, name: str) -> None:
    """Write a table without rows: its columns are known all the same."""
    files = Files(schema_of(connection, table), [], part, table, name)
    files.begin(None)
    files.close()


def _is_odd(connection: sqlite3.Connection) -> bool:
    """Tell whether an id is no UTF-8: it is sorted as the bytes that it is, and written otherwise."""
    found = connection.execute("SELECT EXISTS (SELECT 1 FROM d_chunk WHERE id >= x'')").fetchone()
    return bool(found[0])


def _days(batch: Any) -> Iterator[tuple[str | None, Any]]:  # noqa: ANN401 (of Arrow)
    """Part rows that are in the order of their days."""
    if "day" not in batch.schema.names:
        yield None, batch
        return
    begun = 0
    for day, group in groupby(batch.column("day").to_pylist()):
        size = sum(1 for _ in group)
        yield day, batch.slice(begun, size)
        begun += size


class Files:
    """The files of a table: that of the day which is written; the next day has the next file.

    `paths` are those that were written, from the folder of the dataset, and `rows` counts what is in them.
    """

    def __init__(
        self,
        schema: Any,  # noqa: ANN401 (of Arrow)
        order: list[str],
        part: str,
        table: str,
        name: str,
    ) -> None:
        day = schema.get_field_index("day")
        self._by_day = day >= 0
        self._schema = schema.remove(day) if self._by_day else schema
        self._order = order
        self._part, self._table, self._name = part, table, name
        self._day: str | None = None
        self._writer: Any = None
        self.paths: list[str] = []
        self.rows = 0

    def write(self, day: str | None, rows: Any) -> None:  # noqa: ANN401 (of Arrow)
        """Write rows of a day, which come together."""
        if self._writer is None or day != self._day:
            self.begin(day)
        self._writer.write_batch(rows.select(self._schema.names), row_group_size=_GROUP)
        self.rows += rows.num_rows

    def begin(self, day: str | None) -> None:
        """End the file that is written, and begin that of another day."""
        self.close()
        self._day, self._writer = day, self._opened(day)

    def close(self) -> None:
        """End the file that is written."""
        if self._writer is not None:
            self._writer.close()

    def _opened(self, day: str | None) -> Any:  # noqa: ANN401 (of Arrow)
        parquet = needed("pyarrow.parquet")
        folder = self._table
        self._make(folder)
        if self._by_day:
            folder += f"/day={day or NO_DAY}"
            self._make(folder)
        self.paths.append(f"{folder}/{self._name}")
        columns = [self._schema.get_field_index(name) for name in self._order]
        return parquet.ParquetWriter(
            f"{self._part}/{self.paths[-1]}",
            self._schema,
            compression="zstd",
            write_statistics=True,
            sorting_columns=columns
            and [parquet.SortingColumn(one, nulls_first=True) for one in columns],
        )

    def _make(self, folder: str) -> None:
        """Make a folder, and none above it: that may be gone on purpose."""
        with suppress(FileExistsError):
            os.mkdir(f"{self._part}/{folder}")  # noqa: PTH102
