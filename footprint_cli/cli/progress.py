"""A bar on standard error while a large file is read; nothing where no terminal shows it."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from footprint_cli.archive.index_build import Progress

_LARGE = 64_000_000  # bytes; less is read within half a second


@contextmanager
def reading(path: str) -> Iterator[Callable[[int], None] | None]:
    """Lend a function that takes the bytes of each read, where a bar is worth its import."""
    size = _size(path)
    if size < _LARGE or not _terminal():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TransferSpeedColumn

    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn())
    console = Console(stderr=True, markup=False, emoji=False, highlight=False)
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=size)
        yield lambda count: bar.advance(task, count)


@contextmanager
def files_read() -> Iterator["Callable[[Progress], None]"]:
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

        def advance(one: "Progress") -> None:
            nonlocal read
            read += one.bytes
            rate = read / 1e6 / max(bar.tasks[task].elapsed or 0, 0.1)
            told = f"files, {read / 1e6:,.0f} MB, {rate:,.0f} MB/s"
            bar.update(task, completed=one.done, total=one.of, description=told)

        yield advance


def _size(path: str) -> int:
    try:
        return 0 if path == "-" else os.path.getsize(path)  # noqa: PTH202
    except (OSError, ValueError):
        return 0


def _terminal() -> bool:
    try:
        return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    except (AttributeError, ValueError):
        return False
