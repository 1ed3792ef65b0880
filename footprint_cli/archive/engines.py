"""Who does the work: this process, processes of this machine, or workers elsewhere."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from footprint_cli.archive.forks import Forks, WorkerDied, can_fork
from footprint_cli.archive.run import Engine
from footprint_cli.archive.sources import Source

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

SMALL = 64_000_000  # bytes; starting workers costs more than it brings


def cores() -> int:
    """Return how many processes can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def divisible(sources: Sequence[Source]) -> bool:
    """Tell whether several processes could read these; a pipe can be read here only."""
    return len(sources) > 1 and all(one.plain for one in sources)


def worthwhile(sources: Sequence[Source]) -> bool:
    """Tell whether workers would bring more than they cost."""
    return divisible(sources) and sum(one.size for one in sources) > SMALL


@contextmanager
def local_engine(jobs: int) -> Iterator[Engine | None]:
    """Lend so many processes of this machine; none for one job. They end with the block."""
    if jobs < 2:  # noqa: PLR2004
        yield None
        return
    if can_fork():
        forks = Forks(jobs)
        try:
            yield Engine(forks, jobs, (WorkerDied,))
        finally:
            forks.close()
        return
    pool = Pool(jobs)
    try:
        from concurrent.futures import BrokenExecutor

        yield Engine(pool, jobs, (BrokenExecutor,))
    finally:
        pool.close()


class Pool:
    """Processes that start afresh, for where a copy of this one would not be whole.

    A pool of which one worker died is broken as a whole; the next work is given to a new one.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def submit(self, work: Any, batch: Any, /) -> "Future[Any]":  # noqa: ANN401 (any work)
        """Take up work on a batch; both must be values that can be pickled."""
        from concurrent.futures import BrokenExecutor

        try:
            return self._started().submit(work, batch)
        except BrokenExecutor:
            self.close()
            return self._started().submit(work, batch)

    def close(self) -> None:
        """End all workers, whatever they are at."""
        if self._pool is None:
            return
        import multiprocessing

        for one in multiprocessing.active_children():
            one.kill()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = None

    def _started(self) -> "ProcessPoolExecutor":
        if self._pool is None:
            from concurrent.futures import ProcessPoolExecutor
            from multiprocessing import get_context

            self._pool = ProcessPoolExecutor(
                self._workers, mp_context=get_context("spawn"), initializer=_ignore_interrupts
            )
        return self._pool


def _ignore_interrupts() -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started us ends us
