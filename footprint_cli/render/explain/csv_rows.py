"""Candidates as comma-separated rows, one header line; every field in quotes."""

from collections.abc import Callable, Iterable, Iterator

from footprint_cli.model.audit import Audit, Explained, RetrievalAudit
from footprint_cli.render import Page
from footprint_cli.render.csv_text import csv_text
from footprint_cli.render.words import field_text

_HEADER = (
    "source",
    "step",
    "retriever",
    "outcome",
    "line",
    "id",
    "rank",
    "score",
    "threshold",
    "admitted",
    "read",
    "reason",
    "promptPosition",
    "docUri",
    "page",
    "heading",
    "explanation",
)


def render(audits: Iterable[Audit], page: Page, _exit_status: Callable[[], int]) -> Iterator[str]:
    """Yield rows; a retrieval that names no chunk has one row without an id.

    Empty means not recorded. Control characters are shown escaped, as everywhere but in JSON.
    """
    yield csv_text([_HEADER], page.encoding)
    for audit in audits:
        yield csv_text(_rows(audit), page.encoding)


def _rows(audit: Audit) -> Iterator[list[str]]:
    for retrieval in audit.retrievals:
        for one in retrieval.candidates or (None,):
            yield [audit.recording.source, *_row(retrieval, one)]


def _row(audit: RetrievalAudit, one: Explained | None) -> list[str]:
    retrieval = audit.retrieval
    about = [retrieval.step or "", retrieval.retriever or "", audit.outcome]
    about.append("" if retrieval.line is None else str(retrieval.line))
    evidence = retrieval.evidence
    threshold = "" if evidence is None else field_text(evidence, "threshold", "")
    if one is None:
        return [*about, "", "", "", threshold, *[""] * 7, audit.headline]
    candidate = one.candidate

    def cell(name: str) -> str:
        return field_text(candidate, name, "")

    return [
        *about,
        cell("id"),
        cell("rank"),
        cell("score"),
        threshold,
        cell("admitted"),
        "" if one.read is None else "true" if one.read else "false",
        cell("reason"),
        cell("promptPosition"),
        cell("docUri"),
        cell("page"),
        cell("heading"),
        one.explanation,
    ]
