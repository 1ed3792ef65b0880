"""Named inputs → an index, and what is said of it."""

import os
from collections.abc import Iterator

from footprint_cli import __version__
from footprint_cli.archive.index.build import Build, Built, Wanted
from footprint_cli.archive.index.held import Held, held
from footprint_cli.cli.files import same_file
from footprint_cli.cli.indexed import lent
from footprint_cli.cli.inputs import files_of, some
from footprint_cli.cli.progress import files_read
from footprint_cli.cli.streams import complain, say
from footprint_cli.errors import InputError, UsageError

_UNREADABLE = 4


def indexed(paths: list[str], out: str, jobs: int | None) -> int:
    """Bring an index up to date with inputs, say what came of it, and return the exit status."""
    built, status = brought_up_to_date(paths, out, jobs)
    say(f"{out}: {_counted(built)}; {os.path.getsize(out):,} bytes\n")  # noqa: PTH202
    return status


def brought_up_to_date(
    paths: list[str], out: str, jobs: int | None, *, lasting: bool = True
) -> tuple[Built, int]:
    """Bring an index up to date with inputs; says on standard error what could not be read.

    Returns what came of it, and the exit status: that of all the index holds, and 4 where an input
    holds no recording. An index that is not `lasting` nobody was told of.
    """
    _check_place(out)
    inputs = _wanted(paths, out)
    wanted = [one for _, files in inputs for one in files or ()]
    with files_read() as advance:
        build = Build(out, version=__version__, jobs=jobs or _processors())
        try:
            built = build.run(wanted, advance)
        except KeyboardInterrupt:
            complain(f"{build.written} of {len(wanted)} files are in {out}; the next run goes on")
            raise
    with lent(out) as index:
        whole = held(index.connection)
    _tell(built, whole, " in the index" if lasting else "")
    emptied = [path for path, files in inputs if _is_emptied(files, whole.left_out)]
    for path in emptied:
        complain(f"{path}: no recording in it")
    return built, _UNREADABLE if emptied else whole.status


def _check_place(out: str) -> None:
    """Refuse what is there and can be no index, before SQLite leaves a file of its own beside it."""
    if not out or (os.path.exists(out) and not os.path.isfile(out)):  # noqa: PTH110, PTH113
        raise UsageError(f"-o {out}: an index is a file, and this is none")


def _wanted(paths: list[str], out: str) -> list[tuple[str, list[Wanted] | None]]:
    """Return the files of each input, a file once; None: all of them were met before.

    An index that lies in its own archive is no recording.
    """
    known: set[str] = set()
    return [(path, _files_of(path, out, known)) for path in paths]


def _files_of(path: str, out: str, known: set[str]) -> list[Wanted] | None:
    if path == "-":
        raise UsageError("standard input cannot be indexed: it has no place to look at again")
    repeated, files = False, []
    for file in _found(path):
        place = os.path.realpath(file.path)
        if place in known:
            repeated = True
        elif not same_file(file.path, out):
            known.add(place)
            files.append(file)
    return files or (None if repeated else [])


def _is_emptied(files: list[Wanted] | None, left_out: frozenset[str]) -> bool:
    """Tell whether an input came to nothing: each of its files is something else than a recording."""
    return files is not None and all(one.path in left_out for one in files)


def _found(path: str) -> Iterator[Wanted]:
    try:
        for one in files_of(path):
            yield Wanted(one.path, not one.found, one.fault)
    except InputError as error:
        yield Wanted(path, named=True, fault=error.why)


def _tell(built: Built, whole: Held, where: str) -> None:
    """Say on standard error what was not read, and what of the whole index is not whole."""
    for path, why in whole.unreadable:
        complain(f"{path}: {why}")
    if built.left_out:
        complain(f"left out, for they hold no recording: {some([*built.left_out])}")
    if built.vanished:
        complain(f"{_files(built.vanished)} in the index, and no more on disk; their rows stay")
    if whole.damaged:
        are = "is" if whole.damaged == 1 else "are"
        complain(f"{_files(whole.damaged)}{where} {are} damaged; footprint verify names the places")
    if not whole.recordings:
        complain(f"nothing{where} could be recognised as a recording")


def _counted(built: Built) -> str:
    return f"{_files(built.read)} read, {built.unchanged} unchanged"


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count} files"


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
