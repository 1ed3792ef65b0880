"""How far the reading came: a bar on standard error where a terminal shows it, and for Ctrl-C."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from footprint_cli.archive.sources import Source
from footprint_cli.cli.streams import bar_drawn

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

    from footprint_cli.archive.index.build import Progress as FileRead

_LARGE = 64_000_000  # bytes; less is read within half a second
_EVERY = 0.1  # seconds between two drawings
# Cells from which a bar, the bytes, and their speed with what was found fit into one row.
_LEAST, _SOME, _WIDE = 30, 56, 80


class Progress:
    """Counts files and bytes as they are read, and what was found in them."""

    def __init__(self, sources: Sequence[Source], finds: str = "") -> None:
        self._finds = finds
        self._files = len(sources)
        self._bytes = sum(one.size for one in sources)
        self.files = self.bytes = self.found = 0
        self._draw: Callable[[], None] | None = None
        self._drawn = 0.0

    def advance(self, count: int) -> None:
        """Count bytes that were read."""
        self.bytes += count
        self._redraw()

    def done(self, source: Source, found: int) -> None:
        """Count a source that is read, and how much was found in it."""
        self.files += source.fault is None and not source.repeated
        self.found += found
        self._redraw()

    def drawn_by(self, draw: Callable[[], None]) -> None:
        """Have it drawn from now on, now and then."""
        self._draw = draw

    @property
    def text(self) -> str | None:
        """How far it came, in words; None: of one source of unknown size there is nothing to tell."""
        if self._files == 1 and not self._bytes:
            return None
        files = "1 file" if self._files == 1 else f"{self._files} files"
        if not self._bytes:
            return f"{self.files} of {files}"
        return f"{self.files} of {files}, {_size(self.bytes)} of {_size(self._bytes)}"

    def bar(self, width: int) -> "tuple[tuple[ProgressColumn, ...], str]":
        """Return the columns of a bar that fits into so many cells, and the words beside it."""
        from rich.progress import BarColumn, DownloadColumn, TextColumn, TransferSpeedColumn

        several = self._files > 1
        told = f"{self.files} of {self._files} files" if several else ""
        columns: list[ProgressColumn] = [BarColumn()] if width >= _LEAST else []
        if width >= _SOME or not several:
            columns.append(DownloadColumn())
        if width >= _WIDE:
            columns.append(TransferSpeedColumn())
            told += f", {self.found} {self._finds}" if several and self._finds else ""
        return (*columns, TextColumn("{task.description}", markup=False)), told

    @property
    def size(self) -> int:
        """The bytes of all sources that say how many they are."""
        return self._bytes

    def _redraw(self) -> None:
        if self._draw is not None and (now := monotonic()) - self._drawn > _EVERY:
            self._drawn = now
            self._draw()


_current: list[Progress] = []  # what Ctrl-C tells of


def so_far() -> str | None:
    """Say how far the reading came; None: nothing is being read of which that could be told."""
    return _current[0].text if _current else None


@contextmanager
def watching(
    sources: Sequence[Source], finds: str = "", *, drawn: bool = True
) -> Iterator[Progress]:
    """Count what is read; with `drawn` a terminal sees it, where there is much to read.

    `finds` names what is counted as found; nothing: it is not told.
    """
    progress = Progress(sources, finds)
    _current.append(progress)
    if drawn and sum(one.size for one in sources) >= _LARGE and _terminal():
        with _bar(progress):
            yield progress
    else:
        yield progress
    _current.remove(progress)  # not where it is interrupted: that tells of it


@contextmanager
def _bar(progress: Progress) -> Iterator[None]:
    from rich.console import Console
    from rich.progress import Progress as Bar

    console = Console(stderr=True, markup=False, emoji=False, highlight=False)
    columns, told = progress.bar(console.width)
    # No thread draws it: a process with threads cannot be forked safely.
    with Bar(*columns, console=console, transient=True, auto_refresh=False) as bar:
        task = bar.add_task(told, total=progress.size)

        def draw() -> None:
            bar.columns, told = progress.bar(console.width)  # it may have been resized
            bar.update(task, completed=progress.bytes, description=told, refresh=True)

        progress.drawn_by(draw)
        with bar_drawn():
            yield


@contextmanager
def files_read() -> Iterator["Callable[[FileRead], None]"]:
    """Lend a function that takes each file that was read; a terminal shows how far it came."""
    if not _terminal():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    read = 0
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}", markup=False))
    console = Console(stderr=True, markup=False, emoji=False, highlight=False)
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)

        def advance(one: "FileRead") -> None:
            nonlocal read
            read += one.bytes
            rate = read / 1e6 / max(bar.tasks[task].elapsed or 0, 0.1)
            told = "files"
            if console.width >= _SOME:
                told += f", {read / 1e6:,.0f} MB, {rate:,.0f} MB/s"
            bar.update(task, completed=one.done, total=one.of, description=told)

        with bar_drawn():
            yield advance


def _size(count: int) -> str:
    """Write a number of bytes in the unit that a person would take."""
    size = float(count)
    for unit in ("bytes", "kB", "MB", "GB"):
        if size < 1000:  # noqa: PLR2004
            return f"{count} bytes" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} TB"


def _terminal() -> bool:
    try:
        return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    except (AttributeError, ValueError):
        return False
