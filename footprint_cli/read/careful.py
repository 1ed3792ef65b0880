"""A JSON reader that keeps its own stack, says where it stops, and names what it lets pass.

It takes what RFC 8259 takes, and besides: NaN, Infinity and -Infinity as floats, and raw control
characters (but LF) in strings.
"""

import re
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

from msgspec import Struct

from footprint_cli.read.brackets import closed_at
from footprint_cli.read.number import read_number
from footprint_cli.read.salvage import Frame, may_lack_parts, path_text, structural

# What orjson itself takes, so that a line is refused for its depth or read whichever of the two
# sees it, and the common case counts nothing. A test holds orjson to this number.
MAX_DEPTH = 1024

_BLANK = re.compile(r"[ \t\r\n]*")
_PLAIN = re.compile(r'"([^"\\\x00-\x1f]*+)"')
_STRING = re.compile(r'"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"')
_RAW_CONTROL = re.compile(r"[\x00-\x1f]")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(\.[0-9]++)?([eE][+-]?[0-9]++)?")
_CUT_NUMBER = re.compile(r"(?:-|\.|\.?[0-9]*[eE][+-]?)\Z")
_AFTER_NUMBER = re.compile(r"[ \t\r\n,\]}]")
_WORD = re.compile(r"true|false|null|NaN|-?Infinity")
_WORDS = {"true": True, "false": False, "null": None}
_ALL_WORDS = (*_WORDS, "NaN", "Infinity", "-Infinity")


class Note(Struct, frozen=True):
    """Something that was let pass: a kind of damage, where in the text, and the text itself."""

    kind: str
    at: int
    what: str


class Whole(Struct, frozen=True):
    """A value that is complete, and where it ends."""

    value: Any
    end: int
    notes: list[Note]


class Stopped(Struct, frozen=True):
    """No complete value; `ran_out` means that nothing is wrong but the end of the text.

    `stack` holds the containers that were open, `last` the container that was closed last.
    """

    at: int
    expected: str
    ran_out: bool
    too_deep: bool
    stack: list[Frame]
    last: Frame | None
    notes: list[Note]


def decode(text: str, start: int = 0) -> Whole | Stopped:
    """Read one value from `start`, blanks before it included; what follows it is not looked at."""
    decoder = _Decoder(text)
    try:
        end = decoder.read(start)
    except _StopError as stop:
        return Stopped(
            stop.at,
            stop.expected,
            stop.ran_out,
            stop.too_deep,
            decoder.stack,
            decoder.last,
            decoder.notes,
        )
    return Whole(decoder.value, end, decoder.notes)


def skip_blanks(text: str, at: int) -> int:
    """Give the next position that holds no JSON white space."""
    return _BLANK.match(text, at).end()  # type: ignore[union-attr]


class _StopError(Exception):
    def __init__(
        self, at: int, expected: str, *, ran_out: bool = False, too_deep: bool = False
    ) -> None:
        super().__init__(expected)
        self.at = at
        self.expected = expected
        self.ran_out = ran_out
        self.too_deep = too_deep


class _Decoder:
    def __init__(self, text: str) -> None:
        self.text = text
        self.stack: list[Frame] = []
        self.last: Frame | None = None
        self.notes: list[Note] = []
        self.value: Any = None

    def read(self, start: int) -> int:
        at = self._begin(skip_blanks(self.text, start))
        while self.stack:
            at = self._step(skip_blanks(self.text, at))
        return at

    def _step(self, at: int) -> int:
        """Go on after an opening bracket or an element: close, or read the next element."""
        frame = self.stack[-1]
        closing = "}" if isinstance(frame.container, dict) else "]"
        here = self.text[at : at + 1]
        if here == closing:
            self._close(at + 1)
            return at + 1
        if frame.begun:
            if here != ",":
                raise self._stop(at, f"',' or '{closing}'")
            at = skip_blanks(self.text, at + 1)
        frame.begun = True
        if isinstance(frame.container, dict):
            frame.key, at = self._key(at)
        return self._begin(at)

    def _key(self, at: int) -> tuple[str, int]:
        if self.text[at : at + 1] != '"':
            raise self._stop(at, "a key in quotes")
        key, end = self._string(at)
        end = skip_blanks(self.text, end)
        if self.text[end : end + 1] != ":":
            raise self._stop(end, "':' after a key")
        return key, skip_blanks(self.text, end + 1)

    def _begin(self, at: int) -> int:
        """Read a scalar, or open a container."""
        here = self.text[at : at + 1]
        if here == '"':
            value, end = self._string(at)
        elif here in {"{", "["}:
            if len(self.stack) >= MAX_DEPTH:
                return self._leave_out_the_deep(at)
            self.stack.append(Frame({} if here == "{" else [], at))
            return at + 1
        else:
            value, end = self._scalar(at)
        self._complete(value, at)
        return end

    def _close(self, end: int) -> None:
        frame = self.stack.pop()
        frame.end = end
        self.last = frame
        if frame.lost and self._is_record() and not may_lack_parts(frame.container):
            if not self.stack:
                raise _StopError(frame.start, "", too_deep=True)
            self.stack[-1].lost = True
            return
        self._complete(frame.container, frame.start)

    def _is_record(self) -> bool:
        return not self.stack or (
            len(self.stack) == 1 and isinstance(self.stack[0].container, list)
        )

    def _complete(self, value: Any, at: int) -> None:  # noqa: ANN401 - a JSON value
        if not self.stack:
            self.value = value
            return
        frame = self.stack[-1]
        if isinstance(frame.container, list):
            frame.container.append(value)
            return
        if frame.key in frame.container:
            self.notes.append(Note("duplicate-key", at, path_text(self.stack)))
        frame.container[frame.key] = value

    def _string(self, at: int) -> tuple[str, int]:
        plain = _PLAIN.match(self.text, at)
        if plain:
            return plain[1], plain.end()
        whole = _STRING.match(self.text, at)
        if not whole:
            # A string never goes on behind LF: the lines of a document stay what they are.
            raise _StopError(at, "the end of a string", ran_out=self.text.find("\n", at) < 0)
        raw = whole[0]
        control = _RAW_CONTROL.search(raw)
        if control:
            what = f"U+{ord(control[0]):04X}"
            self.notes.append(Note("control-character-in-string", at + control.start(), what))
        if "\\" not in raw:
            return raw[1:-1], whole.end()
        try:
            return _unescaped(raw), whole.end()
        except ValueError as error:
            where = at + getattr(error, "pos", 0)
            raise _StopError(where, "an escape that JSON has") from error

    def _scalar(self, at: int) -> tuple[Any, int]:
        word = _WORD.match(self.text, at)
        if word:
            if word[0] in _WORDS:
                return _WORDS[word[0]], word.end()
            self.notes.append(Note("not-json", at, word[0]))
            return float(word[0]), word.end()
        number = _NUMBER.match(self.text, at)
        if not number:
            raise self._stop(at, "a value")
        end = number.end()
        if self.stack and not _AFTER_NUMBER.match(self.text, end):
            # Digits may be missing, so the number is not known.
            cut = end == len(self.text) or _CUT_NUMBER.match(self.text, end) is not None
            raise _StopError(end, "the end of a number", ran_out=cut)
        value, too_large = read_number(number[0], whole=number[1] is number[2] is None)
        if too_large:
            self.notes.append(Note("number-too-large", at, too_large))
        return value, end

    def _stop(self, at: int, expected: str) -> _StopError:
        rest = self.text[at : at + 10]
        cut = expected == "a value" and any(word.startswith(rest) for word in _ALL_WORDS)
        return _StopError(at, expected, ran_out=cut or not rest)

    def _leave_out_the_deep(self, at: int) -> int:
        """Drop the smallest part that may be missing, and go on behind it."""
        kept = structural(self.stack, closed=False)
        if not kept:
            raise _StopError(at, "", too_deep=True)
        self.notes.append(Note("too-deep", at, path_text(self.stack[:kept])))
        opened = len(self.stack) - kept
        del self.stack[kept:]
        self.stack[-1].lost = True
        end = closed_at(self.text, at, opened)
        if end is None:
            stop = len(self.text)
            raise _StopError(stop, "the end of what is nested too deep", ran_out=True)
        return end


def _unescaped(raw: str) -> str:
    value: str = scanstring(raw, 1, False)[0]  # noqa: FBT003 - it takes no keywords
    return value
