"""Whole commands timed in alternating rounds, so that noise hits a command and its peer alike."""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from statistics import median


def medians(commands: Mapping[str, Sequence[str]], rounds: int) -> dict[str, float]:
    """Run every command once a round; return the median seconds of each.

    The first round warms caches and compiled files, and does not count.
    """
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(rounds + 1):
        for name, command in commands.items():
            seconds = _once(command)
            if number:
                taken[name].append(seconds)
    return {name: median(times) for name, times in taken.items()}


def peak_memory(command: Sequence[str]) -> int:
    """Return the most memory that a command held, in bytes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    _once(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    unit = 1 if sys.platform == "darwin" else 1024
    return max(before, after) * unit


def _once(command: Sequence[str]) -> float:
    environment = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": "100"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # it would compile everything every time
    begin = time.perf_counter()
    subprocess.run(
        command,
        check=True,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - begin
