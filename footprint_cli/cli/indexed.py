"""An index lent to a question, and how old it is."""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import time
from typing import TYPE_CHECKING

from footprint_cli.archive.index.file import kept_in, named, opened
from footprint_cli.archive.index.values import stored_text
from footprint_cli.cli.files import same_file
from footprint_cli.cli.inputs import some
from footprint_cli.cli.streams import complain
from footprint_cli.errors import UsageError
from footprint_cli.model.answer import Asked

if TYPE_CHECKING:
    from footprint_cli.archive.index.answers import IndexAnswers

_UNITS = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))


class Lent:
    """An index that is open for questions."""

    def __init__(self, connection: sqlite3.Connection, path: str) -> None:
        self.connection = connection
        self._path = path

    def answers(self, asked: Asked, retriever: str | None, step: str | None) -> "IndexAnswers":
        """Ask for a chunk, of all retrievals or of one retriever or step."""
        from footprint_cli.archive.index.answers import IndexAnswers
        from footprint_cli.archive.index.asked import Part

        return IndexAnswers(self.connection, asked, Part(retriever, step))

    def tell_age(self, sources: Iterable[str] = ()) -> None:
        """Say on standard error how old the index is, and which of these files changed since."""
        updated = kept_in(self.connection, "updated")
        if updated is None:
            told = "which is not finished: footprint index goes on with it"
        else:
            told = f"brought up to date {_ago(time() - int(updated) / 1000)}"
        complain(f"answered from {self._path}, {told}")
        changed = [one for one in sources if self._changed(one)]
        if changed:
            complain(f"changed or gone since they were indexed: {some(changed)}")

    def _changed(self, source: str) -> bool:
        size, changed = self.connection.execute(
            "SELECT size, mtime_ns FROM t_source WHERE path = ?", (stored_text(source),)
        ).fetchone()
        try:
            there = os.stat(os.path.join(kept_in(self.connection, "root") or "", source))  # noqa: PTH116, PTH118
        except (OSError, ValueError):
            return True
        return (there.st_size, there.st_mtime_ns) != (size, changed)


@contextmanager
def lent(path: str, written: str | None = None) -> Iterator[Lent]:
    """Open an index for questions; what is wrong with it is said with its name.

    `written` is where the answer goes: never over the index.
    """
    keep_from(path, written)
    connection = opened(path)
    try:
        # Here, for every question passes here, and its rows are read as its answer is written. Where
        # a value is unlike any of ours it fails deep in the analysis that was to take it; to check each
        # before would cost every question more than its answer. What our own errors say, a closed pipe,
        # a lack of memory and Ctrl-C pass through.
        with named(path):
            yield Lent(connection, path)
    finally:
        connection.close()


def keep_from(index: str, written: str | None) -> None:
    """Raise `UsageError` where an answer would be written over the index."""
    if written is not None and same_file(index, written):
        raise UsageError(f"{written} is the index and would be written over")


def _ago(seconds: float) -> str:
    for size, unit in _UNITS:
        count = int(seconds // size)
        if count >= 1:
            return f"1 {unit} ago" if count == 1 else f"{count} {unit}s ago"
    return "just now"
