"""One row a line, tab-separated, nothing cut: the answer first, then what each retrieval says."""

from collections.abc import Callable, Iterable, Iterator

from footprint_cli.model.answer import Occurrence, Reply
from footprint_cli.model.evidence import Evidence
from footprint_cli.render import Page
from footprint_cli.render.answer.words import (
    chunk_cells,
    flips_sentence,
    reply_sentence,
    searched_line,
)
from footprint_cli.render.plain_text import plain_line
from footprint_cli.render.spool import Spool
from footprint_cli.render.words import NOT_RECORDED, field_text, finding_cells, place_of, shown

_CANDIDATE = ("rank", "score", "promptPosition", "id")


def render(
    occurrences: Iterable[Occurrence],
    reply: Callable[[], Reply],
    page: Page,
    _exit_status: Callable[[], int],
) -> Iterator[str]:
    """Yield rows; the first column says what each row is."""
    spool = Spool()
    for one in occurrences:
        spool.write("".join(plain_line(row, page) for row in _rows(one, page)))
    told = reply()
    sentence = reply_sentence(told, ascii_only=page.encoding != "utf-8")
    yield plain_line(["answer", told.answer, told.asked.text, sentence, searched_line(told)], page)
    for count in told.chunks or ():
        yield plain_line(["chunk", *chunk_cells(count)], page)
    for each in told.nearest:
        alike = "looks like it" if each in told.lookalikes else NOT_RECORDED
        yield plain_line(["nearest", each, alike], page)
    yield from spool.pieces()


def _rows(one: Occurrence, page: Page) -> Iterator[list[str]]:
    retrieval = one.retrieval.retrieval
    evidence = retrieval.evidence or Evidence()
    cells = [*[NOT_RECORDED] * (len(_CANDIDATE) - 1), shown(one.chunk)]
    flips = ""
    if one.rows:
        cells = [field_text(one.rows[0].candidate, name) for name in _CANDIDATE]
        flips = flips_sentence(one.rows[0], ascii_only=page.encoding != "utf-8")
    yield [
        "occurrence",
        one.answer,
        *cells,
        one.sentence,
        flips or NOT_RECORDED,
        field_text(evidence, "threshold"),
        field_text(evidence, "k"),
        shown(retrieval.retriever),
        place_of(retrieval),
        NOT_RECORDED if retrieval.line is None else f"line {retrieval.line}",
        one.source,
    ]
    for finding in one.findings:
        yield ["finding", *finding_cells(finding), finding.source]
