"""The ids in a file, by a byte search where it can be trusted: they are offered for one not found."""

from collections.abc import Iterator

from msgspec import Struct

from footprint_cli.analyse.narrowed import is_step
from footprint_cli.analyse.nearest import Nearest
from footprint_cli.archive.ahead import fetched_ahead
from footprint_cli.archive.search.asking import Asking
from footprint_cli.archive.search.rest import rest_of
from footprint_cli.archive.search.retrievals import Retrievals
from footprint_cli.archive.search.scan import scan
from footprint_cli.archive.search.trust import Untrusted
from footprint_cli.archive.sources import Batch, Source
from footprint_cli.errors import InputError
from footprint_cli.model.evidence import Retrieval
from footprint_cli.read.formats import read_recordings


def ids_in(path: str, asking: Asking, step: str | None = None) -> Iterator[list[str | None]]:
    """Yield the ids of the candidates of each retrieval, or the documents, where one was asked for.

    With `step` those of this step only. Nothing comes of what cannot be read: that was said when the
    question was put.
    """
    documents = asking.asked.how == "doc"
    for one in _retrievals(path, asking):
        asked_for = asking.retriever is None or one.retriever == asking.retriever
        if asked_for and (step is None or is_step(one, step)):
            listed = () if one.evidence is None else one.evidence.candidates or ()
            yield [each.doc_uri if documents else each.id for each in listed]


def _retrievals(path: str, asking: Asking) -> Iterator[Retrieval]:
    given = 0
    try:
        for part in Retrievals(path, scan(path, None, paranoid=asking.paranoid)):
            for one in () if isinstance(part, int) else part:
                yield one
                given += 1
    except (Untrusted, OSError):
        yield from _read(path, given)


def _read(path: str, given: int) -> Iterator[Retrieval]:
    """Read a file in full, and leave out what was given before it turned out that this is needed."""
    try:
        for recording in rest_of(read_recordings(path), given):
            yield from recording.retrievals
    except InputError:
        return


class Listing(Struct, frozen=True, kw_only=True):
    """The work of listing ids: of each source those that may be offered, in their order."""

    asking: Asking
    step: str | None = None

    def __call__(self, batch: Batch, /) -> tuple[tuple[str, ...], ...]:
        """Read the sources of a batch, in their order."""
        return tuple(map(self.ids, fetched_ahead(batch)))

    def lost(self, source: Source, why: str, /) -> tuple[tuple[str, ...], ...]:  # noqa: ARG002
        """Nothing comes of what cannot be read."""
        return ((),)

    def ids(self, source: Source) -> tuple[str, ...]:
        """List the ids of one source."""
        if source.fault is not None or source.repeated:
            return ()
        nearest = Nearest(self.asking.asked.text)
        for one in ids_in(source.path, self.asking, self.step):
            nearest.add(one)
        return nearest.ids
