"""The ids in a file, by a byte search where it can be trusted: they are offered for one not found."""

from collections.abc import Iterator

from footprint_cli.archive.search.asking import Asking
from footprint_cli.archive.search.retrievals import Retrievals
from footprint_cli.archive.search.scan import scan
from footprint_cli.archive.search.trust import Untrusted
from footprint_cli.errors import InputError
from footprint_cli.model.evidence import Retrieval
from footprint_cli.read.formats import read_recordings


def ids_in(path: str, asking: Asking) -> Iterator[list[str | None]]:
    """Yield the ids of the candidates of each retrieval, or the documents, where one was asked for.

    Nothing comes of what cannot be read: that was said when the question was put.
    """
    documents = asking.asked.how == "doc"
    for one in _retrievals(path, asking):
        if asking.retriever is None or one.retriever == asking.retriever:
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
        for recording in read_recordings(path):
            yield from recording.retrievals[given:]
            given = max(0, given - len(recording.retrievals))
    except InputError:
        return
