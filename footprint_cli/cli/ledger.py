"""What all sources of a command came to: the exit status, and what a person would have to count."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from footprint_cli.archive.sources import Source
from footprint_cli.cli.inputs import some
from footprint_cli.cli.streams import complain
from footprint_cli.model.audit import first_status
from footprint_cli.model.narrowing import Narrowing
from footprint_cli.model.told import Told


class Named(Protocol):
    """What a path on the command line meant: its number there, from 0."""

    @property
    def named(self) -> int:
        """The number of the path."""
        ...


One = TypeVar("One", bound=Named)


class Ledger:
    """Takes up what each source came to, in their order; `sum_up` says it on standard error."""

    def __init__(self, narrowing: Narrowing) -> None:
        self._narrowing = narrowing
        self._statuses: set[int] = set()
        self._inputs = 0
        self._seen: set[str] = set()  # retrievers or steps, whichever is asked for
        self._matched = False
        self._left_out: list[str] = []
        self._inconclusive: list[str] = []
        self._repeated: list[str] = []
        self.called: set[str] = set()

    def add(self, source: Source, told: Told) -> None:
        """Take up one source, and say what is wrong with it."""
        for each in told.complaints:
            complain(each)
        self._inputs += len(told.statuses)
        self._statuses.update(told.statuses)
        self._seen.update(told.seen)
        self._matched = self._matched or told.matched
        self._inconclusive += told.inconclusive
        self._left_out += [source.path] if told.left_out else []
        self._repeated += [source.path] if source.repeated else []
        self.called.update(told.called)

    @property
    def counted(self) -> int:
        """How many inputs there were so far, those that were named again too."""
        return self._inputs + len(self._repeated)

    def exit_status(self) -> int:
        """Answer with the status of everything read so far (product notes, *Exit status*)."""
        return first_status(self._statuses)

    def sum_up(self) -> None:
        """Say on standard error what a person would have to count."""
        retriever, step, _ = self._narrowing
        if not self._matched and (retriever is not None or step is not None):
            asked = f"--retriever {retriever}" if step is None else f"--step {step}"
            complain(f"nothing matches {asked}; seen: {some(sorted(self._seen)) or 'none'}")
        if self._repeated:
            complain(f"named more than once, and read once: {some(self._repeated)}")
        if self._left_out:
            complain(f"left out, for they hold no recording: {some(self._left_out)}")
        if self._inputs > 1 and self._inconclusive:
            complain(f"not answered in full: {some(self._inconclusive)}")


def emptied(paths: Sequence[str], sources: Iterable[One], ledger: Ledger) -> Iterator[One | str]:
    """Yield each source, and each path that came to nothing once all its sources are in the ledger."""
    named, before = -1, 0
    for one in sources:
        while named < one.named:
            if named >= 0 and ledger.counted == before:
                yield paths[named]
            named, before = named + 1, ledger.counted
        yield one
    while named < len(paths):
        if named >= 0 and ledger.counted == before:
            yield paths[named]
        named, before = named + 1, ledger.counted
