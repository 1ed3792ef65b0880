"""A commit log read by a byte search: which lines name a chunk, without parsing the others.

Only lines that hold `"retrievalEvidence_` as a key can change what `why-not` answers. What is taken
for granted: the recorder writes `{"overwrite":{…},"updates":{…},"redactedPaths":[…],"trace":[…],…,
"idx":N}` a line, its keys unescaped (agentfootprint 9.62.0; performance notes, 2e). Every line is
held to both ends of that shape and to its number. Whatever is laid out otherwise raises `Untrusted`:
the full reader takes the file. What cannot be seen is damage inside a line without evidence.
"""

import re
from bisect import bisect_left

from footprint_cli.archive.search.blocks import Block, blocks
from footprint_cli.archive.search.evidence_lines import KEY, EvidenceLines, Line
from footprint_cli.archive.search.stretch import Piece, add_to
from footprint_cli.archive.search.trust import Untrusted
from footprint_cli.archive.search.walk import HEAD, Walk
from footprint_cli.model.answer import Asked

_HIDING = re.compile(rb"\\u00[2-7]")
_ESCAPE, _SEPARATOR = b"\\u00", b"\\u001f"


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
    piece = Piece()
    search = Search(piece, EvidenceLines(asked, retriever, piece, paranoid=paranoid))
    walk = Walk(piece, search.look, begins=start == 0)
    for block in blocks(path, start, stop):
        piece.packed = block.packed
        if paranoid:
            check(block)
        walk.take(block)
    if not piece.lines:
        raise Untrusted("no commit in it")
    return piece


def check(block: Block) -> None:
    """Hold a block to what is taken for granted; raises `Untrusted`."""
    if _may_hide(block) and _HIDING.search(block.buffer, 0, block.end):
        raise Untrusted("an escape may hide a key")
    begun = block.finder.counted(b"\n" + HEAD, 0, block.end) + block.buffer.startswith(HEAD)
    if block.finder.counted(HEAD, 0, block.end) != begun:
        raise Untrusted("a line begins inside another")


def _may_hide(block: Block) -> bool:
    """Tell whether there are other escapes than those of separators, where counting costs nothing."""
    counted = block.finder.counted
    return block.finder.name != "stringzilla" or counted(_ESCAPE, 0, block.end) != counted(
        _SEPARATOR, 0, block.end
    )


class Search:
    """Goes from key to key, and judges the lines in which they stand."""

    def __init__(self, piece: Piece, lines: EvidenceLines) -> None:
        self._piece = piece
        self._lines = lines

    def look(self, block: Block, ends: list[int], first: int) -> None:
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
        self._join(first)

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
