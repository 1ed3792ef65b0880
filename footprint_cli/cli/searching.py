"""A question about a chunk over sources: what is read of each, here or by workers, in their order."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from msgspec.structs import replace

from footprint_cli.analyse.kept import again
from footprint_cli.archive.answering import Answered, Answering, Lines, Sent
from footprint_cli.archive.chunk_asked import ChunkAsked
from footprint_cli.archive.run import Engine, results
from footprint_cli.archive.search.blocks import pieces
from footprint_cli.archive.search.hits import Found
from footprint_cli.archive.search.ids import Listing
from footprint_cli.archive.search.joined import joined
from footprint_cli.archive.search.packed import is_packed
from footprint_cli.archive.search.stretch import Piece
from footprint_cli.archive.search.trust import Untrusted
from footprint_cli.archive.sources import LARGE, SEARCHED, Batch, Source, batches, pieces_of
from footprint_cli.cli.opened import Opened, asking_of, opened
from footprint_cli.cli.progress import Progress, watching
from footprint_cli.cli.workers import Workers
from footprint_cli.model.answer import Occurrence
from footprint_cli.model.reckoned import Kept, Reckoned
from footprint_cli.model.told import Read
from footprint_cli.read.source import HEAD

_SHARES = 4  # of its hits for each worker, so that all have about as much to explain


def asked_of(asked: ChunkAsked, sources: Sequence[Source]) -> ChunkAsked:
    """Return the question as it is put to these sources: little of it is read in full."""
    size = sum(one.size for one in sources)
    plain = all(one.plain for one in sources)
    full = asked.full or asked.step is not None or size <= SEARCHED or not plain
    return replace(asked, full=full)


class Searching:
    """Puts a question to sources; where there is much to read, by a byte search and by workers.

    `beside` are the rows that workers send beside those asked for; None: what they send is recorded.
    """

    def __init__(
        self,
        asked: ChunkAsked,
        sources: Sequence[Source],
        workers: Workers,
        *,
        beside: int | None = None,
    ) -> None:
        self.asked = asked
        self.sources = sources
        self._work = Answering(
            asking=asking_of(asked), step=asked.step, whole=asked.full, beside=beside
        )
        self._workers = workers

    def opened(self) -> Iterator[Opened]:
        """Open every source; the parts of each are to be used up before the next is asked for."""
        with watching(self.sources, "answers") as progress, self._engine() as engine:
            found = self._here(progress) if engine is None else self._there(engine, progress)
            told_of = engine is not None or self.asked.full  # bytes, as they are read
            for one in found:
                yield one._replace(parts=_watched(one, progress, told_of=told_of))

    def only(self, source: Source) -> tuple[Occurrence, ...]:
        """Read a source once more, in full, and return what its first retrieval says."""
        asking = asking_of(self.asked, full=True)
        work = Answering(asking=asking, step=self.asked.step, whole=True)
        parts = (told for part in work.parts(source) for told in part.told)
        return next((told for told in parts if not isinstance(told, str)), ())

    def ids(self) -> Iterator[tuple[str, ...]]:
        """Read all once more, and yield the ids that may be offered, source by source."""
        work = Listing(asking=asking_of(self.asked), step=self.asked.step)
        with self._engine() as engine:
            fair = () if engine is None else (engine.fair(self.sources),)
            for told in results(work, batches(self.sources, *fair), engine):
                yield from told

    def _here(self, progress: Progress) -> Iterator[Opened]:
        advance = progress.advance if self.asked.full else None
        for one in self.sources:
            yield Opened(one, self._work.parts(one, advance), self._work.reader.told)

    def _there(self, engine: Engine, progress: Progress) -> Iterator[Opened]:
        cut = {
            one.place: _cut(one, pieces_of(one.size, engine.workers))
            for one in self.sources
            if one.size > LARGE and not self.asked.full
        }
        given = _batches(self.sources, cut, engine.fair(self.sources))
        answers = (one for batch in results(self._work, given, engine) for one in batch)
        for source in self.sources:
            parts = []
            for piece in cut.get(source.place, (source,)):
                parts.append(next(answers))
                progress.advance(piece.length)
            yield self._put_together(source, parts, engine)

    def _put_together(self, source: Source, parts: list[Answered], engine: Engine) -> Opened:
        if isinstance(parts[0], Read):
            return opened(source, parts[0], map(self._again, parts[0].parts))
        pieces_ = [one for one in parts if isinstance(one, Piece)]
        piece = joined(pieces_) if len(pieces_) == len(parts) else None
        if piece is None:
            work = Answering(asking=asking_of(self.asked, full=True), step=self.asked.step)
            return Opened(source, work.parts(source), work.reader.told)
        explain = partial(self._explained, source, engine)
        return Opened(source, self._work.found(source, piece, explain), self._work.reader.told)

    def _explained(self, source: Source, engine: Engine, found: Found) -> Iterator[Reckoned]:
        """Have the hits in a large file explained; raises `Untrusted`."""
        shares = (
            (Lines(path=source.path, size=source.size, end=source.size, piece=one),)
            for one in found.parts(_SHARES * engine.workers)
        )
        for [told] in results(self._work, shares, engine):
            if not isinstance(told, Reckoned | Kept):
                raise Untrusted("only the full reader can tell")
            yield self._again(told)

    def _again(self, part: Sent) -> Reckoned:
        return again(part, self.asked.asked) if isinstance(part, Kept) else part

    @contextmanager
    def _engine(self) -> Iterator[Engine | None]:
        if self._workers.engine is not None:
            from footprint_cli.cli.elsewhere import elsewhere

            with elsewhere(self._workers.engine, self.sources) as engine:
                yield engine
            return
        jobs = self._jobs()
        if jobs == 1:
            yield None
            return
        from footprint_cli.archive.engines import local_engine

        with local_engine(jobs) as forked:
            yield forked

    def _jobs(self) -> int:
        """Count the processes that read at once; a pipe can be read here only."""
        if not all(one.plain for one in self.sources):
            return 1
        asked = self._workers.jobs
        if asked is not None or sum(one.size for one in self.sources) <= LARGE:
            return asked or 1
        from footprint_cli.archive.engines import cores

        return cores()


def _watched(one: Opened, progress: Progress, *, told_of: bool) -> Iterator[Reckoned]:
    found = 0
    for part in one.parts:
        found += len(part.told)
        yield part
    if not told_of:
        progress.advance(one.source.size)
    progress.done(one.source, found=found)


def _cut(source: Source, count: int) -> tuple[Source, ...]:
    """Cut a large file between lines; one that has to be unpacked stays whole."""
    try:
        with open(source.path, "rb") as file:  # noqa: PTH123
            if source.repeated or is_packed(file.read(HEAD)):
                return (source,)
        count = min(count, source.size // SEARCHED)
        return tuple(
            replace(source, start=start, end=end)
            for start, end in pieces(source.path, source.size, count)
        )
    except OSError:  # opening it says what is wrong
        return (source,)


def _batches(
    sources: Sequence[Source], cut: dict[int, tuple[Source, ...]], most: int
) -> Iterator[Batch]:
    small: list[Source] = []
    together = partial(batches, most=most)
    for one in sources:
        if one.place not in cut:
            small.append(one)
            continue
        yield from together(small)
        small = []
        yield from ((each,) for each in cut[one.place])
    yield from together(small)
