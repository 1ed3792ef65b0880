"""The list of one retrieval of an index: of an orderly one only the rows that are asked for are read."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from typing import Any, overload

from msgspec.structs import replace

from footprint_cli.analyse.pool import Pool
from footprint_cli.archive.index.values import number_again, score_again, texts_again, unpacked
from footprint_cli.model.evidence import OVER_CHAR_BUDGET, Candidate, Evidence, Retrieval

_LARGEST = 1 << 30  # bytes of a text that was shown in a prompt
_ROWS = """
SELECT c.place, c.score, k.chunk, k.id, x1.value, k.page, x2.value, g.ruling, g.admitted, g.reason, g.fault,
  CASE g.ranked WHEN 1 THEN c.place + 1 ELSE e.rank END, e.prompt_position, e.prompt_chars,
  e.prompt_bytes, e.other
FROM t_candidate c LEFT JOIN t_detail e USING (retrieval, place)
  LEFT JOIN d_chunk k ON k.chunk = c.chunk LEFT JOIN d_ruling g ON g.ruling = c.ruling
  LEFT JOIN d_text x1 ON x1.text = k.document LEFT JOIN d_text x2 ON x2.text = k.heading
WHERE c.retrieval = ? AND {} ORDER BY c.place
"""


class Listed(Sequence[Candidate]):
    """So many candidates; those that are not `known` are read, all of them, when one is looked at.

    Raises `LookupError` where the index does not have as many.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        retrieval: int,
        count: int,
        known: dict[int, Candidate],
    ) -> None:
        self._connection = connection
        self._retrieval = retrieval
        self._count = count
        self._known = known

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> Candidate: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Candidate, ...]: ...
    def __getitem__(self, place: int | slice) -> Candidate | tuple[Candidate, ...]:
        if isinstance(place, int) and place in self._known:
            return self._known[place]
        return self._all[place]

    def __iter__(self) -> Iterator[Candidate]:
        return iter(self._all)

    @cached_property
    def _all(self) -> tuple[Candidate, ...]:
        known = self._known
        found = [known.get(at, one) for at, one in rows(self._connection, self._retrieval, "1")]
        if len(found) != self._count:
            raise LookupError(f"of {self._count} candidates of a retrieval, {len(found)} are told")
        return tuple(found)


class InOrder(Pool):
    """The pool of a list that its index says to be best first: those `known` are all that answers need."""

    def __init__(
        self, retrieval: Retrieval, evidence: Evidence, known: dict[int, Candidate], *, ruled: bool
    ) -> None:
        super().__init__(retrieval, evidence)
        self._known = known
        self._ruled = ruled

    @cached_property
    def as_ruled(self) -> bool | None:
        """As the index says."""
        return self._ruled

    @cached_property
    def ranked(self) -> list[int]:
        """All places, for a place is a rank."""
        return [*range(len(self.candidates))]

    @cached_property
    def admitted(self) -> list[Candidate]:
        """The candidates the record admits: all of them are known."""
        return [one for one in self._known.values() if one.admitted is True]

    @cached_property
    def spend_ended_at(self) -> int | None:
        """The place of the first refusal that names the character budget: it is known."""
        refused = ((at, one) for at, one in self._known.items() if one.admitted is False)
        return next((at for at, one in refused if one.reason == OVER_CHAR_BUDGET), None)


@cache
def _statement(which: str) -> str:
    return _ROWS.format(which)  # the same text each time: SQLite knows what it has prepared


def rows(
    connection: sqlite3.Connection, retrieval: int, which: str, values: Iterable[Any] = ()
) -> Iterator[tuple[int, Candidate]]:
    """Yield candidates of a retrieval with their places; `which` is one of few conditions on rows `c`."""
    for row in connection.execute(_statement(which), (retrieval, *values)):
        yield row[0], _candidate(texts_again(row))


def _candidate(row: Sequence[Any]) -> Candidate:
    _, score, chunk, name, document, page, heading, ruling, admitted, reason, fault, *more = row
    if chunk is None or ruling is None:
        raise LookupError("a candidate names a chunk or a ruling that is not there")
    rank, position, chars, size, written = more
    one = Candidate(
        id=name,
        score=score_again(score),
        rank=rank,
        admitted=None if admitted is None else bool(admitted),
        reason=reason,
        doc_uri=document,
        page=page,
        heading=heading,
        prompt_fragment=None if chars is None else stand_in(chars, size, fault),
        prompt_position=position,
    )
    if written is None:
        return one
    other = unpacked(written)
    numbers = {key: number_again(each) for key, each in (other.get("numbers") or {}).items()}
    return replace(one, odd=other.get("odd") or {}, extra=other.get("extra") or {}, **numbers)


def stand_in(chars: int, size: int, fault: str | None) -> str:
    """Make a text of so many characters and bytes, with text of a chunk in it where there was any.

    Raises `ValueError` for a size that no text in a line has.
    """
    if not 0 <= chars <= size <= _LARGEST:
        raise ValueError("a text of a prompt has a size that none has")
    if fault is not None:
        return " " * chars
    fours, rest = divmod(size - chars, 3)
    wide = "\U0001d4b3" * fours + ("", "é", "…")[rest]
    return wide + "x" * (chars - len(wide))
