"""One row a line, tab-separated, nothing cut, its source last: for pipes, `grep` and `cut`."""

from collections.abc import Callable, Iterable, Iterator

from footprint_cli.model.audit import Audit, Explained, RetrievalAudit
from footprint_cli.model.coverage import CoveredCall
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.finding import Finding
from footprint_cli.render import Page
from footprint_cli.render.plain_text import plain_line
from footprint_cli.render.words import (
    NOT_RECORDED,
    arguments_text,
    counts_line,
    damage_line,
    field_text,
    finding_cells,
    limits_line,
    origin_line,
    place_of,
    result_text,
    run_line,
    shown,
    summary_line,
    verdict_word,
    where,
)


def render(audits: Iterable[Audit], page: Page, _exit_status: Callable[[], int]) -> Iterator[str]:
    """Yield rows; the first column says what each row is."""
    for audit in audits:
        yield "".join(plain_line(row, page) for row in _rows(audit))


def _rows(audit: Audit) -> Iterator[list[str]]:
    recording = audit.recording
    source = recording.source
    yield ["recording", source, summary_line(audit), run_line(audit) or NOT_RECORDED]
    summed = damage_line(audit)
    if summed:
        yield ["damaged", summed.removeprefix("damaged: "), source]
    for one in recording.damage:
        state = "recovered" if one.recovered else "not recovered"
        yield ["damage", _line_number(one.line), one.kind, state, one.detail, source]
    for retrieval in audit.retrievals:
        yield from ([*row, source] for row in _retrieval_rows(retrieval))
    for covered in audit.calls:
        yield from ([*row, source] for row in _call_rows(covered))
    drawn = {id(one) for retrieval in audit.retrievals for one in retrieval.findings}
    yield from ([*_finding_row(one), source] for one in audit.findings if id(one) not in drawn)


def _call_rows(covered: CoveredCall) -> Iterator[list[str]]:
    """Yield a call, and what it covered where that could be composed."""
    call = covered.call
    named = [place_of(call), shown(call.tool), shown(call.call_id)]
    yield ["call", *named, call.outcome, arguments_text(call), result_text(call)]
    if covered.coverage.is_composed:
        from footprint_cli.render.coverage.said import sentence

        yield ["covered", *named, sentence(covered)]


def _finding_row(finding: Finding) -> list[str]:
    return ["finding", *finding_cells(finding)]


def _retrieval_rows(audit: RetrievalAudit) -> Iterator[list[str]]:
    retrieval = audit.retrieval
    yield [
        "retrieval",
        place_of(retrieval),
        shown(retrieval.retriever),
        audit.outcome,
        audit.headline,
        "" if retrieval.evidence is None else limits_line(retrieval.evidence),
        counts_line(audit),
        origin_line(audit),
    ]
    for one in audit.candidates or ():
        yield _candidate_row(one, retrieval)
    yield from map(_finding_row, audit.findings)


def _candidate_row(one: Explained, retrieval: Retrieval) -> list[str]:
    candidate = one.candidate
    return [
        "candidate",
        verdict_word(one),
        field_text(candidate, "rank"),
        field_text(candidate, "score"),
        field_text(candidate, "promptPosition"),
        field_text(candidate, "id"),
        where(candidate) or NOT_RECORDED,
        one.explanation,
        field_text(candidate, "reason"),
        place_of(retrieval),
    ]


def _line_number(line: int | None) -> str:
    return NOT_RECORDED if line is None else f"line {line}"
