"""Which recordings a command line means: paths, folders, globs, or what is configured."""

import os
import stat
from collections.abc import Iterator
from itertools import dropwhile
from typing import NamedTuple

from footprint_cli.cli.config import configured_recordings
from footprint_cli.cli.streams import PART, complain
from footprint_cli.errors import InputError, UsageError

_ENVIRONMENT, _ARCHIVE = "FOOTPRINT_RECORDINGS", "run-archive"
_SUFFIXES = (".jsonl", ".ndjson", ".json")
_PACKED = (".gz", ".zst")
GLOB = frozenset("*?[")
_NAMED = 5  # of a long list on standard error


class File(NamedTuple):
    """A file to read, found or named; or, with its fault, an input that gives none."""

    path: str
    found: bool
    fault: str | None = None
    size: int | None = None  # where finding it told that


def inputs(paths: list[str] | None) -> list[str]:
    """Return the inputs in a stable order; says on standard error what was not named."""
    if paths:
        return paths
    found = [one for one in _parted(os.environ.get(_ENVIRONMENT, "")) if one]
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
        f"{_ENVIRONMENT}, or recordings in footprint.toml or under [tool.footprint] in "
        "pyproject.toml, or keep "
        f"recordings in {_ARCHIVE}/"
    )


def _parted(text: str) -> list[str]:
    """Part a list of paths; the colon of an address parts nothing."""
    from re import escape, split

    return split(escape(os.pathsep) + r"(?!//)", text) if "://" in text else text.split(os.pathsep)


def files_of(path: str) -> Iterator[File]:
    """Yield each file that an input means.

    A folder is searched for files with the suffixes of recordings, in order of their paths, and a
    glob for all that match it. Where nothing is found, that is the fault of the input.
    """
    if is_address(path):
        yield from _in_store(path)
    elif path == "-" or (os.path.exists(path) and not os.path.isdir(path)):  # noqa: PTH110, PTH112
        yield File(path, found=False)
    elif os.path.isdir(path):  # noqa: PTH112
        left = _Left()
        yield from _searched(path, left)
        left.tell()
    elif GLOB & set(path):
        left = _Left()
        yield from _matching(path, left)
        left.tell()
    else:
        yield File(path, found=False)  # opening it says what is wrong


def is_address(path: str) -> bool:
    """Tell whether a path is one of an object store or a web server."""
    if "://" not in path:
        return False
    from footprint_cli.read.remote import is_remote

    return is_remote(path)


def _in_store(path: str) -> Iterator[File]:
    from footprint_cli.read.buckets import files_in_store

    try:
        files, searched = files_in_store(path, _is_named_as_recording)
    except InputError as error:
        yield File(error.source, found=False, fault=error.why)
        return
    if not searched:
        yield from (File(one.path, found=False, size=one.size) for one in files)
        return
    if not files:
        is_glob = bool(GLOB & set(path))
        why = f"no recording in this folder (searched for {', '.join(_SUFFIXES)})"
        yield File(path, found=True, fault="no file matches" if is_glob else why)
        return
    complain(f"{path}: reading {'1 file' if len(files) == 1 else f'{len(files)} files'}")
    yield from (File(one.path, found=True, size=one.size) for one in files)


class _Left:
    """What a search met and left alone."""

    def __init__(self) -> None:
        self.folders: list[File] = []  # that could not be searched
        self.links: list[str] = []
        self.special: list[str] = []

    def regular(self, path: str) -> bool:
        """Tell whether a file can be read without waiting for a writer that may never come."""
        try:
            mode = os.stat(path).st_mode  # noqa: PTH116
        except (OSError, ValueError):
            return True  # opening it says what is wrong
        if not stat.S_ISREG(mode):
            self.special.append(path)
        return stat.S_ISREG(mode)

    def unsearched(self, error: OSError) -> None:
        """Keep a folder that could not be searched."""
        why = (error.strerror or str(error)).lower()
        self.folders.append(File(str(error.filename), found=True, fault=f"{why}; not searched"))

    def walked(self, top: str) -> Iterator[tuple[str, list[str]]]:
        """Yield each folder and the names in it, without what is hidden and behind links."""
        for parent, folders, names in os.walk(top, onerror=self.unsearched):
            folders[:] = sorted(one for one in folders if not one.startswith("."))
            paths = (os.path.join(parent, one) for one in folders)  # noqa: PTH118
            self.links += [one for one in paths if os.path.islink(one)]  # noqa: PTH114
            yield parent, [one for one in names if not one.startswith(".")]

    def tell(self) -> None:
        """Say on standard error what nobody would miss otherwise."""
        if self.special:
            complain(
                f"left out, for they are no regular files: {some([*dict.fromkeys(self.special)])}"
            )
        if self.links:
            complain(
                f"not searched, for they are links to folders: {some([*dict.fromkeys(self.links)])}"
            )


def some(names: list[str]) -> str:
    """Write the first of a list and how many more there are."""
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more


def _searched(folder: str, left: _Left) -> Iterator[File]:
    before = len(left.folders)
    found = [
        File(path, found=True)
        for parent, names in left.walked(folder)
        for name in names
        if _is_named_as_recording(name) and left.regular(path := os.path.join(parent, name))  # noqa: PTH118
    ]
    unsearched = left.folders[before:]
    if not found and not unsearched:
        why = f"no recording in this folder (searched for {', '.join(_SUFFIXES)})"
        yield File(folder, found=True, fault=why)
        return
    if found:
        complain(f"{folder}: reading {'1 file' if len(found) == 1 else f'{len(found)} files'}")
    yield from sorted([*found, *unsearched], key=lambda one: one.path)


def _is_named_as_recording(name: str) -> bool:
    for suffix in _PACKED:
        name = name.removesuffix(suffix)
    return name.endswith(_SUFFIXES)


def _matching(pattern: str, left: _Left) -> Iterator[File]:
    matches = sorted({*_expanded(pattern, left)})
    if not matches and not left.folders:
        yield File(pattern, found=True, fault="no file matches")
    yield from dict.fromkeys(left.folders)
    seen: set[str] = set()
    for match in matches:
        if os.path.isdir(match):  # noqa: PTH112
            files = _searched(match, left)
        else:
            files = (File(one, found=True) for one in (match,) if left.regular(one))
        for file in files:
            folder, name = os.path.split(file.path)
            place = os.path.join(os.path.realpath(folder), name)  # noqa: PTH118
            if place not in seen:
                seen.add(place)
                yield file
    if matches and not seen:
        yield File(pattern, found=True, fault="no regular file matches")


def _expanded(pattern: str, left: _Left) -> Iterator[str]:
    """Yield what a glob matches; unlike Python's own, `**` follows no links, which may be loops."""
    from glob import escape, glob

    head, recursive, rest = _at_recursion(pattern)
    if not recursive:
        _probe(pattern, left)
        for path in glob(pattern):  # noqa: PTH207
            if not os.path.basename(path).startswith(PART):  # noqa: PTH119
                yield path
        return
    for top in glob(head) if head else (os.curdir,):  # noqa: PTH207
        for parent, names in left.walked(top):
            folder = parent if head else parent[2:]  # without ./
            if rest:
                yield from _expanded(os.path.join(escape(folder), rest), left)  # noqa: PTH118
            else:
                yield from (os.path.join(folder, name) for name in names)  # noqa: PTH118


def _probe(pattern: str, left: _Left) -> None:
    """Find the folders that a glob would have to search and cannot, for Python's own is silent."""
    from glob import glob

    folder, name = os.path.split(pattern)
    while name:
        if GLOB & set(name):
            for one in glob(folder) if folder else (os.curdir,):  # noqa: PTH207
                try:
                    os.scandir(one).close()
                except OSError as error:
                    if os.path.isdir(one):  # noqa: PTH112 (anything else is simply no match)
                        left.unsearched(error)
        folder, name = os.path.split(folder)


def _at_recursion(pattern: str) -> tuple[str, bool, str]:
    """Return what stands before a `**`, whether there is one, and what follows it."""
    parts = pattern.split(os.sep)  # noqa: PTH206 (a Path would drop a last separator)
    if "**" not in parts:
        return pattern, False, ""
    at = parts.index("**")
    rest = [*dropwhile(lambda part: part == "**", parts[at:])]
    return "".join(f"{part}{os.sep}" for part in parts[:at]), True, os.sep.join(rest)  # noqa: PTH118
