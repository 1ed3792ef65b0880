"""A file of many commit logs, or a part of it, log by log: each is let go of once it has ended.

What matters is found as in `select`. Nothing that was handed out holds until all of it was: what
comes later may show that only the full reader can tell.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from footprint_cli.archive.search.blocks import blocks
from footprint_cli.archive.search.retrievals import Retrievals
from footprint_cli.archive.search.scan import check
from footprint_cli.archive.search.select import Selecting
from footprint_cli.archive.search.stretch import Last, Piece, Stretch
from footprint_cli.archive.search.tails import tail_damage
from footprint_cli.archive.search.trust import Untrusted
from footprint_cli.archive.search.walk import Walk
from footprint_cli.archive.sources import Source
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.recording import Recording
from footprint_cli.read.commits import CommitLog
from footprint_cli.read.log import log_name

_SAID_FIRST = frozenset({"odd-commit", "unknown-verb"})


class Logs:
    """The logs of a source that is a plain file, or a part of one at whose ends logs begin.

    Once all were handed out, `lines` and `logs` say how many there are, `digests` tells the first
    lines of logs apart, and `last` where the last one begins. Iterating raises OSError, and
    `Untrusted` where the full reader must read the file: also where a log says something that bears
    on others. What tools are like bears on the calls of others where it declares a search; without,
    only beside what is declared elsewhere, and `alone` says that nothing is.
    """

    def __init__(self, source: Source, *, paranoid: bool = False, alone: bool = False) -> None:
        self._source = source
        self._paranoid, self._alone = paranoid, alone
        self._is_part = source.start > 0 or source.end not in (None, source.size)
        self._is_last = source.end in (None, source.size)
        self._piece = Piece()
        self._open: list[CommitLog] = []  # of the logs that were not handed out yet
        self.logs = 0

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return self._piece.lines

    @property
    def digests(self) -> frozenset[int]:
        """What tells the first lines of logs apart."""
        return frozenset(self._piece.digests)

    @property
    def last(self) -> Last:
        """Where the last log begins."""
        return self._piece.last

    def __iter__(self) -> Iterator[Recording]:
        """Give each log as a part of the recording; its last part is what is left to say."""
        source, piece = self._source, self._piece
        walk = Walk(piece, Selecting(piece, self._begun).look, begins=True)
        for block in blocks(source.path, source.start, source.end):
            if block.packed:
                raise Untrusted("a packed file is read whole")
            if self._paranoid:
                check(block)
            walk.take(block)
            yield from self._ended(piece.stretches[:-1], many=True)
            piece.stretches = piece.stretches[-1:]
        damage = tail_damage(piece)
        if not piece.lines:
            raise Untrusted("no commit in it")
        yield from self._ended(piece.stretches, many=self._is_part or self.logs > 0)
        if self._is_last:
            yield Recording(source=source.path, format="commit-log", damage=damage)

    def _begun(self) -> CommitLog:
        log = CommitLog(self._source.path, own=True)
        log.begin()
        self._open.append(log)
        return log

    def _ended(self, stretches: list[Stretch], *, many: bool) -> Iterator[Recording]:
        """Give what ended logs say; stretches without evidence may be several."""
        for stretch in stretches:
            many = many or stretch.logs > 1
            found = self._retrievals(stretch, many=many)
            for _ in range(stretch.logs):
                self.logs += 1
                yield self._recording(self._open.pop(0), found, many=many)
                found = ()

    def _retrievals(self, stretch: Stretch, *, many: bool) -> tuple[Retrieval, ...]:
        seen = Piece(stretches=[stretch], before=self.logs, several=many)
        retrievals = Retrievals(self._source.path, seen)
        found = tuple(one for part in retrievals if not isinstance(part, int) for one in part)
        if retrievals.noticed:
            raise Untrusted("what is said of it depends on every line")
        return found

    def _recording(
        self, log: CommitLog, retrievals: tuple[Retrieval, ...], *, many: bool
    ) -> Recording:
        log.finish()
        bear = [one for one in log.schemas if one.search is not None or not self._alone]
        if log.withheld_calls or bear:
            raise Untrusted("what is said of it depends on every line, or on every log")
        if any(one.code in _SAID_FIRST for one in log.noticed):
            raise Untrusted("what is said of its lines comes before what is said of any log")
        run = log_name(self.logs) if many else None
        return Recording(
            source=self._source.path,
            format="commit-log",
            noticed=tuple(log.noticed),
            retrievals=retrievals,
            calls=tuple(replace(one, run=run) for one in log.calls),
            part=True,
        )
