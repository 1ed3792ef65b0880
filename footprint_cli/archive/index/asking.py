"""Questions that SQLite answers of an index by adding up rows, all of them or those of a period.

A few retrievals hold numbers that no column can hold, or values of another type than the record
promises: they are made again from their rows, to be counted one by one.
"""

import sqlite3
from collections.abc import Iterator
from json import dumps
from typing import Any, NamedTuple

from footprint_cli.archive.index.audits import retrieval_again
from footprint_cli.archive.index.values import text_again
from footprint_cli.model.evidence import Retrieval

_BY_HAND = """
SELECT t.retrieval, s.path FROM t_retrieval t JOIN t_source s USING (source)
WHERE t.retrieval IN (
  SELECT retrieval FROM t_retrieval WHERE instr(other, '"numbers"') OR instr(other, '"odd"')
  UNION SELECT retrieval FROM t_detail WHERE instr(other, '"numbers"')
) AND {period} ORDER BY t.retrieval
"""


class Period(NamedTuple):
    """Days from the first to the last, as YYYY-MM-DD; None: recordings of any time, or of none."""

    first: str
    last: str


class Asking:
    """Fills in what every question of a period has in common."""

    def __init__(self, connection: sqlite3.Connection, period: Period | None) -> None:
        self.connection = connection
        self._period = period
        self._by_hand: list[tuple[int, str]] = []
        self._by_hand = [(one, text_again(path)) for one, path in self.rows(_BY_HAND)]

    def rows(self, sql: str, **values: Any) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401
        """Ask for rows: `{days}` is the condition on a recording r, `{period}` that on a retrieval t.

        `{easy}` is the one that SQLite can count a retrieval t.
        """
        days = "1" if self._period is None else "r.day BETWEEN :first AND :last"
        period = "1"
        if self._period is not None:
            period = (
                "EXISTS (SELECT 1 FROM t_recording r WHERE r.source = t.source"
                f" AND r.recording = t.recording AND {days})"
            )
        easy = period
        if self._by_hand:
            easy += " AND t.retrieval NOT IN (SELECT value FROM json_each(:by_hand))"
        named = {} if self._period is None else self._period._asdict()
        hard = dumps([one for one, _ in self._by_hand])
        return iter(
            self.connection.execute(
                sql.format(days=days, period=period, easy=easy),
                {**named, "by_hand": hard, **values},
            )
        )

    def hard(self) -> Iterator[tuple[Retrieval, str]]:
        """Yield the retrievals that are counted one by one, each with its source."""
        for one, path in self._by_hand:
            yield retrieval_again(self.connection, one, explained=False).retrieval, path
