"""Text that must come after what is known only at the end: kept in memory, then in a file."""

from collections.abc import Iterator
from typing import IO

_IN_MEMORY = 4_000_000  # characters; what is more goes to the folder for temporary files, all of it
_PIECE = 1 << 20


class Spool:
    """Takes text piece by piece and hands it out again, in pieces."""

    def __init__(self) -> None:
        self._held: list[str] = []
        self._size = 0
        self._file: IO[bytes] | None = None

    def write(self, text: str) -> None:
        """Take up text."""
        self._held.append(text)
        self._size += len(text)
        if self._size > _IN_MEMORY:
            self._put_by()

    def pieces(self) -> Iterator[str]:
        """Hand out everything, once."""
        held, self._held = self._held, []
        if self._file is not None:
            yield from _pieces_of(self._file)
        yield "".join(held)

    def _put_by(self) -> None:
        from tempfile import TemporaryFile  # most answers are short, and load nothing for this

        if self._file is None:
            self._file = TemporaryFile()  # noqa: SIM115 (pieces closes it)
        self._file.write("".join(self._held).encode("utf-8", "surrogatepass"))
        self._held, self._size = [], 0


def _pieces_of(written: IO[bytes]) -> Iterator[str]:
    from codecs import getincrementaldecoder

    decoder = getincrementaldecoder("utf-8")("surrogatepass")
    with written as file:
        file.seek(0)
        while piece := file.read(_PIECE):
            yield decoder.decode(piece)
