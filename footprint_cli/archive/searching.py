"""One source and one question → audits and plain numbers, and what came of reading it."""

from collections.abc import Iterable, Iterator
from functools import partial

from footprint_cli.analyse.answers import matcher
from footprint_cli.analyse.audits import audit
from footprint_cli.archive.reading import Reader
from footprint_cli.archive.search.asking import Asking, Explain
from footprint_cli.archive.search.hits import Skipped
from footprint_cli.archive.search.stretch import Piece
from footprint_cli.archive.sources import Source
from footprint_cli.model.audit import Audit
from footprint_cli.model.narrowing import Narrowing
from footprint_cli.model.reckoned import Reckoned
from footprint_cli.read.source import Advance

Answer = Skipped | Audit | Reckoned


class SearchingReader(Reader):
    """Puts a question to sources; retrievals that name no chunk come as numbers where that is enough."""

    def __init__(self, asking: Asking, step: str | None = None) -> None:
        super().__init__(
            Narrowing(asking.retriever, step, None),
            audited=partial(audit, naming=matcher(asking.asked)),
        )
        self._asking = asking

    def answers(self, source: Source, advance: Advance | None = None) -> Iterator[Answer]:
        """Read one source; `advance` is called with the bytes of each read, where all is parsed."""
        answers = self._asking.answers(source.path, advance)
        yield from self._guarded(source, map(self._taken, answers))

    def found(
        self, source: Source, piece: Piece, explain: Explain | None = None
    ) -> Iterator[Answer]:
        """Give the answers of a source that was searched in pieces."""
        answers = self._asking.found(source.path, piece, explain)
        yield from self._guarded(source, map(self._taken, answers))

    def hits(self, lines: Iterable[Skipped | Audit]) -> Iterator[Answer]:
        """Give of lines that were found what is asked for; their source is told of elsewhere."""
        return map(self._taken, lines)

    def _taken(self, one: Answer) -> Answer:
        if isinstance(one, Audit):
            return self._noted(one)
        self._matched = self._matched or one.never > 0
        if isinstance(one, Skipped):
            self._seen |= dict.fromkeys(one.retrievers)
        else:
            self._matched = self._matched or bool(one.told)
        return one
