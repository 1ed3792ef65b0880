from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from footprint_cli.model.finding import Damage
from footprint_cli.read.source import UTF8_BOM, Source, open_source, source_of

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Lines", "Source", "open_source", "source_of"]

_BLANKS = b" \t\r\n"
_LF = 10
_CR = 13
_MOST_AHEAD = 10_000


class Lines:
    """The lines of a source, each with its physical number; blank ones are counted and left out.

    Only LF ends a line. To be used up once, by iterating or by `blocks`; after that `physical`,
    `blank`, `ended_with_newline` (True for an empty source) and `damage` are what they say.
    """

    def __init__(self, source: Source) -> None:
        self.name = source.name
        self.physical = 0
        self.blank = 0
        self.ended_with_newline = True
        self.damage: list[Damage] = []
        self._stream = source.stream
        self._faults = source.faults
        self._ahead: list[bytes] = []

    def peek(self, wanted: int = 2) -> list[tuple[int, bytes]]:
        """Give the first lines that are not blank, without using them up.

        Looks no further than 10,000 physical lines.
        """
        shown = [*_numbered(self._ahead)]
        while len(shown) < wanted and len(self._ahead) < _MOST_AHEAD:
            line = self._stream.readline()
            if not line:
                break
            self._ahead.append(line)
            if not is_blank(line):
                shown.append((len(self._ahead), _content(line)))
        return shown[:wanted]

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        number = blank = 0
        line = b"\n"
        for number, line in enumerate(chain(self._ahead, self._stream), 1):
            first = line[0]
            if (first <= 32 or first == 0xEF) and is_blank(line):  # noqa: PLR2004
                blank += 1
            elif line[-1] == _LF:  # not blank, so there is a byte before it
                yield number, line[:-2] if line[-2] == _CR else line[:-1]
            else:
                yield number, line.removesuffix(b"\r")
        self._end(number, blank, line)

    def blocks(self) -> Iterator[bytes]:
        """Give the text in blocks of whole lines, blank ones included."""
        number = blank = 0
        line = b"\n"
        batch = self._ahead or self._stream.readlines(1 << 20)
        while batch:
            block = b"".join(batch)
            number += len(batch)
            likely: Iterable[bytes] = batch if UTF8_BOM in block else filter(bytes.isspace, batch)
            blank += sum(map(is_blank, likely))
            line = batch[-1]
            yield block
            batch = self._stream.readlines(1 << 20)
        self._end(number, blank, line)

    def _end(self, physical: int, blank: int, last: bytes) -> None:
        self.physical = physical
        self.blank = blank
        self.ended_with_newline = last[-1] == _LF
        self.damage = [_placed(fault, physical) for fault in self._faults]


def is_blank(line: bytes) -> bool:
    """Tell whether a line holds nothing but blanks and stray byte order marks."""
    rest = line.lstrip(_BLANKS)
    return not rest or (rest[0] == UTF8_BOM[0] and not rest.replace(UTF8_BOM, b"").strip(_BLANKS))


def _numbered(lines: list[bytes]) -> Iterator[tuple[int, bytes]]:
    return ((number, _content(line)) for number, line in enumerate(lines, 1) if not is_blank(line))


def _content(line: bytes) -> bytes:
    return line.removesuffix(b"\n").removesuffix(b"\r")


def _placed(fault: Damage, physical: int) -> Damage:
    """Say after how many lines a fault of the whole stream came."""
    if fault.line is not None:
        return fault
    after = f"{physical} line{'' if physical == 1 else 's'}"
    return Damage(
        line=physical or None,
        kind=fault.kind,
        detail=f"{fault.detail}, after {after}",
        recovered=fault.recovered,
    )
