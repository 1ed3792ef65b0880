"""`footprint.why-not/1`: strict JSON; the answer comes first, so the rest waits in a spool."""

from collections.abc import Callable, Iterable, Iterator

from footprint_cli.model.answer import Occurrence, Reply
from footprint_cli.render import Page
from footprint_cli.render.answer.documents import (
    chunks_document,
    occurrence_document,
    searched_document,
)
from footprint_cli.render.answer.words import reply_sentence
from footprint_cli.render.documents import finding_document
from footprint_cli.render.json_text import json_text
from footprint_cli.render.spool import Spool

SCHEMA = "footprint.why-not/1"


def render(
    occurrences: Iterable[Occurrence],
    reply: Callable[[], Reply],
    _page: Page,
    exit_status: Callable[[], int],
) -> Iterator[str]:
    """Yield one JSON document."""
    listed, findings = Spool(), Spool()
    begun = False
    found = 0
    for one in occurrences:
        listed.write(("," if begun else "") + json_text(occurrence_document(one), careful=True))
        begun = True
        for finding in one.findings:
            findings.write(("," if found else "") + json_text(finding_document(finding)))
            found += 1
    told = reply()
    head = {
        "schema": SCHEMA,
        "chunk": told.asked.text,
        "answer": told.answer,
        "sentence": reply_sentence(told),
    }
    yield json_text(head)[:-1] + ',"occurrences":['
    yield from listed.pieces()
    tail = {"nearest": list(told.nearest), "searched": searched_document(told)}
    yield "]," + json_text(tail)[1:-1] + ',"findings":['
    yield from findings.pieces()
    last = {"match": told.asked.how, "chunks": chunks_document(told), "exitStatus": exit_status()}
    yield "]," + json_text(last)[1:] + "\n"
