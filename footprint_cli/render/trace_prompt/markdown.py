"""A prompt as Markdown, part by part, for an issue or a job summary."""

from collections.abc import Iterable, Iterator

from footprint_cli.model.passage import Passage
from footprint_cli.model.prompt_report import PromptReport, ShownPrompt
from footprint_cli.render import Page
from footprint_cli.render.inert import inert
from footprint_cli.render.trace_prompt.said import (
    CALL_HEADS,
    call_cells,
    call_text,
    chunks_in,
    lines_of,
    message_text,
    messages_text,
    not_known,
    passage_text,
    piece_text,
    requests_of,
    system_text,
    title_text,
)


def render(reports: Iterable[PromptReport], page: Page, _status: int) -> Iterator[str]:
    """Yield the calls of each recording, then the prompt of the one that is shown."""
    yield "## footprint trace prompt\n"
    for report in reports:
        yield "\n".join([*_report(report, page), ""])


def _report(report: PromptReport, page: Page) -> Iterator[str]:
    yield f"\n### {inert(title_text(report), page)}\n"
    for damage in report.damage:
        yield f"* damage: {inert(damage.detail, page)}"
    yield from (f"* not known: {inert(why, page)}" for why in not_known(report))
    if report.calls:
        yield f"\n| {' | '.join(CALL_HEADS)} |"
        yield "| ---: | --- | ---: | ---: | ---: | ---: |"
    for call in report.calls:
        yield f"| {' | '.join(inert(cell, page) for cell in call_cells(call))} |"
    for one in report.shown:
        yield from _prompt(one, page)


def _prompt(one: ShownPrompt, page: Page) -> Iterator[str]:
    yield f"\n#### {inert(call_text(one.call), page)}\n"
    yield from (f"* {inert(absent, page)}" for absent in one.passages.absent)
    yield f"**{inert(system_text(one), page)}**"
    if one.prompt.pieces is None and one.prompt.text is not None:
        yield from _text(one.prompt.text, page)
    for number, piece in enumerate(one.prompt.pieces or ()):
        chunks = chunks_in(one, "system", number)
        yield from _part(piece_text(number, piece), piece.text, chunks, page)
    yield f"\n**{inert(messages_text(one), page)}**"
    for number, each in enumerate(one.prompt.messages or ()):
        chunks = chunks_in(one, "message", number)
        yield from _part(message_text(number, each), each.text, chunks, page)
        yield from (f"* {inert(asked, page)}" for asked in requests_of(each))


def _part(head: str, text: str | None, chunks: Iterable[Passage], page: Page) -> Iterator[str]:
    yield f"\n##### {inert(head, page)}\n"
    yield from (f"* {inert(passage_text(one), page)}" for one in chunks)
    if text:
        yield from _text(text, page)


def _text(text: str, page: Page) -> Iterator[str]:
    """Quote a text line by line; a backslash keeps the end of a line."""
    lines, left = lines_of(text, page.limit)
    yield ""
    yield from (f"> {inert(line, page)}\\" if line else ">" for line in lines)
    if left:
        yield f"\n{left} more characters; --limit 0 shows all"
