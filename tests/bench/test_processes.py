"""How a command is run and timed, and what is said of its memory."""

import mmap
import os
import sys
import time
from pathlib import Path

import pytest

from bench import memory
from bench.commands import Command, Missing, missing_module, missing_program, python
from bench.processes import Failed, drop, output, seconds, wait_for_idle_cores

MEGABYTE = 1_000_000
HOLD = """
import sys, time
kept = b'x' * int(sys.argv[1])
time.sleep(0.3)
"""
FORK = """
import os, sys, time
kept = b'x' * int(sys.argv[1])
child = os.fork()
time.sleep(0.3)
if child:
    os.waitpid(child, 0)
"""

needs_proc = pytest.mark.skipif(memory.missing() is not None, reason=str(memory.missing()))


def test_the_time_of_a_command_is_that_of_all_its_repetitions() -> None:
    nap = python("import time; time.sleep(0.1)")

    assert 0.1 < seconds(nap) < seconds(nap, 3)
    assert seconds(nap, 3) > 0.3


def test_a_command_that_ends_badly_is_no_figure() -> None:
    failing = python("import sys; sys.exit('no such thing')")

    with pytest.raises(Failed, match="ended with 1: no such thing"):
        seconds(failing)
    with pytest.raises(Failed, match="ended with 1"):
        output(failing)
    assert seconds(failing._replace(may_end=(0, 1))) > 0


def test_a_command_finds_its_settings_and_no_file_that_is_to_be_gone(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.touch()
    code = "import os, sys; print(os.environ['ONE'], os.path.exists(sys.argv[1]))"
    command = python(code, old)._replace(settings={"ONE": "two"}, removed=(old,))

    assert output(command) == b"two False\n"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what is in memory")
def test_a_dropped_file_is_no_longer_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(os.urandom(4 * MEGABYTE))
    path.read_bytes()
    before = _cached(path)
    if not before or _on_memory_alone(path):
        pytest.skip("this file system keeps its files in memory")
    drop([path])

    assert _cached(path) < before / 10


def _cached(path: Path) -> int:
    """Return how many pages of a file are in memory."""
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    with path.open("r+b") as file, mmap.mmap(file.fileno(), 0) as mapped:
        pages = (len(mapped) + mmap.PAGESIZE - 1) // mmap.PAGESIZE
        told = (ctypes.c_ubyte * pages)()
        start = ctypes.c_char.from_buffer(mapped)
        libc.mincore(ctypes.c_void_p(ctypes.addressof(start)), ctypes.c_size_t(len(mapped)), told)
        del start
        return sum(one & 1 for one in told)


def _on_memory_alone(path: Path) -> bool:
    mounts = [line.split() for line in Path("/proc/mounts").read_text().splitlines()]
    under = [mount for mount in mounts if str(path).startswith(mount[1])]
    return max(under, key=lambda mount: len(mount[1]))[2] in {"tmpfs", "ramfs"}


@needs_proc
def test_memory_is_that_of_the_command_and_of_what_it_holds() -> None:
    idle, holding = (memory.peak(python(HOLD, size)) for size in (0, 50 * MEGABYTE))

    assert 45 * MEGABYTE < holding - idle < 60 * MEGABYTE


@needs_proc
def test_memory_that_a_child_shares_counts_once_and_that_of_a_copy_twice() -> None:
    alone = memory.peak(python(HOLD, 50 * MEGABYTE))
    forked = memory.peak(python(FORK, 50 * MEGABYTE))
    twice = memory.peak(python(HOLD, 50 * MEGABYTE), 2)

    assert forked < alone + 15 * MEGABYTE
    assert twice > 1.7 * alone


def test_no_command_waits_for_idle_cores_longer_than_it_may() -> None:
    begin = time.monotonic()
    wait_for_idle_cores(0.2)

    assert time.monotonic() - begin < 2


def test_what_is_not_installed_is_said_by_name() -> None:
    assert missing_program("python-of-nobody") == Missing("python-of-nobody not installed")
    assert missing_program("sh") is None
    assert missing_module("json", "no_such_module") == Missing("no_such_module not installed")
    assert missing_module("json") is None
    assert isinstance(python("pass"), Command)
