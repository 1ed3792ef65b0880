"""All tools in one table: how often each was called, what came back, and what was left open."""

from rich.text import Text

from footprint_cli.model.coverage_report import CoverageReport, ToolCoverage
from footprint_cli.render.coverage.tools import (
    completeness_text,
    declaration_text,
    faults_text,
    open_text,
    outcomes_text,
    returned_text,
    tool_name,
)
from footprint_cli.render.drawing import Drawing

HEADS = ("tool", "calls", "declaration", "rows", "gaps", "completeness")


def summary_cells(tool: ToolCoverage) -> list[str]:
    """Return what the summary says of a tool, under `HEADS`."""
    declaration = tool.declaration
    declared = "; ".join(filter(None, (declaration_text(declaration), faults_text(declaration))))
    counts = outcomes_text(tool), declared, returned_text(tool), open_text(tool)
    return [tool_name(tool), *counts, completeness_text(tool)]


def draw_summary(report: CoverageReport, drawing: Drawing) -> None:
    """Draw a row a tool: in columns where there is room, else one below the other."""
    table = drawing.table(show_lines=not drawing.wide)
    heads = (
        HEADS if drawing.wide else ("tool",) if drawing.narrow else ("tool", "calls", "left open")
    )
    for name in heads:
        table.add_column(name, overflow="fold", ratio=1)
    for tool in report.tools:
        table.add_row(*_row([drawing.seen(one) for one in summary_cells(tool)], drawing))
    drawing.put(table)
    drawing.line("footprint coverage --tool NAME shows each call", "dim")


def _row(cells: list[str], drawing: Drawing) -> list[Text]:
    name, calls, declared, rows, gaps, complete = cells
    if drawing.wide:
        return [Text(name, "bold"), *map(Text, (calls, declared, rows, gaps, complete))]
    told = Text.assemble((name, "bold"), (f"\n{declared}", "dim"))
    called, left = f"{calls}\n{rows}", f"gaps: {gaps}\ncompleteness: {complete}"
    if drawing.narrow:
        return [Text.assemble(told, f"\n{called}\n{left}")]
    return [told, Text(called), Text(left)]
