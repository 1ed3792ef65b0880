"""Rows of a part of a source → the same, numbered on from those that are there."""

from typing import NamedTuple

from footprint_cli.archive.index.once import Row
from footprint_cli.archive.index.rows import SourceRows
from footprint_cli.archive.index.values import Stored


class Ahead(NamedTuple):
    """How many of each kind stand ahead of a part in its source."""

    recordings: int = 0
    retrievals: int = 0
    calls: int = 0
    findings: int = 0
    lines: int = 0
    logs: int = 0

    def after(self, told: SourceRows, lines: int, logs: int) -> "Ahead":
        """Count the rows of a part, which goes on with the recording that is ahead."""
        return self._replace(
            retrievals=self.retrievals + len(told.rows.get("t_retrieval", ())),
            calls=self.calls + len(told.rows.get("t_call", ())),
            lines=self.lines + lines,
            logs=self.logs + logs,
        )


NOTHING = Ahead()

# Columns that count within a source, and what they count.
_NUMBERS: dict[str, dict[int, str]] = {
    "t_recording": {0: "recordings"},
    "t_retrieval": {1: "retrievals", 2: "recordings", 3: "logs", 6: "lines"},
    "t_call": {0: "calls", 1: "recordings", 2: "logs", 6: "lines"},
    "t_gap": {0: "calls"},
    "t_finding": {0: "findings", 1: "recordings", 2: "retrievals", 7: "lines"},
}


def moved(told: SourceRows, ahead: Ahead) -> SourceRows:
    """Return rows with numbers that go on after so many of each kind."""
    rows = {name: _moved(each, _NUMBERS.get(name, {}), ahead) for name, each in told.rows.items()}
    return told._replace(rows=rows)


def _moved(rows: list[Row], numbers: dict[int, str], ahead: Ahead) -> list[Row]:
    by = {at: getattr(ahead, kind) for at, kind in numbers.items() if getattr(ahead, kind)}
    logs = next((at for at, kind in numbers.items() if kind == "logs" and at in by), None)
    found: list[Row] = []
    for row in rows if by else ():
        own: list[Stored] = [*row]
        for at, count in by.items():
            number = own[at]
            if at == logs:
                own[at] = moved_run(number, count)
            elif isinstance(number, int):
                own[at] = number + count
        found.append(tuple(own))
    return found if by else rows


def moved_run(run: Stored, logs: int) -> Stored:
    """Return the name of a log (`read.log.log_name`) that stands behind so many others."""
    if not logs or not isinstance(run, str):
        return run
    word, _, number = run.rpartition(" ")
    return f"{word} {int(number) + logs}"
