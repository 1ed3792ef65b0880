"""Recordings, or an index of them → a Parquet dataset."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from msgspec.structs import replace

from footprint_cli import __version__
from footprint_cli.archive.engines import cores, divisible, local_engine, worthwhile
from footprint_cli.archive.index.arrays import check_installed
from footprint_cli.archive.index.dataset import appearing
from footprint_cli.archive.index.export import export
from footprint_cli.archive.index.exporting import Writing
from footprint_cli.archive.index.held import held
from footprint_cli.archive.run import Engine
from footprint_cli.archive.sources import Source
from footprint_cli.cli.elsewhere import elsewhere
from footprint_cli.cli.found import sources_of
from footprint_cli.cli.indexed import lent
from footprint_cli.cli.inputs import inputs, is_address, some
from footprint_cli.cli.instead import check_alone
from footprint_cli.cli.ledger import Ledger, emptied
from footprint_cli.cli.progress import watching
from footprint_cli.cli.streams import complain, say
from footprint_cli.cli.workers import Workers
from footprint_cli.errors import FootprintError, IncompleteError, InputError, UsageError
from footprint_cli.model.narrowing import EVERYTHING
from footprint_cli.model.told import Told
from footprint_cli.render.words import numbered

_DAMAGED, _UNREADABLE = 3, 4


def exported(folder: str, paths: list[str] | None, index: str | None, workers: Workers) -> int:
    """Write the dataset, say how much is in it, and return the exit status."""
    if is_address(folder):
        raise UsageError(f"--parquet {folder}: a dataset is written to a folder of a file system")
    if index is None:
        return _from_recordings(folder, inputs(paths), workers)
    check_alone(index, paths, workers)
    with lent(index) as open_index:
        rows = export(open_index.connection, folder)
        open_index.tell_age()
        status = held(open_index.connection).status
    _say(folder, rows)
    return status


def _from_recordings(folder: str, paths: list[str], workers: Workers) -> int:
    check_installed("pyarrow")
    if "-" in paths:
        raise UsageError("standard input cannot be exported: name files")
    sources = [*_once(sources_of(paths))]
    with appearing(folder) as part:
        writing = Writing(part, version=__version__)
        with _engine(workers, sources, folder) as engine:
            ledger = _taken(paths, _watched(writing.each(sources, engine), sources))
        writing.finish()
        if not writing.rows["recordings"]:
            raise _nothing(folder, ledger)
    _say(folder, writing.rows)
    return ledger.exit_status()


def _nothing(folder: str, ledger: Ledger) -> FootprintError:
    """Return what ends an export of no recording: an earlier dataset stays."""
    why = "nothing is written, for no recording was found"
    if ledger.exit_status() == _UNREADABLE:
        return InputError(folder, why)
    return IncompleteError(f"{folder}: {why}")


def _once(sources: list[Source]) -> Iterator[Source]:
    """Yield sources; a path that gives nothing to read, and is named again, is met before too."""
    faulty: set[str] = set()
    for one in sources:
        yield replace(one, repeated=True) if one.path in faulty else one
        if one.fault is not None:
            faulty.add(one.path)


class _Each(NamedTuple):
    """A source, and what came of it."""

    source: Source
    told: Told

    @property
    def named(self) -> int:
        """The path on the command line that meant the source."""
        return self.source.named


def _watched(
    written: Iterator[tuple[Source, Told, int]], sources: Sequence[Source]
) -> Iterator[_Each]:
    with watching(sources, "candidates") as progress:
        for source, told, candidates in written:
            progress.advance(source.size)
            progress.done(source, found=candidates)
            yield _Each(source, told)


def _taken(paths: Sequence[str], each: Iterator[_Each]) -> Ledger:
    """Take up what came of the sources, and say on standard error what there is to be said."""
    ledger, damaged = Ledger(EVERYTHING), []
    for one in emptied(paths, each, ledger):
        if isinstance(one, str):
            told = Told(statuses=(_UNREADABLE,), complaints=(f"{one}: no recording in it",))
            ledger.add(Source(path=one), told)
            continue
        ledger.add(one.source, one.told)
        damaged += [one.source.path] if _DAMAGED in one.told.statuses else []
    ledger.sum_up()
    if damaged:
        complain(f"damaged; footprint verify names the places: {some(damaged)}")
    return ledger


@contextmanager
def _engine(workers: Workers, sources: Sequence[Source], folder: str) -> Iterator[Engine | None]:
    """Lend who reads sources; None: this process does. Workers end with the block."""
    if workers.engine is not None:
        with _cluster(workers.engine, sources, folder) as engine:
            yield engine
        return
    if workers.jobs == 1 or not divisible(sources):
        yield None
        return
    with local_engine(workers.jobs or (cores() if worthwhile(sources) else 1)) as engine:
        yield engine


@contextmanager
def _cluster(url: str, sources: Sequence[Source], folder: str) -> Iterator[Engine]:
    """Lend the workers of a cluster. Where it goes away as a whole, so does the export."""
    from footprint_cli.archive.cluster import SchedulerGone

    with elsewhere(url, sources) as engine:
        failures = tuple(one for one in engine.failures if one is not SchedulerGone)
        try:
            yield engine._replace(failures=failures)
        except SchedulerGone as error:
            raise InputError(url, f"{error}; nothing was exported") from error
        except FileNotFoundError as error:
            raise UsageError(
                f"--engine: workers do not find the place of {folder}: give a folder that all share"
            ) from error


def _say(folder: str, rows: dict[str, int]) -> None:
    counts = (
        numbered(count, table.removesuffix("s").replace("_", " ")) for table, count in rows.items()
    )
    say(f"{folder}: {', '.join(counts)}\n")
