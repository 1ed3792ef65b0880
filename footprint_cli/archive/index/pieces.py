"""The pieces of one large file of many logs, read by themselves → rows, as if it had been read at once."""

from typing import NamedTuple

from msgspec.structs import replace

from footprint_cli.archive.index.growth import NOWHERE, stand_of
from footprint_cli.archive.index.lexicon import Lexicon
from footprint_cli.archive.index.moved import NOTHING, Ahead, moved
from footprint_cli.archive.index.rows import Rows, SourceRows
from footprint_cli.archive.index.whole import Whole, moved_finding
from footprint_cli.archive.search.logs import Logs
from footprint_cli.archive.search.stretch import Last
from footprint_cli.archive.search.trust import Untrusted
from footprint_cli.archive.sources import Source
from footprint_cli.model.finding import Damage, Finding
from footprint_cli.model.recording import LineCount, Recording


class Piece(NamedTuple):
    """What one piece says; numbers of lines, logs and rows count from its own first."""

    rows: SourceRows
    whole: Whole
    found: list[tuple[Finding, int]]
    damage: tuple[Damage, ...]  # behind its last line
    lines: int
    logs: int
    last: Last


def read_piece(source: Source, lexicon: Lexicon) -> Piece:
    """Read a part of a file at whose ends logs begin.

    Raises OSError, and `Untrusted` where the file must be read as a whole.
    """
    logs, rows = Logs(source, paranoid=True, alone=True), Rows(lexicon)
    damage: tuple[Damage, ...] = ()
    for one in logs:
        if one.part:
            rows.add(one)
        else:
            damage = one.damage
    whole, found = rows.left
    return Piece(rows.whole(), whole, found, damage, logs.lines, logs.logs, logs.last)


class Known(NamedTuple):
    """What is known of the logs of a file before its last one, which is read again.

    `digests` are those of all logs; `fragments`: what was found is that of a file that shows some.
    """

    ahead: Ahead
    whole: Whole
    found: list[tuple[Finding, int]]
    digests: frozenset[int]
    fragments: bool


class Joined:
    """Puts pieces together, in their order; they may go on from what is `known`."""

    def __init__(self, path: str, known: Known | None = None) -> None:
        self._path = path
        self._again = int(known is not None)  # logs that are known, and in the next piece
        self._shows = known is None or known.fragments
        known = known or Known(NOTHING, Whole(), [], frozenset(), fragments=False)
        self._ahead, self._whole, self._found, self._digests, _ = known
        self._damage: tuple[Damage, ...] = ()
        self._stand = NOWHERE

    @property
    def counts(self) -> tuple[int, int]:
        """How many retrievals and calls there are."""
        return self._ahead.retrievals, self._ahead.calls

    def add(self, piece: Piece | None) -> SourceRows:
        """Return the rows of the next piece; None is one that cannot be read by itself.

        Raises `Untrusted` where the file must be read as a whole.
        """
        if piece is None:
            raise Untrusted("a piece cannot be read by itself")
        last = piece.last
        if len(self._digests & last.digests) != self._again:
            raise Untrusted("a log repeats another")
        ahead, lines = self._ahead, self._ahead.lines
        self._digests |= last.digests
        self._again = 0
        self._stand = stand_of(last._replace(lines=last.lines + lines, digests=self._digests))
        self._whole.join(piece.whole, lines)
        self._found += [
            (moved_finding(one, lines), at + ahead.retrievals) for one, at in piece.found
        ]
        self._damage = tuple(
            replace(one, line=None if one.line is None else one.line + lines)
            for one in piece.damage
        )
        rows = moved(piece.rows, ahead)
        self._ahead = ahead.after(piece.rows, piece.lines, piece.logs)
        return rows

    def last(self) -> SourceRows:
        """Return the rows of what is said of the whole file.

        Raises `Untrusted` where the file must be read as a whole.
        """
        if self._whole.fragments and not self._shows:
            raise Untrusted("what is found in what is known depends on it")
        lines, damaged = self._ahead.lines, bool(self._damage)
        count = LineCount(physical=lines + damaged, read=lines, blank=0, damaged=int(damaged))
        rows = Rows.ending(self._whole, self._found)
        rows.add(
            Recording(
                source=self._path,
                format="commit-log",
                lines=count,
                commits=lines,
                damage=self._damage,
            )
        )
        return rows.whole(self._stand)
