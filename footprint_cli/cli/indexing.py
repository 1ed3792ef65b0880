"""Named inputs → an index, and what is said of it."""

import os
from collections.abc import Iterator

from footprint_cli import __version__
from footprint_cli.archive.index.build import Build, Built, Wanted
from footprint_cli.archive.index.file import statuses
from footprint_cli.cli.files import same_file
from footprint_cli.cli.indexed import lent
from footprint_cli.cli.inputs import files_of, some
from footprint_cli.cli.progress import files_read
from footprint_cli.cli.streams import complain, say
from footprint_cli.errors import InputError, UsageError
from footprint_cli.model.audit import first_status


def indexed(paths: list[str], out: str, jobs: int | None) -> int:
    """Bring an index up to date with inputs, say what came of it, and return the exit status."""
    built = brought_up_to_date(paths, out, jobs)
    with lent(out) as index:
        found = statuses(index.connection)
    say(f"{out}: {_counted(built)}; {os.path.getsize(out):,} bytes\n")  # noqa: PTH202
    return first_status(found)


def brought_up_to_date(paths: list[str], out: str, jobs: int | None) -> Built:
    """Bring an index up to date with inputs; says on standard error what could not be read."""
    _check_place(out)
    wanted = [*_wanted(paths, out)]
    with files_read() as advance:
        build = Build(out, version=__version__, jobs=jobs or _processors())
        try:
            built = build.run(wanted, advance)
        except KeyboardInterrupt:
            complain(f"{build.written} of {len(wanted)} files are in {out}; the next run goes on")
            raise
    _tell(built)
    return built


def _check_place(out: str) -> None:
    """Refuse what is there and can be no index, before SQLite leaves a file of its own beside it."""
    if not out or (os.path.exists(out) and not os.path.isfile(out)):  # noqa: PTH110, PTH113
        raise UsageError(f"-o {out}: an index is a file, and this is none")


def _wanted(paths: list[str], out: str) -> Iterator[Wanted]:
    """Yield each file once; an index that lies in its own archive is no recording."""
    known: set[str] = set()
    for path in paths:
        if path == "-":
            raise UsageError("standard input cannot be indexed: it has no place to look at again")
        for file in _found(path):
            place = os.path.realpath(file.path)
            if place in known or same_file(file.path, out):
                continue
            known.add(place)
            yield file


def _found(path: str) -> Iterator[Wanted]:
    try:
        for one in files_of(path):
            yield Wanted(one.path, not one.found, one.fault)
    except InputError as error:
        yield Wanted(path, named=True, fault=error.why)


def _tell(built: Built) -> None:
    """Say on standard error what could not be read."""
    for path, why in built.unreadable:
        complain(f"{path}: {why}")
    if built.left_out:
        complain(f"left out, for they hold no recording: {some([*built.left_out])}")
    if built.vanished:
        complain(f"{_files(built.vanished)} in the index, and no more on disk; their rows stay")
    if built.damaged:
        complain(f"{_files(built.damaged)} damaged; footprint verify names the places")


def _counted(built: Built) -> str:
    return f"{_files(built.read)} read, {built.unchanged} unchanged"


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count} files"


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
