"""A question about a chunk over the sources of a command line: its parts as they come, in order."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from msgspec.structs import replace

from footprint_cli.archive.answering import Answered, Answering
from footprint_cli.archive.run import Engine, results
from footprint_cli.archive.search.asking import Asking
from footprint_cli.archive.search.blocks import pieces
from footprint_cli.archive.search.joined import joined
from footprint_cli.archive.search.packed import is_packed
from footprint_cli.archive.search.stretch import Piece
from footprint_cli.archive.sources import SEARCHED, Batch, Source, batches
from footprint_cli.cli.found import sources_of
from footprint_cli.cli.ledger import Ledger, emptied
from footprint_cli.cli.progress import Progress, watching
from footprint_cli.model.reckoned import Reckoned
from footprint_cli.model.told import Read, Told
from footprint_cli.read.source import HEAD

LARGE = 64_000_000  # bytes of a file that is worth being cut


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
        self._jobs = _jobs(jobs, size) if plain else 1
        self._ledger = Ledger(self._work.reader.narrowing)

    def __iter__(self) -> Iterator[Reckoned]:
        with watching(self.sources, "answers") as progress, _engine(self._jobs) as engine:
            opened = self._here(progress) if engine is None else self._there(engine)
            for one in emptied(self._paths, self.sources, self._ledger):
                if isinstance(one, Source):
                    source, (parts, told) = one, next(opened)
                else:
                    source = Source(path=one)
                    parts, told = _read(self._work.unread(one, "no recording in it", 0))
                found = 0
                for part in parts:
                    found += len(part.told)
                    yield part
                self._ledger.add(source, told())
                if engine is not None or not self.asking.full:  # nobody told of its bytes
                    progress.advance(source.size)
                progress.done(source, found=found)
        self._ledger.sum_up()

    def in_full(self) -> Iterator[Reckoned]:
        """Read all once more, every line of it; nothing is said on standard error."""
        work = Answering(asking=replace(self.asking, full=True), step=self._work.step, whole=True)
        for one in self.sources:
            yield from work.parts(one)

    def exit_status(self) -> int:
        """Answer with the status of everything read so far (product notes, *Exit status*)."""
        return self._ledger.exit_status()

    def _here(self, progress: Progress) -> Iterator[_Opened]:
        advance = progress.advance if self.asking.full else None
        for one in self.sources:
            yield _Opened(self._work.parts(one, advance), self._work.reader.told)

    def _there(self, engine: Engine) -> Iterator[_Opened]:
        cut = {
            one.place: _cut(one, engine.workers)
            for one in self.sources
            if one.size > LARGE and not self.asking.full
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


@contextmanager
def _engine(jobs: int) -> Iterator[Engine | None]:
    if jobs == 1:
        yield None
        return
    from footprint_cli.archive.engines import local_engine

    with local_engine(jobs) as engine:
        yield engine


def _jobs(asked: int | None, size: int) -> int:
    if asked is not None or size <= LARGE:
        return asked or 1
    from footprint_cli.archive.engines import cores

    return cores()


def _read(read: Read[Reckoned]) -> _Opened:
    return _Opened(iter(read.parts), lambda: read.told)


def _cut(source: Source, count: int) -> tuple[Source, ...]:
    """Cut a large file between lines; one that has to be unpacked stays whole."""
    try:
        with open(source.path, "rb") as file:  # noqa: PTH123
            if source.repeated or is_packed(file.read(HEAD)):
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
