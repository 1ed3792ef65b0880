"""Calls of a recording → what is counted of each tool."""

from collections.abc import Iterable, Iterator

from footprint_cli.analyse.ground import ground_of
from footprint_cli.model.coverage import CoveredCall, facets_text
from footprint_cli.model.json_text import json_text
from footprint_cli.model.stats import GroundStats, Stats, ToolStats, counted

RESULT = "result"  # what the result itself says it leaves out bears on no facet
UNNAMED = "not-recorded"


def add_calls(stats: Stats, calls: tuple[CoveredCall, ...]) -> None:
    """Count calls by tool, and the ground that the calls of one tool covered together."""
    by_tool: dict[str | None, list[CoveredCall]] = {}
    for one in calls:
        by_tool.setdefault(one.call.tool, []).append(one)
    for tool, own in by_tool.items():
        into = stats.tool(tool)
        for one in own:
            _add(into, one)
        _add_ground(into, own)


def _add(into: ToolStats, one: CoveredCall) -> None:
    call, coverage = one.call, one.coverage
    into.calls += 1
    counted(into.outcomes, call.outcome)
    if call.outcome == "ran":
        count = one.rows.count
        counted(into.rows, "not-known" if count is None else "with" if count else "without")
    counted(into.grounds, "composed" if coverage.is_composed else coverage.because or UNNAMED)
    if not coverage.is_composed:
        return
    counted(into.completeness, coverage.completeness or UNNAMED)
    facets = [*facets_of(one)]
    for facet in facets:
        counted(into.gaps, facet)
    into.gapless = (into.gapless or 0) + (not facets)


def facets_of(one: CoveredCall) -> Iterator[str]:
    """Yield the facet of each gap of a call's ground, and `RESULT` for what its result leaves out."""
    for gap in one.coverage.gaps:
        yield gap.bears or UNNAMED
    for _ in dict.fromkeys(one.left_out):
        yield RESULT


def _add_ground(into: ToolStats, calls: list[CoveredCall]) -> None:
    """Count each combination that was asked for by the best that a declaration's calls made of it."""
    found: dict[str, GroundStats] = {}
    for group in _by_declaration(calls):
        for one in ground_of(group)[0]:
            facets = (one.population, one.period, one.filters)
            asked = (*map(facets_text, facets), ", ".join(one.source))
            told = found.setdefault(json_text(asked), GroundStats(asked=asked))
            told.states[one.state] = 1
    for key, told in found.items():
        if into.ground is not None:
            mine = into.ground.setdefault(key, GroundStats(asked=told.asked))
            counted(mine.states, told.state)


def _by_declaration(calls: list[CoveredCall]) -> Iterable[list[CoveredCall]]:
    """Part calls by their declarations, as `coverage` does."""
    groups: list[list[CoveredCall]] = []
    for one in calls:
        for group in groups:
            if group[0].declaration == one.declaration:
                group.append(one)
                break
        else:
            groups.append([one])
    return groups
