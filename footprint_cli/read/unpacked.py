"""Compressed bytes to plain ones, a block at a time; a broken stream gives what came before."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from footprint_cli.model.finding import Damage

STEP = 1 << 18  # bytes that one step may unpack to: a small file can unpack to a huge one


def gunzipped(blocks: Iterator[bytes], faults: list[Damage]) -> Iterator[bytes]:
    """Unpack gzip of any number of members; NUL padding after a member is ignored, as gzip does."""
    import zlib

    decoder = None
    members = 0
    for piece in blocks:
        block = piece
        while block:
            if decoder is None:
                block = block.lstrip(b"\0")
                decoder = zlib.decompressobj(31) if block else None
                continue
            before = decoder.copy()
            try:
                chunk = decoder.decompress(block, STEP)
            except zlib.error as error:
                yield from _bytes_until_error(before, block, zlib.error)
                faults.append(_corrupt("gzip", members, str(error)))
                return
            yield chunk
            block = decoder.unused_data if decoder.eof else decoder.unconsumed_tail
            if decoder.eof:
                decoder = None
                members += 1
    if decoder is not None:
        yield decoder.flush()
        if not (decoder.eof or faults):  # a read error has said it already
            faults.append(_cut("gzip"))


def _bytes_until_error(decoder: Any, block: bytes, failure: type[Exception]) -> Iterator[bytes]:  # noqa: ANN401 - zlib names no type for it
    # The call that fails gives nothing, not even what it had unpacked before it failed.
    try:
        while block:
            yield decoder.decompress(block, 1)
            block = decoder.unconsumed_tail
    except failure:
        return


class Codec(NamedTuple):
    """A library that unpacks zstd: what makes a decoder of one frame, and what it raises."""

    decoder: Callable[[], Any]
    failure: type[Exception]


def zstd_codec() -> Codec | None:
    """Give the zstandard package, or else what Python 3.14 brings, or None."""
    import importlib

    try:
        package = importlib.import_module("zstandard")
    except ImportError:
        try:
            package = importlib.import_module("compression.zstd")
        except ImportError:
            return None
        return Codec(package.ZstdDecompressor, package.ZstdError)
    return Codec(lambda: package.ZstdDecompressor().decompressobj(), package.ZstdError)


def unzstd(blocks: Iterator[bytes], faults: list[Damage], codec: Codec) -> Iterator[bytes]:
    """Unpack zstd of any number of frames."""
    decoder = None
    frames = 0
    for piece in _small(blocks):
        block = piece
        while block:
            decoder = decoder or codec.decoder()
            try:
                yield decoder.decompress(block)
            except codec.failure as error:
                faults.append(_corrupt("zstd", frames, str(error)))
                return
            block = decoder.unused_data if decoder.eof else b""
            if decoder.eof:
                decoder = None
                frames += 1
    if decoder is not None and not faults:
        faults.append(_cut("zstd"))


def _small(blocks: Iterator[bytes], size: int = 1024) -> Iterator[bytes]:
    # A failing call gives nothing, and no call can be told to stop early: small steps bound both
    # what is lost before the broken place and what a hostile file can make us hold.
    for block in blocks:
        for start in range(0, len(block), size):
            yield block[start : start + size]


def _cut(codec: str) -> Damage:
    return Damage(
        line=None,
        kind="compressed-stream-cut",
        detail=f"the {codec} stream stops before its end",
        recovered=False,
    )


def _corrupt(codec: str, whole: int, why: str) -> Damage:
    after = f" after {whole} whole part{'s' if whole > 1 else ''}" if whole else ""
    return Damage(
        line=None,
        kind="compressed-stream-corrupt",
        detail=f"the {codec} stream is corrupt{after} ({why})",
        recovered=False,
    )
