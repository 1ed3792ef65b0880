"""The most memory of a scan: no more than a fixed part and a few times the longest line."""

from collections.abc import Iterator
from pathlib import Path

from bench import memory
from bench.archive_data import MEGABYTE, Archive
from bench.commands import Measured, Missing
from bench.ours import why_not
from bench.rounds import Result

BASE, OF_LONGEST = 40.0, 3.0  # MB, and times the longest line


def peaks(archive: Archive, slowdown: int) -> Iterator[Result]:
    """Yield the most memory of each scan, in MB; a slowdown runs so many at the same time."""
    paths = {
        archive.size: archive.log(),
        f"{archive.count} files": archive.files(),
        f"{archive.count} gz files": archive.files("gz"),
        f"{archive.count} zst files": archive.files("zst"),
    }
    for what, path in paths.items():
        lines = archive.log() if path == archive.log() else archive.files()
        limit = BASE + OF_LONGEST * longest_line(lines) / MEGABYTE
        for finder in ("fast", "core"):
            yield _peak(f"peak memory, {what}, {finder}", why_not(path, finder), limit, slowdown)


def _peak(what: str, command: Measured, limit: float, copies: int) -> Result:
    gone = memory.missing()
    one = gone or command
    if isinstance(one, Missing):
        return Result(what, "absolute", None, "MB", limit, skipped=one.why)
    return Result(what, "absolute", memory.peak(one, copies) / MEGABYTE, "MB", limit)


def longest_line(path: Path) -> int:
    """Return the bytes of the longest line of a file, or of all files of a folder."""
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    longest = 0
    for one in files:
        with one.open("rb") as file:
            longest = max(longest, max(map(len, file), default=0))
    return longest
