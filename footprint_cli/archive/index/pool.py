"""Files read by several processes, and handed on in their order."""

import os
from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from footprint_cli.archive.index.read import Read, Reading, Task

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

_SMALL = 8_000_000  # bytes: less is read before other processes are up
_WAITING = 3  # files a process that are read ahead of the one that is written


def each_read(tasks: list[Task], jobs: int) -> Iterator[Read]:
    """Read files with so many processes; what is read ahead is bounded, and the order is kept."""
    if jobs < 2 or len(tasks) < 2 or _bytes(tasks) < _SMALL:  # noqa: PLR2004 (one is no pool)
        yield from map(Reading().read, tasks)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs, initializer=_begin) as pool:
        try:
            yield from _in_order(pool, iter(tasks), jobs * _WAITING)
        except BaseException:
            _stop(pool)
            raise


def _in_order(pool: "ProcessPoolExecutor", tasks: Iterator[Task], ahead: int) -> Iterator[Read]:
    waiting: deque[Future[Read]] = deque(
        pool.submit(_read, one) for one in islice(tasks, ahead)
    )
    while waiting:
        yield waiting.popleft().result()
        waiting.extend(pool.submit(_read, one) for one in islice(tasks, 1))


_reading: Reading  # of a process of the pool, from `_begin` on


def _begin() -> None:
    global _reading  # noqa: PLW0603 (a process of the pool keeps it from file to file)
    _reading = Reading()
    _end_with_parent()


def _read(task: Task) -> Read:
    return _reading.read(task)


def _stop(pool: "ProcessPoolExecutor") -> None:
    """End at once: nobody waits for a long file that is not wanted any more."""
    from multiprocessing import active_children

    pool.shutdown(wait=False, cancel_futures=True)
    for one in active_children():
        one.terminate()


def _end_with_parent() -> None:
    """Let a process end when the one that started it was killed, for nobody else would end it."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait
    from threading import Thread

    parent = parent_process()

    def watch() -> None:
        if parent is not None:
            wait([parent.sentinel])
            os._exit(1)

    Thread(target=watch, daemon=True).start()


def _bytes(tasks: list[Task]) -> int:
    total = 0
    for path, more in tasks:
        try:
            total += os.path.getsize(path) - (0 if more is None else more.start)  # noqa: PTH202
        except (OSError, ValueError):
            continue
        if total >= _SMALL:
            break
    return total
