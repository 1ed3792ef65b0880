"""One file and one question: by a byte search where that can be trusted, else by the full reader."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from footprint_cli.analyse.answers import matcher
from footprint_cli.analyse.audits import audit
from footprint_cli.archive.search.hits import Found, Skipped
from footprint_cli.archive.search.scan import scan
from footprint_cli.archive.search.stretch import Piece
from footprint_cli.archive.search.trust import Untrusted
from footprint_cli.model.answer import Asked
from footprint_cli.model.audit import Audit, RetrievalAudit
from footprint_cli.model.reckoned import Reckoned
from footprint_cli.read.formats import read_recordings
from footprint_cli.read.source import Advance

_HELD = 64  # retrievals of one file; an archive may be one file
Explain = Callable[[Found], Iterator[Reckoned]]  # the lines that were found; raises `Untrusted`


class Asking(Struct, frozen=True, kw_only=True):
    """A question to many recordings: about a chunk, and of one retriever where that is asked for.

    With `full` every line is parsed: the answer that the byte search is held to. With `paranoid` a
    file is searched only where nothing in it may hide from the search.
    """

    asked: Asked
    retriever: str | None = None
    full: bool = False
    paranoid: bool = False

    def answers(
        self, path: str, advance: Advance | None = None
    ) -> Iterator[Skipped | Audit | Reckoned]:
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

    def found(
        self, path: str, piece: Piece, explain: Explain | None = None
    ) -> Iterator[Skipped | Audit | Reckoned]:
        """Give the audits of a file that was scanned; with `explain` what that makes of its lines."""
        given: Counter[bool] = Counter()  # retrievals that are asked for, and others
        try:
            found = Found(path, piece, self.asked)
            for one in chain(explain(found) if explain else found.hits(), found.end()):
                yield one
                if isinstance(one, Reckoned):
                    given.update({True: one.never + len(one.told), False: one.passed})
                elif isinstance(one, Skipped):
                    given[True] += one.never
                else:
                    given.update(map(self._is_asked, one.retrievals))
        except (Untrusted, OSError):
            for one in self._read(path, None):
                yield replace(one, retrievals=tuple(self._left(one.retrievals, given)))

    def _left(
        self, retrievals: Iterable[RetrievalAudit], given: Counter[bool]
    ) -> Iterator[RetrievalAudit]:
        """Leave out what was given before it turned out that a file has to be read.

        Of the retrievals that are not asked for only the number matters.
        """
        for one in retrievals:
            kind = self._is_asked(one)
            if given[kind]:
                given[kind] -= 1
            else:
                yield one

    def _is_asked(self, one: RetrievalAudit) -> bool:
        return self.retriever is None or one.retrieval.retriever == self.retriever

    def _read(self, path: str, advance: Advance | None) -> Iterator[Audit]:
        explain = partial(audit, naming=matcher(self.asked))
        yield from map(explain, read_recordings(path, advance, most=_HELD))
