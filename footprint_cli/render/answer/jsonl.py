"""One JSON object a line: what each retrieval answers as it comes, the answer to all at the end."""

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


def render(
    occurrences: Iterable[Occurrence],
    reply: Callable[[], Reply],
    _page: Page,
    _exit_status: Callable[[], int],
) -> Iterator[str]:
    """Yield rows; `row` says what each is."""
    for one in occurrences:
        yield json_text({"row": "occurrence", **occurrence_document(one)}, careful=True) + "\n"
        for finding in one.findings:
            yield json_text({"row": "finding", **finding_document(finding)}) + "\n"
    told = reply()
    row = {
        "row": "answer",
        "source": None,
        "step": None,
        "chunk": told.asked.text,
        "match": told.asked.how,
        "answer": told.answer,
        "sentence": reply_sentence(told),
        "nearest": list(told.nearest),
        "searched": searched_document(told),
        "chunks": chunks_document(told),
    }
    yield json_text(row) + "\n"
