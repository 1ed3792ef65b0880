"""The questions of `stats` and `drift`: of each source a sum, whatever is in it."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from footprint_cli.archive.questions import HELD, Declared, Quick, moved_on
from footprint_cli.model.audit import Audit
from footprint_cli.model.sides import Side
from footprint_cli.model.stats import Stats


class StatsAsked(Quick[Stats], frozen=True, kw_only=True, tag="stats", omit_defaults=True):
    """What `stats` asks; `named` says that the declarations were, on the command line."""

    margin: float
    given: Declared
    retriever: str | None = None
    tool: str | None = None
    top: int = 10
    named: bool = False
    exit_zero: bool = False

    @property
    def declared(self) -> Declared:
        """How calls are composed."""
        return self.given

    @property
    def counts_only(self) -> int:
        """Recordings are not explained."""
        return HELD

    def parts(self, audits: Iterable[Audit]) -> tuple[Stats, ...]:
        """Count the recordings of one source."""
        together = self.together()
        together.take(audits)
        return (together.part(),)

    def together(self) -> "_Together":
        """Count all sources of a batch into one: most of their chunks are the same."""
        return _Together(self.margin)

    def apart(self, audit_: Audit) -> bool:
        """Ground is told by all calls of a recording together."""
        return not any(
            one.coverage.is_composed or one.declaration.search is not None for one in audit_.calls
        )

    def moved(self, part: Stats, lines: int, logs: int) -> Stats:
        """Name the places of near misses anew; nothing else tells where it was counted."""
        return moved(part, lines, logs)

    finds: ClassVar[str] = "near misses"

    def found(self, part: Stats) -> int:
        """Count near misses."""
        return sum(one.rows.near for one in part.retrievers.values())


class _Together:
    """Counts source after source."""

    def __init__(self, margin: float) -> None:
        from footprint_cli.analyse.stats import Counting

        self._counting = Counting(Stats(margin=margin))

    def take(self, audits: Iterable[Audit]) -> None:
        """Count the recordings of one more source."""
        for one in audits:
            self._counting.add(one.recording, one.calls)

    def part(self) -> Stats:
        """Return what was counted."""
        return self._counting.settle()


class SideAsked(Quick[Side], frozen=True, kw_only=True, tag="drift"):
    """What `drift` asks of one side; calls do not matter."""

    @property
    def counts_only(self) -> int:
        """Recordings are not explained."""
        return HELD

    def parts(self, audits: Iterable[Audit]) -> tuple[Side, ...]:
        """Count the recordings of one source, and keep what its questions admitted."""
        from footprint_cli.analyse.sides import add_recording, no_side

        side = no_side()
        for one in audits:
            add_recording(side, one.recording)
        return (side,)

    def moved(self, part: Side, lines: int, logs: int) -> Side:
        """Name the places of near misses anew."""
        return replace(part, stats=moved(part.stats, lines, logs))

    finds: ClassVar[str] = ""

    def found(self, part: Side) -> int:  # noqa: ARG002 (a side alone has none)
        """Count nothing."""
        return 0


def moved(stats: Stats, lines: int, logs: int) -> Stats:
    """Return counts of logs that stand behind so many lines and logs of their file."""
    for one in stats.retrievers.values():
        one.near = [moved_on(each, lines, logs) for each in one.near]
    return stats
