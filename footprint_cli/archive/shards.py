"""Parts of an archive for machines that know nothing of each other: which sources are whose."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from footprint_cli.archive.sources import Source


class Shard(NamedTuple):
    """Part `number` of `of`, from 1."""

    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


def sources_of_shard(sources: Sequence[Source], shard: Shard) -> list[Source]:
    """Return the sources of a shard: about as many bytes as any other's, in their order.

    Shards follow each other: every source is in exactly one of them, the one in which it begins.
    """
    whole = sum(one.size for one in sources)
    kept: list[Source] = []
    begins = 0
    for place, one in enumerate(sources):
        at, all_ = (begins, whole) if whole else (place, len(sources))
        if min(at, all_ - 1) * shard.of // all_ == shard.number - 1:
            kept.append(one)
        begins += one.size
    return kept


def digest_of(sources: Iterable[Source]) -> str:
    """Name an archive by its sources and their sizes: shards of different ones cannot be merged."""
    from hashlib import blake2b

    digest = blake2b(digest_size=16)
    for one in sources:
        told = f"{one.path}\0{one.size}\0{one.fault or ''}\0"
        digest.update(told.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
