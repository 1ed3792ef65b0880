"""Files whose JSON is laid out over lines: pretty-printed documents, or an array of records."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

import orjson

from footprint_cli.read.source import UTF8_BOM as BOM
from footprint_cli.read.values import check_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from footprint_cli.model.finding import Damage
    from footprint_cli.read.lines import Lines

_OPENINGS = (b"\n{", b"\n[", b"\n" + BOM)
_WHITE = b" \t\r\n"
_NOT_WHITE = re.compile(rb"[^ \t\r\n]")


def decide(first_lines: Sequence[tuple[int, bytes]]) -> Literal["lines", "documents"]:
    """Tell whether a file holds a record a line, or documents over several, from its first lines.

    Documents: the first line stops between two tokens of a value, and the next is no whole object.
    """
    if len(first_lines) < 2:  # noqa: PLR2004
        return "lines"
    first, second = (line.strip(_WHITE) for _, line in first_lines[:2])
    if first[-1:] not in {b"{", b"[", b",", b":"} and second[:1] not in {b",", b"}", b"]"}:
        return "lines"
    if _is_object(second) or not _is_open(first):
        return "lines"
    return "documents"


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(orjson.loads(line), dict)
    except orjson.JSONDecodeError:
        from footprint_cli.read.careful import Whole, decode, skip_blanks
        from footprint_cli.read.text import as_text

        text, _ = as_text(line)
        read = decode(text)
        return (
            isinstance(read, Whole)
            and isinstance(read.value, dict)
            and skip_blanks(text, read.end) == len(text)
        )


def _is_open(line: bytes) -> bool:
    from footprint_cli.read.careful import Stopped, decode
    from footprint_cli.read.text import as_text

    # The blank ends a number that stands last: on a line of a document, it is whole.
    text = as_text(line)[0] + " "
    read = decode(text)
    return isinstance(read, Stopped) and read.ran_out and read.at == len(text)


def read_documents(lines: Lines) -> Iterator[tuple[int, list[object], list[Damage]]]:
    """Read documents: for each the physical line it starts on, its values, and what is wrong.

    A broken document has one damage, on the line where it breaks, and those of its values that
    are whole; reading goes on at the next line that starts a document in its first column.
    """
    for number, text in _texts(lines):
        try:
            value = orjson.loads(text)
        except orjson.JSONDecodeError:
            from footprint_cli.read.broken import read_broken_text

            for line, part in _parts(text, number):
                yield from read_broken_text(part, line)
        else:
            value, damage = check_line(text, value, number)
            yield number + text.count(b"\n", 0, _first_not_blank(text)), [value], damage


def _texts(lines: Lines) -> Iterator[tuple[int, bytearray]]:
    """Cut a file where a document ends for sure; gives the physical line where each text starts.

    In JSON no opening bracket follows a closing one.
    """
    text = bytearray()
    number = 1
    for block in lines.blocks():
        offset = len(text)
        text += block
        start = 0
        for opening in _openings(block):
            at = opening + offset
            if _last_not_blank(text, start, at) in b"}]":
                part = text[start:at]
                yield number, part
                number += part.count(b"\n")
                start = at
        del text[:start]
    yield number, text


def _parts(text: bytearray, number: int) -> Iterator[tuple[int, bytearray]]:
    """Cut a broken text before every bracket in the first column, if the lines are indented.

    Then the first column belongs to the brackets of whole documents.
    """
    start = 0
    newline = _first_line_end(text, start)
    for at in _openings(text):
        if 0 <= newline < at and text[newline + 1] in b" \t":
            part = text[start:at]
            yield number, part
            number += part.count(b"\n")
            start = at
            newline = _first_line_end(text, start)
    yield number, text[start:]


def _openings(block: bytes | bytearray) -> list[int]:
    """Find where lines start with a bracket, or a byte order mark before one."""
    found = [0] if block.startswith((b"{", b"[", BOM)) else []
    for opening in _OPENINGS:
        at = block.find(opening)
        while at >= 0:
            found.append(at + 1)
            at = block.find(opening, at + 1)
    return sorted(found)


def _last_not_blank(text: bytearray, start: int, end: int) -> bytes:
    while end > start and text[end - 1] in _WHITE:
        end -= 1
    return bytes(text[end - 1 : end]) if end > start else b"?"


def _first_line_end(text: bytearray, start: int) -> int:
    return text.find(b"\n", _first_not_blank(text, start))


def _first_not_blank(text: bytes | bytearray, start: int = 0) -> int:
    found = _NOT_WHITE.search(text, start)
    return found.start() if found else len(text)
