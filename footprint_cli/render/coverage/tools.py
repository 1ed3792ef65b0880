"""What every format says of one tool: its declaration, and its calls counted."""

from collections import Counter
from collections.abc import Iterable, Iterator

from footprint_cli.model.coverage import CoveredCall, Gap
from footprint_cli.model.coverage_report import CoverageReport, ToolCoverage
from footprint_cli.model.report import Searched
from footprint_cli.model.search import Declaration, Problem
from footprint_cli.render.coverage.said import COMPLETENESS, LEFT_OUT, call_name, holes
from footprint_cli.render.words import numbered

_CAME = ("without rows", "with rows", "with rows not known")
_FOUND = {"recording": "declared in the recording", "file": "declared in a file"}


def tool_name(tool: ToolCoverage) -> str:
    """Name a tool."""
    return "a tool that is not named" if tool.tool is None else tool.tool


def declaration_text(declaration: Declaration) -> str:
    """Say where a search is declared, or that none is."""
    found = _FOUND.get(declaration.found)
    if found is None:
        return "no search declared"
    if declaration.source is not None:
        return f"declared in {declaration.source}"
    named = declaration.found == "recording" and declaration.door
    return f"{found} ({declaration.door})" if named else found


def faults_text(declaration: Declaration) -> str:
    """Say what makes a declaration faulty; nothing where no rule refuses it."""
    faults = [one for one in declaration.problems if one.level == "error"]
    return f"the declaration is faulty ({_problems(faults)})" if faults else ""


def problems_text(declaration: Declaration) -> str:
    """List what the rules say of a declaration, faults and what is only worth a look."""
    return _problems(declaration.problems)


def shown_calls(tool: ToolCoverage, *, gaps_only: bool) -> tuple[list[CoveredCall], int]:
    """Return the calls to show, and how many are left out: with `gaps_only`, those without a gap."""
    if not gaps_only:
        return [*tool.calls], 0
    kept = [one for one in tool.calls if not one.coverage.is_composed or holes(one)]
    return kept, len(tool.calls) - len(kept)


def without_gaps_text(tool: ToolCoverage) -> str:
    """Count the calls that leave nothing open, and those of them that are not told to be complete."""
    whole = [one for one in tool.calls if one.coverage.is_composed and not holes(one)]
    if not whole:
        return ""
    told = f"{numbered(len(whole), 'call')} without a gap"
    short = sum(one.coverage.completeness != "complete" for one in whole)
    return f"{told}, {short} of them not known to be complete" if short else told


def outcomes_text(tool: ToolCoverage) -> str:
    """Count the calls by how they ended."""
    return _counted(Counter(one.call.outcome for one in tool.calls))


def returned_text(tool: ToolCoverage) -> str:
    """Count the calls that ran by whether rows came back; zero is not the same as not known."""
    ran = [one.rows.count for one in tool.calls if one.call.outcome == "ran"]
    counts = Counter(map(_came, ran))
    return _counted({name: counts[name] for name in _CAME if counts[name]}) or "none ran"


def open_text(tool: ToolCoverage) -> str:
    """Count the gaps of all calls by the facet that they bear on; none is not the same as not known."""
    gaps = Counter(gap.bears or _unnamed(gap) for one in tool.calls for gap in holes(one))
    if gaps:
        return ", ".join(f"{name} {count}" for name, count in gaps.items())
    known = sum(one.coverage.is_composed for one in tool.calls)
    if known == len(tool.calls):
        return "none"
    return "none known" if known else "not known"


def completeness_text(tool: ToolCoverage) -> str:
    """Count the calls by their completeness; it is not known where no ground could be composed."""
    return _counted(
        Counter(
            COMPLETENESS.get(one.coverage.completeness or "", "not known") for one in tool.calls
        )
    )


def repeated_lines(tool: ToolCoverage) -> Iterator[str]:
    """Yield which calls were the same."""
    for places in tool.repeated:
        *names, last = [call_name(tool.calls[place]) for place in places]
        yield f"{', '.join(names)} and {last} were the same call"


def nothing_text(report: CoverageReport) -> str:
    """Say that there is no call, and how much was looked at."""
    if any(one.code == "calls-withheld" for one in report.findings):
        return f"calls are withheld in {_extent(report.searched)}"
    called = "tool call" if report.asked is None else f"call of {report.asked}"
    return f"no {called} in {_extent(report.searched)}"


def _extent(searched: Searched) -> str:
    calls = numbered(searched.tool_calls, "tool call")
    return f"{numbered(searched.recordings, 'recording')} with {calls}"


def _problems(problems: Iterable[Problem]) -> str:
    # A note names the rules that were not judged itself.
    return "; ".join(
        one.message if one.level == "note" else f"{one.code} {one.message}" for one in problems
    )


def _unnamed(gap: Gap) -> str:
    return gap.kind if gap.kind in LEFT_OUT else "not recorded"


def _came(count: int | None) -> str:
    none, some, unknown = _CAME
    return unknown if count is None else some if count else none


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items())
