"""The sections of the benchmark: which commands run side by side, and the figures made of them."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from bench.archive_data import Archive
from bench.archive_text import asked_id
from bench.commands import Measured, python
from bench.data import large_log
from bench.ours import footprint, stats, why_not, why_not_called
from bench.peers import duckdb, orjson_loop, ripgrep
from bench.rounds import Figure

SMALL = Path(__file__).resolve().parent.parent / "fixtures" / "some-below-threshold.commits.jsonl"
ROUNDS = 5
SHORT = 21  # rounds of commands that take no time to speak of


class Section(NamedTuple):
    """Commands that are measured in the same rounds, and what is made of their times."""

    commands: Mapping[str, Measured]
    figures: tuple[Figure, ...]
    rounds: int = ROUNDS


def start_up(_: Archive) -> Section:
    """Measure a command that has next to nothing to read: a log of 12 KB."""
    explain = ("explain", SMALL, "--format")
    return Section(
        {
            "python -c pass": python("pass"),
            "version": footprint("--version"),
            "plain": footprint(*explain, "plain"),
            "json": footprint(*explain, "json"),
            "table": footprint(*explain, "table"),
        },
        (
            Figure("--version", "version", "python -c pass", 1.3),
            Figure("explain, plain", "plain", "python -c pass", 8.5),
            Figure("explain, json", "json", "python -c pass", 8.5),
            Figure("explain, table", "table", "python -c pass", 12.0),
        ),
        SHORT,
    )


def explain(archive: Archive) -> Section:
    """Measure a log of 20 MB, read whole; what a start costs is taken off both sides."""
    large = large_log(archive.folder / "large.commits.jsonl")
    return Section(
        {
            "explain": footprint("explain", large, "--format", "plain"),
            "small": footprint("explain", SMALL, "--format", "plain"),
            "orjson loop": orjson_loop(large),
            "import": python("import orjson, sys"),
        },
        (
            Figure("explain, 20 MB log", "explain", "orjson loop", 1.67, (("small",), ("import",))),
            Figure("  the whole command", "explain", "orjson loop"),
        ),
        SHORT,
    )


def log(archive: Archive) -> Section:
    """Measure a search of one large log, in memory."""
    path, what = archive.log(), f"why-not, {archive.size} warm"
    return Section(
        {
            "rg -c": ripgrep(path),
            "fast": why_not(path, "fast"),
            "fast, called": why_not_called(path, "fast"),
            "core": why_not(path, "core"),
            "core, called": why_not_called(path, "core"),
            "portable": why_not(path, "portable"),
            "portable, called": why_not_called(path, "portable"),
            "small": why_not(SMALL, "core"),
            "orjson loop": orjson_loop(path),
            "DuckDB": duckdb(path, asked_id()),
        },
        (
            *_searched(what, "fast", "rg -c", 1.2),
            *_searched(what, "core", "rg -c", 1.5),
            *_searched(what, "portable", "rg -c", 2.5),
            Figure(f"{what}, fast", "fast", "orjson loop", 0.15),
            Figure(f"{what}, fast", "fast", "DuckDB", 0.15),
        ),
    )


def log_cold(archive: Archive) -> Section:
    """Measure the same from the disk: the file is dropped from memory before every run."""
    path, what = archive.log(), f"why-not, {archive.size} cold"
    return Section(
        {
            "rg -c": ripgrep(path, dropped=(path,)),
            "fast": why_not(path, "fast", dropped=(path,)),
            "fast, called": why_not_called(path, "fast", dropped=(path,)),
            "core": why_not(path, "core", dropped=(path,)),
            "core, called": why_not_called(path, "core", dropped=(path,)),
            "small": why_not(SMALL, "core"),
        },
        (*_searched(what, "fast", "rg -c", 1.2), *_searched(what, "core", "rg -c", None)),
    )


def files(archive: Archive) -> Section:
    """Measure a search of many files, in memory."""
    path, what = archive.files(), f"why-not, {archive.count} files warm"
    return Section(
        {
            "rg -c": ripgrep(path),
            "fast": why_not(path, "fast"),
            "fast, called": why_not_called(path, "fast"),
            "core": why_not(path, "core"),
            "core, called": why_not_called(path, "core"),
            "small": why_not(SMALL, "core"),
        },
        (*_searched(what, "fast", "rg -c", 1.7), *_searched(what, "core", "rg -c", 2.4)),
    )


def files_cold(archive: Archive) -> Section:
    """Measure the same from the disk, where hints to read ahead can beat rg."""
    path, what = archive.files(), f"why-not, {archive.count} files cold"
    dropped = tuple(sorted(path.iterdir()))
    return Section(
        {
            "rg -c": ripgrep(path, dropped=dropped),
            "fast": why_not(path, "fast", dropped=dropped),
            "fast, called": why_not_called(path, "fast", dropped=dropped),
            "small": why_not(SMALL, "core"),
        },
        _searched(what, "fast", "rg -c", 1.1),
    )


def packed(archive: Archive, kind: str, unpacking: str) -> Section:
    """Measure a search of many packed files, in memory."""
    path, what = archive.files(kind), f"why-not, {archive.count} {kind} files"
    return Section(
        {
            "rg -z -c": ripgrep(path, unpacking=unpacking),
            "fast": why_not(path, "fast"),
            "fast, called": why_not_called(path, "fast"),
            "small": why_not(SMALL, "core"),
        },
        _searched(what, "fast", "rg -z -c", 0.3),
    )


def lines(archive: Archive) -> Section:
    """Measure statistics, for which every line counts."""
    path = archive.log()
    return Section(
        {"stats": stats(path), "orjson loop": orjson_loop(path)},
        (Figure(f"stats, {archive.size} warm", "stats", "orjson loop", 0.5),),
    )


def _searched(what: str, ours: str, peer: str, limit: float | None) -> tuple[Figure, ...]:
    """Return the figure of a search, its start taken off; then with a start, small and whole."""
    return (
        Figure(f"{what}, {ours}", ours, peer, limit, (("small",), ())),
        Figure("  called in a fresh Python", f"{ours}, called", peer),
        Figure("  the whole command", ours, peer),
    )
