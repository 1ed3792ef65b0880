"""Decoded values of one input, in order → its recordings, however the input is laid out."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from footprint_cli.errors import InputError
from footprint_cli.model.finding import Damage, Finding
from footprint_cli.model.recording import LineCount, Recording
from footprint_cli.read.footprintjs import ENVELOPE, read_document
from footprint_cli.read.kinds import DOCUMENTS, kind_of, unknown_format
from footprint_cli.read.lines import Lines
from footprint_cli.read.streams import READERS, EvidenceLines, LineReader, Unknown


class Intake:
    """Hands each value to the reader of its kind; the first kind that is known is the input's.

    `spread` says that values are laid out over several lines: then a line of its own means nothing.
    """

    def __init__(self, path: str, *, spread: bool) -> None:
        self._path = path
        self._spread = spread
        self._reader: LineReader | None = None
        self._kind: str | None = None
        self._damage: list[Damage] = []
        self._unknown = Unknown(path)
        self._lost: set[int] = set()  # lines of which nothing was read
        self._refused: str | None = None  # the name of a format that is not read
        self._pending: Recording | None = None  # the last document, until the input ends
        self._documents = 0
        self._values = self._records = 0

    def note(self, number: int, damage: list[Damage], *, read: bool) -> None:
        """Take up what is wrong with the text that starts on a line, and whether any of it was read."""
        self._damage += damage
        if not read:
            self._lost.add(number)

    def take(self, value: object, number: int, raw: bytes = b"") -> Iterator[Recording]:
        """Take up one value; yields a recording as soon as the next one begins."""
        self._values += 1
        if not isinstance(value, list):
            yield from self._take(value, number, raw)
            return
        if not self._spread:
            self._unknown.array(len(value), number)
        for one in value:
            yield from self._take(one, number, b"")

    def passed(self, most: int) -> Iterator[Recording]:
        """Yield what was read so far, where its reader need not keep it and it is so much."""
        if isinstance(self._reader, EvidenceLines) and self._reader.held >= most:
            yield self._reader.part()

    def finish(self, lines: Lines) -> Iterator[Recording]:
        """Yield what is left once the input is used up; raises `InputError` for what is no recording."""
        self._damage += lines.damage
        count = self._count(lines)
        noticed = self._unknown.findings()
        if self._reader is not None:
            if self._spread:
                noticed = (self._not_lines(count), *noticed)
            yield self._with_schemas(self._reader.finish(count, tuple(self._damage), noticed))
        elif self._pending is not None:
            if self._spread and (_claims_lines(self._path) or self._documents > 1):
                noticed = (*noticed, self._not_lines(count))
            yield replace(
                self._with_schemas(self._pending),
                lines=count if self._documents == 1 else None,
                damage=(*self._pending.damage, *self._damage),
                noticed=(*self._pending.noticed, *noticed),
            )
        else:
            yield self._unrecognised(count)

    def _take(self, value: Any, number: int, raw: bytes) -> Iterator[Recording]:  # noqa: ANN401 (JSON)
        self._records += 1
        kind = kind_of(value)
        if kind in READERS and self._kind in (None, kind):
            if self._reader is None:
                self._kind, self._reader = kind, READERS[kind or ""](self._path)
            fault = self._reader.add(value, number, raw)
            self._damage += [fault] if fault is not None else []
        elif kind in DOCUMENTS and self._reader is None:
            if self._pending is not None:
                yield self._pending
            self._kind = self._kind or kind
            self._pending = self._document(value, kind or "", number)
        else:
            self._stray(value, kind, number)

    def _with_schemas(self, recording: Recording) -> Recording:
        """Add the tools that lines of their own describe."""
        told = self._unknown.schemas
        return replace(recording, schemas=(*recording.schemas, *told)) if told else recording

    def _document(self, value: Any, kind: str, number: int) -> Recording:  # noqa: ANN401 (JSON)
        damage, self._damage = self._damage, []
        self._documents += 1
        line = None if self._spread else number
        return read_document(value, kind, self._path, None, damage, line)

    def _stray(self, value: object, kind: str | None, number: int) -> None:
        self._refused = self._refused or unknown_format(value)
        fault = self._unknown.line(value, kind, number, self._kind)
        self._damage += [fault] if fault is not None else []

    def _count(self, lines: Lines) -> LineCount:
        told = (*self._damage, *(self._pending.damage if self._pending else ()))
        return LineCount(
            physical=lines.physical,
            read=lines.physical - lines.blank - len(self._lost),
            blank=lines.blank,
            damaged=len({one.line for one in told if one.line is not None}),
        )

    def _unrecognised(self, count: LineCount) -> Recording:
        if self._refused is not None:
            raise InputError(
                self._path,
                f'its format is "{self._refused}", which this version does not read (it reads '
                f'"{ENVELOPE}")',
            )
        noticed = self._unknown.findings()
        damage = tuple(self._damage)
        if damage:
            why = "nothing in it could be read as a record of a run"
            damage += (Damage(line=None, kind="unreadable", detail=why, recovered=False),)
        elif self._values:
            held = f"no recording: it holds {self._unknown.first}"
            raise InputError(self._path, held, no_recording=True)
        else:
            noticed = (self._empty(count),)
        return Recording(
            source=self._path, format=None, lines=count, damage=damage, noticed=noticed
        )

    def _empty(self, count: LineCount) -> Finding:
        lines = "1 blank line" if count.blank == 1 else f"{count.blank} blank lines"
        what = (
            "the file is empty (0 bytes): there is nothing to audit"
            if count.physical == 0
            else f"no record in the file: {lines}"
        )
        return Finding(code="empty-file", level="error", message=what, source=self._path)

    def _not_lines(self, count: LineCount) -> Finding:
        if self._values > 1:
            what = f"{self._values} pretty-printed JSON documents"
        elif self._records > 1:
            what = f"one JSON array of {self._records} rows"
        else:
            what = "one JSON document"
        form = f" (format {ENVELOPE})" if self._kind == "envelope" else ""
        message = (
            f"the file is {what} spread over {count.physical} lines{form}, not one record per line; it "
            "was read as it is"
        )
        return Finding(code="not-jsonl", level="note", message=message, source=self._path)


def _claims_lines(path: str) -> bool:
    """Tell whether a file's name says that it holds one record per line."""
    bare = path.removesuffix(".gz").removesuffix(".zst")
    return bare.endswith((".jsonl", ".ndjson"))
