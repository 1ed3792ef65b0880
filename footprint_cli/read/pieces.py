"""What a line that is not one JSON value is made of: whole records, torn ones, and other text."""

from __future__ import annotations

import re
from itertools import islice

from msgspec import Struct

from footprint_cli.read.careful import Stopped, Whole, decode, skip_blanks
from footprint_cli.read.salvage import Frame
from footprint_cli.read.text import NULS

_OPENING = re.compile(r'\{[ \t]*"')
# A torn record is noticed inside the token in which the next one starts, or at its end.
_NEAR = 8
_MOST_TRIES = 64


class Piece(Struct, frozen=True):
    """A part of a line: a whole record, or one that is torn, or neither: other text."""

    start: int
    end: int
    whole: Whole | None = None
    torn: Stopped | None = None


def pieces_of(text: str) -> list[Piece]:
    """Take a line apart. No object inside a record is ever taken for a record of its own."""
    pieces = []
    at = skip_blanks(text, 0)
    while at < len(text):
        piece = _piece(text, at)
        pieces.append(piece)
        at = skip_blanks(text, piece.end)
    return pieces


def _piece(text: str, at: int) -> Piece:
    nuls = NULS.match(text, at)
    if nuls:
        return Piece(at, nuls.end())
    read = decode(text, at)
    if isinstance(read, Whole) and isinstance(read.value, dict | list):
        return Piece(at, read.end, whole=read)
    if isinstance(read, Stopped) and _starts_a_record(text, at, read):
        return Piece(at, _next_record(text, at, read) or len(text), torn=read)
    return Piece(at, _record_to_the_end(text, at) or len(text))


def _starts_a_record(text: str, at: int, read: Stopped) -> bool:
    # "[INFO] {…}" is no array.
    if text[at] != "[" or read.too_deep or read.ran_out:
        return text[at] in "{["
    return read.stack[0].container != []


def _next_record(text: str, start: int, torn: Stopped) -> int | None:
    """Find where a whole record starts that was written into the torn one.

    It shows by having the keys of the torn one, or by filling the line to its end.
    """
    if torn.too_deep:
        return None
    root = torn.stack[0]
    inner = torn.last
    if inner and skip_blanks(text, inner.end) == torn.at and _is_alike(inner.container, root):
        return inner.start
    while (at := _opening_near(text, start, torn.at)) is not None:
        read = decode(text, at)
        if isinstance(read, Whole):
            alike = _is_alike(read.value, root)
            return at if alike or _only_records(text, read.end) else None
        if read.too_deep:
            return None
        start, torn = at, read
    return None


def _is_alike(value: object, root: Frame) -> bool:
    """Tell whether an object is a record like the torn one, and no part of it.

    It has all its keys, the one whose value is open included, and starts with the same.
    """
    if not (isinstance(value, dict) and isinstance(root.container, dict) and root.key):
        return False
    keys = [*root.container, root.key]
    return next(iter(value), None) == keys[0] and value.keys() >= {*keys}


def _opening_near(text: str, start: int, stop: int) -> int | None:
    nuls = NULS.match(text, stop)
    stop = nuls.end() if nuls else stop
    for opening in _OPENING.finditer(text, max(start + 1, stop - _NEAR), stop + _NEAR + 2):
        if opening.start() >= stop or not text[opening.end() : stop].strip(" \t"):
            return opening.start()
    return None


def _record_to_the_end(text: str, start: int) -> int | None:
    """Find where whole records start that fill the line to its end, behind other text.

    The last part of a torn record is not such a place: its own closing bracket comes too much.
    """
    for opening in islice(_OPENING.finditer(text, start), _MOST_TRIES):
        if _only_records(text, opening.start()):
            return opening.start()
    return None


def _only_records(text: str, at: int) -> bool:
    while True:
        nuls = NULS.match(text, at)
        at = nuls.end() if nuls else skip_blanks(text, at)
        if at == len(text):
            return True
        read = decode(text, at)
        if not (isinstance(read, Whole) and isinstance(read.value, dict)):
            return False
        at = read.end
