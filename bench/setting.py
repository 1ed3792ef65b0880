"""How a run of the benchmark is made, and a section measured in it."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from bench.archive_data import Archive
from bench.commands import Command
from bench.processes import seconds, wait_for_idle_cores
from bench.rounds import Result, alternating, result
from bench.sections import Section


class Setting(NamedTuple):
    """What a run is asked for. A `slowdown` repeats the program under test, and nothing else."""

    archive: Archive
    rounds: int | None = None  # None: what a section needs
    slowdown: int = 1
    longest_wait: float = 0.0  # seconds before a command, for cores to be idle
    clock: Callable[[Command, int], float] = seconds


def timed(section: Callable[[Archive], Section], setting: Setting) -> Iterator[Result]:
    """Measure the commands of a section in alternating rounds; yield what its figures came to."""
    commands, figures, count = section(setting.archive)
    busy = 0

    def take(command: Command) -> float:
        nonlocal busy
        busy += not wait_for_idle_cores(setting.longest_wait)
        return setting.clock(command, setting.slowdown if command.ours else 1)

    rounds = alternating(commands, setting.rounds or count, take)
    yield from (result(figure, commands, rounds) for figure in figures)
    if busy:
        print(f"      (cores were busy before {busy} runs)")
