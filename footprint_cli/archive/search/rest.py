"""The rest of a file, where it turned out only on the way that it must be read in full."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from footprint_cli.model.recording import Recording


def rest_of(recordings: Iterable[Recording], given: int) -> Iterator[Recording]:
    """Leave out of recordings the first retrievals, which were given before."""
    for one in recordings:
        left = one.retrievals[given:]
        given = max(0, given - len(one.retrievals))
        yield replace(one, retrievals=left)
