"""The answer as Markdown: a section a retrieval, for a job summary or an issue."""

from collections.abc import Callable, Iterable, Iterator

from footprint_cli.model.audit import Audit, RetrievalAudit
from footprint_cli.render import Page
from footprint_cli.render.candidates_markdown import candidate_rows
from footprint_cli.render.choice import chosen
from footprint_cli.render.inert import inert
from footprint_cli.render.words import (
    arguments_text,
    counts_line,
    damage_line,
    limits_line,
    origin_line,
    place_of,
    result_text,
    run_line,
    shortened,
    shown,
    summary_line,
    title_of,
)

_LONGEST = 200  # characters of a call's arguments or result


def render(audits: Iterable[Audit], page: Page, _exit_status: Callable[[], int]) -> Iterator[str]:
    """Yield one part for each recording."""
    for audit in audits:
        yield "\n".join([*_recording(audit, page), ""]) + "\n"


def _recording(audit: Audit, page: Page) -> Iterator[str]:
    recording = audit.recording
    yield f"## {inert(recording.source, page)}"
    yield ""
    for line in (summary_line(audit), run_line(audit), damage_line(audit)):
        if line:
            yield f"{inert(line, page)}  "
    for one in recording.damage:
        state = "recovered" if one.recovered else "not recovered"
        place = "" if one.line is None else f"line {one.line}: "
        yield f"* damage: {place}{inert(one.detail, page)} ({one.kind}, {state})"
    for retrieval in audit.retrievals:
        yield from _retrieval(retrieval, page)
    if recording.calls:
        yield from _calls(audit, page)
    drawn = {id(one) for retrieval in audit.retrievals for one in retrieval.findings}
    rest = [one for one in audit.findings if id(one) not in drawn]
    if rest:
        yield ""
        yield from (f"* {one.level}: {inert(one.message, page)} ({one.code})" for one in rest)


def _retrieval(audit: RetrievalAudit, page: Page) -> Iterator[str]:
    retrieval, evidence = audit.retrieval, audit.retrieval.evidence
    yield ""
    yield f"### {inert(title_of(retrieval), page)}"
    yield ""
    yield f"**{inert(audit.headline.strip(), page)}**  "
    if evidence is not None:
        yield f"{inert(limits_line(evidence), page)}  "
        yield f"{inert(counts_line(audit), page)}  "
    yield inert(origin_line(audit), page)
    if audit.candidates:
        yield from _candidates(audit, page)
    if audit.findings:
        yield ""
        yield from (
            f"* {one.level}: {inert(one.message, page)} ({one.code})" for one in audit.findings
        )


def _candidates(audit: RetrievalAudit, page: Page) -> Iterator[str]:
    rows, left_out = chosen(audit, page.limit)
    yield ""
    yield from candidate_rows(rows, page)
    if left_out:
        yield ""
        yield f"{left_out} of {len(audit.candidates or ())} candidates are not shown."


def _calls(audit: Audit, page: Page) -> Iterator[str]:
    yield ""
    yield "### tool calls"
    yield ""
    yield "| step | tool | call | outcome | arguments | result |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for call in audit.recording.calls:
        cells = [
            place_of(call),
            shown(call.tool),
            shown(call.call_id),
            call.outcome,
            shortened(arguments_text(call), _LONGEST),
            shortened(result_text(call), _LONGEST),
        ]
        yield f"| {' | '.join(inert(cell, page) for cell in cells)} |"
