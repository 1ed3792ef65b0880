"""A stretch of a file in blocks of whole lines, in one buffer that is used again and again."""

from collections.abc import Iterator
from io import FileIO
from typing import NamedTuple

from footprint_cli.archive.search.finder import Finder, finder_of
from footprint_cli.archive.search.packed import unpacking
from footprint_cli.archive.search.trust import Untrusted

BLOCK = 1 << 19  # bytes; more is not faster
LONGEST = 64 << 20  # bytes of a line; the reader takes files with longer ones
_HEAD = 16


class Block(NamedTuple):
    """Whole lines in `buffer[:end]`; only the last block of a file may lack its last newline.

    `offset` is where in the (unpacked) file the buffer begins. All of it is only valid until the
    next block is asked for.
    """

    buffer: bytearray
    end: int
    offset: int
    finder: Finder
    packed: bool  # the file had to be unpacked: nothing can be read again at a place


_spare: list[Finder] = []  # with their buffers: a new one costs more to get than to fill


def blocks(path: str, start: int = 0, stop: int | None = None) -> Iterator[Block]:
    """Yield the blocks of the lines that begin in [start, stop) of a file.

    Both are bytes of the file as it lies there, at the beginning of lines; packed files are read
    whole. Raises OSError, and `Untrusted` for lines of over 64 MB and broken packed files.
    """
    with FileIO(path) as file:
        yield from _blocks(file, start, stop)


def _blocks(file: FileIO, start: int, stop: int | None) -> Iterator[Block]:
    try:
        finder = _spare.pop()
    except IndexError:  # another thread may have taken it meanwhile
        finder = finder_of(bytearray(BLOCK))
    try:
        yield from _cut(file, start, stop, finder)
    finally:
        if not _spare:
            _spare.append(finder)


def _cut(file: FileIO, start: int, stop: int | None, finder: Finder) -> Iterator[Block]:
    packed = unpacking(file.read(_HEAD), file.read)
    file.seek(start)
    fill = packed or file.readinto
    left = None if stop is None else stop - start
    buffer = finder.buffer
    view = memoryview(buffer)
    kept, offset = 0, start
    while True:
        room = view[kept:]
        if left is not None and left < len(room):
            room = room[:left]
        size = fill(room) if room else 0
        left = None if left is None else left - size
        end = kept + size
        cut = buffer.rfind(b"\n", kept, end) + 1 if size else end
        if size and not cut:
            kept = end
            if end == len(buffer):
                finder = _grown(finder)
                buffer = finder.buffer
                view = memoryview(buffer)
            continue
        if cut:
            yield Block(buffer, cut, offset, finder, packed is not None)
        if not size:
            return
        buffer[: end - cut] = buffer[cut:end]
        kept, offset = end - cut, offset + cut


def _grown(finder: Finder) -> Finder:
    """Return a buffer of twice the size with the same bytes at its front."""
    buffer = finder.buffer
    if len(buffer) >= LONGEST:
        raise Untrusted("a line is longer than 64 MB")
    larger = bytearray(2 * len(buffer))
    larger[: len(buffer)] = buffer
    return finder_of(larger)


def pieces(path: str, size: int, count: int, start: int = 0) -> list[tuple[int, int]]:
    """Part a plain file of `size` bytes, from a line on, into up to `count` stretches of whole lines.

    Fewer, where lines are so long that a stretch would be empty. Raises OSError.
    """
    cuts = [start]
    with open(path, "rb") as file:  # noqa: PTH123 (paths are texts here)
        for number in range(1, count):
            file.seek(start + (size - start) * number // count)
            file.readline(LONGEST)
            at = file.tell()
            if cuts[-1] < at < size:
                cuts.append(at)
    return [*zip(cuts, [*cuts[1:], size], strict=True)]
