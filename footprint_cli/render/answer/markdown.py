"""The answer as Markdown: the sentence, then the latest retrievals in detail."""

from collections.abc import Callable, Iterable, Iterator

from footprint_cli.model.answer import ChunkCount, Occurrence, Reply
from footprint_cli.render import Page
from footprint_cli.render.answer.choice import beside, latest
from footprint_cli.render.answer.words import (
    CHUNK_HEADS,
    chunk_cells,
    flips_sentence,
    history_line,
    occurrence_title,
    reply_sentence,
    searched_line,
)
from footprint_cli.render.candidates_markdown import candidate_rows
from footprint_cli.render.inert import inert
from footprint_cli.render.words import limits_line, origin_line


def render(
    occurrences: Iterable[Occurrence],
    reply: Callable[[], Reply],
    page: Page,
    _exit_status: Callable[[], int],
) -> Iterator[str]:
    """Yield the head, then one part for each retrieval."""
    shown = latest(occurrences, read=page.read_first, whole=page.limit == 0)
    told = reply()
    yield f"## {inert(reply_sentence(told), page)}\n\n{inert(searched_line(told), page)}\n"
    if told.chunks is not None and len(told.chunks) > 1:
        yield "\n".join(["", *_chunks(told.chunks, page), ""])
    for group in shown:
        yield "\n".join([*_retrieval(group, page), ""])
    if told.listed > len(shown):
        yield f"\nThe latest {len(shown)} of {told.listed} are shown.\n"


def _chunks(chunks: Iterable[ChunkCount], page: Page) -> Iterator[str]:
    yield f"| {' | '.join(CHUNK_HEADS)} |"
    yield "| --- | ---: | ---: | ---: |"
    for one in chunks:
        yield f"| {' | '.join(inert(cell, page) for cell in chunk_cells(one))} |"


def _retrieval(group: list[Occurrence], page: Page) -> Iterator[str]:
    first = group[0]
    evidence = first.retrieval.retrieval.evidence
    yield ""
    yield f"### {inert(occurrence_title(first), page)}"
    yield ""
    for one in group:
        yield from _chunk(one, page, named=len(group) > 1)
    if evidence is not None:
        yield f"{inert(limits_line(evidence), page)}  "
    yield inert(origin_line(first.retrieval), page)
    rows, _ = beside(group)
    if rows:
        yield ""
        yield from candidate_rows(rows, page)
    findings = [finding for one in group for finding in one.findings]
    if findings:
        yield ""
        yield from (f"* {one.level}: {inert(one.message, page)} ({one.code})" for one in findings)


def _chunk(one: Occurrence, page: Page, *, named: bool) -> Iterator[str]:
    name = f"{one.chunk}: " if named else ""
    yield f"**{inert(f'{name}{one.sentence}'.strip(), page)}**  "
    for row in one.rows[:1]:
        for line in (flips_sentence(row), history_line(row)):
            if line:
                yield f"{inert(line, page)}  "
