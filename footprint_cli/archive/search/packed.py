"""Compressed files unpacked as fast as the machine can; whatever is odd in one is left to the reader.

`read.unpacked` gives what comes before a broken place and names it. Here nothing is named: a stream
that is not whole raises `Untrusted`, and the full reader takes the file.
"""

from collections.abc import Callable, Iterator
from typing import Any

from footprint_cli.archive.search.trust import Untrusted
from footprint_cli.read.source import GZIP_MAGIC, ZSTD_MAGIC, Fill, copied

_STEP = 1 << 18  # bytes that one step of gzip may unpack to
_PACKED = 1 << 12  # packed bytes in one step of zstd, which names no bound: a bomb gives 1000 for 1
_READ = 1 << 16


def is_packed(head: bytes) -> bool:
    """Tell from its first bytes whether a file has to be unpacked."""
    return head.startswith((GZIP_MAGIC, ZSTD_MAGIC))


def unpacking(head: bytes, read: Callable[[int], bytes]) -> Fill | None:
    """Return a function that fills a buffer with what a packed file holds; None: it is not packed.

    `head` are its first bytes, still to be read by `read`. The function raises `Untrusted`.
    """
    if head.startswith(GZIP_MAGIC):
        return copied(_gunzipped(read))
    if head.startswith(ZSTD_MAGIC):
        return copied(_unzstd(read))
    return None


def _zlib() -> Any:  # noqa: ANN401 (a module)
    try:
        from isal import isal_zlib
    except ImportError:
        import zlib

        return zlib
    return isal_zlib


def _gunzipped(read: Callable[[int], bytes]) -> Iterator[bytes]:
    zlib = _zlib()
    decoder = None
    while block := read(_READ):
        while block:
            if decoder is None:
                decoder = zlib.decompressobj(31)
            try:
                yield decoder.decompress(block, _STEP)
            except zlib.error as error:
                raise Untrusted("a packed stream is broken") from error
            block = decoder.unused_data if decoder.eof else decoder.unconsumed_tail
            if decoder.eof:
                decoder = None
                block = block.lstrip(b"\0")  # padding after a member
    if decoder is not None:
        raise Untrusted("a packed stream is cut")


def _unzstd(read: Callable[[int], bytes]) -> Iterator[bytes]:
    try:
        import zstandard
    except ImportError:
        raise Untrusted("zstd is unpacked by the reader") from None
    decoder = None
    while block := read(_PACKED):
        while block:
            decoder = decoder or zstandard.ZstdDecompressor().decompressobj()
            try:
                yield decoder.decompress(block)
            except zstandard.ZstdError as error:
                raise Untrusted("a packed stream is broken") from error
            block = decoder.unused_data if decoder.eof else b""
            if decoder.eof:
                decoder = None
    if decoder is not None:
        raise Untrusted("a packed stream is cut")
