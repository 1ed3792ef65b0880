"""An index → Stats, as reading its recordings would give them."""

import sqlite3

from footprint_cli.analyse.stats import add_retrieval
from footprint_cli.archive.index.asking import Asking, Period
from footprint_cli.archive.index.stats_calls import add_tools
from footprint_cli.archive.index.stats_rows import add_rows
from footprint_cli.model.stats import Stats

_RECORDINGS = """
SELECT count(r.format), sum(r.damage > 0 AND r.status != 4), sum(r.status = 4)
FROM t_recording r WHERE {days}
"""
_WITHHELD = """
SELECT count(DISTINCT f.source || ' ' || f.recording) FROM t_finding f
  JOIN d_text x ON x.text = f.code JOIN t_recording r USING (source, recording)
WHERE x.value = 'calls-withheld' AND {days}
"""


def stats_in(connection: sqlite3.Connection, margin: float, period: Period | None = None) -> Stats:
    """Count what an index holds, of one period or of all; of tools it holds no combinations."""
    return stats_asked(Asking(connection, period), margin)


def stats_asked(asking: Asking, margin: float) -> Stats:
    """Count what was asked for."""
    stats = Stats(margin=margin)
    [counts] = asking.rows(_RECORDINGS)
    stats.recordings, stats.damaged, stats.unreadable = (one or 0 for one in counts)
    [[stats.calls_withheld]] = asking.rows(_WITHHELD)
    add_rows(stats, asking)
    for retrieval, path in asking.hard():
        add_retrieval(stats, retrieval, path)
    add_tools(stats, asking)
    return stats
