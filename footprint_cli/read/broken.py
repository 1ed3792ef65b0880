"""Documents over several lines that are not plain JSON: what is whole in them, and what is not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from footprint_cli.model.finding import Damage
from footprint_cli.read.careful import (
    MAX_DEPTH,
    Note,
    Stopped,
    Whole,
    decode,
    depth_of,
    skip_blanks,
)
from footprint_cli.read.number import shortened
from footprint_cli.read.salvage import salvage
from footprint_cli.read.text import BLANKS, BOM, as_text, note_damage, stop_text

if TYPE_CHECKING:
    from collections.abc import Iterator

_NULS = re.compile(r"[\0 \t\r\n]*\0[\0 \t\r\n]*")
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
    pending = []
    if bad:
        line = number + data.count(b"\n", 0, bad[0])
        pending = [Damage(line=line, kind="bad-utf8", detail=bad[1], recovered=True)]
    at = skip_blanks(text, 0)
    while at < len(text):
        part = _part(text, at, lines)
        damage = part.damage + note_damage(part.notes, lines.of)
        yield lines.of(at), part.values, pending + damage
        pending = []
        at = skip_blanks(text, part.end)


def _part(text: str, at: int, lines: _Lines) -> _Part:
    if text[at] == BOM:
        return _named(text, at, at + 1, lines, "stray-bom", "holds a byte order mark", True)
    nuls = _NULS.match(text, at)
    if nuls:
        return _nul_bytes(nuls[0].count("\0"), at, nuls.end(), lines)
    read = decode(text, at)
    if isinstance(read, Stopped) and text[at] in "{[":
        return _broken(read, text, at, lines)
    if isinstance(read, Whole) and (
        isinstance(read.value, dict | list) or skip_blanks(text, read.end) == len(text)
    ):
        return _whole(read, text, lines)
    return _other(read, text, at, lines)
