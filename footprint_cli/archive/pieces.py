"""A large file of many logs, counted piece by piece, here or by several workers."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from footprint_cli.archive.run import Engine, results
from footprint_cli.archive.scan import Scan
from footprint_cli.archive.search.blocks import LONGEST, pieces
from footprint_cli.archive.search.packed import is_packed
from footprint_cli.archive.search.trust import Untrusted
from footprint_cli.archive.sources import BATCH, LARGE, SEARCHED, Batch, Source, batches, pieces_of
from footprint_cli.model.audit import Audit
from footprint_cli.model.told import Read, Told
from footprint_cli.read.source import HEAD, Advance

Part = TypeVar("Part")
_AT_ONCE = 1 << 20  # bytes: lines are long
_BEGINS = b',"idx":0}\n'  # the end of the first line of a log


class Counted(Struct, Generic[Part], frozen=True):
    """What one piece of a file says, and what tells whether the pieces are as good as the whole."""

    read: Read[Part]
    lines: int
    logs: int
    digests: frozenset[int]


class InPieces(Struct, Generic[Part], frozen=True):
    """The work of a question that may be asked log by log, over sources and over pieces of large ones.

    A piece whose file must be read as a whole answers with None.
    """

    scan: Scan[Part]
    least: int = LARGE  # bytes of a file that is cut

    def __call__(self, batch: Batch, /) -> tuple[Read[Part] | Counted[Part] | None, ...]:
        """Read the sources and pieces of a batch, in their order."""
        if all(one.end is None for one in batch):
            return self.scan(batch)
        return tuple(
            self.scan.read(one) if one.end is None else self._counted(one) for one in batch
        )

    def lost(self, source: Source, why: str, /) -> tuple[Read[Part], ...]:
        """Say that a source could not be read, and why."""
        return self.scan.lost(source, why)

    def may_cut(self, source: Source) -> bool:
        """Tell whether a source is read in pieces, if it is a plain file of logs."""
        whole = source.plain and not source.repeated and source.fault is None
        return self.scan.question.in_pieces and whole and source.size > self.least

    def cut(self, sources: Sequence[Source], count: int) -> dict[int, tuple[Source, ...]]:
        """Return the pieces of large sources, by their places: as many as there are workers."""
        large = filter(self.may_cut, sources)
        least = min(self.least, SEARCHED)
        return {
            one.place: found
            for one in large
            if (
                found := cut_at_logs(
                    one, max(1, min(pieces_of(one.size, count), one.size // least))
                )
            )
        }

    def reads(
        self,
        sources: Sequence[Source],
        cut: Mapping[int, tuple[Source, ...]],
        engine: Engine | None,
        advance: Advance = lambda _: None,
    ) -> Iterator[Read[Part]]:
        """Yield what is read of each source, in their order; `advance` is told of the bytes."""
        most = BATCH if engine is None else engine.fair(sources)
        each = [piece for one in sources for piece in cut.get(one.place, (one,))]
        found = (one for batch in results(self, batches(each, most), engine) for one in batch)
        for source in sources:
            parts = []
            for piece in cut.get(source.place, (source,)):
                parts.append(next(found))
                advance(piece.length)
            yield self._whole(source, parts)

    def _counted(self, source: Source) -> Counted[Part] | None:
        from footprint_cli.archive.search.logs import Logs

        logs, reader = Logs(source), self.scan.reader
        try:
            read = self.scan.taken(source, map(self._apart, reader.parts(logs)))
        except (Untrusted, OSError, MemoryError):  # whoever reads the whole says what is wrong
            return None
        return Counted(read, logs.lines, logs.logs, logs.digests)

    def _apart(self, audit: Audit) -> Audit:
        if not self.scan.question.apart(audit):
            raise Untrusted("what is said of it depends on every log")
        return audit

    def _whole(self, source: Source, parts: list[Read[Part] | Counted[Part] | None]) -> Read[Part]:
        """Put the pieces of a source together; one that does not allow it is read as a whole."""
        read = next((one for one in parts if isinstance(one, Read)), None)
        if read is not None:  # it was not cut, or a piece was lost
            return read
        counted = [one for one in parts if isinstance(one, Counted)]
        digests = frozenset[int]().union(*(one.digests for one in counted))
        if len(counted) < len(parts) or len(digests) < sum(len(one.digests) for one in counted):
            return self.scan.read(source)
        found: list[Part] = []
        lines = logs = 0
        for one in counted:
            moved = self.scan.question.moved
            found += [moved(part, lines, logs) if logs else part for part in one.read.parts]
            lines, logs = lines + one.lines, logs + one.logs
        joined = self.scan.question.joined(tuple(found))
        if joined is None:
            return self.scan.read(source)
        told = _together([one.read.told for one in counted])
        return Read(place=source.place, told=told, parts=joined)


def _together(told: list[Told]) -> Told:
    """Say of a source what its pieces say."""
    return Told(
        statuses=tuple(one for each in told for one in each.statuses),
        complaints=tuple(one for each in told for one in each.complaints),
        inconclusive=tuple(one for each in told for one in each.inconclusive),
        seen=tuple(dict.fromkeys(one for each in told for one in each.seen)),
        matched=any(each.matched for each in told),
        called=tuple(sorted({one for each in told for one in each.called})),
    )


def cut_at_logs(source: Source, count: int) -> tuple[Source, ...]:
    """Cut a file, from its start on, into up to `count` pieces where logs begin.

    Nothing where it has to be unpacked.
    """
    path, size, start = source.path, source.size, source.start
    try:
        with open(path, "rb") as file:  # noqa: PTH123 (paths are texts here)
            if is_packed(file.read(HEAD)):
                return ()
        found = pieces(path, size, count, start)
        cuts = [start, *filter(None, (_next_log(path, begin) for begin, _ in found[1:])), size]
    except OSError:  # opening it says what is wrong
        return ()
    cuts = sorted(set(cuts))
    return tuple(replace(source, start=start, end=end) for start, end in pairwise(cuts))


def _next_log(path: str, start: int) -> int | None:
    """Return where the first log begins that does so not before a line; None: not near it."""
    with open(path, "rb", _AT_ONCE) as file:  # noqa: PTH123
        file.seek(start)
        while file.tell() < start + LARGE:
            at = file.tell()
            line = file.readline(LONGEST)
            if line.endswith(_BEGINS):
                return at
            if not line:
                break
    return None
