"""Commands timed in alternating rounds, so that noise hits a command and its peer alike."""

from collections.abc import Callable, Mapping
from statistics import median
from typing import NamedTuple

from bench.commands import Command, Measured, Missing

Round = Mapping[str, float]  # seconds of each command


class Figure(NamedTuple):
    """A row of the table: the time of `ours` in times that of `peer`, and what it may be at most.

    `less` names what is taken off each side first: what the start of a process costs. Without a
    limit the figure is for information.
    """

    what: str
    ours: str
    peer: str
    limit: float | None = None
    less: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    @property
    def names(self) -> tuple[str, ...]:
        """The commands that it is made of."""
        return (self.ours, self.peer, *self.less[0], *self.less[1])


class Result(NamedTuple):
    """What a figure came out as; a skipped one says why."""

    what: str
    peer: str
    value: float | None  # None: skipped
    unit: str = "x"
    limit: float | None = None
    least: float | None = None  # of all rounds
    most: float | None = None
    skipped: str = ""

    @property
    def over(self) -> bool:
        """Whether it is over its limit."""
        return self.value is not None and self.limit is not None and self.value > self.limit


Take = Callable[[Command], float]  # runs a command and returns its seconds


def alternating(commands: Mapping[str, Measured], count: int, take: Take) -> list[Round]:
    """Run every command once a round; the first round warms caches and does not count."""
    rounds: list[Round] = [
        {name: take(one) for name, one in commands.items() if isinstance(one, Command)}
        for _ in range(count + 1)
    ]
    return rounds[1:]


def result(figure: Figure, commands: Mapping[str, Measured], rounds: list[Round]) -> Result:
    """Return the median of the ratios inside each round."""
    for name in figure.names:
        one = commands[name]
        if isinstance(one, Missing):
            return Result(figure.what, figure.peer, None, limit=figure.limit, skipped=one.why)
    ours, peer = (_start(names, rounds) for names in figure.less)
    ratios = [(one[figure.ours] - ours) / (one[figure.peer] - peer) for one in rounds]
    return Result(
        figure.what,
        figure.peer,
        median(ratios),
        limit=figure.limit,
        least=min(ratios),
        most=max(ratios),
    )


def _start(names: tuple[str, ...], rounds: list[Round]) -> float:
    """Return what is taken off a side: a median, for one late start must not turn a ratio over."""
    return sum(median(one[name] for one in rounds) for name in names)
