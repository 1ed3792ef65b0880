"""An index → a dataset of Parquet files."""

import sqlite3

from footprint_cli.archive.index.arrays import needed
from footprint_cli.archive.index.dataset import appearing, mark
from footprint_cli.archive.index.parquet import write_empty, write_table
from footprint_cli.archive.index.schema import TABLES

NAME = "part-0.parquet"  # of each file of a folder that has one


def export(connection: sqlite3.Connection, folder: str) -> dict[str, int]:
    """Write the tables of an index as Parquet, and return how many rows each has.

    A folder that is there must be empty, or an earlier dataset, which the new one replaces. Raises
    `UsageError` where it is not, or cannot be written.
    """
    needed("pyarrow.parquet")
    with appearing(folder) as part:
        rows = {table: write_table(connection, table, part, NAME).rows for table in TABLES}
        write_missing(connection, rows, part)
        mark(part, rows)
    return rows


def write_missing(connection: sqlite3.Connection, rows: dict[str, int], part: str) -> None:
    """Write the tables of which there is no row."""
    for table in TABLES:
        if not rows.get(table):
            write_empty(connection, table, part, NAME)
