"""The work of a question: sources → what was read of each."""

from collections.abc import Callable, Iterable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from footprint_cli.archive.questions import Question
from footprint_cli.archive.reading import Reader
from footprint_cli.archive.sources import Batch, Source
from footprint_cli.model.audit import Audit
from footprint_cli.model.told import Read, Told
from footprint_cli.read.source import Advance

if TYPE_CHECKING:
    from footprint_cli.analyse.covered import Covering

Part = TypeVar("Part")


class Scan(Struct, Generic[Part], frozen=True, dict=True):
    """The work of a question: batches of sources → what was read of each."""

    question: Question[Part]
    apart: bool = False  # sources are kept apart, however they were put into batches

    def __call__(self, batch: Batch, /) -> tuple[Read[Part], ...]:
        """Read the sources of a batch, in their order."""
        together = None if self.apart else self.question.together()
        if together is None or not batch:
            return tuple(map(self.read, batch))
        *others, last = (
            Read[Part](
                place=one.place, told=self._told(self.reader.audits(one), together.take), parts=()
            )
            for one in batch
        )
        return (*others, replace(last, parts=(together.part(),)))

    def read(self, source: Source, advance: Advance | None = None) -> Read[Part]:
        """Read one source; `advance` is called with the bytes of each read."""
        return self.taken(source, self.reader.audits(source, advance))

    def taken(self, source: Source, audits: Iterable[Audit]) -> Read[Part]:
        """Take up the audits of a source, which `reader` makes."""
        parts: tuple[Part, ...] = ()

        def take(audits: Iterable[Audit]) -> None:
            nonlocal parts
            parts = self.question.parts(audits)

        told = self._told(audits, take)
        return Read(place=source.place, told=told, parts=parts)

    def _told(self, audits: Iterable[Audit], take: Callable[[Iterable[Audit]], None]) -> Told:
        """Have the audits of a source taken up, and return what came of reading it."""
        if self._covering is not None:
            self._covering.called.clear()
        take(audits)
        called = () if self._covering is None else tuple(sorted(self._covering.called))
        return replace(self.reader.told(), called=called)

    def lost(self, source: Source, why: str, /) -> tuple[Read[Part], ...]:
        """Say that a source could not be read, and why."""
        return (self.unread(source.path, why, source.place),)

    def found(self, read: Read[Part]) -> int:
        """Count what was found in one source."""
        return sum(map(self.question.found, read.parts))

    def unread(self, path: str, why: str, place: int) -> Read[Part]:
        """Return what is read of a path that gives nothing."""
        parts = self.question.parts([self.reader.unread(path, why)])
        return Read(place=place, told=self.reader.told(), parts=parts)

    @cached_property
    def _covering(self) -> "Covering | None":
        declared = self.question.declared
        return None if declared is None else declared.covering()

    @cached_property
    def reader(self) -> Reader:
        """What reads sources as the question needs it."""
        calls = None if self._covering is None else self._covering.calls
        return Reader(
            self.question.narrowing,
            audited=partial(self.question.audited, covering=calls),
            most=self.question.counts_only,
            quick=self.question.is_quick,
        )
