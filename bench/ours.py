"""The program under test, as it is asked in the benchmark."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from bench.archive_text import asked_id
from bench.commands import Command, Measured, Missing, missing_module, python
from bench.peers import WORKERS

PROGRAM = os.environ.get("BENCH_PROGRAM") or str(Path(sys.executable).with_name("footprint"))
FINDERS = {"fast": "stringzilla", "core": "memmem", "portable": "portable"}
# The same search without a command line and without an answer in words.
_CALL = """
import sys
from footprint_cli.archive.chunk_asked import ChunkAsked
from footprint_cli.cli.inputs import inputs
from footprint_cli.cli.reckoned import ReckonedSources
from footprint_cli.cli.workers import Workers
from footprint_cli.model.answer import Asked
chunk, path, jobs = sys.argv[1:]
asked = ChunkAsked(asked=Asked(text=chunk))
sources = ReckonedSources(asked, inputs([path]), Workers(int(jobs)), written=None)
print(sum(1 for _ in sources.occurrences()), sources.answer())
"""
_DAMAGED = (0, 3)  # one file in twenty is cut at its end, and never ends with 0


def footprint(*arguments: str | Path, may_end: tuple[int, ...] = (0,)) -> Command:
    """Return the program with these arguments."""
    return Command((PROGRAM, *map(str, arguments)), ours=True, may_end=may_end)


def why_not(
    path: Path, finder: str = "fast", *options: str, dropped: tuple[Path, ...] = ()
) -> Measured:
    """Return the question over a file or a folder, with one of the ways to search."""
    gone = _missing(finder, path)
    if gone is not None:
        return gone
    jobs = ("--jobs", str(WORKERS)) if has_option("why-not", "--jobs") else ()
    asked = ("why-not", asked_id(), str(path), "--format", "json", *jobs, *options)
    settings = {"FOOTPRINT_FINDER": FINDERS[finder]}
    return footprint(*asked, may_end=_DAMAGED)._replace(settings=settings, dropped=dropped)


def why_not_called(path: Path, finder: str = "fast", *, dropped: tuple[Path, ...] = ()) -> Measured:
    """Return the same search as a call in a fresh Python, without the command line."""
    gone = _missing(finder, path)
    if gone is not None:
        return gone
    settings = {"FOOTPRINT_FINDER": FINDERS[finder]}
    call = python(_CALL, asked_id(), path, WORKERS)
    return call._replace(settings=settings, dropped=dropped, ours=True)


def stats(path: Path) -> Measured:
    """Return the statistics of a file."""
    if not has_command("stats"):
        return Missing("this footprint has no command stats")
    jobs = ("--jobs", str(WORKERS)) if has_option("stats", "--jobs") else ()
    return footprint("stats", path, "--format", "json", *jobs)


def _missing(finder: str, path: Path) -> Missing | None:
    needed = ["stringzilla"] if finder == "fast" else []
    if path.name.endswith("-zst"):
        needed.append("zstandard")
    if path.name.endswith("-gz") and finder == "fast":
        needed.append("isal")
    return missing_module(*needed)


def has_option(command: str, option: str) -> bool:
    """Tell whether the program knows an option: an older one is measured without it."""
    return option in _help(command)


def has_command(command: str) -> bool:
    """Tell whether the program knows a command."""
    return bool(_help(command))


@cache
def _help(command: str) -> str:
    done = subprocess.run(
        [PROGRAM, command, "--help"], capture_output=True, check=False, text=True, timeout=60
    )
    return done.stdout if done.returncode == 0 else ""
