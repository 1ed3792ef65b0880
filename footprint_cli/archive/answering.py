"""A question about a chunk, put to batches of sources here or on workers."""

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from footprint_cli.analyse.kept import kept
from footprint_cli.analyse.reckoned import reckoned
from footprint_cli.archive.ahead import fetched_ahead
from footprint_cli.archive.search.asking import Asking
from footprint_cli.archive.search.hits import Skipped
from footprint_cli.archive.search.stretch import Piece
from footprint_cli.archive.search.trust import Untrusted
from footprint_cli.archive.searching import SearchingReader
from footprint_cli.archive.sources import Batch, Source
from footprint_cli.model.audit import Audit
from footprint_cli.model.reckoned import Kept, Reckoned
from footprint_cli.model.told import Read
from footprint_cli.read.source import Advance

Answered = Read[Kept] | Piece | None


class Answering(Struct, frozen=True, kw_only=True, dict=True):
    """The work of `why-not`. With `whole` the parts hold all that the answer may need.

    From a worker they come as they were recorded: what is explained is many times as long. For a part
    of a file it gives what a search saw there, or None where that cannot be trusted.
    """

    asking: Asking
    step: str | None = None
    whole: bool = False

    def __call__(self, batch: Batch, /) -> tuple[Answered, ...]:
        """Read the sources of a batch, in their order."""
        return tuple(
            self._sent(self.read(one)) if one.end is None else self.searched(one)
            for one in fetched_ahead(batch)
        )

    def lost(self, source: Source, why: str, /) -> tuple[Answered, ...]:
        """Say that a source could not be read, and why."""
        if source.end is not None:
            return (None,)
        return (self._sent(self.unread(source.path, why, source.place)),)

    def searched(self, source: Source) -> Piece | None:
        """Search a part of a file."""
        try:
            return self.asking.scanned(source.path, source.start, source.end)
        except (Untrusted, OSError):
            return None

    def read(self, source: Source) -> Read[Reckoned]:
        """Read one source to its end."""
        parts = tuple(self.parts(source))
        return Read(place=source.place, told=self.reader.told(), parts=parts)

    def parts(
        self, source: Source, advance: Advance | None = None, piece: Piece | None = None
    ) -> Iterator[Reckoned]:
        """Give the parts of one source as they come; `piece` is what a search saw of it."""
        if piece is not None:
            yield from map(self._part, self.reader.found(source, piece))
        else:
            yield from map(self._part, self.reader.answers(source, advance))

    def unread(self, path: str, why: str, place: int) -> Read[Reckoned]:
        """Return what is read of a path that gives nothing."""
        part = self._part(self.reader.unread(path, why))
        return Read(place=place, told=self.reader.told(), parts=(part,))

    @cached_property
    def reader(self) -> SearchingReader:
        """What keeps, of the last source, what came of reading it."""
        return SearchingReader(self.asking, self.step)

    def _sent(self, read: Read[Reckoned]) -> Read[Kept]:
        parts = tuple(kept(one, whole=self.whole) for one in read.parts)
        return Read(place=read.place, told=read.told, parts=parts)

    def _part(self, one: Skipped | Audit) -> Reckoned:
        if isinstance(one, Skipped):
            return Reckoned(never=one.never, passed=one.passed)
        return reckoned(one, self.asking.asked, whole=self.whole)
