"""One function over batches of sources, here or on workers: its results in the order of the batches."""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, NoReturn, Protocol, TypeVar

from footprint_cli.archive.sources import BATCH, Batch, Source

_BATCHES = 8  # for each worker at least, where there is much to read
Result = TypeVar("Result", covariant=True)  # noqa: PLC0105 (a plain name reads better)


class Work(Protocol[Result]):
    """What is done with a batch: a value of a class at the top of a module, so that it can be sent.

    It answers with a small result that holds all that is to be said, damage and faults too, and
    raises nothing for an input. `lost` is the result for a source whose worker died of it twice.
    """

    def __call__(self, batch: Batch, /) -> Result:
        """Read the sources of a batch, in their order."""
        ...

    def lost(self, source: Source, why: str, /) -> Result:
        """Say that a source could not be read, and why."""
        ...


class Promise(Protocol):
    """What an executor gives for work: `concurrent.futures.Future`, as far as it is needed."""

    def result(self) -> Any:  # noqa: ANN401 (whatever the work answers)
        """Wait for the result; raises what kept it from coming."""
        ...


class Executor(Protocol):
    """What does work elsewhere: `concurrent.futures.Executor`, as far as it is needed."""

    def submit(self, work: Any, batch: Any, /) -> Any:  # noqa: ANN401 (a Promise; executors differ)
        """Take up work on a batch."""
        ...


class Engine(NamedTuple):
    """An executor, how many batches it works on at once, and what it raises when a worker died."""

    executor: Executor
    workers: int
    failures: tuple[type[BaseException], ...]

    def fair(self, sources: Iterable[Source]) -> int:
        """Return how many bytes a batch may hold, so that all workers have about as much to do."""
        whole = sum(one.size for one in sources)
        return max(1, min(BATCH, whole // (_BATCHES * self.workers)))


def results(
    work: Work[Result], batches: Iterable[Batch], engine: Engine | None = None
) -> Iterator[Result]:
    """Yield the result of each batch, in their order; without an engine all is done here.

    At most twice as many batches as there are workers are under way, so memory does not grow with
    the archive. A batch whose worker died is read again source by source: then it has a result for
    each of them, and one that kills its worker again costs only itself, and is named.
    """
    if engine is None:
        yield from map(work, batches)
        return
    waiting: deque[tuple[Batch, Promise]] = deque()
    for batch in batches:
        waiting.append((batch, _promised(work, batch, engine)))
        if len(waiting) >= 2 * engine.workers:
            yield from _result(work, *waiting.popleft(), engine)
    while waiting:
        yield from _result(work, *waiting.popleft(), engine)


class _Refused(NamedTuple):
    """The promise of an executor that takes up no more work."""

    error: BaseException

    def result(self) -> NoReturn:
        raise self.error


def _promised(work: Work[Any], batch: Batch, engine: Engine) -> Promise:
    try:
        promise: Promise = engine.executor.submit(work, batch)
    except engine.failures as error:
        return _Refused(error)
    return promise


def _result(work: Work[Result], batch: Batch, promise: Promise, engine: Engine) -> Iterator[Result]:
    try:
        yield promise.result()
    except engine.failures:
        for source in batch:
            yield _again(work, source, engine)


def _again(work: Work[Result], source: Source, engine: Engine) -> Result:
    try:
        told: Result = engine.executor.submit(work, (source,)).result()
    except engine.failures as error:
        return work.lost(source, f"its reading ended twice without an answer: {_why(error)}")
    return told


def _why(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
