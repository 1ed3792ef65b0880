"""Audits → what every tool searched, call by call and together."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeGuard

from footprint_cli.analyse.ground import grid_of, ground_of, repeated_calls
from footprint_cli.model.audit import Audit
from footprint_cli.model.coverage import CoveredCall
from footprint_cli.model.coverage_report import CoverageReport, CoveredRecording, ToolCoverage
from footprint_cli.model.finding import Finding
from footprint_cli.model.report import Searched
from footprint_cli.model.search import Declaration

INCONCLUSIVE = 3
_ABOUT_CALLS = frozenset(
    {
        "calls-withheld",
        "declarations-withheld",
        "failures-not-flagged",
        "unknown-row",
        "withheld-in-clear",
    }
)
_ONCE = frozenset({"failures-not-flagged", "declaration-faulty"})  # of a recording, or a tool in it


class Covered:
    """Takes up audits one by one; `report` is what all of them say. `tool` is the only one asked for."""

    def __init__(self, tool: str | None = None) -> None:
        self._tool = tool
        self._calls: dict[str | None, list[tuple[Declaration, list[CoveredCall]]]] = {}
        self._findings: list[Finding] = []
        self._searched = Searched(recordings=0, retrievals=0, tool_calls=0)
        self._hidden = False  # calls of some recording are withheld
        self._seen: set[str] = set()  # every tool

    def add(self, audit: Audit) -> None:
        """Take up the calls of one recording."""
        self.take(covered_recording(audit, self._tool))

    def take(self, one: CoveredRecording) -> None:
        """Take up the calls of a recording that were composed, elsewhere perhaps; in order."""
        self._searched = Searched(
            recordings=self._searched.recordings + one.recordings,
            retrievals=self._searched.retrievals + one.retrievals,
            tool_calls=self._searched.tool_calls + one.tool_calls,
        )
        for each in one.calls:
            self._group(each).append(each)
        self._findings += one.findings
        self._seen.update(one.seen)
        self._hidden = self._hidden or one.hidden

    def _group(self, one: CoveredCall) -> list[CoveredCall]:
        """Return the calls of the same tool under the same declaration."""
        groups = self._calls.setdefault(one.call.tool, [])
        for declaration, calls in groups:
            if declaration == one.declaration:
                return calls
        groups.append((one.declaration, []))
        return groups[-1][1]

    def nothing(self) -> str:
        """Say that no call was found, and which tools there are."""
        if self._tool is None:
            return "calls are withheld" if self._hidden else "no tool call in these inputs"
        seen = ", ".join(sorted(self._seen)) or "none"
        return f"no call of {self._tool} in these inputs; tools that were called: {seen}"

    def report(self, status: Callable[[int], int]) -> CoverageReport:
        """Return what every tool searched; without a call there is no answer.

        `status` turns what the report answers with into what the process does.
        """
        tools = tuple(
            _tool(tool, declaration, tuple(calls))
            for tool, groups in self._calls.items()
            for declaration, calls in groups
        )
        return CoverageReport(
            tools=tools,
            searched=self._searched,
            findings=tuple(self._findings),
            exit_status=status(INCONCLUSIVE if self._hidden or not tools else 0),
            asked=self._tool,
        )


def covered_recording(audit: Audit, tool: str | None) -> CoveredRecording:
    """Return what a report keeps of one recording; `tool` is the only one asked for."""
    recording = audit.recording
    retrievals = audit.recording.retrievals if audit.whole is None else audit.retrievals
    return CoveredRecording(
        recordings=int(recording.format is not None and not recording.part),
        retrievals=len(retrievals),
        tool_calls=len(recording.calls),
        calls=tuple(one.without_result() for one in audit.calls if tool in (None, one.call.tool)),
        findings=tuple(one for one in audit.findings if _concerns(one, tool)),
        seen=tuple(dict.fromkeys(filter(_is_named, (one.call.tool for one in audit.calls)))),
        hidden=any(one.code == "calls-withheld" for one in audit.findings),
    )


def put_together(parts: Sequence[CoveredRecording]) -> CoveredRecording:
    """Return what a recording says of which the parts, log by log, say this; as if told at once."""
    return CoveredRecording(
        recordings=sum(one.recordings for one in parts),
        retrievals=sum(one.retrievals for one in parts),
        tool_calls=sum(one.tool_calls for one in parts),
        calls=tuple(one for part in parts for one in part.calls),
        findings=tuple(_told_once(sorted((f for one in parts for f in one.findings), key=_place))),
        seen=tuple(dict.fromkeys(one for part in parts for one in part.seen)),
        hidden=any(one.hidden for one in parts),
    )


def _place(finding: Finding) -> tuple[bool, bool]:
    """Put what was noticed first, then the note on the recording, then what was found of calls."""
    of_call = finding.tool is not None
    return (of_call, not of_call and finding.code in _ONCE)


def _told_once(findings: Iterable[Finding]) -> Iterator[Finding]:
    told: set[tuple[str, str | None]] = set()
    for one in findings:
        if one.code not in _ONCE or (one.code, one.tool) not in told:
            told.add((one.code, one.tool))
            yield one


def _is_named(tool: str | None) -> TypeGuard[str]:
    return tool is not None


def _concerns(finding: Finding, tool: str | None) -> bool:
    if finding.tool is not None:
        return tool in (None, finding.tool)
    return finding.code in _ABOUT_CALLS


def _tool(
    tool: str | None, declaration: Declaration, calls: tuple[CoveredCall, ...]
) -> ToolCoverage:
    ground, left_out = ground_of(calls)
    return ToolCoverage(
        tool=tool,
        declaration=declaration,
        calls=calls,
        ground=ground,
        left_out=left_out,
        repeated=repeated_calls(calls),
        grid=grid_of(ground),
    )
