"""The lines of a commit log, each held to the shape in which the recorder writes it, and to its number."""

from typing import Protocol
from zlib import crc32

from footprint_cli.archive.search.blocks import Block
from footprint_cli.archive.search.evidence_lines import TAIL
from footprint_cli.archive.search.stretch import Piece, Stretch
from footprint_cli.archive.search.trust import Untrusted
from footprint_cli.model.steps import execution_of

HEAD = b'{"overwrite":{'
_IDX = b',"idx":'
_BRACE = ord("}")
_DIGITS = 9  # no log holds more commits than that can count
_LONGEST_TAIL = 4096  # bytes in which a line names its step


class Look(Protocol):
    """Looks at the lines of a block, which end at `ends`; the log of the first is number `first`."""

    def __call__(self, block: Block, ends: list[int], first: int, /) -> None:
        """Look at them; logs that begin in the block are in the piece already."""


class Walk:
    """Goes from newline to newline, and has each block looked at."""

    def __init__(self, piece: Piece, look: Look, *, begins: bool) -> None:
        self._piece = piece
        self._look = look
        self._begins = begins  # the file begins here: nothing comes before the first line

    def take(self, block: Block) -> None:
        """Take up one block."""
        piece, earlier = self._piece, max(0, len(self._piece.stretches) - 1)
        ends = self._ends(block)
        if not ends:
            return
        self._look(block, ends, earlier)
        piece.lines += len(ends)
        piece.stretches[-1].end = block.offset + ends[-1] + 1

    def _ends(self, block: Block) -> list[int]:
        """Return where the lines end, each held to its shape and to its number."""
        buffer, end = block.buffer, block.end
        ends: list[int] = []
        expected, find, has = self._piece.expected, buffer.find, buffer.startswith
        begin, newline = 0, find(b"\n", 0, end)
        while newline >= 0:
            tail = b',"idx":%d}' % expected
            if not has(HEAD, begin):
                raise Untrusted("a line does not begin like a commit")
            if not has(tail, newline - len(tail)):
                expected = self._begun(block, begin, newline, len(ends))
            expected += 1
            ends.append(newline)
            begin = newline + 1
            newline = find(b"\n", begin, end)
        self._piece.expected = expected
        if begin < end:
            self._piece.tail = bytes(buffer[begin:end])
        return ends

    def _begun(self, block: Block, begin: int, newline: int, before: int) -> int:
        """Return the number of a line that is not the next one, for a log begins; or raise."""
        buffer, piece = block.buffer, self._piece
        at = buffer.rfind(_IDX, begin, newline)
        digits = buffer[at + len(_IDX) : newline - 1]
        if at < 0 or buffer[newline - 1] != _BRACE or not digits.isdigit() or len(digits) > _DIGITS:
            raise Untrusted("a line does not end like a commit")
        idx = int(digits)
        if idx and (self._begins or piece.stretches):
            raise Untrusted("lines are missing, repeated or mixed")
        if not idx:
            line = bytes(buffer[begin:newline])
            digest = crc32(line)  # the same in every process
            if digest in piece.digests or execution_of(step_of(line)) != 0:
                raise Untrusted("a log may go on from another, or repeat it")
            piece.digests.add(digest)
        if piece.stretches:
            piece.stretches[-1].end = block.offset + begin
        piece.stretches.append(Stretch(piece.lines + before + 1, block.offset + begin, idx))
        return idx


def step_of(line: bytes) -> str | None:
    """Return the step that a line names at its end; None where it is not laid out like that."""
    found = TAIL.search(line, max(0, len(line) - _LONGEST_TAIL))
    return None if found is None else found[1].decode("utf-8", "replace")
