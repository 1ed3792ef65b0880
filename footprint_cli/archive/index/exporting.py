"""Sources → a dataset of Parquet files, a batch in whichever process reads it."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import time

from msgspec import Struct
from msgspec.structs import replace

from footprint_cli.archive.index.dataset import commit, mark, place_of_batches
from footprint_cli.archive.index.export import write_missing
from footprint_cli.archive.index.held import held
from footprint_cli.archive.index.parquet import write_table
from footprint_cli.archive.index.read import Read, read_task, unread
from footprint_cli.archive.index.schema import SCHEMA, TABLES
from footprint_cli.archive.index.write import LEFT_OUT, PRESENT, Stamp, Writer
from footprint_cli.archive.run import Engine, results
from footprint_cli.archive.sources import BATCH, Batch, Source, batches
from footprint_cli.errors import UsageError
from footprint_cli.model.exported import Exported
from footprint_cli.model.told import Told

_CACHE = -65_536  # KB, negative by SQLite's convention
_UNREADABLE = 4


class Exporting(Struct, frozen=True, kw_only=True):
    """The work of an export: what a batch says, as an index of it alone would, in files.

    They are in a folder of their own in `place`, under names that are those of no other batch and the
    same whoever reads it. `version` is that of the program, `now` the time in ms since 1970 UTC.
    """

    place: str
    version: str
    now: int

    def __call__(self, batch: Batch, /) -> Exported:
        """Read the sources of a batch, in their order."""
        number = f"{batch[0].place:08}"
        folder = f"{self.place}/{number}-{os.urandom(8).hex()}"
        os.mkdir(folder)  # noqa: PTH102 (in a place that is there, or the export is over)
        with blank() as connection:
            writer = Writer(connection, version=self.version, now=self.now)
            told = [_put(writer, one) for one in batch]
            unreadable = dict(held(connection).unreadable)
            tables = {
                table: write_table(connection, table, folder, f"part-{number}.parquet")
                for table in TABLES
            }
        return Exported(
            folder=folder,
            files=tuple(path for files in tables.values() for path in files.paths),
            rows={table: files.rows for table, files in tables.items()},
            told=tuple(
                _complaining(one, source, unreadable)
                for one, source in zip(told, batch, strict=True)
            ),
        )

    def lost(self, source: Source, why: str, /) -> Exported:
        """Say that a source could not be read, and why; `unread` writes it."""
        told = Told(statuses=(_UNREADABLE,), complaints=(f"{source.path}: {why}",))
        return Exported(told=(told,), lost=why)

    def unread(self, source: Source, why: str) -> Exported:
        """Write that a source could not be read."""
        return self((replace(source, fault=why),))


def _put(writer: Writer, source: Source) -> Told:
    """Read a source and take up its rows, as for an index that is made of it."""
    if source.repeated:
        return Told()
    read = _read(source)
    state = LEFT_OUT if read.no_recording else PRESENT
    writer.put(source.path, read.stamp, read.rows, state)
    return Told(left_out=True) if read.no_recording else Told(statuses=(read.rows.status,))


def _read(source: Source) -> Read:
    if source.fault is not None:
        return unread(source.path, source.fault, Stamp())
    read = read_task((source.path, None))
    if read.no_recording and not source.found:  # who names a file says that it is a recording
        return unread(source.path, read.fault or "", read.stamp)
    return read


def _complaining(told: Told, source: Source, unreadable: dict[str, str]) -> Told:
    """Say why a source could not be read, where it could not."""
    if _UNREADABLE not in told.statuses:
        return told
    return replace(told, complaints=(f"{source.path}: {unreadable[source.path]}",))


class Writing:
    """A dataset that is not whole yet: takes up what workers wrote, and counts the `rows` of each table."""

    def __init__(self, part: str, *, version: str) -> None:
        place = place_of_batches(part)
        self.work = Exporting(place=place, version=version, now=int(time() * 1000))
        self._part = part
        self._lost: list[tuple[Source, str]] = []
        self.rows = dict.fromkeys(TABLES, 0)

    def each(
        self, sources: Sequence[Source], engine: Engine | None, most: int = BATCH
    ) -> Iterator[tuple[Source, Told, int]]:
        """Have all sources read; yields each with what came of it, and candidates of its batch.

        The batches, of at most so many bytes, are the same whoever reads them.
        """
        left = iter(sources)
        for batch in results(self.work, batches(sources, most), engine):
            self._take(batch)
            candidates = batch.rows.get("candidates", 0)
            for told in batch.told:
                source = next(left)
                if batch.lost is not None:
                    self._lost.append((source, batch.lost))
                yield source, told, candidates
                candidates = 0

    def finish(self) -> None:
        """Write what no worker could, and say that the dataset is whole; there are no workers any more.

        A process that has written Parquet has threads, and could not start others safely.
        """
        for source, why in self._lost:
            self._take(self.work.unread(source, why))
        with blank() as index:
            write_missing(index, self.rows, self._part)
        mark(self._part, self.rows)

    def _take(self, batch: Exported) -> None:
        commit(self._part, batch)
        for table, count in batch.rows.items():
            self.rows[table] += count


@contextmanager
def blank() -> Iterator[sqlite3.Connection]:
    """Lend an index that is nowhere: in memory, and what is too much for that in a file without a name."""
    connection = sqlite3.connect("", isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(f"PRAGMA cache_size = {_CACHE}")
        connection.executescript(SCHEMA)
        yield connection
    except sqlite3.Error as error:  # what is not enough for it: a disk, or memory
        raise UsageError(f"what a batch says cannot be held: {error}") from error
    finally:
        connection.close()
