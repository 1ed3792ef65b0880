"""What a scan keeps of a commit log, and of a file: places of lines, never their text."""

from typing import NamedTuple

from msgspec import Struct, field


class Hit(NamedTuple):
    """A line to be parsed: its number from 1 in the piece, where it begins, and its bytes' length.

    `first`: its log holds no earlier record of this key in the same piece. `bare` is the key of a
    record for which the line injects nothing; whether an earlier one did is still to be looked for.
    """

    line: int
    offset: int
    size: int
    first: bool
    bare: bytes | None = None


class Fields(NamedTuple):
    """The fields that records of one key set: those that any sets, and those that all set."""

    any: frozenset[str]
    all: frozenset[str]

    def and_(self, fields: frozenset[str]) -> "Fields":
        """Add a record."""
        return Fields(self.any | fields, self.all & fields)


class Stretch(Struct):
    """What was seen of one commit log, or of a part of it that lies in one piece of a file.

    `items` are in the order of the lines: a number of retrievals whose lists are whole and hold no
    such chunk, or a line to be parsed. `folds`: only the fold can tell, over all lines of the log.
    Ended logs without hits are kept as one stretch of several `logs`.
    """

    line: int  # the first, from 1 in the piece
    offset: int
    idx: int  # of the first line; not 0 where the log begins in an earlier piece
    end: int = 0  # the offset behind its last line
    logs: int = 1
    items: list[int | Hit] = []
    folds: bool = False
    fragments: bool = False  # a candidate shows the text that went to the prompt
    passed: int = 0  # retrievals of other retrievers
    fields: dict[bytes, Fields] = {}  # by key
    places: set[tuple[bytes, bytes]] = field(default_factory=set)  # steps and keys

    @property
    def is_skipped(self) -> bool:
        """Tell whether nothing of a log, which begins here, has to be parsed."""
        return not self.folds and self.idx == 0 and all(isinstance(one, int) for one in self.items)

    def skip(self) -> None:
        """Count a retrieval that needs no parse."""
        _add(self.items, 1)


class Last(NamedTuple):
    """Where the last log of a piece begins: its byte in the file, and the lines before it in the piece.

    `digests` tell apart the first lines of all logs.
    """

    start: int
    lines: int
    digests: frozenset[int]


class Piece(Struct):
    """What a scan saw of a file, or of a part of one that begins and ends between lines.

    `tail` is what follows the last newline, where that is no whole commit. `before` are logs of the
    file before the first one here, `several` says that there is more than one in the whole file, and
    `fragments` that a candidate somewhere in it shows the text that went to the prompt; None: this is
    the whole file.
    """

    stretches: list[Stretch] = []
    lines: int = 0
    expected: int = -1  # the number of the next line, if the last log goes on
    digests: set[int] = field(default_factory=set)  # of the first lines of logs
    tail: bytes = b""
    retrievers: dict[str, None] = {}
    packed: bool = False
    texts: dict[int, bytes] = {}  # hits of a packed file, by their offsets
    before: int = 0
    several: bool | None = None
    fragments: bool | None = None

    @property
    def last(self) -> Last:
        """Where the last log begins, once all of a piece that is not packed was looked at."""
        stretch = self.stretches[-1]  # it is of one log
        return Last(stretch.offset, stretch.line - 1, frozenset(self.digests))


def add_to(one: Stretch, later: Stretch) -> None:
    """Count the logs of a later stretch with those of the one before it; neither has a hit."""
    one.logs += later.logs
    one.end = later.end
    one.fragments = one.fragments or later.fragments
    one.passed += later.passed
    one.fields, one.places = {}, set()
    for item in later.items:
        _add(one.items, item)


def _add(items: list[int | Hit], item: int | Hit) -> None:
    if items and isinstance(item, int) and isinstance(last := items[-1], int):
        items[-1] = last + item
    else:
        items.append(item)
