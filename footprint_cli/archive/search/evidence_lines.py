"""One line that holds the evidence key: counted as it is, to be parsed, or left to the fold."""

import re
from functools import lru_cache
from typing import NamedTuple

import orjson

from footprint_cli.archive.search.blocks import Block
from footprint_cli.archive.search.needle import needle_of
from footprint_cli.archive.search.stretch import Fields, Hit, Piece, Stretch
from footprint_cli.archive.search.trust import Untrusted
from footprint_cli.archive.search.whole_list import whole_list
from footprint_cli.model.answer import Asked
from footprint_cli.model.commit import SEPARATOR

KEY = b'"retrievalEvidence_'
# What follows the step at the end of a line: the lists that a commit may have, and its number.
TAIL = re.compile(rb'"runtimeStageId":"([^"\\]*)"(?:,"[A-Za-z]+":\[[^\[\]]*\])*,"idx":\d+\}$')
_TRACE = b'}},"updates":{},"redactedPaths":[],"trace":['
_AFTER_TRACE = b'],"stage":"'
_PATH = b'{"path":'
_STEP = b'"runtimeStageId":"'
_FRAGMENT = b'"promptFragment":"'
_INJECTIONS = 1024  # bytes of trace before the evidence: paths of what was injected
_WRITTEN = (b'"overwrite":{', b'"updates":{')
_WITHIN = (b'":{', b"[{", b",{")
_COLON, _COMMA, _BACKSLASH, _BRACKET, _BRACE = b":,\\[{"
_AFTER_ELEMENT = b",]"
_MOST_KEPT = 8 << 20  # bytes of lines of a packed file, which cannot be read at a place


class Line(NamedTuple):
    """A line of a block: its number from 1 in the piece, and where it begins and ends."""

    number: int
    begin: int
    end: int


class Trace(NamedTuple):
    """What the rows of a trace do: the `fields` of the record that they set; None: not only set."""

    fields: frozenset[str] | None
    injects: bool


class Record(NamedTuple):
    """A record at the top of a line: its key, where it stands without braces, its trace, and the step."""

    key: bytes
    begin: int
    end: int
    trace: Trace
    step: bytes


class Behind(NamedTuple):
    """What stands in a line between a record and the name of its step; many lines have the same.

    `path` is where in the text the first path of the record stands.
    """

    text: bytes
    path: int
    trace: Trace

    def stands(self, buffer: bytearray, path: int, step: int) -> bool:
        """Tell whether it is what stands in another line, whose path and step are at these places."""
        begin = step - len(self.text)
        return path == begin + self.path and buffer.startswith(self.text, begin)


class EvidenceLines:
    """Judges the lines of one piece for one question."""

    def __init__(
        self, asked: Asked | None, retriever: str | None, piece: Piece, *, paranoid: bool = False
    ) -> None:
        self._needle = None if asked is None else needle_of(asked)
        self._by_document = asked is not None and asked.how == "doc"
        self._retriever = None if retriever is None else retriever.encode("utf-8", "surrogatepass")
        self._piece = piece
        self._paranoid = paranoid
        self._kept = 0  # bytes of lines of a packed file
        self._behind: dict[bytes, Behind] = {}  # by key, as it last was

    def look(self, block: Block, at: int, line: Line, stretch: Stretch) -> None:
        """Judge a line by its first key, at `at`."""
        found = _key_or_path(block, at, line)
        if found is None:
            return
        record = self._record(block, found, line)
        if record is None or (record.step, record.key) in stretch.places:
            stretch.folds = True  # one execution of a step is one retrieval
            return
        stretch.places.add((record.step, record.key))
        self._judge(block, line, stretch, record)

    def _record(self, block: Block, at: int, line: Line) -> Record | None:
        """Take a record that is proven to be one: the trace of the line begins with its own paths."""
        buffer = block.buffer
        quote = buffer.find(b'"', at + len(KEY), line.end)
        key = bytes(buffer[at + len(KEY) : quote])
        path = block.finder.find(KEY, quote, line.end)
        step = buffer.rfind(_STEP, path, line.end)
        if step < 0 or path < 0 or not buffer.startswith(b":{", quote + 1):
            return None
        behind = self._behind.get(key)
        if behind is None or not behind.stands(buffer, path, step):
            behind = _behind(block, key, quote, path, step)
            if behind is None:
                return None
            self._behind[key] = behind
        named = TAIL.match(bytes(buffer[step : line.end]))
        if named is None or behind.trace.fields is None:
            return None
        return Record(key, quote + 3, step - len(behind.text), behind.trace, named[1])

    def _judge(self, block: Block, line: Line, stretch: Stretch, record: Record) -> None:
        earlier, trace = stretch.fields.get(record.key), record.trace
        fields = trace.fields or frozenset()
        stretch.fields[record.key] = (
            Fields(fields, fields) if earlier is None else earlier.and_(fields)
        )
        if not stretch.fragments:
            stretch.fragments = block.finder.find(_FRAGMENT, record.begin, record.end) >= 0
        self._piece.retrievers.setdefault(record.key.decode("utf-8", "replace"))
        if self._retriever is not None and record.key != self._retriever:
            stretch.passed += 1
        elif self._is_without(block, record, fields):
            stretch.skip()
        elif not (earlier is None or earlier.any <= fields):
            stretch.folds = True
        else:
            hit = self._hit(block, line, first=earlier is None)
            bare = None if trace.injects else record.key
            if bare is not None and stretch.idx == 0 and stretch.offset >= block.offset:
                begin = stretch.offset - block.offset
                stretch.folds = block.finder.find(injection(bare), begin, line.begin) >= 0
            elif bare is not None and self._piece.packed:
                stretch.folds = True
            else:
                hit = hit._replace(bare=bare)
            stretch.items.append(hit)

    def _hit(self, block: Block, line: Line, *, first: bool) -> Hit:
        offset, size = block.offset + line.begin, line.end - line.begin
        if self._piece.packed:
            self._kept += size
            if self._kept > _MOST_KEPT:
                raise Untrusted("many lines of a packed file must be parsed")
            self._piece.texts[offset] = bytes(block.buffer[line.begin : line.end])
        return Hit(line.number, offset, size, first=first)

    def _is_without(self, block: Block, record: Record, fields: frozenset[str]) -> bool:
        """Tell whether a record names all its candidates, and none of them is the one asked for."""
        if self._needle is None or block.finder.find(self._needle, record.begin, record.end) >= 0:
            return False
        begin, end = record.begin, record.end
        listed = whole_list(block, begin, end, fields, paranoid=self._paranoid)
        if listed is None or not self._by_document:
            return listed is not None
        return _all_have_documents(block, record, listed)


def _all_have_documents(block: Block, record: Record, listed: int) -> bool:
    """Tell whether each row names its document itself: nothing is nested in any."""
    counted = block.finder.counted
    nested = (
        counted(b":{", record.begin, record.end) or counted(b":[", record.begin, record.end) > 1
    )
    return not nested and counted(b'"docUri":"', record.begin, record.end) == listed


def injection(key: bytes) -> bytes:
    """Return what stands in every line that injects text for a key."""
    return b'"memoryInjection_%s"' % key


def _key_or_path(block: Block, at: int, line: Line) -> int | None:
    """Return the first place in a line that may say something of evidence: a key, or a path of a trace.

    What stands behind a backslash is part of a text, behind a bracket an element, behind a colon a
    value, and behind a brace the first key of an object, which is evidence only in what a commit
    writes; anything else, such as a blank, is left to the fold.
    """
    buffer, find = block.buffer, block.finder.find
    while at >= 0:
        before = buffer[at - 1]
        if before == _COLON:
            if buffer.startswith(_PATH, at - len(_PATH)):
                return at
        elif before == _COMMA:
            quote = buffer.find(b'"', at + len(KEY), line.end)
            if quote < 0 or buffer[quote + 1] not in _AFTER_ELEMENT:
                return at
        elif before == _BRACE:
            within = buffer.endswith(_WITHIN, line.begin, at)
            if not within or buffer.endswith(_WRITTEN, line.begin, at):
                return at
        elif before not in (_BACKSLASH, _BRACKET):
            return at
        at = find(KEY, at + len(KEY), line.end)
    return None


def _behind(block: Block, key: bytes, quote: int, path: int, step: int) -> Behind | None:
    """Read what stands between a record and the name of its step; None: it is laid out otherwise."""
    buffer = block.buffer
    own = _PATH + KEY + key + b"\\u001f"
    if b"\\" in key or not buffer.startswith(own, path - len(_PATH)):
        return None
    begin = buffer.rfind(_TRACE, max(quote, path - _INJECTIONS), path)
    after = buffer.rfind(_AFTER_TRACE, path, step)
    if begin < 0 or after < 0:
        return None
    trace = _trace(key, bytes(buffer[begin + len(_TRACE) : after]))
    return Behind(bytes(buffer[begin:step]), path - begin, trace)


@lru_cache(maxsize=1024)  # runs of one agent write few different ones
def _trace(key: bytes, trace: bytes) -> Trace:
    """Read what stands between the brackets of a trace, beside a record of this key."""
    odd = Trace(None, injects=False)
    try:
        rows = orjson.loads(b"[" + trace + b"]")
    except orjson.JSONDecodeError:
        return odd
    name = key.decode()
    own, injection = f"retrievalEvidence_{name}", f"memoryInjection_{name}"
    fields: set[str] = set()
    injects = False
    for row in rows:
        path, verb = row.get("path"), row.get("verb")
        if not isinstance(path, str) or verb != "set":
            return odd
        head, *inside = path.split(SEPARATOR)
        injects = injects or path == injection
        if head == own and len(inside) == 1:
            fields.add(inside[0])
        elif head.startswith("retrievalEvidence_"):
            return odd
    return Trace(frozenset(fields), injects=injects)
