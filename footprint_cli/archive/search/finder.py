"""Byte search in a reused buffer, by the fastest means that is there."""

import os
from collections.abc import Callable
from typing import NamedTuple

Find = Callable[[bytes, int, int], int]

FINDERS = ("stringzilla", "memmem", "portable")
_CHOICE = "FOOTPRINT_FINDER"


class Finder(NamedTuple):
    """A search in one buffer: `find(needle, start, end)` and `counted(needle, start, end)`.

    `find` gives the first place in [start, end) where the needle stands whole, or -1.
    """

    name: str
    buffer: bytearray
    find: Find
    counted: Find


def finder_of(buffer: bytearray, name: str | None = None) -> Finder:
    """Return a search in `buffer`, whose memory must stay where it is while the search is used.

    Without a name the environment chooses (FOOTPRINT_FINDER), else what is there: stringzilla of
    the extra `fast`, libc's memmem, or Python's own.
    """
    asked = name or os.environ.get(_CHOICE) or ""
    for one in (asked,) if asked in FINDERS else FINDERS:
        made = _MAKERS[one](buffer)
        if made is not None:
            return made
    return _portable(buffer)


def _by_stringzilla(buffer: bytearray) -> Finder | None:
    try:
        from stringzilla import count, find
    except ImportError:
        return None

    def found(needle: bytes, start: int, end: int) -> int:
        return int(find(buffer, needle, start, end))

    def counted(needle: bytes, start: int, end: int) -> int:
        return int(count(buffer, needle, start, end))

    return Finder("stringzilla", buffer, found, counted)


def _by_memmem(buffer: bytearray) -> Finder | None:
    """Search by libc's memmem, through ctypes: twice as fast as Python's own on long needles."""
    import ctypes

    try:
        memmem = ctypes.CDLL(None).memmem
    except (OSError, AttributeError, TypeError):  # no such function, or no such library (Windows)
        return None
    memmem.restype = ctypes.c_void_p
    memmem.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
    held = (ctypes.c_char * len(buffer)).from_buffer(buffer)  # keeps the buffer where it is
    base = ctypes.addressof(held)

    def found(needle: bytes, start: int, end: int) -> int:
        del_ = memmem(base + start, end - start, needle, len(needle)) if end > start else None
        return -1 if del_ is None else int(del_) - base

    finder = Finder("memmem", buffer, _holding(found, held), buffer.count)
    return finder if _is_right(finder, buffer) else None


def _holding(find: Find, held: object) -> Find:
    find.__dict__["held"] = held
    return find


def _is_right(finder: Finder, buffer: bytearray) -> bool:
    """Try it on what the buffer holds now: a libc whose memmem differs is not to be trusted."""
    sample = bytes(buffer[:64])
    return finder.find(sample, 0, len(buffer)) == buffer.find(sample) if sample else True


def _portable(buffer: bytearray) -> Finder:
    return Finder("portable", buffer, buffer.find, buffer.count)


_MAKERS: dict[str, Callable[[bytearray], Finder | None]] = {
    "stringzilla": _by_stringzilla,
    "memmem": _by_memmem,
    "portable": _portable,
}
