"""Standard output lent to whoever answers, and sentences on standard error."""

import codecs
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from footprint_cli.errors import UsageError
from footprint_cli.render.visible import escape, visible

PART = ".footprint-"  # starts the name of an answer that is not whole yet
_DESCRIPTORS = ("/proc/self/fd", "/dev/fd")
_LINKS = 40  # of one path, as the kernel allows
_CLEARED = "\r\x1b[2K"  # the cursor at the beginning of a line that is empty now


class ClosedPipe(Exception):  # noqa: N818 (not an error: the reader has had enough)
    """The reader of standard output went away."""


class Sink:
    """Takes text and writes it in an encoding; what the encoding lacks is written escaped."""

    def __init__(self, stream: BinaryIO, encoding: str) -> None:
        self._stream = stream
        # One encoder for all pieces: UTF-16 has its byte order mark once.
        self._encoder = codecs.getincrementalencoder(encoding)("footprint-escape")

    def write(self, text: str) -> None:
        """Write text at once, all of it; raises `ClosedPipe` where nobody reads any more."""
        rest = memoryview(self._encoder.encode(text))
        try:
            while rest:  # an unbuffered stream may take a part only
                rest = rest[self._stream.write(rest) or 0 :]
            self._stream.flush()
        except BrokenPipeError:
            raise ClosedPipe from None
        except OSError as error:
            raise UsageError(f"cannot write the answer: {error.strerror}") from error


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(escape(one) for one in error.object[error.start : error.end]), error.end


codecs.register_error("footprint-escape", _escaped)


def output_encoding() -> str:
    """Return the encoding of standard output by its plain name, `utf-8` where there is none."""
    try:
        return codecs.lookup(getattr(sys.stdout, "encoding", None) or "utf-8").name
    except LookupError:
        return "utf-8"


def standard_output(encoding: str = "utf-8") -> Sink:
    """Lend standard output; a closed one is a reader that went away."""
    if sys.stdout is None:
        raise ClosedPipe
    return Sink(sys.stdout.buffer, encoding)


def say(text: str) -> None:
    """Write a short answer of our own to standard output."""
    standard_output(output_encoding()).write(text)


@contextmanager
def output(path: str | None, encoding: str) -> Iterator[Sink]:
    """Lend standard output, or a file that is written as UTF-8 and appears when it is whole."""
    if path is None:
        yield standard_output(encoding)
        return
    try:
        there = _status(path)
        descriptor = _descriptor(path)
        if descriptor is not None:
            with open(os.dup(descriptor), "wb", buffering=0) as stream:  # noqa: PTH123
                yield Sink(stream, "utf-8")
        elif there is not None and not stat.S_ISREG(there.st_mode):
            with open(path, "wb", buffering=0) as stream:  # noqa: PTH123
                yield Sink(stream, "utf-8")
        else:
            with _appearing(os.path.realpath(path), there) as stream:
                yield Sink(stream, "utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from error


@contextmanager
def _appearing(target: str, there: os.stat_result | None) -> Iterator[BinaryIO]:
    """Lend a new file beside `target` that takes its place, so that a failure leaves what was."""
    part = os.path.join(os.path.dirname(target), f"{PART}{os.urandom(8).hex()}")  # noqa: PTH118, PTH120
    with open(part, "xb", buffering=0) as stream:  # noqa: PTH123
        try:
            yield stream
            if there is not None and there.st_nlink > 1:
                _copy(part, target)  # in the other folders it is to be the new one too
                return
            if there is not None:
                os.chmod(part, stat.S_IMODE(there.st_mode))  # noqa: PTH101
            stream.close()
            os.replace(part, target)  # noqa: PTH105
        finally:
            stream.close()
            with suppress(OSError):
                os.unlink(part)  # noqa: PTH108


def _copy(path: str, target: str) -> None:
    from shutil import copyfile

    copyfile(path, target)


def _status(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)  # noqa: PTH116
    except FileNotFoundError:
        return None


def _descriptor(path: str) -> int | None:
    """Return the open file that a path such as /dev/stdout names, for it may be one appended to."""
    for _ in range(_LINKS):
        folder = os.path.realpath(os.path.dirname(path))  # noqa: PTH120
        name = os.path.basename(path)  # noqa: PTH119
        if name.isdecimal() and folder in {os.path.realpath(one) for one in _DESCRIPTORS}:
            return int(name)
        try:
            path = os.path.join(folder, os.readlink(path))  # noqa: PTH115, PTH118
        except OSError:
            return None
    return None


_bars: list[None] = []  # one item while a bar is drawn on standard error


@contextmanager
def bar_drawn() -> Iterator[None]:
    """Let complaints take the line of a bar that is drawn meanwhile; it is drawn again below them."""
    _bars.append(None)
    try:
        yield
    finally:
        _bars.pop()


def complain(message: str) -> None:
    """Say one thing, on one line of standard error; what a path or a recording holds is visible."""
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    # Nobody may be reading standard error: then there is nowhere to say so.
    with suppress(OSError, ValueError, AttributeError):
        line = f"{_CLEARED if _bars else ''}footprint: {visible(message, encoding)}\n"
        sys.stderr.buffer.write(line.encode(encoding, "footprint-escape"))
        sys.stderr.flush()


def close_quietly() -> None:
    """Point standard output at nothing, so that Python's own flush at exit cannot fail."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
