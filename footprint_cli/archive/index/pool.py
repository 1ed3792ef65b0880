"""Files read by several processes, large ones in pieces, and handed on in their order."""

import gc
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from footprint_cli.archive.index.growth import More
from footprint_cli.archive.index.pieces import Piece
from footprint_cli.archive.index.read import Read, Reading, Task, stamp_of
from footprint_cli.archive.index.write import Stamp, Told
from footprint_cli.archive.pieces import cut_at_logs
from footprint_cli.archive.search.walk import HEAD
from footprint_cli.archive.sources import BATCH, LARGE, Source
from footprint_cli.errors import FootprintError

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

_KILLED = (
    "a process that read files was killed (out of memory?); what was written stays, and footprint index "
    "goes on with it"
)
_SMALL = 8_000_000  # bytes: less is read before other processes are up
_BATCH = 4_000_000  # bytes that are handed out together
_WAITING = 3  # batches or pieces a process that are read ahead of what is written


class Cuts(NamedTuple):
    """The pieces of a file as it was then; none of one that is read at once."""

    stamp: Stamp = Stamp()
    pieces: tuple[Source, ...] = ()


class Cut(NamedTuple):
    """A file of logs, read in pieces as they are asked for; None for one that cannot be read by itself.

    Then `whole` reads the file at once. With `more` they begin there. `give_up` has no more of them read
    than are under way, which still come.
    """

    path: str
    stamp: Stamp
    pieces: Iterator[Piece | None]
    whole: Callable[[], Told]
    give_up: Callable[[], None]
    more: More | None = None


def each_read(tasks: list[Task], jobs: int) -> Iterator[Read | Cut]:
    """Read files with so many processes; what is read ahead is bounded, and the order is kept."""
    sizes = [_size(one) for one in tasks]
    cuts = [_cut(*one) for one in zip(tasks, sizes, strict=True)]
    work: list[Task | Source] = [
        part for task, cut in zip(tasks, cuts, strict=True) for part in cut.pieces or (task,)
    ]
    given_up = set[str]()
    if jobs < 2 or len(work) < 2 or sum(sizes) < _SMALL:  # noqa: PLR2004 (one is no pool)
        reading = Reading(lasting=True)
        here = (_done(reading, one) if _is_due(one, given_up) else None for one in work)
        yield from _grouped(tasks, cuts, here, given_up)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs, initializer=_begin) as pool:
        try:
            done = _in_order(pool, _batches(work), jobs * _WAITING, given_up)
            yield from _grouped(tasks, cuts, done, given_up)
        except BaseException:
            _stop(pool)
            raise


def _grouped(
    tasks: list[Task], cuts: list[Cuts], done: Iterator[Any], given_up: set[str]
) -> Iterator[Read | Cut]:
    """Put the pieces of a file together again; whoever takes it takes them all."""
    for (path, more), cut in zip(tasks, cuts, strict=True):
        if not cut.pieces:
            yield next(done)
            continue
        pieces = islice(done, len(cut.pieces))
        give_up = partial(given_up.add, path)
        yield Cut(path, cut.stamp, pieces, partial(_whole, path), give_up, more)


def _whole(path: str) -> Told:
    read = Reading().read((path, None))
    return read.rows, read.fault


def _cut(task: Task, size: int) -> Cuts:
    """Cut a large file of commit logs where logs begin; the end of one is a piece, if it is small."""
    path, more = task
    if more is not None and more.logs:
        return _cut_end(path, more, size)
    if more is not None or size <= LARGE:
        return Cuts()
    stamp = stamp_of(path)  # before it is read: what is appended meanwhile is seen the next time
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123
            if file.read(len(HEAD)) != HEAD:
                return Cuts()
    except OSError:
        return Cuts()
    found = cut_at_logs(Source(path=path, size=stamp.size or 0), size // BATCH)
    return Cuts(stamp, found) if len(found) > 1 else Cuts()


def _cut_end(path: str, more: More, size: int) -> Cuts:
    stamp = stamp_of(path)
    if stamp.size is None:
        return Cuts()
    end = Source(path=path, size=stamp.size, start=more.start, end=stamp.size)
    return Cuts(stamp, cut_at_logs(end, size // BATCH) if size > LARGE else (end,))


def _in_order(
    pool: "ProcessPoolExecutor",
    batches: Iterator[list[Task | Source]],
    ahead: int,
    given_up: set[str],
) -> Iterator[Any]:
    from concurrent.futures import BrokenExecutor

    def begun(count: int) -> Iterator["Future[list[Any]]"]:
        for batch in islice(batches, count):
            yield pool.submit(_do, [one if _is_due(one, given_up) else None for one in batch])

    waiting = deque(begun(ahead))
    while waiting:
        try:
            yield from waiting.popleft().result()
        except BrokenExecutor as error:
            raise FootprintError(_KILLED) from error
        waiting.extend(begun(1))


def _batches(work: Iterable[Task | Source]) -> Iterator[list[Task | Source]]:
    """Put small files together: to hand out one by itself costs more than to read it."""
    batch: list[Task | Source] = []
    held = 0
    for one in work:
        size = (one.end or 0) - one.start if isinstance(one, Source) else _size(one)
        if batch and held + size > _BATCH:
            yield batch
            batch, held = [], 0
        batch.append(one)
        held += size
    if batch:
        yield batch


def _is_due(one: Task | Source, given_up: set[str]) -> bool:
    return not isinstance(one, Source) or one.path not in given_up


_reading: Reading  # of a process of the pool, from `_begin` on


def _begin() -> None:
    global _reading  # noqa: PLW0603 (a process of the pool keeps it from file to file)
    _reading = Reading(lasting=True)
    # What a file leaves behind is seldom a cycle, and looking for them costs a twentieth of the time.
    gc.set_threshold(1_000_000, 50, 100)
    _end_with_parent()


def _do(batch: list[Task | Source | None]) -> list[Read | Piece | None]:
    return [None if one is None else _done(_reading, one) for one in batch]


def _done(reading: Reading, one: Task | Source) -> Read | Piece | None:
    return reading.piece(one) if isinstance(one, Source) else reading.read(one)


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


def _size(task: Task) -> int:
    path, more = task
    try:
        return os.path.getsize(path) - (0 if more is None else more.start)  # noqa: PTH202
    except (OSError, ValueError):
        return 0
