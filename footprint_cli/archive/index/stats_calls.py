"""Calls of an index, added up by SQLite → what is counted of each tool."""

from footprint_cli.analyse.tool_stats import UNNAMED
from footprint_cli.archive.index.asking import Asking
from footprint_cli.archive.index.values import text_again
from footprint_cli.model.stats import Stats, counted

_CALLS = """
SELECT x1.value, c.outcome, c.coverage, x2.value, c.completeness,
  CASE WHEN c.rows IS NULL THEN 'not-known' WHEN c.rows THEN 'with' ELSE 'without' END, count(*)
FROM t_call c JOIN t_recording r USING (source, recording) LEFT JOIN d_text x1 ON x1.text = c.tool
  LEFT JOIN d_text x2 ON x2.text = c.because
WHERE {days} GROUP BY 1, 2, 3, 4, 5, 6
"""
_GAPS = """
SELECT x1.value, x2.value, count(*)
FROM t_gap g JOIN t_call c USING (source, call) JOIN t_recording r USING (source, recording)
  LEFT JOIN d_text x1 ON x1.text = c.tool LEFT JOIN d_text x2 ON x2.text = g.bears
WHERE {days} GROUP BY 1, 2
"""


def add_tools(stats: Stats, asking: Asking) -> None:
    """Count calls. Which combinations they asked for, and what results leave out, no index holds."""
    for tool, outcome, coverage, because, completeness, rows, times in asking.rows(_CALLS):
        into = stats.tool(text_again(tool))
        into.ground = into.gapless = None
        into.calls += times
        counted(into.outcomes, outcome, times)
        if outcome == "ran":
            counted(into.rows, rows, times)
        composed = coverage == "composed"
        counted(into.grounds, coverage if composed else text_again(because) or UNNAMED, times)
        if composed:
            counted(into.completeness, completeness or UNNAMED, times)
    for tool, bears, times in asking.rows(_GAPS):
        counted(stats.tool(text_again(tool)).gaps, text_again(bears) or UNNAMED, times)
