"""The innermost rows, one JSON object a line: candidates, calls, damage, findings."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from footprint_cli.model.audit import Audit, RetrievalAudit
from footprint_cli.render import Page
from footprint_cli.render.documents import (
    call_document,
    candidate_document,
    damage_document,
    finding_document,
    retrieval_document,
)
from footprint_cli.render.json_text import json_text


def render(audits: Iterable[Audit], _page: Page, _exit_status: Callable[[], int]) -> Iterator[str]:
    """Yield rows as the recordings come; `row` says what each is."""
    for audit in audits:
        careful = bool(audit.recording.damage)
        yield "".join(json_text(row, careful=careful) + "\n" for row in _rows(audit))


def _rows(audit: Audit) -> Iterator[dict[str, Any]]:
    source = audit.recording.source
    for one in audit.recording.damage:
        yield {"row": "damage", "source": source, "step": None, **damage_document(one)}
    for retrieval in audit.retrievals:
        yield from _retrieval_rows(retrieval, source)
    for call in audit.calls:
        yield {"row": "call", **call_document(call)}
    for finding in audit.findings:
        yield {"row": "finding", **finding_document(finding)}


def _retrieval_rows(audit: RetrievalAudit, source: str) -> Iterator[dict[str, Any]]:
    retrieval = audit.retrieval
    place = {
        "source": source,
        "step": retrieval.step,
        "line": retrieval.line,
        "retriever": retrieval.retriever,
    }
    if not audit.candidates:  # nothing inner to print: the retrieval itself must not be lost
        document = retrieval_document(audit)
        document.pop("candidates")
        yield {"row": "retrieval", **place, **document}
    for one in audit.candidates or ():
        yield {"row": "candidate", **place, **candidate_document(one)}
