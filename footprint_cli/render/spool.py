"""Text that must come after what is known only at the end: kept in memory, then in a file."""

from collections.abc import Iterator
from tempfile import SpooledTemporaryFile

_IN_MEMORY = 4_000_000  # bytes; the rest goes to the folder for temporary files
_PIECE = 1 << 20


class Spool:
    """Takes text piece by piece and hands it out again, in pieces."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 (pieces closes it)

    def write(self, text: str) -> None:
        """Take up text."""
        self._file.write(text.encode("utf-8", "surrogatepass"))

    def pieces(self) -> Iterator[str]:
        """Hand out everything, once."""
        from codecs import getincrementaldecoder

        decoder = getincrementaldecoder("utf-8")("surrogatepass")
        with self._file as file:
            file.seek(0)
            while piece := file.read(_PIECE):
                yield decoder.decode(piece)
