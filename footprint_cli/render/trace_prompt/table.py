"""A prompt, part by part, as a person reads it in a terminal."""

from collections.abc import Iterable, Iterator

from rich.text import Text

from footprint_cli.model.passage import Passage
from footprint_cli.model.prompt_report import PromptReport, ShownPrompt
from footprint_cli.render import Page
from footprint_cli.render.drawing import Drawing
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
    drawing = Drawing(page)
    for number, report in enumerate(reports):
        if number:
            drawing.blank()
        _report(report, drawing)
        yield drawing.drawn()


def _report(report: PromptReport, drawing: Drawing) -> None:
    drawing.line(title_text(report), "bold")
    for damage in report.damage:
        drawing.damage(damage)
    for why in not_known(report):
        drawing.line(f"not known: {why}", "yellow")
    if not report.shown and report.calls:
        _calls(report, drawing)
        drawing.line("--call N shows the prompt of one; sizes in characters", "dim")
    for one in report.shown:
        drawing.blank()
        _prompt(one, drawing)


def _calls(report: PromptReport, drawing: Drawing) -> None:
    if drawing.narrow:
        for one in report.calls:
            number, *cells = call_cells(one)
            heads = CALL_HEADS[1:]
            drawing.indented(
                f"{number}: "
                + ", ".join(f"{head} {cell}" for head, cell in zip(heads, cells, strict=True))
            )
        return
    table = drawing.table()
    for head in CALL_HEADS:
        wide = head == "step"
        table.add_column(
            head,
            overflow="fold",
            ratio=1 if wide else None,
            justify="left" if wide else "right",
        )
    for one in report.calls:
        table.add_row(*(Text(drawing.seen(cell)) for cell in call_cells(one)))
    drawing.put(table)


def _prompt(one: ShownPrompt, drawing: Drawing) -> None:
    drawing.line(call_text(one.call), "bold cyan")
    for absent in one.passages.absent:
        drawing.line(absent, "yellow")
    drawing.line(system_text(one), "bold")
    if one.prompt.pieces is None and one.prompt.text is not None:
        _text(one.prompt.text, drawing)
    for number, piece in enumerate(one.prompt.pieces or ()):
        chunks = [*chunks_in(one, "system", number)]
        drawing.line(piece_text(number, piece), "green" if chunks else "cyan")
        _part(piece.text, chunks, drawing)
    drawing.blank()
    drawing.line(messages_text(one), "bold")
    for number, each in enumerate(one.prompt.messages or ()):
        chunks = [*chunks_in(one, "message", number)]
        drawing.line(message_text(number, each), "green" if chunks else "cyan")
        _part(each.text, chunks, drawing)
        for asked in requests_of(each):
            drawing.indented(asked, "dim")


def _part(text: str | None, chunks: list[Passage], drawing: Drawing) -> None:
    for chunk in chunks:
        drawing.indented(passage_text(chunk), "green")
    if text:
        _text(text, drawing)


def _text(text: str, drawing: Drawing) -> None:
    lines, left = lines_of(text, drawing.page.limit)
    for line in lines:
        drawing.indented(line or " ")
    if left:
        drawing.indented(f"{left} more characters; --limit 0 shows all", "dim")
