"""A question about a chunk over the sources of a command line: its parts as they come, in order."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from footprint_cli.archive.answering import Answered, Answering
from footprint_cli.archive.asking import Asking
from footprint_cli.archive.blocks import is_packed, pieces
from footprint_cli.archive.engines import SMALL, cores, local_engine
from footprint_cli.archive.joined import joined
from footprint_cli.archive.run import Engine, results
from footprint_cli.archive.sources import Batch, Source, batches
from footprint_cli.archive.stretch import Piece
from footprint_cli.cli.found import sources_of
from footprint_cli.cli.ledger import Ledger, emptied
from footprint_cli.cli.progress import reading
from footprint_cli.model.reckoned import Reckoned
from footprint_cli.model.told import Read, Told

SEARCHED = 8_000_000  # bytes; less is read in full about as fast, and damage in any line is met


class _Opened(NamedTuple):
    """A source: its parts, and what came of it once they are used up."""

    parts: Iterator[Reckoned]
    told: Callable[[], Told]


class Searching:
    """Puts a question to all sources; where there is much to read, by a byte search and by workers."""

    def __init__(
        self,
        asking: Asking,
        paths: list[str],
        *,
        step: str | None,
        jobs: int | None,
        written: str | None,
    ) -> None:
        self._paths = paths
        self.sources = sources_of(paths, [written])
        size = sum(one.size for one in self.sources)
        plain = all(one.plain for one in self.sources)
        full = asking.full or step is not None or size <= SEARCHED or not plain
        self.asking = replace(asking, full=full)
        self._work = Answering(asking=self.asking, step=step, whole=full)
        self._jobs = 1 if not plain else jobs or (cores() if size > SMALL else 1)
        self._ledger = Ledger(self._work.reader.narrowing)

    def __iter__(self) -> Iterator[Reckoned]:
        with local_engine(self._jobs) as engine:
            opened = self._here() if engine is None else self._there(engine)
            for one in emptied(self._paths, self.sources, self._ledger):
                if isinstance(one, Source):
                    source, (parts, told) = one, next(opened)
                else:
                    source = Source(path=one)
                    parts, told = _read(self._work.unread(one, "no recording in it", 0))
                yield from parts
                self._ledger.add(source, told())
        self._ledger.sum_up()

    def in_full(self) -> Iterator[Reckoned]:
        """Read all once more, every line of it; nothing is said on standard error."""
        work = Answering(asking=replace(self.asking, full=True), step=self._work.step, whole=True)
        for one in self.sources:
            yield from work.parts(one)

    def exit_status(self) -> int:
        """Answer with the status of everything read so far (product notes, *Exit status*)."""
        return self._ledger.exit_status()

    def _here(self) -> Iterator[_Opened]:
        for one in self.sources:
            with reading(one.path) as advance:
                yield _Opened(self._work.parts(one, advance), self._work.reader.told)

    def _there(self, engine: Engine) -> Iterator[_Opened]:
        cut = {
            one.place: _cut(one, engine.workers)
            for one in self.sources
            if one.size > SMALL and not self.asking.full
        }
        answers = (
            one
            for batch in results(self._work, _batches(self.sources, cut), engine)
            for one in batch
        )
        for source in self.sources:
            parts = [next(answers) for _ in cut.get(source.place, (source,))]
            yield self._put_together(source, parts)

    def _put_together(self, source: Source, parts: list[Answered]) -> _Opened:
        if isinstance(parts[0], Read):
            return _read(parts[0])
        pieces_ = [one for one in parts if isinstance(one, Piece)]
        work = self._work
        piece = joined(pieces_) if len(pieces_) == len(parts) else None
        if piece is None:
            work = Answering(asking=replace(self.asking, full=True), step=work.step)
        return _Opened(work.parts(source, piece=piece), work.reader.told)


def _read(read: Read[Reckoned]) -> _Opened:
    return _Opened(iter(read.parts), lambda: read.told)


def _cut(source: Source, count: int) -> tuple[Source, ...]:
    """Cut a large file between lines; one that has to be unpacked stays whole."""
    try:
        if source.repeated or is_packed(source.path):
            return (source,)
        return tuple(
            replace(source, start=start, end=end)
            for start, end in pieces(source.path, source.size, count)
        )
    except OSError:  # opening it says what is wrong
        return (source,)


def _batches(sources: list[Source], cut: dict[int, tuple[Source, ...]]) -> Iterator[Batch]:
    small: list[Source] = []
    for one in sources:
        if one.place not in cut:
            small.append(one)
            continue
        yield from batches(small)
        small = []
        yield from ((each,) for each in cut[one.place])
    yield from batches(small)
