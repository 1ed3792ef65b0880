"""Workers of a Dask cluster as an engine: its executor, and nothing else of Dask."""

import re
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from footprint_cli import __version__
from footprint_cli.archive.run import Engine
from footprint_cli.errors import InputError

SCHEME = "dask://"
_ADDRESS = re.compile(r"(\[[0-9A-Fa-f:.]+(?:%\w+)?\]|[^\s\[\]:/?#@%]+)(?::([0-9]{1,5}))?")
_PORTS = 65_535
_PATIENCE = 20  # seconds for a scheduler to answer
_CHECKED = 2  # seconds between two looks at whether the scheduler is still there
_AT_LEAST = 16  # batches at once, or a cluster that grows with its work never would


def is_address_of_dask(url: str) -> bool:
    """Tell whether an address names a host, as dask://HOST or dask://HOST:PORT.

    A client that is made of another never begins, and says so only when it is collected.
    """
    found = _ADDRESS.fullmatch(url.removeprefix(SCHEME)) if url.startswith(SCHEME) else None
    if found is None or not 0 < int(found[2] or _PORTS) <= _PORTS:
        return False
    try:
        found[1].encode("idna")
    except UnicodeError:
        return False
    return True


@contextmanager
def dask_engine(url: str) -> Iterator[Engine]:
    """Lend the workers of the cluster at `dask://HOST:PORT`.

    Raises InputError where the package is missing, no scheduler answers, or workers have another
    version of this program or none.
    """
    distributed, client = _client(url)
    try:
        _same_version(client, url)
        failures = (
            distributed.scheduler.KilledWorker,
            distributed.comm.CommClosedError,
            CancelledError,
            SchedulerGone,
        )
        threads = sum(one["nthreads"] for one in client.scheduler_info()["workers"].values())
        # A key of its own for each: a batch that is given out again is read again.
        executor = _Watched(client, client.get_executor(pure=False))
        yield Engine(executor, max(threads, _AT_LEAST), failures)
    finally:
        client.close(timeout=_CHECKED)


class SchedulerGone(Exception):  # noqa: N818 (what happened, not what is wrong)
    """The scheduler went away; what it was asked will never be answered."""


class _Watched:
    """The executor of a client, whose promises end when the scheduler is gone."""

    def __init__(self, client: Any, executor: Any) -> None:  # noqa: ANN401 (of an optional package)
        self._client = client
        self._executor = executor

    def submit(self, work: Any, batch: Any, /) -> "_Promise":  # noqa: ANN401 (any work)
        """Take up work on a batch."""
        self.check()
        return _Promise(self, self._executor.submit(work, batch))

    def check(self) -> None:
        """Raise where the scheduler is gone."""
        if self._client.status != "running":
            raise SchedulerGone("the scheduler is gone")


class _Promise:
    def __init__(self, watched: _Watched, future: Future[Any]) -> None:
        self._watched = watched
        self._future = future

    def result(self) -> Any:  # noqa: ANN401 (whatever the work answers)
        """Wait for the answer, as long as there is somebody to give it."""
        while True:
            try:
                return self._future.result(timeout=_CHECKED)
            except TimeoutError:
                if self._future.done():
                    raise
                self._watched.check()


def _client(url: str) -> tuple[Any, Any]:
    import logging

    try:
        distributed = import_module("distributed")
    except ImportError:
        why = "needs an extra package: pip install 'footprint-cli[dask]'"
        raise InputError(url, why) from None
    logging.disable(logging.CRITICAL)  # what matters is told by us
    address = f"tcp://{url.removeprefix(SCHEME)}"
    try:
        client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise InputError(url, f"no scheduler answers there: {_first_line(error)}") from error
    return distributed, client


def _same_version(client: Any, url: str) -> None:  # noqa: ANN401 (of an optional package)
    """Refuse workers that would answer otherwise than this process."""
    try:
        versions: dict[str, str] = client.run(version)
    except ImportError as error:
        raise InputError(url, f"its workers lack a package: {_first_line(error)}") from error
    for worker, told in versions.items():
        if told != __version__:
            raise InputError(url, f"worker {worker} has version {told}, and this is {__version__}")


def version() -> str:
    """Return the version of this program, wherever it runs."""
    return __version__


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
