"""One question over the sources of a command line, read here or by workers, in their order."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Generic, TypeVar

from footprint_cli.archive.pieces import InPieces
from footprint_cli.archive.questions import Question
from footprint_cli.archive.run import Engine
from footprint_cli.archive.scan import Scan
from footprint_cli.archive.sources import LARGE, Source
from footprint_cli.cli.elsewhere import elsewhere
from footprint_cli.cli.ledger import Ledger, emptied
from footprint_cli.cli.progress import Progress, watching
from footprint_cli.cli.workers import Workers
from footprint_cli.model.told import Read

Part = TypeVar("Part")


class Scanning(Generic[Part]):
    """Reads sources by a question; `called` and `exit_status` are known once all are read."""

    def __init__(self, question: Question[Part], paths: Sequence[str]) -> None:
        self._scan = Scan(question)
        self._paths = paths
        self._ledger = Ledger(question.narrowing)

    def read(
        self, sources: Sequence[Source], workers: Workers, take: Callable[[Part], None]
    ) -> None:
        """Read all sources, and have each part of the answer taken up in their order."""
        with (
            watching(sources, self._scan.question.finds) as progress,
            reads(self._scan, sources, workers, progress) as told,
        ):
            self.take(zip(sources, told, strict=True), take)

    def take(self, told: Iterable[tuple[Source, Read[Part]]], take: Callable[[Part], None]) -> None:
        """Take up what was read of all sources, and say on standard error what there is to be said."""
        read: Read[Part] | None = None

        def sources() -> Iterator[Source]:
            nonlocal read
            for source, each in told:
                read = each
                yield source

        for one in emptied(self._paths, sources(), self._ledger):
            if isinstance(one, Source) and read is not None:
                self._take(one, read, take)
            else:
                lost = self._scan.unread(str(one), "no recording in it", 0)
                self._take(Source(path=str(one)), lost, take)
        self._ledger.sum_up()

    def written(
        self, sources: Sequence[Source], workers: Workers
    ) -> Iterator[tuple[Source, Read[Part]]]:
        """Read sources that are not all, and yield what was read of each."""
        scan = Scan(self._scan.question, apart=True)
        with (
            watching(sources, scan.question.finds) as progress,
            reads(scan, sources, workers, progress) as told,
        ):
            for source, read in zip(sources, told, strict=True):
                self._ledger.add(source, read.told)
                yield source, read

    def _take(self, source: Source, read: Read[Part], take: Callable[[Part], None]) -> None:
        self._ledger.add(source, read.told)
        for part in read.parts:
            take(part)

    @property
    def called(self) -> set[str]:
        """The tools of which a call was seen."""
        return self._ledger.called

    def exit_status(self) -> int:
        """Answer with the status of everything that was read."""
        return self._ledger.exit_status()


@contextmanager
def reads(
    scan: Scan[Part], sources: Sequence[Source], workers: Workers, progress: Progress
) -> Iterator[Iterator[Read[Part]]]:
    """Lend what is read of each source, in their order; workers end with the block."""
    work = InPieces(scan)
    jobs = _jobs(work, workers, sources)
    with _engine(workers, jobs, sources) as engine:
        cut = work.cut(sources, jobs if engine is None else engine.workers)
        if engine is None and not cut:
            yield _here(scan, sources, progress)
        else:
            told = work.reads(sources, cut, engine, progress.advance)
            yield _told(told, scan, sources, progress)


def _here(scan: Scan[Part], sources: Sequence[Source], progress: Progress) -> Iterator[Read[Part]]:
    for one in sources:
        read = scan.read(one, progress.advance)
        progress.done(one, found=scan.found(read))
        yield read


def _told(
    reads: Iterator[Read[Part]], scan: Scan[Part], sources: Sequence[Source], progress: Progress
) -> Iterator[Read[Part]]:
    for source, read in zip(sources, reads, strict=True):
        progress.done(source, found=scan.found(read))
        yield read


@contextmanager
def _engine(workers: Workers, jobs: int, sources: Sequence[Source]) -> Iterator[Engine | None]:
    if workers.engine is not None:
        with elsewhere(workers.engine, sources) as engine:
            yield engine
        return
    if jobs == 1:
        yield None
        return
    from footprint_cli.archive.engines import local_engine

    with local_engine(jobs) as engine:
        yield engine


def _jobs(work: InPieces[Part], workers: Workers, sources: Sequence[Source]) -> int:
    """Count the processes that read at once; a pipe can be read here only."""
    if workers.jobs == 1 or not all(one.plain for one in sources):
        return 1
    if len(sources) < 2 and not any(map(work.may_cut, sources)):  # noqa: PLR2004
        return 1
    if workers.jobs is not None or sum(one.size for one in sources) <= LARGE:
        return workers.jobs or 1
    from footprint_cli.archive.engines import cores

    return cores()
