"""One row a line, tab-separated, nothing cut: for pipes, `grep` and `cut`."""

from collections.abc import Iterator

from footprint_cli.model.finding import Finding
from footprint_cli.model.report import Report, Unjudged
from footprint_cli.render import Page
from footprint_cli.render.plain_text import plain_line
from footprint_cli.render.report.said import accepted_for, standing, verdict_sentence
from footprint_cli.render.words import NOT_RECORDED


def render(report: Report, page: Page) -> Iterator[str]:
    """Yield rows; the first column says what each row is."""
    for row in _rows(report):
        yield plain_line(row, page)


def _rows(report: Report) -> Iterator[list[str]]:
    yield [report.answer, report.verdict or NOT_RECORDED, verdict_sentence(report)]
    yield from (["why", one] for one in report.why)
    for rule in report.rules:
        yield ["rule", rule.rule, str(rule.checked), str(rule.failed), str(rule.unknown)]
    yield from (["unjudged", *_place(one)] for one in report.unjudged)
    yield from (["check", one.state, one.check, one.source, one.detail] for one in report.checks)
    for told in report.declarations:
        yield ["declaration", standing(told), told.tool, told.source]
    yield from (["finding", *_cells(one)] for one in report.findings)
    yield from (
        ["suppressed", *_cells(one.finding), accepted_for(one)] for one in report.suppressed
    )


def _place(one: Unjudged) -> list[str]:
    return [
        one.rule,
        one.source,
        _line(one.line),
        *_recorded(one.step, one.retriever or one.tool),
        one.why,
    ]


def _cells(one: Finding) -> list[str]:
    who = one.tool if one.retriever is None else one.retriever
    rest = _recorded(one.step, who, one.chunk)
    return [one.level, one.code, one.source, _line(one.line), *rest, one.message]


def _line(line: int | None) -> str:
    return NOT_RECORDED if line is None else f"line {line}"


def _recorded(*cells: str | None) -> list[str]:
    return [NOT_RECORDED if cell is None else cell for cell in cells]
