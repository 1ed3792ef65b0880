"""What an index holds as a whole, for who brings it up to date."""

import sqlite3
from typing import NamedTuple

from footprint_cli.archive.index.file import statuses
from footprint_cli.archive.index.values import text_again
from footprint_cli.model.audit import first_status

_INCONCLUSIVE = 3
_RECORDINGS = (
    "SELECT EXISTS (SELECT 1 FROM t_total WHERE what = 'recordings' AND one = 1 AND count > 0)"
)
_DAMAGED = "SELECT count(*) FROM t_source WHERE status = 3"
_UNREADABLE = """
SELECT s.path, min(f.message) FROM t_source s LEFT JOIN t_finding f ON f.source = s.source
  AND f.code = (SELECT text FROM d_text WHERE value = 'unreadable')
WHERE s.status = 4 GROUP BY s.source ORDER BY s.source
"""
_LEFT_OUT = "SELECT path FROM t_source WHERE status = 0 AND state = 'left-out'"


class Held(NamedTuple):
    """What an index holds: whether a recording, how many damaged files, and which cannot be read and why.

    `status` is what a question to the whole answers with: 3 also where no recording is in it.
    """

    recordings: bool
    damaged: int
    unreadable: list[tuple[str, str]]
    left_out: frozenset[str]
    status: int


def held(connection: sqlite3.Connection) -> Held:
    """Look at the whole of an index."""
    [recordings] = connection.execute(_RECORDINGS).fetchone()
    [damaged] = connection.execute(_DAMAGED).fetchone()
    return Held(
        recordings=bool(recordings),
        damaged=damaged,
        unreadable=[
            (str(text_again(path)), str(text_again(why or "unreadable")))
            for path, why in connection.execute(_UNREADABLE)
        ],
        left_out=frozenset(str(text_again(path)) for [path] in connection.execute(_LEFT_OUT)),
        status=first_status({*statuses(connection), 0 if recordings else _INCONCLUSIVE}),
    )
