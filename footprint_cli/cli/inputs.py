"""Which recordings a command line means: paths, folders, globs, or what is configured."""

import os
from collections.abc import Iterator

from footprint_cli.cli.config import configured_recordings
from footprint_cli.cli.streams import complain
from footprint_cli.errors import InputError, UsageError

_ENVIRONMENT, _ARCHIVE = "FOOTPRINT_RECORDINGS", "run-archive"
_SUFFIXES = (".jsonl", ".ndjson", ".json")
_PACKED = (".gz", ".zst")
_GLOB = frozenset("*?[")


def inputs(paths: list[str] | None) -> list[str]:
    """Return the inputs in a stable order; says on standard error what was not named."""
    if paths:
        return paths
    found = [one for one in os.environ.get(_ENVIRONMENT, "").split(os.pathsep) if one]
    if found:
        complain(f"reading {', '.join(found)} (from {_ENVIRONMENT})")
        return found
    configured = configured_recordings()
    if configured is not None:
        found, where = configured
        complain(f"reading {', '.join(found)} (from {where})")
        return found
    if os.path.isdir(_ARCHIVE):  # noqa: PTH112
        complain(f"reading {_ARCHIVE}/")
        return [_ARCHIVE]
    raise UsageError(
        "no recording was named: give a path, or - for standard input, or set "
        f"{_ENVIRONMENT}, or recordings under [tool.footprint] in pyproject.toml, or keep "
        f"recordings in {_ARCHIVE}/"
    )


def files_of(path: str) -> Iterator[tuple[str, bool]]:
    """Yield each file that an input means, and whether it was found rather than named.

    A folder is searched for files with the suffixes of recordings, in order of their paths, and a
    glob for all that match it. Raises `InputError` where nothing is there.
    """
    if path == "-" or (os.path.exists(path) and not os.path.isdir(path)):  # noqa: PTH110, PTH112
        yield path, False
    elif os.path.isdir(path):  # noqa: PTH112
        yield from _searched(path)
    elif _GLOB & set(path):
        yield from _matching(path)
    else:
        yield path, False  # opening it says what is wrong


def _searched(folder: str) -> Iterator[tuple[str, bool]]:
    found = sorted(_walked(folder))
    if not found:
        raise InputError(
            folder, f"no recording in this folder (searched for {', '.join(_SUFFIXES)})"
        )
    complain(f"{folder}: reading {'1 file' if len(found) == 1 else f'{len(found)} files'}")
    for path in found:
        yield path, True


def _walked(folder: str) -> Iterator[str]:
    def unreadable(error: OSError) -> None:
        complain(f"{error.filename}: {error.strerror}; not searched")

    for parent, folders, names in os.walk(folder, onerror=unreadable):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        for name in names:
            bare = name
            for suffix in _PACKED:
                bare = bare.removesuffix(suffix)
            if bare.endswith(_SUFFIXES) and not name.startswith("."):
                yield os.path.join(parent, name)  # noqa: PTH118


def _matching(pattern: str) -> Iterator[tuple[str, bool]]:
    from glob import glob

    found = sorted(glob(pattern, recursive=True))  # noqa: PTH207
    if not found:
        raise InputError(pattern, "no file matches")
    for path in found:
        if os.path.isdir(path):  # noqa: PTH112
            yield from _searched(path)
        else:
            yield path, True
