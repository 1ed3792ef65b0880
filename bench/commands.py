"""A command that is measured, what it needs, and what stands for it where that is missing."""

import importlib.util
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple


class Command(NamedTuple):
    """One whole process.

    `dropped` are files that must not be in memory when it starts, `removed` files that must not be
    there at all. `ours` is repeated by a deliberate slowdown; a peer is not.
    """

    argv: tuple[str, ...]
    settings: Mapping[str, str] = {}
    dropped: tuple[Path, ...] = ()
    removed: tuple[Path, ...] = ()
    ours: bool = False
    may_end: tuple[int, ...] = (0,)


class Missing(NamedTuple):
    """Why a command cannot be run here."""

    why: str


Measured = Command | Missing


def python(code: str, *arguments: str | Path | int) -> Command:
    """Return a Python process of its own that runs `code`."""
    return Command((sys.executable, "-c", code, *map(str, arguments)))


def missing_program(*names: str) -> Missing | None:
    """Return what is not there of these programs; None: all are."""
    gone = [name for name in names if shutil.which(name) is None]
    return Missing(f"{' and '.join(gone)} not installed") if gone else None


def missing_module(*names: str) -> Missing | None:
    """Return what cannot be imported of these modules; None: all can."""
    gone = [name for name in names if importlib.util.find_spec(name) is None]
    return Missing(f"{' and '.join(gone)} not installed") if gone else None
