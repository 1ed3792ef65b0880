"""A commit log read without parsing the lines that say nothing of retrievals and calls.

Most bytes of a log are copies of what was said before. A line is parsed where its trace names a
key that the reader keeps, where it holds evidence, or where it is a step of a memory; every line
is held to the shape that the search takes for granted. What is not seen is damage inside the other
lines.
"""

import re
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from footprint_cli.archive.search.blocks import Block, blocks
from footprint_cli.archive.search.evidence_lines import EvidenceLines
from footprint_cli.archive.search.rest import rest_of
from footprint_cli.archive.search.retrievals import Retrievals, bundle_of
from footprint_cli.archive.search.scan import Search, check
from footprint_cli.archive.search.stretch import Last, Piece
from footprint_cli.archive.search.tails import tail_damage
from footprint_cli.archive.search.trust import Untrusted
from footprint_cli.archive.search.walk import Walk, step_of
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.recording import LineCount, Recording
from footprint_cli.model.steps import MEMORY_STEP
from footprint_cli.read.commits import CommitLog
from footprint_cli.read.formats import read_recordings
from footprint_cli.read.log import KEPT
from footprint_cli.read.source import Advance
from footprint_cli.read.streams import CommitLines

_TRACE = b'"trace":['
_EVIDENCE = b'"path":"retrievalEvidence_'
_NAMES = b"|".join(key.encode() for key in sorted(KEPT))
_KEPT = re.compile(rb'"path":(?:"(?:%s)["\\]|[^"])' % _NAMES)  # or what is laid out otherwise
_MEMORY = MEMORY_STEP.encode()


def selected(path: str, *, paranoid: bool = False) -> Recording:
    """Read a commit log by the lines that matter.

    Raises OSError, and `Untrusted` where the full reader must read the file.
    """
    [recording] = _parts(*_looked_at(path, Piece(), paranoid=paranoid), most=None)
    return recording


def quickly(
    path: str,
    advance: Advance | None = None,
    *,
    most: int | None = None,
    paranoid: bool = False,
    ended: Callable[[Last], object] | None = None,
) -> Iterator[Recording]:
    """Read a file by the lines that matter where that can be trusted, else all of it.

    With `most` it is handed out in parts of about so many retrievals, where the file allows it.
    `ended` is told where the last log begins, once a plain file was read by the lines that matter.
    """
    given, piece = 0, Piece()
    try:
        for one in _parts(*_looked_at(path, piece, paranoid=paranoid), most=most):
            yield one
            given += len(one.retrievals)
        if ended is not None and not piece.packed:
            ended(piece.last)
    except (Untrusted, OSError):  # the reader says what is wrong with it
        yield from rest_of(read_recordings(path, advance, most=most), given)


def _looked_at(path: str, piece: Piece, *, paranoid: bool) -> tuple[Recording, Retrievals]:
    """Return what the lines without evidence say, and the retrievals, which are still to be parsed."""
    reader = CommitLines(path)

    def open_log() -> CommitLog:
        reader.log.begin()
        return reader.log

    walk = Walk(piece, Selecting(piece, open_log).look, begins=True)
    for block in blocks(path):
        piece.packed = block.packed
        if paranoid:
            check(block)
        walk.take(block)
    damage = tail_damage(piece)
    if not piece.lines:
        raise Untrusted("no commit in it")
    reader.log.commits = piece.lines
    lines = piece.lines + bool(piece.tail)
    count = LineCount(physical=lines, read=piece.lines, blank=0, damaged=lines - piece.lines)
    return reader.finish(count, damage, ()), Retrievals(path, piece)


def _parts(recording: Recording, retrievals: Retrievals, most: int | None) -> Iterator[Recording]:
    """Add the retrievals to what the other lines say; all but the last ones may go ahead as parts."""
    if any(one.code == "calls-withheld" for one in recording.noticed):
        raise Untrusted("what is said of it depends on every line")
    held: list[Retrieval] = []
    for part in retrievals:
        if not isinstance(part, int):
            held += part
        if most is not None and len(held) >= most:
            yield Recording(
                source=recording.source, format="commit-log", retrievals=tuple(held), part=True
            )
            held = []
    if retrievals.noticed:
        raise Untrusted("what is said of it depends on every line")
    yield replace(recording, retrievals=tuple(held))


class Selecting:
    """Notes the lines that hold evidence, and hands those that say anything else to a reader.

    `open_log` is called where a log begins, and gives what its lines go to.
    """

    def __init__(self, piece: Piece, open_log: Callable[[], CommitLog]) -> None:
        self._piece = piece
        self._search = Search(piece, EvidenceLines(None, None, piece))
        self._open = open_log
        self._log: CommitLog | None = None
        self._begun = 0  # the line where the last log began

    def look(self, block: Block, ends: list[int], first: int) -> None:
        """Look at every line of a block."""
        begun = [one.line for one in self._piece.stretches[first:]]
        self._search.look(block, ends, first)
        buffer, begin, number = block.buffer, 0, self._piece.lines
        for end in ends:
            number += 1
            if number in begun and number > self._begun:
                self._log = self._open()
                self._begun = number
            trace = buffer.rfind(_TRACE, begin, end)
            kept = trace < 0 or _KEPT.search(buffer, trace, end)
            if self._log is not None and (kept or not self._passed(self._log, block, trace, end)):
                self._log.put(bundle_of(bytes(buffer[begin:end]), number), number)
            begin = end + 1

    @staticmethod
    def _passed(log: CommitLog, block: Block, trace: int, end: int) -> bool:
        """Note of a line only that a memory's step wrote evidence; False: it has to be read."""
        find = block.buffer.find
        if find(_MEMORY, trace, end) < 0:
            return True
        told = find(_EVIDENCE, trace, end) >= 0
        step = step_of(bytes(block.buffer[trace:end])) if told else None
        if step is not None:
            log.wrote(step)
        return step is not None
