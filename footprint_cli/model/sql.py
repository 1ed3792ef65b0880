"""What a statement of SQL answers."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct


class Table(Struct, frozen=True):
    """Columns by their names, and rows of as many values, which are there once."""

    columns: tuple[str, ...]
    rows: Iterator[tuple[Any, ...]]
