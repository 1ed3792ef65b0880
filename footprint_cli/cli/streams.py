"""Standard output lent to renderers, and sentences on standard error."""

import codecs
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from footprint_cli.errors import UsageError
from footprint_cli.render.visible import escape, visible


class ClosedPipe(Exception):  # noqa: N818 (not an error: the reader has had enough)
    """The reader of standard output went away."""


class Sink:
    """Takes text and writes it in an encoding; what the encoding lacks is written escaped."""

    def __init__(self, stream: BinaryIO, encoding: str) -> None:
        self._stream = stream
        self._encoding = encoding

    def write(self, text: str) -> None:
        """Write text at once; raises `ClosedPipe` where nobody reads any more."""
        try:
            self._stream.write(text.encode(self._encoding, "footprint-escape"))
            self._stream.flush()
        except BrokenPipeError:
            raise ClosedPipe from None


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(escape(one) for one in error.object[error.start : error.end]), error.end


codecs.register_error("footprint-escape", _escaped)


def output_encoding() -> str:
    """Return the encoding of standard output by its plain name, `utf-8` where there is none."""
    try:
        return codecs.lookup(sys.stdout.encoding or "utf-8").name
    except LookupError:
        return "utf-8"


@contextmanager
def output(path: str | None, encoding: str, inputs: list[str]) -> Iterator[Sink]:
    """Lend standard output, or a file that is written as UTF-8; an input is never written over."""
    if path is None:
        yield Sink(sys.stdout.buffer, encoding)
        return
    if any(one != "-" and os.path.exists(one) and _same_file(one, path) for one in inputs):  # noqa: PTH110
        raise UsageError(f"{visible(path)} is an input and would be written over")
    try:
        stream = open(path, "wb")  # noqa: PTH123, SIM115 (pathlib costs 10 ms at start)
    except OSError as error:
        raise UsageError(f"cannot write {visible(path)}: {error.strerror}") from error
    with stream:
        yield Sink(stream, "utf-8")


def _same_file(one: str, other: str) -> bool:
    return os.path.exists(other) and os.path.samefile(one, other)  # noqa: PTH110, PTH121


def complain(message: str) -> None:
    """Say one thing on standard error; text from a recording or a path is made visible."""
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    lines = [visible(line, encoding) for line in message.splitlines() or [""]]
    try:
        sys.stderr.buffer.write(
            ("footprint: " + "\n".join(lines) + "\n").encode(encoding, "footprint-escape")
        )
        sys.stderr.flush()
    except (BrokenPipeError, ValueError, AttributeError):
        pass  # nobody reads standard error: there is nowhere to say so


def close_quietly() -> None:
    """Point standard output at nothing, so that Python's own flush at exit cannot fail."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        pass
