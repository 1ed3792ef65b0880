"""What is to be read, in order: a file or a part of one, and batches of them by their bytes."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

SEARCHED = 8_000_000  # bytes; less is read in full about as fast, and damage in any line is met
BATCH = 32_000_000  # bytes: fewer cost more to hand out than to read
LARGE = 64_000_000  # bytes of a file that is worth being cut, and about those of a piece


class Source(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One file to read, or the bytes from `start` up to `end` of it (None: to its end).

    `found` says that a folder or a glob held it, so that it may be something else than a recording.
    `size` is in bytes as they are stored, 0 where that is not known. `place` is its number in the
    order of all sources, and `named` that of the path on the command line which meant it, from 0.
    `fault` says why there is nothing to read; `repeated` that the same file was met before. One that
    is not `plain` (a pipe, standard input) can be read here only, and once.
    """

    path: str
    found: bool = False
    size: int = 0
    start: int = 0
    end: int | None = None
    place: int = 0
    named: int = 0
    fault: str | None = None
    repeated: bool = False
    plain: bool = True

    @property
    def length(self) -> int:
        """How many bytes of it are meant, as they are stored; 0 where that is not known."""
        return self.size if self.end is None else self.end - self.start


Batch = tuple[Source, ...]


def pieces_of(size: int, workers: int) -> int:
    """Return into how many pieces a file of so many bytes is cut: as many for each worker.

    None is much larger than `LARGE`: how far the reading came is told piece by piece.
    """
    return workers * max(1, round(size / (LARGE * workers)))


def batches(sources: Iterable[Source], most: int = BATCH) -> Iterator[Batch]:
    """Part sources, in their order, into batches of at most so many bytes; a larger one is alone."""
    batch: list[Source] = []
    held = 0
    for one in sources:
        if batch and held + one.length > most:
            yield tuple(batch)
            batch, held = [], 0
        batch.append(one)
        held += one.length
    if batch:
        yield tuple(batch)
