"""A question about a chunk, put to batches of sources here or on workers."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from msgspec import Struct

from footprint_cli.analyse.kept import kept
from footprint_cli.analyse.reckoned import reckoned, together
from footprint_cli.analyse.trimmed import trimmed
from footprint_cli.archive.ahead import fetched_ahead
from footprint_cli.archive.search.asking import Asking, Explain
from footprint_cli.archive.search.hits import Found, Skipped
from footprint_cli.archive.search.stretch import Piece
from footprint_cli.archive.search.trust import Untrusted
from footprint_cli.archive.searching import Answer, SearchingReader
from footprint_cli.archive.sources import Batch, Source
from footprint_cli.model.reckoned import Kept, Reckoned
from footprint_cli.model.told import Read
from footprint_cli.read.source import Advance

Sent = Reckoned | Kept
Answered = Read[Any] | Piece | Sent | None  # of what is `Sent`


class Lines(Source, frozen=True, kw_only=True):
    """Lines of a file that a search found, to be explained by whoever gets them."""

    piece: Piece


class Answering(Struct, frozen=True, kw_only=True, dict=True):
    """The work of `why-not`. With `whole` the parts hold all that the answer may need.

    From a worker they come with so many rows `beside` those asked for as are shown, or as they were
    recorded, where `beside` is None. For a part of a file it gives what a search saw there, or None
    where that cannot be trusted; for `Lines` the answers, or None where only the full reader can tell.
    """

    asking: Asking
    step: str | None = None
    whole: bool = False
    beside: int | None = None

    def __call__(self, batch: Batch, /) -> tuple[Answered, ...]:
        """Read the sources of a batch, in their order."""
        return tuple(map(self._answered, fetched_ahead(batch)))

    def _answered(self, one: Source) -> Answered:
        if isinstance(one, Lines):
            return self.explained(one)
        return self._read(one) if one.end is None else self.searched(one)

    def lost(self, source: Source, why: str, /) -> tuple[Answered, ...]:
        """Say that a source could not be read, and why."""
        if source.end is not None:
            return (None,)
        return (self.unread(source.path, why, source.place),)

    def searched(self, source: Source) -> Piece | None:
        """Search a part of a file."""
        try:
            return self.asking.scanned(source.path, source.start, source.end)
        except (Untrusted, OSError):
            return None

    def explained(self, lines: Lines) -> Sent | None:
        """Explain lines that a search found."""
        try:
            hits = Found(lines.path, lines.piece, self.asking.asked).hits()
            return self._sent(together(map(self._part, self.reader.hits(hits))))
        except (Untrusted, OSError):
            return None

    def parts(self, source: Source, advance: Advance | None = None) -> Iterator[Reckoned]:
        """Give the parts of one source as they come."""
        yield from map(self._part, self.reader.answers(source, advance))

    def found(
        self, source: Source, piece: Piece, explain: Explain | None = None
    ) -> Iterator[Reckoned]:
        """Give the parts of one source of which a search saw `piece`; `explain` does so elsewhere."""
        yield from map(self._part, self.reader.found(source, piece, explain))

    def unread(self, path: str, why: str, place: int) -> Read[Reckoned]:
        """Return what is read of a path that gives nothing."""
        part = self._part(self.reader.unread(path, why))
        return Read(place=place, told=self.reader.told(), parts=(part,))

    @cached_property
    def reader(self) -> SearchingReader:
        """What keeps, of the last source, what came of reading it."""
        return SearchingReader(self.asking, self.step)

    def _read(self, source: Source) -> Answered:
        whole = together(self.parts(source))
        return Read(place=source.place, told=self.reader.told(), parts=(self._sent(whole),))

    def _sent(self, part: Reckoned) -> Sent:
        if self.beside is None:
            return kept(part, whole=self.whole)
        return trimmed(part, self.beside)

    def _part(self, one: Answer) -> Reckoned:
        if isinstance(one, Reckoned):
            return one
        if isinstance(one, Skipped):
            return Reckoned(never=one.never, passed=one.passed)
        return reckoned(one, self.asking.asked, whole=self.whole)
