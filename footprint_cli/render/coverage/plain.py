"""One row a line, tab-separated, nothing cut: for pipes, `grep` and `cut`."""

from collections.abc import Iterator

from footprint_cli.model.coverage import CoveredCall, Declared, Gap, facets_text
from footprint_cli.model.coverage_report import CoverageReport, Ground, ToolCoverage
from footprint_cli.render import Page
from footprint_cli.render.coverage.said import call_name, holes, sentence
from footprint_cli.render.coverage.tools import problems_text, shown_calls
from footprint_cli.render.plain_text import plain_line
from footprint_cli.render.words import NOT_RECORDED, finding_cells, place_of, shown

_LISTS = (
    ("checked", "checked"),
    ("notChecked", "not_checked"),
    ("cannotCover", "cannot_cover"),
    ("inProgress", "in_progress"),
)


def render(report: CoverageReport, page: Page, *, gaps_only: bool = False) -> Iterator[str]:
    """Yield rows; the first column says what each row is.

    With `gaps_only` there are the calls whose ground is not known and the gaps of the others, and
    calls without any are counted.
    """
    for tool in report.tools:
        yield "".join(plain_line(row, page) for row in _rows(tool, gaps_only=gaps_only))
    for one in report.findings:
        yield plain_line(["finding", *finding_cells(one), one.source], page)


def _rows(tool: ToolCoverage, *, gaps_only: bool) -> Iterator[list[str]]:
    declaration, named = tool.declaration, shown(tool.tool)
    problems = problems_text(declaration) or NOT_RECORDED
    yield ["tool", named, declaration.found, str(len(tool.calls)), problems]
    calls, whole = shown_calls(tool, gaps_only=gaps_only)
    for one in calls:
        yield from _call(one, gaps_only=gaps_only)
    if gaps_only:
        yield ["without-gaps", named, str(whole)]
        return
    for ground in tool.ground:
        yield _ground(ground, tool)
    if tool.left_out:
        yield ["left-out", named, str(tool.left_out)]
    for places in tool.repeated:
        yield ["repeated", named, _names(tool, places)]


def _call(one: CoveredCall, *, gaps_only: bool) -> Iterator[list[str]]:
    coverage = one.coverage
    place = [place_of(one.call), shown(one.call.tool), shown(one.call.call_id)]
    if not (gaps_only and coverage.is_composed):
        came = [shown(one.rows.count), shown(coverage.completeness)]
        yield ["call", *place, one.call.outcome, *came, sentence(one), one.source]
    for gap in holes(one) if gaps_only else coverage.gaps:
        yield ["gap", *place, *_gap(gap), one.source]
    if not gaps_only:
        for choice in coverage.choices:
            yield ["choice", *place, choice.name, choice.value, one.source]
        for declared in one.declared:
            yield from (["declared", *place, *row, one.source] for row in _declared(declared))


def _gap(gap: Gap) -> list[str]:
    texts = (gap.kind, gap.bears, gap.argument, gap.what, gap.why, gap.closes)
    return [shown(one) for one in texts]


def _declared(declared: Declared) -> Iterator[list[str]]:
    """Yield a row an item; what names none is one row, so that it is not lost."""
    items = [
        [name, item.what, shown(item.why), shown(item.count)]
        for name, field in _LISTS
        for item in getattr(declared, field) or ()
    ]
    if declared.looked_for is not None:
        items.insert(0, ["lookedFor", declared.looked_for, NOT_RECORDED, NOT_RECORDED])
    for item in items or [[NOT_RECORDED] * 4]:
        yield [declared.kind, *item]


def _ground(ground: Ground, tool: ToolCoverage) -> list[str]:
    facets = (ground.population, ground.period, ground.filters)
    asked = [facets_text(one) or NOT_RECORDED for one in facets]
    stores = ", ".join(ground.source) or NOT_RECORDED
    calls = _names(tool, ground.calls)
    return ["ground", shown(tool.tool), ground.state, *asked, stores, calls]


def _names(tool: ToolCoverage, places: tuple[int, ...]) -> str:
    return ", ".join(call_name(tool.calls[place]) for place in places)
