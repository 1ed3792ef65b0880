"""One input → its recordings: which format it is, and the reader for it."""

from collections.abc import Iterable, Iterator
from os import PathLike, fspath
from typing import Any

from msgspec.structs import replace

from footprint_cli.errors import InputError
from footprint_cli.model.finding import Damage, Finding
from footprint_cli.model.recording import LineCount, Recording
from footprint_cli.read.documents import decide, read_documents
from footprint_cli.read.footprintjs import ENVELOPE, read_document
from footprint_cli.read.kinds import DOCUMENTS, kind_of, label_of, unknown_format
from footprint_cli.read.lines import Lines, open_source
from footprint_cli.read.source import Advance
from footprint_cli.read.streams import READERS, LineReader, Unknown
from footprint_cli.read.values import check_line, read_line

_SMALL_LINE = 65_536  # bytes; a longer line is checked for repeated keys only where it matters


def read_recordings(path: str, advance: Advance | None = None) -> Iterator[Recording]:
    """Read one input; a file of envelope lines gives one recording a line, any other file one.

    `path` may be `-`. Damage in the content is told in the recordings. Raises `InputError` where
    nothing can be read: a missing file, a format of an unknown name, no recording in it. `advance`
    is called with the bytes of each read.
    """
    with open_source(path, advance) as source:
        lines = Lines(source)
        if decide(lines.peek(2)) == "documents":
            yield from _documents(lines, path)
        else:
            yield from _Lines(path).read(lines)


def load(path: str | PathLike[str]) -> list[Recording]:
    """Read the recordings of one input: one, or one a line for a file of envelope lines.

    Raises `InputError` where nothing can be read. Damage is in `Recording.damage`.
    """
    return list(read_recordings(fspath(path)))


class _Lines:
    """One record a line; the first one that is known decides what the file holds."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._reader: LineReader | None = None
        self._form = ""
        self._damage: list[Damage] = []
        self._unknown = Unknown(path)
        self._lost: set[int] = set()  # lines of which nothing was read
        self._refused: str | None = None
        self._pending: Recording | None = None  # the last document, until the input ends
        self._documents = 0

    def read(self, lines: Lines) -> Iterator[Recording]:
        for number, raw in lines:
            values, damage = read_line(raw, number)
            if damage:
                self._damage += damage
                if not values:
                    self._lost.add(number)
            elif len(raw) < _SMALL_LINE or self._reader is None or self._reader.matters(values[0]):
                values[0], damage = check_line(raw, values[0])
                self._damage += [_at(number, one) for one in damage]
            for value in values:
                yield from self._take(value, number, raw if len(values) == 1 else b"")
        self._damage += lines.damage
        yield from self._finish(lines)

    def _take(self, value: object, number: int, raw: bytes) -> Iterator[Recording]:
        if isinstance(value, list):
            self._unknown.array(len(value), number)
            for one in value:
                yield from self._take(one, number, b"")
            return
        kind = kind_of(value)
        if kind == self._form and self._reader is not None:
            self._add(self._reader, value, number, raw)
        elif kind in DOCUMENTS and self._reader is None:
            self._form = self._form or kind or ""
            if self._pending is not None:
                yield self._pending
            self._pending = self._document(value, kind or "", number)
        elif kind in READERS and self._reader is None and not self._form:
            self._form, self._reader = kind or "", READERS[kind or ""](self._path)
            self._add(self._reader, value, number, raw)
        else:
            self._stray(value, kind, number)

    def _add(self, reader: LineReader, value: Any, number: int, raw: bytes) -> None:  # noqa: ANN401
        fault = reader.add(value, number, raw)
        if fault is not None:
            self._damage.append(fault)

    def _stray(self, value: object, kind: str | None, number: int) -> None:
        name = unknown_format(value)
        if name is not None:
            self._refused = self._refused or name
        fault = self._unknown.line(value, kind, number, self._form)
        if fault is not None:
            self._damage.append(fault)

    def _document(self, value: Any, kind: str, number: int) -> Recording:  # noqa: ANN401
        damage, self._damage = self._damage, []
        self._documents += 1
        return read_document(value, kind, self._path, None, damage, number)

    def _finish(self, lines: Lines) -> Iterator[Recording]:
        told = (*self._damage, *(self._pending.damage if self._pending else ()))
        damaged = {one.line for one in told if one.line is not None}
        count = LineCount(
            physical=lines.physical,
            read=lines.physical - lines.blank - len(self._lost),
            blank=lines.blank,
            damaged=len(damaged),
        )
        noticed = self._unknown.findings()
        if self._reader is not None:
            yield self._reader.finish(count, tuple(self._damage), noticed)
        elif self._pending is not None:
            last = self._pending
            yield replace(
                last,
                lines=count if self._documents == 1 else None,
                damage=(*last.damage, *self._damage),
                noticed=(*last.noticed, *noticed),
            )
        elif not (self._damage or self._unknown):
            yield _bare(self._path, None, count, [], (_empty(self._path, count),))
        else:
            yield self._unrecognised(count)

    def _unrecognised(self, count: LineCount) -> Recording:
        if self._refused is not None:
            why = f'its format is "{self._refused}", which this version does not read'
            raise InputError(self._path, f'{why} (it reads "{ENVELOPE}")')
        if not self._damage:
            raise InputError(
                self._path, f"no recording: it holds {self._unknown.first}", no_recording=True
            )
        why = "nothing in it could be read as a record of a run"
        unread = Damage(line=None, kind="unreadable", detail=why, recovered=False)
        return _bare(self._path, None, count, [*self._damage, unread], self._unknown.findings())


def _documents(lines: Lines, path: str) -> Iterator[Recording]:
    """JSON spread over lines: an envelope, or several documents one after the other."""
    damage: list[Damage] = []
    records: list[tuple[int, Any]] = []
    documents = 0
    for line, values, faults in read_documents(lines):
        damage += faults
        documents += len(values)
        records += [(line, one) for value in values for one in _flat(value)]
    count = LineCount(
        physical=lines.physical,
        read=lines.physical - lines.blank,
        blank=lines.blank,
        damaged=len({one.line for one in damage if one.line is not None}),
    )
    damage += lines.damage
    notice = _not_lines(path, records, documents, lines.physical)
    known = [(line, one, kind_of(one)) for line, one in records]
    if any(kind in DOCUMENTS for _, _, kind in known):
        for line, one, kind in known:
            if kind in DOCUMENTS:
                read = read_document(one, kind or "", path, count, damage)
                yield _noticing(read, notice) if _claims_lines(path) or documents > 1 else read
            else:
                yield _bare(path, None, count, [_foreign(one, line)], ())
        return
    yield _stream_of(path, known, count, damage, notice)


def _stream_of(
    path: str,
    known: list[tuple[int, Any, str | None]],
    count: LineCount,
    damage: list[Damage],
    notice: Finding,
) -> Recording:
    form = next((kind for _, _, kind in known if kind in READERS), None)
    if form is None:
        return _nothing_known(path, known, count, damage)
    reader, unknown = READERS[form](path), Unknown(path)
    for line, one, kind in known:
        fault = reader.add(one, line, b"") if kind == form else unknown.line(one, kind, line, form)
        if fault is not None:
            damage.append(fault)
    return reader.finish(count, tuple(damage), (notice, *unknown.findings()))


def _nothing_known(
    path: str, known: list[tuple[int, Any, str | None]], count: LineCount, damage: list[Damage]
) -> Recording:
    names = [name for _, one, _ in known if (name := unknown_format(one))]
    if names:
        raise InputError(
            path,
            f'its format is "{names[0]}", which this version does not read (it reads "{ENVELOPE}")',
        )
    if not damage:
        held = label_of(known[0][1]) if known else "no JSON object"
        raise InputError(path, f"no recording: it holds {held}", no_recording=True)
    why = "nothing in it could be read as a record of a run"
    unread = Damage(line=None, kind="unreadable", detail=why, recovered=False)
    return _bare(path, None, count, [*damage, unread], ())


def _flat(value: object) -> Iterable[Any]:
    return value if isinstance(value, list) else [value]


def _not_lines(path: str, records: list[Any], documents: int, physical: int) -> Finding:
    form = (
        unknown_format(records[0][1]) or records[0][1].get("format")
        if records and isinstance(records[0][1], dict)
        else None
    )
    if documents == 1 and len(records) == 1:
        what = f"one JSON document spread over {physical} lines"
        what += f" (format {form})" if isinstance(form, str) else ""
    elif documents == 1:
        what = f"one JSON array of {len(records)} rows spread over {physical} lines"
    else:
        what = f"{documents} pretty-printed JSON documents spread over {physical} lines"
    return Finding(
        code="not-jsonl",
        level="note",
        message=f"the file is {what}, not one record per line; it was read as it is",
        source=path,
    )


def _noticing(recording: Recording, notice: Finding) -> Recording:
    return replace(recording, noticed=(*recording.noticed, notice))


def _claims_lines(path: str) -> bool:
    """Tell whether a file's name says that it holds one record per line."""
    bare = path.removesuffix(".gz").removesuffix(".zst")
    return bare.endswith((".jsonl", ".ndjson"))


def _foreign(value: object, line: int) -> Damage:
    return Damage(
        line=line,
        kind="mixed-formats",
        detail=f"{label_of(value)} beside a whole document; it was not read",
        recovered=False,
    )


def _bare(
    path: str,
    form: str | None,
    count: LineCount,
    damage: list[Damage],
    noticed: tuple[Finding, ...],
) -> Recording:
    return Recording(
        source=path, format=form, lines=count, damage=tuple(damage), noticed=tuple(noticed)
    )


def _empty(path: str, count: LineCount) -> Finding:
    lines = "1 blank line" if count.blank == 1 else f"{count.blank} blank lines"
    what = (
        "the file is empty (0 bytes): there is nothing to audit"
        if count.physical == 0
        else f"no record in the file: {lines}"
    )
    return Finding(code="empty-file", level="error", message=what, source=path)


def _at(number: int, one: Damage) -> Damage:
    return (
        one
        if one.line is not None
        else Damage(line=number, kind=one.kind, detail=one.detail, recovered=one.recovered)
    )
