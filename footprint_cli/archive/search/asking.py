"""One file and one question: by a byte search where that can be trusted, else by the full reader."""

from collections.abc import Iterator
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from footprint_cli.analyse.answers import matcher
from footprint_cli.analyse.audits import audit
from footprint_cli.archive.search.hits import Found, Skipped
from footprint_cli.archive.search.scan import scan
from footprint_cli.archive.search.stretch import Piece
from footprint_cli.archive.search.trust import Untrusted
from footprint_cli.model.answer import Asked
from footprint_cli.model.audit import Audit
from footprint_cli.read.formats import read_recordings
from footprint_cli.read.source import Advance

_HELD = 64  # retrievals of one file; an archive may be one file


class Asking(Struct, frozen=True, kw_only=True):
    """A question to many recordings: about a chunk, and of one retriever where that is asked for.

    With `full` every line is parsed: the answer that the byte search is held to. With `paranoid` a
    file is searched only where nothing in it may hide from the search.
    """

    asked: Asked
    retriever: str | None = None
    full: bool = False
    paranoid: bool = False

    def answers(self, path: str, advance: Advance | None = None) -> Iterator[Skipped | Audit]:
        """Give the audits of a file, and numbers of retrievals that need none.

        Raises `InputError` where nothing can be read.
        """
        if self.full:
            yield from self._read(path, advance)
            return
        try:
            piece = self.scanned(path)
        except (Untrusted, OSError):  # the reader says what is wrong with it
            yield from self._read(path, advance)
        else:
            yield from self.found(path, piece)

    def scanned(self, path: str, start: int = 0, stop: int | None = None) -> Piece:
        """Search a file, or the lines of it that begin in [start, stop)."""
        return scan(
            path,
            self.asked,
            retriever=self.retriever,
            paranoid=self.paranoid,
            start=start,
            stop=stop,
        )

    def found(self, path: str, piece: Piece) -> Iterator[Skipped | Audit]:
        """Give the audits of a file that was scanned."""
        given = 0
        try:
            for one in Found(path, piece, self.asked):
                yield one
                given += one.never if isinstance(one, Skipped) else len(one.retrievals)
        except Untrusted:
            yield from _after(given, self._read(path, None))

    def _read(self, path: str, advance: Advance | None) -> Iterator[Audit]:
        explain = partial(audit, naming=matcher(self.asked))
        yield from map(explain, read_recordings(path, advance, most=_HELD))


def _after(given: int, audits: Iterator[Audit]) -> Iterator[Audit]:
    """Leave out the retrievals that were given before it turned out that a file has to be read."""
    for one in audits:
        dropped, given = one.retrievals[:given], max(0, given - len(one.retrievals))
        if dropped:
            one = replace(one, retrievals=one.retrievals[len(dropped) :])  # noqa: PLW2901
        yield one
