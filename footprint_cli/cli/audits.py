"""Named inputs → audits, one by one, and the exit status that they add up to."""

from collections.abc import Callable, Iterator

from footprint_cli.analyse.audits import audit
from footprint_cli.archive.reading import Reader, explained_status, read_status
from footprint_cli.archive.sources import Source
from footprint_cli.cli.found import sources_of
from footprint_cli.cli.ledger import Ledger, emptied
from footprint_cli.cli.narrowing import zeroed
from footprint_cli.cli.progress import Progress, watching
from footprint_cli.cli.streams import complain
from footprint_cli.model.audit import Audit
from footprint_cli.model.narrowing import EVERYTHING, Narrowing
from footprint_cli.model.recording import Recording

__all__ = ["EVERYTHING", "Audits", "Narrowing", "explained_status", "read_status", "zeroed"]


class Audits:
    """Reads inputs as they are asked for; a bad one costs only itself and is named.

    `status_of` is what one input answers with, `audited` how a recording is explained, `most` how
    many retrievals of one file are held at a time, where the file allows it. `written` is the file
    that the answer goes to: an input is never written over.
    """

    def __init__(  # noqa: PLR0913 (how inputs are read)
        self,
        paths: list[str],
        narrowing: Narrowing = EVERYTHING,
        *,
        status_of: Callable[[Audit], int],
        audited: Callable[[Recording], Audit] = audit,
        most: int | None = None,
        written: str | None,
    ) -> None:
        self._paths = paths
        self._written = written
        self._ledger = Ledger(narrowing)
        self._reader = Reader(
            narrowing, status_of=status_of, audited=audited, most=most, say=complain
        )

    def __iter__(self) -> Iterator[Audit]:
        sources = sources_of(self._paths, [self._written])
        with watching(sources, drawn=False) as progress:
            for one in emptied(self._paths, sources, self._ledger):
                if isinstance(one, Source):
                    yield from self._read(one, progress)
                    self._ledger.add(one, self._reader.told())
                else:
                    yield self._reader.unread(one, "no recording in it")
                    self._ledger.add(Source(path=one), self._reader.told())
        self._ledger.sum_up()

    def _read(self, one: Source, progress: Progress) -> Iterator[Audit]:
        with watching(
            [one]
        ) as own:  # only while it is read: the answer may go to the same terminal

            def advance(count: int) -> None:
                progress.advance(count)
                own.advance(count)

            yield from self._reader.audits(one, advance)
        progress.done(one, found=0)

    def exit_status(self) -> int:
        """Answer with the status of everything read so far (product notes, *Exit status*)."""
        return self._ledger.exit_status()
