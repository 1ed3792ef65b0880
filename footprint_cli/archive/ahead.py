"""Files that are read next, asked of the disk while the present one is searched."""

import os
from collections.abc import Iterable, Iterator

from footprint_cli.archive.sources import Source

_AHEAD = 24  # files


def fetched_ahead(sources: Iterable[Source]) -> Iterator[Source]:
    """Yield sources; the system begins to read those that follow, where it can be asked to."""
    advise = getattr(os, "posix_fadvise", None)
    if advise is None:
        yield from sources
        return
    waiting: list[Source] = []
    for one in sources:
        _fetch(one)
        waiting.append(one)
        if len(waiting) > _AHEAD:
            yield waiting.pop(0)
    yield from waiting


def _fetch(source: Source) -> None:
    if not source.plain or source.fault is not None or source.end is not None:
        return
    try:
        file = os.open(source.path, os.O_RDONLY)
    except (OSError, ValueError):  # reading it says what is wrong
        return
    try:
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_WILLNEED)
    except OSError:  # it is no file of a disk
        pass
    finally:
        os.close(file)
