"""The answer as Markdown: the sentence, then the latest retrievals in detail."""

from collections.abc import Callable, Iterable, Iterator

from footprint_cli.model.answer import Occurrence, Reply
from footprint_cli.render import Page
from footprint_cli.render.answer.choice import beside, latest
from footprint_cli.render.answer.words import (
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
    for one in shown:
        yield "\n".join([*_occurrence(one, page), ""])
    if told.listed > len(shown):
        yield f"\nThe latest {len(shown)} of {told.listed} are shown.\n"


def _occurrence(one: Occurrence, page: Page) -> Iterator[str]:
    evidence = one.retrieval.retrieval.evidence
    yield ""
    yield f"### {inert(occurrence_title(one), page)}"
    yield ""
    yield f"**{inert(one.sentence.strip(), page)}**  "
    for row in one.rows[:1]:
        for line in (flips_sentence(row), history_line(row)):
            if line:
                yield f"{inert(line, page)}  "
    if evidence is not None:
        yield f"{inert(limits_line(evidence), page)}  "
    yield inert(origin_line(one.retrieval), page)
    rows = beside(one)
    if rows:
        yield ""
        yield from candidate_rows(rows, page)
    if one.findings:
        yield ""
        yield from (
            f"* {each.level}: {inert(each.message, page)} ({each.code})" for each in one.findings
        )
