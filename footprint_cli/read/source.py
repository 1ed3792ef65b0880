import io
import os
import stat
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Self

from footprint_cli.errors import InputError
from footprint_cli.model.finding import Damage

if TYPE_CHECKING:
    from types import TracebackType

BLOCK = 1 << 18
HEAD = 16  # bytes that show what a stream is
UTF8_BOM = b"\xef\xbb\xbf"
GZIP_MAGIC = b"\x1f\x8b"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"

Fill = Callable[[memoryview], int]
Advance = Callable[[int], None]


class Source:
    """An opened input: its bytes unpacked, as UTF-8 and without the byte order mark.

    What breaks below the lines ends the stream instead of raising, and stands in `faults`.
    """

    def __init__(self, name: str, stream: io.BufferedReader, faults: list[Damage]) -> None:
        self.name = name
        self.stream = stream
        self.faults = faults
        self._below: list[io.IOBase] = []

    def closes(self, raw: io.IOBase) -> Self:
        """Take over a file that must be closed with this source."""
        self._below.append(raw)
        return self

    def close(self) -> None:
        """Close the stream and the file under it; standard input stays open."""
        self.stream.close()
        for raw in self._below:
            raw.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: "TracebackType | None",
    ) -> None:
        self.close()


def open_source(path: str, advance: Advance | None = None) -> Source:
    """Open a file, of a store too, or standard input for `-`; raises InputError where nothing can be read.

    `advance` is called with the number of bytes of each read from a file, before unpacking.
    """
    if path == "-":
        return source_of(path, _standard_input())
    raw: io.RawIOBase
    if "://" in path and _is_remote(path):
        from footprint_cli.read.remote import open_remote

        raw = open_remote(path, advance)
    else:
        raw = _file(path) if advance is None else _Counted(_file(path), advance)
    try:
        return source_of(path, raw).closes(raw)
    except InputError:
        raw.close()
        raise


def opened_at(path: str, start: int) -> Source:
    """Open a file of plain UTF-8 from a byte on; raises `InputError` where it cannot be opened."""
    raw = _file(path)
    raw.seek(start)
    faults: list[Damage] = []
    return Source(path, _buffered(_guarded(raw, faults)), faults).closes(raw)


def source_of(name: str, raw: io.RawIOBase | io.BufferedIOBase) -> Source:
    """Wrap an open binary stream; what it holds is told from its first bytes, never from a name."""
    faults: list[Damage] = []
    stream = _buffered(_guarded(raw, faults))
    head = stream.peek(HEAD)
    if faults and not head:
        raise InputError(name, faults[0].detail)
    if head.startswith(GZIP_MAGIC):
        from footprint_cli.read.unpacked import gunzipped

        stream = _buffered(copied(gunzipped(_blocks(stream), faults)))
    elif _is_zstd(head):
        from footprint_cli.read.unpacked import unzstd, zstd_codec

        codec = zstd_codec()
        if codec is None:
            raise InputError(name, "zstd needs an extra package: pip install 'footprint-cli[zstd]'")
        stream = _buffered(copied(unzstd(_blocks(stream), faults, codec)))
    return Source(name, _as_utf8(stream, faults), faults)


def _is_remote(path: str) -> bool:
    from footprint_cli.read.remote import is_remote

    return is_remote(path)


def _is_zstd(head: bytes) -> bool:
    # A skippable frame, which parallel compressors write first, starts with 5?2A4D18.
    return head.startswith(ZSTD_MAGIC) or (head[1:4] == b"\x2a\x4d\x18" and head[0] >> 4 == 5)  # noqa: PLR2004


def _as_utf8(stream: io.BufferedReader, faults: list[Damage]) -> io.BufferedReader:
    head = stream.peek(HEAD)
    if head.startswith(UTF8_BOM):
        stream.read(len(UTF8_BOM))
        return stream
    if b"\0" not in head and head[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        return stream
    from footprint_cli.read.transcoded import transcoded, wide_encoding

    wide = wide_encoding(head)
    if wide is None:
        return stream
    encoding, mark = wide
    stream.read(mark)
    return _buffered(copied(transcoded(_blocks(stream), encoding, faults)))


class _Filled(io.RawIOBase):
    """A raw stream over a function that fills a buffer.

    The first read gives at least HEAD bytes, if there are as many: one peek shows what they are.
    """

    def __init__(self, fill: Fill) -> None:
        self._fill = fill
        self._shown = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        size = self._fill(buffer)
        if not self._shown:
            self._shown = True
            while 0 < size < HEAD and (more := self._fill(buffer[size:])):
                size += more
        return size


def _buffered(fill: Fill) -> io.BufferedReader:
    return io.BufferedReader(_Filled(fill), BLOCK)


def _guarded(raw: io.RawIOBase | io.BufferedIOBase, faults: list[Damage]) -> Fill:
    """Fill from `raw`; an error of the operating system ends the stream and becomes a fault."""
    # A buffered stream must hand out what it has, or a pipe would be read a block at a time.
    read: Callable[[memoryview], int | None] = getattr(raw, "readinto1", raw.readinto)

    failed = False

    def fill(buffer: memoryview) -> int:
        nonlocal failed
        if failed:
            return 0
        try:
            while (size := read(buffer)) is None:
                _wait_for(raw)
        except OSError as error:
            failed = True
            detail = f"reading failed: {_reason(error)}"
            faults.append(Damage(line=None, kind="read-error", detail=detail, recovered=False))
            return 0
        return size

    return fill


def copied(chunks: Iterator[bytes]) -> Fill:
    """Return what fills buffers from an iterator of bytes, which may be of any size."""
    rest = memoryview(b"")

    def fill(buffer: memoryview) -> int:
        nonlocal rest
        while not rest:
            chunk = next(chunks, None)
            if chunk is None:
                return 0
            rest = memoryview(chunk)
        size = min(len(rest), len(buffer))
        buffer[:size] = rest[:size]
        rest = rest[size:]
        return size

    return fill


def _blocks(stream: io.BufferedReader) -> Iterator[bytes]:
    while block := stream.read1(1 << 14):
        yield block


def _wait_for(raw: io.IOBase) -> None:
    """Wait until a stream that somebody switched to non-blocking has something to say."""
    import select

    select.select([raw], [], [])


class _Counted(io.FileIO):
    """An open file that tells how many bytes each read took."""

    def __init__(self, file: io.FileIO, advance: Advance) -> None:
        super().__init__(os.dup(file.fileno()))
        file.close()
        self._advance = advance

    def readinto(self, buffer: Any, /) -> int:  # noqa: ANN401 - any writable buffer
        count = super().readinto(buffer)
        self._advance(count or 0)  # None: nothing is there yet
        return count


def _standard_input() -> io.BufferedIOBase:
    buffer = getattr(sys.stdin, "buffer", None)
    if buffer is None or buffer.closed:
        raise InputError("-", "standard input is closed")
    return buffer  # type: ignore[no-any-return]


def _file(path: str) -> io.FileIO:
    try:
        refusal = _refusal(path, os.stat(path).st_mode)  # noqa: PTH116 - pathlib is slow to load
        if refusal is None:
            return io.FileIO(path)
    except OSError as error:
        raise InputError(path, _reason(error)) from error
    except ValueError as error:  # a NUL or a lone surrogate in the name
        raise InputError(path, "is not a name that a file can have") from error
    raise InputError(path, refusal)


def _refusal(path: str, mode: int) -> str | None:
    if stat.S_ISDIR(mode):
        return "is a folder, not a file"
    if stat.S_ISREG(mode) or stat.S_ISFIFO(mode):
        return None
    if stat.S_ISCHR(mode) and (path == os.devnull or _is_terminal(path)):
        return None
    # Other devices may never end, and never hold a newline.
    return "is neither a file nor a pipe"


def _is_terminal(path: str) -> bool:
    with io.FileIO(path) as device:
        return device.isatty()


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return "there is no such file"
    if isinstance(error, PermissionError):
        return "permission denied"
    return (error.strerror or str(error)).lower()
