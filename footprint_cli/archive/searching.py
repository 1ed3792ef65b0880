"""One source and one question → audits and plain numbers, and what came of reading it."""

from collections.abc import Iterator
from functools import partial

from footprint_cli.analyse.answers import matcher
from footprint_cli.analyse.audits import audit
from footprint_cli.archive.reading import Reader
from footprint_cli.archive.search.asking import Asking
from footprint_cli.archive.search.hits import Skipped
from footprint_cli.archive.search.stretch import Piece
from footprint_cli.archive.sources import Source
from footprint_cli.model.audit import Audit
from footprint_cli.model.narrowing import Narrowing
from footprint_cli.read.source import Advance


class SearchingReader(Reader):
    """Puts a question to sources; retrievals that name no chunk come as numbers where that is enough."""

    def __init__(self, asking: Asking, step: str | None = None) -> None:
        super().__init__(
            Narrowing(asking.retriever, step, None),
            audited=partial(audit, naming=matcher(asking.asked)),
        )
        self._asking = asking

    def answers(self, source: Source, advance: Advance | None = None) -> Iterator[Skipped | Audit]:
        """Read one source; `advance` is called with the bytes of each read, where all is parsed."""
        answers = self._asking.answers(source.path, advance)
        yield from self._guarded(source, map(self._taken, answers))

    def found(self, source: Source, piece: Piece) -> Iterator[Skipped | Audit]:
        """Give the answers of a source that was searched in pieces."""
        yield from self._guarded(source, map(self._taken, self._asking.found(source.path, piece)))

    def _taken(self, one: Skipped | Audit) -> Skipped | Audit:
        if isinstance(one, Skipped):
            self._seen |= dict.fromkeys(one.retrievers)
            self._matched = self._matched or one.never > 0
            return one
        return self._noted(one)
