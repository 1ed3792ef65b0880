"""Answers as comma-separated rows, one header line; every field in quotes."""

from collections.abc import Callable, Iterable, Iterator

from footprint_cli.model.answer import Occurrence, Reply
from footprint_cli.render import Page
from footprint_cli.render.answer.words import whole_sentence
from footprint_cli.render.csv_text import csv_text
from footprint_cli.render.words import field_text

_HEADER = (
    "source",
    "step",
    "retriever",
    "line",
    "answer",
    "id",
    "rank",
    "score",
    "threshold",
    "admitted",
    "read",
    "reason",
    "promptPosition",
    "sentence",
)


def render(
    occurrences: Iterable[Occurrence],
    reply: Callable[[], Reply],
    page: Page,
    _exit_status: Callable[[], int],
) -> Iterator[str]:
    """Yield a row a retrieval that names the chunk or could not say, and one for the whole answer."""
    yield csv_text([_HEADER], page.encoding)
    for one in occurrences:
        yield csv_text([_row(one)], page.encoding)
    told = reply()
    whole = ["", "", "", "", told.answer, told.asked.text, *[""] * 7, told.sentence]
    yield csv_text([whole], page.encoding)


def _row(one: Occurrence) -> list[str]:
    retrieval = one.retrieval.retrieval
    evidence = retrieval.evidence
    line = "" if retrieval.line is None else str(retrieval.line)
    about = [one.source, retrieval.step or "", retrieval.retriever or "", line, one.answer]
    threshold = "" if evidence is None else field_text(evidence, "threshold", "")
    if not one.rows:
        return [*about, "", "", "", threshold, *[""] * 4, whole_sentence(one)]
    row = one.rows[0]

    def cell(name: str) -> str:
        return field_text(row.candidate, name, "")

    read = "" if row.read is None else "true" if row.read else "false"
    numbers = [cell("id"), cell("rank"), cell("score"), threshold, cell("admitted"), read]
    return [*about, *numbers, cell("reason"), cell("promptPosition"), whole_sentence(one)]
