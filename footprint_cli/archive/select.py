"""A commit log read without parsing the lines that say nothing of retrievals and calls.

Most bytes of a log are copies of what was said before. A line is parsed where its trace names a
key that the reader keeps, where it may hold evidence, or where it is a step of a memory; every
line is held to the shape that the search takes for granted. What is not seen is damage inside the
other lines.
"""

import re

from footprint_cli.archive.blocks import Block, blocks
from footprint_cli.archive.retrievals import NEEDLES, bundle_of
from footprint_cli.archive.scan import check
from footprint_cli.archive.stretch import Piece
from footprint_cli.archive.tails import tail_damage
from footprint_cli.archive.trust import Untrusted
from footprint_cli.archive.walk import Walk
from footprint_cli.model.recording import LineCount, Recording
from footprint_cli.model.steps import MEMORY_STEP
from footprint_cli.read.log import KEPT
from footprint_cli.read.streams import CommitLines

_TRACE = b'"trace":['
_KEPT = re.compile(
    rb'"path":"(?:%s)["\\]|%s'
    % (b"|".join(key.encode() for key in sorted(KEPT)), MEMORY_STEP.encode())
)


def selected(path: str, *, paranoid: bool = False) -> Recording:
    """Read a commit log by the lines that matter.

    Raises OSError, and `Untrusted` where the full reader must read the file.
    """
    piece, reader = Piece(), CommitLines(path)
    walk = Walk(piece, _Selecting(piece, reader).look, begins=True)
    for block in blocks(path):
        if paranoid:
            check(block)
        walk.take(block)
    damage = tail_damage(piece)
    if not piece.lines:
        raise Untrusted("no commit in it")
    reader.log.commits = piece.lines
    lines = piece.lines + bool(piece.tail)
    count = LineCount(physical=lines, read=piece.lines, blank=0, damaged=lines - piece.lines)
    recording = reader.finish(count, damage, ())
    if any(one.code == "calls-withheld" for one in recording.noticed):
        raise Untrusted("copies of what is withheld may stand in any line")
    return recording


class _Selecting:
    """Hands the lines that matter to the reader."""

    def __init__(self, piece: Piece, reader: CommitLines) -> None:
        self._piece = piece
        self._reader = reader
        self._begun = 0

    def look(self, block: Block, ends: list[int], _first: int) -> None:
        """Look at every line of a block."""
        held = _held(block, ends)
        begin, number = 0, self._piece.lines
        stretches = self._piece.stretches
        for end in ends:
            number += 1
            if self._begun < len(stretches) and stretches[self._begun].line == number:
                self._reader.log.begin()
                self._begun += 1
            trace = block.buffer.rfind(_TRACE, begin, end)
            if trace < 0 or end in held or _KEPT.search(block.buffer, trace, end):
                self._reader.log.put(bundle_of(bytes(block.buffer[begin:end]), number), number)
            begin = end + 1


def _held(block: Block, ends: list[int]) -> set[int]:
    """Return the ends of the lines that may hold evidence, or text that was injected."""
    from bisect import bisect_left

    held = set()
    for needle in NEEDLES:
        at = block.finder.find(needle, 0, block.end)
        while 0 <= at < ends[-1]:
            end = ends[bisect_left(ends, at)]
            held.add(end)
            at = block.finder.find(needle, end, block.end)
    return held
