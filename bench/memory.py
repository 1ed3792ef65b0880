"""The most memory that a command and its children held at one time."""

import subprocess
import sys
import time
from pathlib import Path

from bench.commands import Command, Missing
from bench.processes import ended_well, environment, prepare

_PAUSE = 0.002  # seconds between two looks
_KILOBYTE = 1024
_PROC = Path("/proc")


def missing() -> Missing | None:
    """Return why memory cannot be looked at here; None: it can."""
    can = sys.platform == "linux" and (_PROC / "self" / "smaps_rollup").exists()
    return None if can else Missing("no /proc/PID/smaps_rollup on this system")


def peak(command: Command, copies: int = 1) -> int:
    """Return bytes: the most that the processes of a command held together.

    Every few milliseconds the proportional set sizes of the whole family are added up: a page that
    several share counts once, a mapped file as far as it is in memory. What lives between two looks
    is missed, unless it is the high-water mark of one process. Copies run at the same time. Raises
    `Failed`.
    """
    prepare(command)
    running = [_started(command) for _ in range(copies)]
    together = 0
    marks: dict[int, int] = {}
    while any(one.poll() is None for one in running):
        family = [pid for one in running for pid in _family(one.pid)]
        together = max(together, sum(_kilobytes(pid, "smaps_rollup", b"Pss:") for pid in family))
        for pid in family:
            marks[pid] = max(marks.get(pid, 0), _kilobytes(pid, "status", b"VmHWM:"))
        time.sleep(_PAUSE)
    for one in running:
        ended_well(command, one.returncode, b"")
    return max(together, *marks.values(), 0) * _KILOBYTE


def _started(command: Command) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        command.argv,
        env=environment(command),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _family(pid: int) -> list[int]:
    """Return a process and all that descend from it and still run."""
    found = [pid]
    for one in found:
        for path in (_PROC / str(one) / "task").glob("*/children"):
            try:
                found += map(int, path.read_bytes().split())
            except OSError:
                continue  # it has just ended
    return found


def _kilobytes(pid: int, file: str, field: bytes) -> int:
    """Return one field of what the system tells about a process; 0 once it has ended."""
    try:
        told = (_PROC / str(pid) / file).read_bytes()
    except OSError:
        return 0
    for line in told.splitlines():
        if line.startswith(field):
            return int(line.split()[1])
    return 0
