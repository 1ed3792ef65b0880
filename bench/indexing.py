"""An index: what it costs to build, how large it is, and how long a question of it takes."""

from collections.abc import Iterator
from pathlib import Path

from bench.archive_data import Archive
from bench.archive_text import asked_id
from bench.commands import Command, Missing
from bench.ours import footprint, has_command, has_option
from bench.peers import WORKERS, orjson_loop
from bench.processes import seconds
from bench.rounds import Figure, Result
from bench.sections import SHORT, SMALL, Section

_MOST_OF_BYTES = 3.0  # percent


def build(archive: Archive) -> Section:
    """Measure an index of the large log, built anew in every round, then with nothing changed."""
    path, place = archive.log(), _place(archive)
    if not has_command("index"):
        gone = Missing("this footprint has no command index")
        return Section(
            {"index": gone, "again": gone, "orjson loop": orjson_loop(path)}, _build(archive)
        )
    return Section(
        {
            "index": _indexed(path, place)._replace(removed=_files(place)),
            "again": _indexed(path, place),
            "orjson loop": orjson_loop(path),
        },
        _build(archive),
    )


def question(archive: Archive) -> Section:
    """Measure `why-not` of an index of the large log beside `explain` of a log of 12 KB."""
    explain = footprint("explain", SMALL, "--format", "json")._replace(ours=False)
    asked: Command | Missing = Missing("this footprint has no why-not --index")
    if has_command("index") and has_option("why-not", "--index"):
        place = _built(archive)
        asked = footprint("why-not", asked_id(), "--index", place, "--format", "json")
    figure = Figure(f"why-not --index, {archive.size}", "why-not --index", "explain", 1.2)
    return Section({"why-not --index": asked, "explain": explain}, (figure,), SHORT)


def size(archive: Archive, slowdown: int) -> Iterator[Result]:
    """Yield the size of an index in percent of the bytes that it was made of."""
    what = f"size of the index, {archive.size}"
    if not has_command("index"):
        gone = "this footprint has no command index"
        yield Result(what, "the log", None, "%", _MOST_OF_BYTES, skipped=gone)
        return
    taken = sum(one.stat().st_size for one in _files(_built(archive)) if one.exists())
    percent = 100 * slowdown * taken / archive.log().stat().st_size
    yield Result(what, "the log", percent, "%", _MOST_OF_BYTES)


def _build(archive: Archive) -> tuple[Figure, ...]:
    return (
        Figure(f"index, {archive.size}", "index", "orjson loop", 1.1),
        Figure("  once more, unchanged", "again", "orjson loop"),
    )


def _built(archive: Archive) -> Path:
    """Return an index of the large log that is up to date."""
    seconds(_indexed(archive.log(), _place(archive)))
    return _place(archive)


def _indexed(path: Path, place: Path) -> Command:
    jobs = ("--jobs", str(WORKERS)) if has_option("index", "--jobs") else ()
    return footprint("index", path, "-o", place, *jobs)


def _place(archive: Archive) -> Path:
    return archive.folder / f"log-{archive.megabytes}.footprint"


def _files(place: Path) -> tuple[Path, ...]:
    """Return the file of an index, and those that SQLite may leave beside it."""
    return (place, *(place.with_name(place.name + end) for end in ("-wal", "-shm", "-journal")))
