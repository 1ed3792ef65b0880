"""A commit log read by a byte search: which lines name a chunk, without parsing the others.

Only lines that hold `"retrievalEvidence_` as a key can change what `why-not` answers. What is taken
for granted: the recorder writes `{"overwrite":{…},"updates":{…},"redactedPaths":[…],"trace":[…],…,
"idx":N}` a line, its keys unescaped (agentfootprint 9.62.0; performance notes, 2e). Every line is
held to both ends of that shape and to its number. Whatever is laid out otherwise raises `Untrusted`:
the full reader takes the file. What cannot be seen is damage inside a line without evidence.
"""

import re
from bisect import bisect_left

from footprint_cli.archive.blocks import Block, blocks, is_packed
from footprint_cli.archive.evidence_lines import KEY, TAIL, EvidenceLines, Line
from footprint_cli.archive.stretch import Piece, Stretch, add_to
from footprint_cli.archive.trust import Untrusted
from footprint_cli.model.answer import Asked
from footprint_cli.model.steps import execution_of

HEAD = b'{"overwrite":{'
_IDX = b',"idx":'
_BRACE = ord("}")
_HIDING = re.compile(rb"\\u00[2-7]")
_DIGITS = 9  # no log holds more commits than that can count
_LONGEST_TAIL = 4096  # bytes in which a line names its step


def scan(  # noqa: PLR0913 (a question, and a part of a file)
    path: str,
    asked: Asked | None,
    *,
    retriever: str | None = None,
    paranoid: bool = False,
    start: int = 0,
    stop: int | None = None,
) -> Piece:
    """Scan the lines that begin in [start, stop) of a file; without `asked` every record is a hit.

    With `paranoid` what is taken for granted is looked at as well: that nothing is written with an
    escape that may hide a key or an id, and that no line begins inside another. Raises OSError, and
    `Untrusted` where the full reader must read the file.
    """
    piece = Piece(packed=is_packed(path))
    walk = _Walk(piece, EvidenceLines(asked, retriever, piece), begins=start == 0)
    for block in blocks(path, start, stop):
        if paranoid:
            _check(block)
        walk.take(block)
    if not piece.lines:
        raise Untrusted("no commit in it")
    return piece


def _check(block: Block) -> None:
    if _HIDING.search(block.buffer, 0, block.end):
        raise Untrusted("an escape may hide a key")
    if (
        block.finder.counted(HEAD, 0, block.end)
        != block.buffer.count(b"\n" + HEAD, 0, block.end) + 1
    ):
        raise Untrusted("a line begins inside another")


class _Walk:
    """Goes from newline to newline, and then from key to key, of each block."""

    def __init__(self, piece: Piece, lines: EvidenceLines, *, begins: bool) -> None:
        self._piece = piece
        self._lines = lines
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
        self._join(earlier)

    def _ends(self, block: Block) -> list[int]:
        """Return where the lines end, each held to its shape and to its number."""
        buffer, end, _, _ = block
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
            digest = hash(line)
            if digest in piece.digests or execution_of(step_of(line)) != 0:
                raise Untrusted("a log may go on from another, or repeat it")
            piece.digests.add(digest)
        if piece.stretches:
            piece.stretches[-1].end = block.offset + begin
        piece.stretches.append(Stretch(piece.lines + before + 1, block.offset + begin, idx))
        return idx

    def _look(self, block: Block, ends: list[int], first: int) -> None:
        """Look at every line of a block in which the key stands."""
        piece, find = self._piece, block.finder.find
        stretches = piece.stretches
        now, end = first, ends[-1] + 1
        at = find(KEY, 0, end)
        while at >= 0:
            place = bisect_left(ends, at)
            number = piece.lines + place + 1
            while now + 1 < len(stretches) and stretches[now + 1].line <= number:
                now += 1
            begin = ends[place - 1] + 1 if place else 0
            if not stretches[now].folds:
                self._lines.look(block, at, Line(number, begin, ends[place]), stretches[now])
            at = find(KEY, ends[place], end)

    def _join(self, first: int) -> None:
        """Keep ended logs without hits as one stretch: a long file holds many."""
        stretches = self._piece.stretches
        kept = stretches[: first + 1]
        for one in stretches[first + 1 :]:
            last = kept[-1]
            if last.is_skipped and len(kept) > 1 and kept[-2].is_skipped:
                kept.pop()
                add_to(kept[-1], last)
            kept.append(one)
        self._piece.stretches = kept


def step_of(line: bytes) -> str | None:
    """Return the step that a line names at its end; None where it is not laid out like that."""
    found = TAIL.search(line, max(0, len(line) - _LONGEST_TAIL))
    return None if found is None else found[1].decode("utf-8", "replace")
