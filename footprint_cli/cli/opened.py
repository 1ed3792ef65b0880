"""Sources of a question about a chunk, with their parts of the answer, taken up in their order."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from footprint_cli.archive.answering import Answering
from footprint_cli.archive.chunk_asked import ChunkAsked
from footprint_cli.archive.search.asking import Asking
from footprint_cli.archive.sources import Source
from footprint_cli.cli.ledger import Ledger, emptied
from footprint_cli.model.reckoned import Reckoned
from footprint_cli.model.told import Read, Told


class Opened(NamedTuple):
    """A source: its parts, and what came of it once they are used up."""

    source: Source
    parts: Iterator[Reckoned]
    told: Callable[[], Told]

    @property
    def named(self) -> int:
        """The path on the command line that meant the source."""
        return self.source.named


def opened(source: Source, read: Read[Any], parts: Iterable[Reckoned]) -> Opened:
    """Open what was read of a source; `parts` are what it has parts of."""
    return Opened(source, iter(parts), lambda: read.told)


def asking_of(asked: ChunkAsked, *, full: bool | None = None) -> Asking:
    """Return how each file is asked; with `full` otherwise than the question says."""
    return Asking(
        asked=asked.asked,
        retriever=asked.retriever,
        full=asked.full if full is None else full,
        paranoid=asked.paranoid,
    )


class Taking:
    """Takes up sources; once all are, it is said on standard error what there is to be said."""

    def __init__(self, asked: ChunkAsked, paths: Sequence[str]) -> None:
        self._paths = paths
        self._lost = Answering(asking=asking_of(asked))
        self.ledger = Ledger(asked.narrowing)

    def parts(self, sources: Iterable[Opened]) -> Iterator[tuple[Source, Reckoned]]:
        """Yield all parts, each with its source, and those of paths that come to nothing."""
        for one in emptied(self._paths, sources, self.ledger):
            source, parts, told = self._nothing(one) if isinstance(one, str) else one
            for part in parts:
                yield source, part
            self.ledger.add(source, told())
        self.ledger.sum_up()

    def _nothing(self, path: str) -> Opened:
        read = self._lost.unread(path, "no recording in it", 0)
        return opened(Source(path=path), read, read.parts)
