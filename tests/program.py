"""Run the installed program as a process of its own, in a pipe or in a terminal."""

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
MODULE = [sys.executable, "-m", "footprint_cli"]
_SCRIPT = Path(sys.executable).with_name("footprint")
PROGRAM = [str(_SCRIPT)] if _SCRIPT.exists() else MODULE
FORMATS = ("table", "plain", "json", "jsonl", "markdown", "csv")

_OURS = ("FOOTPRINT_", "PYTHON", "LC_")
_SETTINGS = frozenset({"NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TERM", "LANG"})


def interruptible() -> None:
    """Undo what a background job of a shell inherits: it ignores Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Answer(NamedTuple):
    """What a process left behind."""

    status: int
    out: bytes
    err: bytes

    @property
    def text(self) -> str:
        return self.out.decode()

    @property
    def complaint(self) -> str:
        return self.err.decode()


def environment(settings: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return our environment without anything that changes what the program prints."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(_OURS) and name not in _SETTINGS
    }
    return {**kept, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", **(settings or {})}


def footprint(
    *arguments: str | Path,
    stdin: bytes = b"",
    cwd: Path | None = None,
    settings: Mapping[str, str] | None = None,
) -> Answer:
    """Run the program with pipes all around."""
    return _ended([*PROGRAM, *map(str, arguments)], stdin, cwd, settings)


def shell(
    script: str,
    *arguments: str | Path,
    cwd: Path | None = None,
    settings: Mapping[str, str] | None = None,
) -> Answer:
    """Run a bash script in which `footprint` is the program and `$1` the first argument."""
    words = " ".join(f"'{word}'" for word in PROGRAM)
    whole = f'footprint() {{ {words} "$@"; }}\n{script}'
    return _ended(["bash", "-c", whole, "bash", *map(str, arguments)], b"", cwd, settings)


def _ended(
    command: list[str], stdin: bytes, cwd: Path | None, settings: Mapping[str, str] | None
) -> Answer:
    done = subprocess.run(
        command,
        input=stdin,
        capture_output=True,
        check=False,
        cwd=cwd,
        env=environment(settings),
        timeout=60,
    )
    return Answer(done.returncode, done.stdout, done.stderr)


def in_terminal(
    *arguments: str | Path,
    columns: int,
    cwd: Path | None = None,
    settings: Mapping[str, str] | None = None,
) -> Answer:
    """Run the program in a terminal of so many columns; `out` is all that the terminal was sent."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    process = subprocess.Popen(
        [*PROGRAM, *map(str, arguments)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        cwd=cwd,
        env=environment(settings),
    )
    os.close(theirs)
    sent = _all_of(ours)
    return Answer(process.wait(timeout=60), sent.replace(b"\r\n", b"\n"), b"")


def _all_of(terminal: int) -> bytes:
    pieces = []
    try:
        while piece := os.read(terminal, 1 << 16):
            pieces.append(piece)
    except OSError:
        pass  # Linux says EIO once the last process has left the terminal
    os.close(terminal)
    return b"".join(pieces)
