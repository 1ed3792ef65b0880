"""Documents over several lines that are not plain JSON: what is whole in them, and what is not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

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
from footprint_cli.read.salvage import salvage
from footprint_cli.read.text import BLANKS, BOM, NULS, as_text, note_damage, stop_text

if TYPE_CHECKING:
    from collections.abc import Iterator

_FIRST_COLUMN = re.compile(r"^[{\[]", re.MULTILINE)


class _Lines(Struct):
    """Physical lines of positions; asked in about ascending order, it counts each LF once."""

    text: str
    line: int
    at: int = 0

    def of(self, at: int) -> int:
        low, high = sorted((self.at, at))
        step = self.text.count("\n", low, high)
        self.line += step if at >= self.at else -step
        self.at = at
        return self.line


class _Part(Struct):
    """What stands at one place of the text, up to `end`."""

    end: int
    values: list[object] = []
    damage: list[Damage] = []
    notes: list[Note] = []


def read_broken_text(
    data: bytes | bytearray, number: int
) -> Iterator[tuple[int, list[object], list[Damage]]]:
    """Read the part of a file that starts on line `number` and that orjson refuses."""
    text, bad = as_text(bytes(data))
    lines = _Lines(text, number)
    at = skip_blanks(text, 0)
    while at < len(text):
        part = _part(text, at, lines)
        damage = part.damage + note_damage(part.notes, lines.of)
        if bad:
            line = number + data.count(b"\n", 0, bad[0])
            damage.insert(0, _damage(line, "bad-utf8", bad[1], recovered=bool(part.values)))
            bad = None
        yield lines.of(at), part.values, damage
        at = skip_blanks(text, part.end)


def _part(text: str, at: int, lines: _Lines) -> _Part:
    if text[at] == BOM:
        mark = _damage(lines.of(at), "stray-bom", "holds a byte order mark", recovered=True)
        return _Part(at + 1, damage=[mark])
    nuls = NULS.match(text, at)
    if nuls:
        detail = f"holds {nuls[0].count(chr(0))} NUL bytes"
        return _Part(nuls.end(), damage=[_damage(lines.of(at), "nul-bytes", detail)])
    read = decode(text, at)
    if isinstance(read, Stopped):
        broken = text[at] in "{["
        return _broken(read, text, at, lines) if broken else _other(text, at, lines)
    if isinstance(read.value, dict | list) or skip_blanks(text, read.end) == len(text):
        return _whole(read, text, lines)
    return _other(text, at, lines)


def _whole(read: Whole, text: str, lines: _Lines) -> _Part:
    part = _Part(read.end, [read.value], notes=read.notes)
    after = text[read.end : skip_blanks(text, read.end) + 1]
    if after.endswith(("{", "[")) and "\n" not in after:
        detail = "holds two whole documents with nothing between them"
        part.damage.append(_damage(lines.of(read.end), "glued-line", detail, recovered=True))
    return part


def _broken(stopped: Stopped, text: str, at: int, lines: _Lines) -> _Part:
    start = lines.of(at)
    value = salvage(stopped.stack)
    notes = stopped.notes if value is not None else []
    end = len(text)
    if isinstance(stopped.stack[0].container if stopped.stack else None, list):
        later = _records_of_lines(text, stopped.at)
        value = [*(value or []), *(record.value for record in later)] or None
        notes = notes + [note for record in later for note in record.notes]
    elif stopped.at > at and _FIRST_COLUMN.match(text, stopped.at):
        end = stopped.at
    kept = value is not None
    saved = "; its whole parts are read" if kept else "; nothing of it is whole"
    damage = _breaking(stopped, text, start, saved, lines)
    return _Part(end, [value] if kept else [], [damage], notes)


def _breaking(stopped: Stopped, text: str, start: int, saved: str, lines: _Lines) -> Damage:
    kept = saved.startswith("; its")
    what = f"the document that starts on line {start}"
    if stopped.too_deep:
        detail = f"{what} is nested {depth_of(text)} levels deep; {MAX_DEPTH} are read at most"
        return _damage(lines.of(stopped.at), "too-deep", detail)
    if stopped.ran_out:
        line = lines.of(len(text.rstrip(BLANKS)))
        return _damage(line, "cut-document", f"{what} stops in the middle{saved}", recovered=kept)
    detail = f"{what} {stop_text(stopped, text)}{saved}"
    return _damage(lines.of(stopped.at), "broken-document", detail, recovered=kept)


def _records_of_lines(text: str, stop: int) -> list[Whole]:
    """Read the rest of a broken array that has an object a line, from where it breaks.

    An object that takes more lines could as well be a part of another: it is not read.
    """
    records = []
    opening = _FIRST_COLUMN.search(text, text.rfind("\n", 0, stop) + 1)
    while opening:
        newline = text.find("\n", opening.start())
        line = text[opening.start() : len(text) if newline < 0 else newline]
        read = decode(line)
        if isinstance(read, Whole) and isinstance(read.value, dict) and read.value:
            rest = line[read.end :].strip(BLANKS)
            if rest in {"", ",", "]"}:
                records.append(read)
        opening = _FIRST_COLUMN.search(text, opening.start() + len(line))
    return records


def _other(text: str, at: int, lines: _Lines) -> _Part:
    """Name text outside of all documents, up to the next line that starts with a bracket."""
    opening = _FIRST_COLUMN.search(text, at)
    end = opening.start() if opening else len(text)
    detail = f'holds text outside of a document: "{shortened(text[at:end].strip(BLANKS))}"'
    return _Part(end, damage=[_damage(lines.of(at), "text-outside-document", detail)])


def _damage(line: int, kind: str, detail: str, *, recovered: bool = False) -> Damage:
    return Damage(line=line, kind=kind, detail=detail, recovered=recovered)
