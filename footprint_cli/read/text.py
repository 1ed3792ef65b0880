"""Bytes to text, and the words for what was wrong with them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from footprint_cli.model.finding import Damage
from footprint_cli.read.number import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from footprint_cli.read.careful import Note, Stopped

BLANKS = " \t\r\n"
BOM = "\ufeff"
NULS = re.compile(r"[\0 \t\r\n]*\0[\0 \t\r\n]*")
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def as_text(data: bytes | bytearray) -> tuple[str, tuple[int, str] | None]:
    """Decode UTF-8, with U+FFFD for what is not; give offset and words for the first of it."""
    try:
        return data.decode(), None
    except UnicodeDecodeError as error:
        text = data.decode(errors="replace")
        places = text.count(REPLACEMENT) - data.count(REPLACEMENT.encode())
        bad = data[error.start : error.end].hex(" ")
        more = f" and {places - 1} more" if places > 1 else ""
        detail = f"the bytes {bad} at offset {error.start}{more} are not UTF-8, read as U+FFFD"
        return text, (error.start, detail)


def stop_text(stopped: Stopped, text: str) -> str:
    """Say where a text stops being JSON, and what should have come there."""
    here = text[stopped.at : stopped.at + 1]
    found = f"not {here!r}" if here else "not the end"
    return f"is not JSON at character {stopped.at + 1}: expected {stopped.expected}, {found}"


_SENTENCES = {
    "not-json": "holds {}, which JSON does not have",
    "number-too-large": "holds {}: legal JSON, but no double can hold it",
    "duplicate-key": "gives a key twice, of which the last counts: {}",
    "control-character-in-string": "holds raw control characters in strings: {}",
    "too-deep": "nests deeper than {limit} levels, and is read without {}",
}
_MOST_NAMED = 4


def note_damage(notes: Iterable[Note], line_at: Callable[[int], int | None]) -> list[Damage]:
    """Say once for each kind what was let pass, on the line where it comes first."""
    from footprint_cli.read.careful import MAX_DEPTH

    kinds: dict[str, dict[str, None]] = {}
    first: dict[str, int] = {}
    for note in notes:
        kinds.setdefault(note.kind, {})[note.what] = None
        first.setdefault(note.kind, note.at)
    return [
        Damage(
            line=line_at(first[kind]),
            kind=kind,
            detail=_SENTENCES[kind].format(_listed([*texts]), limit=MAX_DEPTH),
            recovered=True,
        )
        for kind, texts in kinds.items()
    ]


def _listed(texts: list[str]) -> str:
    named = [shortened(text, 80) or '""' for text in texts[:_MOST_NAMED]]
    more = len(texts) - len(named)
    if more:
        return ", ".join(named) + f" and {more} more"
    return " and ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)
