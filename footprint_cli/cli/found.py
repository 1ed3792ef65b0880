"""The sources that a command line means, all found before the first is read."""

import os
import stat
from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec.structs import replace

from footprint_cli.archive.sources import Source
from footprint_cli.cli.files import same_file
from footprint_cli.cli.inputs import File, files_of, is_address
from footprint_cli.errors import UsageError


def sources_of(paths: list[str], written: Iterable[str | None] = ()) -> list[Source]:
    """Return every source of these paths, in their order; one that was met before is `repeated`.

    `written` are the files that answers go to: an input is never written over.
    """
    kept = [one for one in written if one is not None]
    known: set[str] = set()  # real paths of what is read
    return [
        replace(_source(file, named, kept, known), place=place)
        for place, (named, file) in enumerate(_files(paths))
    ]


def _files(paths: list[str]) -> Iterator[tuple[int, File]]:
    for named, path in enumerate(paths):
        for file in files_of(path):
            yield named, file


def _source(file: File, named: int, written: list[str], known: set[str]) -> Source:
    path = file.path
    if file.fault is not None:
        return Source(path=path, found=file.found, named=named, fault=file.fault)
    if is_address(path):
        repeated = path in known
        known.add(path)
        size = file.size or 0
        return Source(path=path, found=file.found, named=named, size=size, repeated=repeated)
    for one in written:
        if same_file(path, one):
            raise UsageError(f"{one} is an input and would be written over")
    size, plain, place = _status(path)
    repeated = path != "-" and place in known
    known.add(place)
    return Source(
        path=path, found=file.found, named=named, size=size, plain=plain, repeated=repeated
    )


def _status(path: str) -> tuple[int, bool, str]:
    """Return the bytes of a file, whether it is a plain one, and its real path.

    Opening it says what is wrong.
    """
    if path == "-":
        return 0, False, path
    try:
        status = os.lstat(path)
        if stat.S_ISREG(status.st_mode):
            folder, name = os.path.split(path)
            return status.st_size, True, f"{_real(folder)}{os.sep}{name}"
        status = os.stat(path)  # noqa: PTH116
    except (OSError, ValueError):
        return 0, True, os.path.realpath(path)
    plain = stat.S_ISREG(status.st_mode)
    return status.st_size if plain else 0, plain, os.path.realpath(path)


@lru_cache(maxsize=64)  # an archive has many files in few folders
def _real(folder: str) -> str:
    return os.path.realpath(folder)
