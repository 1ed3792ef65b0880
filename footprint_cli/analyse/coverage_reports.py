"""Audits → what every tool searched, call by call and together."""

from collections.abc import Callable

from footprint_cli.analyse.ground import grid_of, ground_of, repeated_calls
from footprint_cli.model.audit import Audit
from footprint_cli.model.coverage import CoveredCall
from footprint_cli.model.coverage_report import CoverageReport, ToolCoverage
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
        recording = audit.recording
        self._searched = Searched(
            recordings=self._searched.recordings + (recording.format is not None),
            retrievals=self._searched.retrievals + len(audit.retrievals),
            tool_calls=self._searched.tool_calls + len(recording.calls),
        )
        for one in audit.calls:
            self._seen |= {one.call.tool} if one.call.tool is not None else set()
            if self._tool in (None, one.call.tool):
                self._group(one).append(one.without_result())
        self._findings += [one for one in audit.findings if self._concerns(one)]
        self._hidden = self._hidden or any(one.code == "calls-withheld" for one in audit.findings)

    def _group(self, one: CoveredCall) -> list[CoveredCall]:
        """Return the calls of the same tool under the same declaration."""
        groups = self._calls.setdefault(one.call.tool, [])
        for declaration, calls in groups:
            if declaration == one.declaration:
                return calls
        groups.append((one.declaration, []))
        return groups[-1][1]

    def _concerns(self, finding: Finding) -> bool:
        if finding.tool is not None:
            return self._tool in (None, finding.tool)
        return finding.code in _ABOUT_CALLS

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
