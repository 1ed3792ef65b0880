"""Rows of the end of a source → the same, numbered on from those that are there."""

from collections.abc import Mapping

from footprint_cli.archive.index.once import Row
from footprint_cli.archive.index.rows import SourceRows

# Columns that count within a source, and what they count.
_NUMBERS: dict[str, dict[int, str]] = {
    "t_recording": {0: "t_recording"},
    "t_retrieval": {1: "t_retrieval", 2: "t_recording"},
    "t_call": {0: "t_call", 1: "t_recording"},
    "t_gap": {0: "t_call"},
    "t_finding": {0: "t_finding", 1: "t_recording", 2: "t_retrieval"},
}


def moved(told: SourceRows, before: Mapping[str, int]) -> SourceRows:
    """Return rows with numbers that go on after so many of each kind."""
    rows = {
        name: [_moved(row, _NUMBERS.get(name, {}), before) for row in each]
        for name, each in told.rows.items()
    }
    return told._replace(rows=rows)


def _moved(row: Row, numbers: dict[int, str], before: Mapping[str, int]) -> Row:
    own = [*row]
    for at, kind in numbers.items():
        number = own[at]
        if isinstance(number, int):
            own[at] = number + before[kind]
    return tuple(own)
