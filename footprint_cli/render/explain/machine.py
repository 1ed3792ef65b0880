"""`footprint.explain/1`: strict JSON, written as the recordings come, findings last."""

from collections.abc import Callable, Iterable, Iterator

from footprint_cli.model.audit import Audit
from footprint_cli.render import Page
from footprint_cli.render.documents import finding_document, recording_document
from footprint_cli.render.json_text import json_text

SCHEMA = "footprint.explain/1"


def render(audits: Iterable[Audit], _page: Page, exit_status: Callable[[], int]) -> Iterator[str]:
    """Yield one JSON document; memory holds one recording and all findings."""
    yield f'{{"schema":"{SCHEMA}","recordings":['
    findings: list[str] = []
    for number, audit in enumerate(audits):
        careful = bool(audit.recording.damage)
        yield ("," if number else "") + json_text(recording_document(audit), careful=careful)
        findings += [json_text(finding_document(one)) for one in audit.findings]
    yield f'],"findings":[{",".join(findings)}],"exitStatus":{exit_status()}}}\n'
