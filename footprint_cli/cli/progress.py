"""A bar on standard error while a large file is read; nothing where no terminal shows it."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

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
