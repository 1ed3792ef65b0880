"""The answer on a chunk over all sources, with what only a second reading can add to it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from footprint_cli.analyse.reckoning import Reckoning
from footprint_cli.archive.chunk_asked import ChunkAsked
from footprint_cli.archive.sources import Source
from footprint_cli.cli.found import sources_of
from footprint_cli.cli.opened import Opened, Taking
from footprint_cli.cli.searching import Searching, asked_of
from footprint_cli.cli.workers import Workers
from footprint_cli.model.answer import Occurrence, Reply


class Replying(Protocol):
    """An answer whose parts come first: the reply and the status are known after them."""

    def occurrences(self) -> Iterator[Occurrence]:
        """Yield what names the chunk, or could not say."""
        ...

    def reply(self) -> Reply:
        """Answer the whole question."""
        ...

    def answer(self) -> str:
        """Return the best answer over everything that was added."""
        ...

    def exit_status(self) -> int:
        """Answer with the status of everything that was read."""
        ...


class Adding:
    """Adds up the parts of sources, and remembers which of them had a retrieval last."""

    def __init__(self, asked: ChunkAsked, paths: Sequence[str]) -> None:
        self._taking = Taking(asked, paths)
        self.reckoning = Reckoning(asked.asked)
        self.last: Source | None = None
        self.answer = self.reckoning.answer
        self.exit_status = self._taking.ledger.exit_status

    def take(self, sources: Iterable[Opened]) -> Iterator[Occurrence]:
        """Yield what names the chunk, or could not say."""
        for source, part in self._taking.parts(sources):
            if part.never or part.told:
                self.last = source
            yield from self.reckoning.add(part)


class ReckonedSources:
    """Reads sources as their answers are asked for; the reply and the status are known after that."""

    def __init__(
        self,
        asked: ChunkAsked,
        paths: list[str],
        workers: Workers,
        *,
        written: str | None,
        beside: int = 0,
    ) -> None:
        sources = sources_of(paths, [written])
        self._searching = Searching(asked_of(asked, sources), sources, workers, beside=beside)
        self._adding = Adding(self._searching.asked, paths)
        self.answer = self._adding.answer
        self.exit_status = self._adding.exit_status

    def occurrences(self) -> Iterator[Occurrence]:
        """Yield what names the chunk, or could not say."""
        return self._adding.take(self._searching.opened())

    def reply(self) -> Reply:
        """Answer the whole question; what a search left out and it needs is read once more."""
        reckoning = self._adding.reckoning
        complete(reckoning, self._searching, self._adding.last)
        return reckoning.reply()


def complete(reckoning: Reckoning, searching: Searching, last: Source | None) -> None:
    """Add what a search left out: the words of the only retrieval, which is in `last`, or ids to offer."""
    if reckoning.lacks_the_only and last is not None:
        reckoning.tell_the_only(searching.only(last))
    elif reckoning.lacks_ids:
        reckoning.forget_ids()  # all will be shown, in their order
        for ids in searching.ids():
            reckoning.show(ids)
