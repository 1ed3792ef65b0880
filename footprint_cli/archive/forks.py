"""Worker processes by `fork` alone: where that is safe they start in a millisecond each."""

import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

_HEAD = 8  # bytes that give the length of a message
_PIECE = 1 << 16
_MOST = 1 << 20  # bytes read of one message at a time


def can_fork() -> bool:
    """Tell whether a copy of this process would be whole: another thread would be missing in it."""
    if not hasattr(os, "fork") or sys.platform == "darwin":  # there, the system's libraries break
        return False
    try:
        return len(os.listdir("/proc/self/task")) == 1  # noqa: PTH208 (pathlib is slow to load)
    except OSError:
        threading = sys.modules.get("threading")
        return threading is None or threading.active_count() == 1


class WorkerDied(Exception):  # noqa: N818 (what happened, not what is wrong)
    """A worker ended before it answered; the message says how."""


class Forks:
    """An executor of forked processes, without a thread: `Promise.result` moves all work on.

    It does what `concurrent.futures.Executor` does as far as `results` needs it. Workers are started
    when there is work for them, and one that dies is replaced. `close` ends them all at once.
    """

    def __init__(self, workers: int) -> None:
        self._most = workers
        self._workers: list[_Worker] = []
        self._waiting: deque[tuple[_Promise, bytes]] = deque()

    def submit(self, work: Callable[[Any], Any], batch: object, /) -> "_Promise":
        """Take up work on a batch; both must be values that can be pickled."""
        promise = _Promise(self)
        self._waiting.append((promise, pickle.dumps((work, batch), pickle.HIGHEST_PROTOCOL)))
        self.move(wait=False)
        return promise

    def move(self, *, wait: bool) -> None:
        """Hand out what waits, and take in what has come; with `wait`, wait until something came."""
        self._hand_out()
        busy = {one.answers: one for one in self._workers if one.promise is not None}
        if not busy:
            return
        import select

        ready, _, _ = select.select([*busy], [], [], None if wait else 0)
        for descriptor in ready:
            if not busy[descriptor].take():
                self._workers.remove(busy[descriptor])
        self._hand_out()

    def _hand_out(self) -> None:
        while self._waiting:
            idle = next((one for one in self._workers if one.promise is None), None)
            if idle is None and len(self._workers) < self._most:
                idle = _Worker()
                self._workers.append(idle)
            if idle is None:
                return
            idle.give(*self._waiting.popleft())

    def close(self) -> None:
        """End all workers, whatever they are at."""
        for one in self._workers:
            one.end(kill=True)
        self._workers.clear()


class _Promise:
    """The answer of one piece of work, once it has come."""

    def __init__(self, forks: Forks) -> None:
        self._forks = forks
        self.answer: tuple[bool, Any] | None = None  # whether it went well, and what came

    def result(self) -> Any:  # noqa: ANN401 (whatever the work answers)
        """Wait for the answer; raises what the work raised, or `WorkerDied`."""
        while self.answer is None:
            self._forks.move(wait=True)
        well, told = self.answer
        if not well:
            raise told
        return told


class _Worker:
    """One process: what it is at, and the pipes to and from it."""

    def __init__(self) -> None:
        tasks, self._tasks = os.pipe()
        self.answers, answers = os.pipe()
        self._came = bytearray()
        self.promise: _Promise | None = None
        self._process = os.fork()
        if self._process == 0:
            os.close(self._tasks)
            os.close(self.answers)
            _serve(tasks, answers)
        os.close(tasks)
        os.close(answers)

    def give(self, promise: _Promise, task: bytes) -> None:
        """Give it work; it has none."""
        self.promise = promise
        with suppress(BrokenPipeError):  # it died; `take` says so
            _send(self._tasks, task)

    def take(self) -> bool:
        """Take in what it has written; False: it died, which its work is answered with."""
        piece = os.read(self.answers, _MOST)
        self._came += piece
        if self.promise is None:
            return bool(piece)
        if not piece:
            self.promise.answer = (False, WorkerDied(self.end(kill=False)))
            return False
        size = int.from_bytes(self._came[:_HEAD], "little")
        if len(self._came) >= _HEAD and len(self._came) - _HEAD == size:
            self.promise.answer = pickle.loads(self._came[_HEAD:])  # noqa: S301 (our own process wrote it)
            self.promise = None
            self._came = bytearray()
        return True

    def end(self, *, kill: bool) -> str:
        """Wait until it has ended, and say how."""
        os.close(self._tasks)
        os.close(self.answers)
        if kill:
            with suppress(ProcessLookupError):
                os.kill(self._process, signal.SIGKILL)
        _, status = os.waitpid(self._process, 0)
        code = os.waitstatus_to_exitcode(status)
        if code >= 0:
            return f"the process that read it ended with status {code}"
        hint = " (out of memory?)" if -code == signal.SIGKILL else ""
        return f"the process that read it was killed by signal {-code}{hint}"


def _serve(tasks: int, answers: int) -> NoReturn:
    """Answer tasks until there are no more; what a worker leaves undone it leaves to the system."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started us ends us
    try:
        while task := _received(tasks):
            _send(answers, _answered(task))
    finally:
        os._exit(1 if sys.exc_info()[0] else 0)  # nothing that the parent has begun is ended here


def _answered(task: bytes) -> bytes:
    work, batch = pickle.loads(task)  # noqa: S301 (our own process wrote it)
    try:
        answer = (True, work(batch))
    except Exception as error:  # noqa: BLE001 (the parent raises it)
        from traceback import format_exc

        error.add_note(f"in a worker: {format_exc()}")
        answer = (False, error)
    return pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)


def _send(descriptor: int, message: bytes) -> None:
    rest = memoryview(len(message).to_bytes(_HEAD, "little") + message)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _received(descriptor: int) -> bytes:
    """Read one message; nothing where there are no more."""
    head = _exactly(descriptor, _HEAD)
    return _exactly(descriptor, int.from_bytes(head, "little")) if head else b""


def _exactly(descriptor: int, size: int) -> bytes:
    came = bytearray()
    while len(came) < size:
        piece = os.read(descriptor, min(size - len(came), _PIECE))
        if not piece:
            return b""
        came += piece
    return bytes(came)
