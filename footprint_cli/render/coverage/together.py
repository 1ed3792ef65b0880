"""What the calls of a tool covered together, cell by cell, as people read it."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from footprint_cli.model.coverage import CoveredCall, facets_text
from footprint_cli.model.coverage_report import Grid, Ground, ToolCoverage
from footprint_cli.render.coverage.said import COMPLETENESS, call_name, gap_name, holes, rows_text
from footprint_cli.render.words import numbered

MOST_ROWS, MOST_COLUMNS = 40, 60
_NAMED = 2  # gaps that a cell names; the rest it counts


class Cell(NamedTuple):
    """What is said of one combination; `state`: covered, partly, not-covered, or nobody-asked."""

    text: str
    state: str


class Together:
    """Says of every combination how far it was covered."""

    def __init__(self, tool: ToolCoverage) -> None:
        self._tool = tool
        self._asked = Counter(place for one in tool.ground for place in one.calls)

    def cell(self, place: int | None, hole: str) -> Cell:
        """Return what is said of a combination by its place; `hole` where nobody asked."""
        if place is None:
            return Cell(hole, "nobody-asked")
        ground = self._tool.ground[place]
        if ground.state == "covered":
            return Cell(self._covered(ground), "covered")
        if ground.state == "partly":
            return Cell(f"partly: {self._partly(ground)}", "partly")
        return Cell("not covered", "not-covered")

    def never_covered(self) -> list[str]:
        """Return what was asked for and never covered, and how the calls ended that asked for it."""
        return [
            f"{_ground_text(one)}: {', '.join(map(self._ended, one.calls))}"
            for one in self._tool.ground
            if one.state == "not-covered"
        ]

    def _ended(self, place: int) -> str:
        one = self._tool.calls[place]
        return f"{call_name(one)} {one.call.outcome}"

    def _covered(self, ground: Ground) -> str:
        clean = [place for place in ground.calls if self._tool.calls[place].is_clean]
        if not clean:
            return "covered by a wider call"
        return ", then ".join(dict.fromkeys(map(self._rows, clean)))

    def _partly(self, ground: Ground) -> str:
        """Quote the call that leaves the least open."""
        asking = [place for place in ground.calls if self._tool.calls[place].coverage.is_composed]
        best = min(asking, key=lambda place: len(holes(self._tool.calls[place])))
        told = f"{self._rows(best)}; {_left_open(self._tool.calls[best])}"
        more = len(asking) - 1
        return f"{told}; and {numbered(more, 'more call')}" if more else told

    def _rows(self, place: int) -> str:
        """Count the rows of a call; those of several combinations cannot be told apart."""
        count = self._tool.calls[place].rows.count
        told = rows_text(count)
        return f"{told} together" if count and self._asked[place] > 1 else told


def cut_text(grid: Grid) -> str:
    """Say how much of a grid is not shown; nothing where all of it is."""
    parts = [
        f"{most} of {numbered(count, noun)}"
        for count, most, noun in (
            (len(grid.rows), MOST_ROWS, "row"),
            (len(grid.columns), MOST_COLUMNS, "column"),
        )
        if count > most
    ]
    return f"{' and '.join(parts)} are shown; --format plain shows all" if parts else ""


def has_holes(grid: Grid) -> bool:
    """Tell whether a part of a grid that is shown holds combinations that nobody asked for."""
    return any(None in row[:MOST_COLUMNS] for row in grid.cells[:MOST_ROWS])


def undrawn_text(tool: ToolCoverage) -> str:
    """Say that combinations are too many for a grid; nothing where there is one, or none of them."""
    if tool.grid is not None or not tool.ground:
        return ""
    combinations = numbered(len(tool.ground), "combination")
    return f"{combinations}, too many to be laid out; --format plain lists them"


def left_out_text(tool: ToolCoverage) -> str:
    """Say how many combinations are not listed anywhere."""
    if not tool.left_out:
        return ""
    verb = "is" if tool.left_out == 1 else "are"
    return f"{numbered(tool.left_out, 'more combination')} {verb} too many to list"


def shortened_lines(lines: list[str]) -> Iterator[str]:
    """Yield the first lines of a list, and how many there are."""
    yield from lines[:MOST_ROWS]
    if len(lines) > MOST_ROWS:
        yield f"{MOST_ROWS} of {len(lines)} are shown; --format plain shows all"


def _ground_text(ground: Ground) -> str:
    facets = (ground.population, ground.period, ground.filters)
    return "; ".join([*filter(None, map(facets_text, facets)), *ground.source])


def _left_open(one: CoveredCall) -> str:
    names = [*dict.fromkeys(map(gap_name, holes(one)))]
    if not names:
        return COMPLETENESS.get(one.coverage.completeness or "", "completeness not known")
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")
