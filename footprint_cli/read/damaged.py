"""One line that is not plain JSON: what is whole in it, and words for everything else."""

from __future__ import annotations

from itertools import pairwise

from msgspec import Struct

from footprint_cli.model.finding import Damage
from footprint_cli.read.brackets import depth_of
from footprint_cli.read.careful import (
    MAX_DEPTH,
    Note,
    Stopped,
    Whole,
    decode,
    skip_blanks,
)
from footprint_cli.read.number import shortened
from footprint_cli.read.pieces import Piece, pieces_of
from footprint_cli.read.salvage import salvage
from footprint_cli.read.text import BLANKS, BOM, as_text, note_damage, stop_text


class _Found(Struct):
    number: int
    values: list[object] = []
    damage: list[Damage] = []
    notes: list[Note] = []

    def name(self, kind: str, detail: str, *, recovered: bool) -> None:
        self.damage.append(Damage(line=self.number, kind=kind, detail=detail, recovered=recovered))

    def take(self, value: object, notes: list[Note]) -> None:
        self.values.append(value)
        self.notes += notes


def read_damaged_line(line: bytes, number: int) -> tuple[list[object], list[Damage]]:
    """Read what orjson refuses; gives a value or damage, or both, unless the line is blank."""
    found = _Found(number)
    text, bad = as_text(line)
    marked = text.lstrip(BLANKS).startswith(BOM)
    text = text.lstrip(BLANKS + BOM) if marked else text
    if text.strip(BLANKS):
        _read(text, found)
        if marked:
            found.name("stray-bom", "starts with a byte order mark", recovered=True)
    if bad:
        found.name("bad-utf8", bad[1], recovered=bool(found.values))
    return found.values, found.damage + note_damage(found.notes, lambda _: number)


def _read(text: str, found: _Found) -> None:
    first = decode(text)
    if isinstance(first, Whole) and skip_blanks(text, first.end) == len(text):
        found.take(first.value, first.notes)
        return
    elements = _array_line(text.strip(BLANKS))
    if elements is None:
        _name_pieces(pieces_of(text), text, found)
        return
    for element in elements:
        found.take(element.value, element.notes)
    found.name("array-line", "is part of a JSON array laid out over lines", recovered=True)


def _array_line(text: str) -> list[Whole] | None:
    """Read the objects of one line of an array that is laid out over lines; None: it is not one.

    An array that starts on this line and stops without a comma is a cut line.
    """
    body = text[1:] if text[0] in "[," else text
    ended = body.endswith((",", "]"))
    elements = _separated(body[:-1] if ended else body)
    if elements is None or (text[0] == "[" and elements and not ended):
        return None
    return elements if ended or text[0] in "[," or len(elements) > 1 else None


def _separated(text: str) -> list[Whole] | None:
    """Read objects with commas between them, and nothing else."""
    elements: list[Whole] = []
    at = skip_blanks(text, 0)
    while at < len(text):
        if elements:
            if text[at] != ",":
                return None
            at += 1
        element = decode(text, at)
        if not (isinstance(element, Whole) and isinstance(element.value, dict)):
            return None
        elements.append(element)
        at = skip_blanks(text, element.end)
    return elements


def _name_pieces(pieces: list[Piece], text: str, found: _Found) -> None:
    records = sum(piece.whole is not None for piece in pieces)
    before = 0
    for piece in pieces:
        if piece.whole:
            found.take(piece.whole.value, piece.whole.notes)
            before += 1
        elif piece.torn:
            _name_torn(piece.torn, text, before, found, followed=piece.end < len(text))
        elif other := text[piece.start : piece.end].strip("\0" + BLANKS):
            _name_text(other, before, records, found)
    glued = sum(bool(one.whole and other.whole) for one, other in pairwise(pieces))
    if glued:
        detail = f"holds {glued + 1} whole records with nothing between them"
        found.name("glued-line", detail, recovered=True)
    _name_nuls(pieces, text, found)


def _name_nuls(pieces: list[Piece], text: str, found: _Found) -> None:
    counts = [text.count("\0", one.start, one.end) for one in pieces if not one.whole]
    if any(counts):
        starts = text[0] == "\0" and len(pieces) > 1 and sum(counts) == counts[0]
        detail = f"{'starts with' if starts else 'holds'} {sum(counts)} NUL bytes"
        found.name("nul-bytes", detail, recovered=bool(found.values))


def _name_torn(torn: Stopped, text: str, before: int, found: _Found, *, followed: bool) -> None:
    if torn.too_deep:
        depth = f"is nested {depth_of(text)} levels deep; {MAX_DEPTH} are read at most"
        found.name("too-deep", depth, recovered=False)
        return
    kept = salvage(torn.stack)
    if kept is not None:
        found.take(kept, torn.notes)
    place = f"after {before} whole record{'s' if before > 1 else ''}, " if before else ""
    saved = ", of which the whole parts are read" if kept is not None else ""
    if followed:
        detail = "the first part of one record and then a whole other record"
        found.name("spliced-line", f"{place}holds {detail}", recovered=True)
        which = "a record in the line" if before else "the record that starts the line"
        lost = f"{which}{_idx(torn)} is lost{saved}"
        found.name("lost-record", lost, recovered=kept is not None)
    elif torn.ran_out:
        cut = f"{place}stops in the middle of a record{_idx(torn)}{saved}"
        found.name("cut-line", cut, recovered=kept is not None)
    else:
        broken = f"{place}{stop_text(torn, text)}{saved}"
        found.name("not-json", broken, recovered=kept is not None)


def _idx(torn: Stopped) -> str:
    root = torn.stack[0].container
    idx = root.get("idx") if isinstance(root, dict) else None
    return f" (idx {idx})" if type(idx) is int else ""


def _name_text(other: str, before: int, records: int, found: _Found) -> None:
    if records:
        place = "after" if before else "before"
        detail = f'holds other text {place} a record: "{shortened(other)}"'
        found.name(f"text-{place}-record", detail, recovered=True)
    else:
        read = decode(other)
        why = stop_text(read, other) if isinstance(read, Stopped) else "holds more than a value"
        found.name("not-json", f'{why}: "{shortened(other)}"', recovered=False)
