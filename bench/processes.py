"""One run of a command: the surroundings that it starts in, and the time that it takes."""

import os
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from bench.commands import Command

_TOO_LONG = 600  # seconds
_LOOK = 0.04  # seconds over which cores are seen to be idle
_IDLE = 0.9


class Failed(Exception):  # noqa: N818 (it says what became of a command)
    """A measured command ended in a way that makes its time worthless."""


def environment(command: Command) -> dict[str, str]:
    """Return the environment of a measured command: ours, as a terminal of 100 columns."""
    settings = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": "100", **command.settings}
    settings.pop("PYTHONDONTWRITEBYTECODE", None)  # it would compile everything every time
    return settings


def seconds(command: Command, times: int = 1) -> float:
    """Run a command so many times, one after the other; return the seconds of all together.

    Raises `Failed` where it ends with a status that it may not end with.
    """
    taken = 0.0
    for _ in range(times):
        prepare(command)
        settings = environment(command)
        begin = time.perf_counter()
        done = subprocess.run(
            command.argv,
            check=False,
            env=settings,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=_TOO_LONG,
        )
        taken += time.perf_counter() - begin
        ended_well(command, done.returncode, done.stderr)
    return taken


def output(command: Command) -> bytes:
    """Run a command once and return what it prints. Raises `Failed`."""
    prepare(command)
    done = subprocess.run(
        command.argv,
        check=False,
        env=environment(command),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=_TOO_LONG,
    )
    ended_well(command, done.returncode, done.stderr)
    return done.stdout


def ended_well(command: Command, status: int, complaint: bytes) -> None:
    """Raise `Failed` unless the command may end with this status."""
    if status not in command.may_end:
        said = complaint.decode(errors="replace").strip()[-500:]
        raise Failed(f"{' '.join(command.argv)[:300]} ended with {status}: {said}")


def prepare(command: Command) -> None:
    """Bring about what a command must find: files removed, or on the disk alone."""
    for path in command.removed:
        path.unlink(missing_ok=True)
    drop(command.dropped)


def drop(paths: Iterable[Path]) -> None:
    """Let the system forget the content of files, so that the next read comes from the disk.

    It works for anyone, on pages that are written out; where it cannot be asked for, nothing is done.
    """
    forget = getattr(os, "posix_fadvise", None)
    if forget is None:
        return
    for path in paths:
        with path.open("rb") as file:
            os.fdatasync(file.fileno())
            forget(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def wait_for_idle_cores(longest: float) -> bool:
    """Wait until the cores have nothing to do, for so many seconds at most; return whether so.

    Where the system does not tell (`/proc/stat`), nothing is waited for.
    """
    if sys.platform != "linux" or longest <= 0:
        return True
    until = time.monotonic() + longest
    while True:
        idle, before = _idle_and_all()
        time.sleep(_LOOK)
        later, after = _idle_and_all()
        if after == before or (later - idle) / (after - before) >= _IDLE:
            return True
        if time.monotonic() >= until:
            return False


def _idle_and_all() -> tuple[int, int]:
    """Return the ticks of all cores that were idle, and all ticks."""
    first = Path("/proc/stat").read_text("ascii").split("\n", 1)[0]
    ticks = [int(one) for one in first.split()[1:9]]
    return ticks[3] + ticks[4], sum(ticks)
