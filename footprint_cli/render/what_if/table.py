"""Other settings as a person reads them in a terminal."""

from collections.abc import Iterator

from rich.text import Text

from footprint_cli.model.what_if import Moved, WhatIf, WhatIfReport
from footprint_cli.render import Page
from footprint_cli.render.drawing import Drawing
from footprint_cli.render.what_if.facts import by_count
from footprint_cli.render.what_if.said import (
    LISTED,
    asked_text,
    left_out_text,
    move_word,
    numbers_of,
    ruling_text,
    score_text,
    searched_text,
    settings_text,
    title_of,
    totals_of,
    unruled_of,
    unruled_text,
)
from footprint_cli.render.words import numbered, shown

_STYLES = {
    "comes in": "green",
    "goes out": "red",
    "stays": "",
    "stays out": "dim",
    "cannot be told": "yellow",
}


def render(report: WhatIfReport, page: Page) -> Iterator[str]:
    """Yield what is asked, retrieval by retrieval, and the totals where there are several."""
    drawing = Drawing(page)
    drawing.line(asked_text(report.setting), "bold")
    drawing.line(searched_text(report.totals), "dim" if report.totals.ruled else "bold yellow")
    yield drawing.drawn()
    for one in report.answers:
        _retrieval(one, drawing)
        yield drawing.drawn()
    drawing.line(left_out_text(report), "dim")
    if report.totals.retrievals > 1:
        _totals(report, drawing)
    yield drawing.drawn()


def _retrieval(one: WhatIf, drawing: Drawing) -> None:
    drawing.blank()
    drawing.line(title_of(one), "bold cyan")
    if one.unruled is not None:
        drawing.indented(unruled_text(one), "yellow")
        return
    if one.settings:
        drawing.indented(settings_text(one.settings), "dim")
    drawing.labelled(numbers_of(one))
    if one.moved:
        _chunks(one, drawing)


def _chunks(one: WhatIf, drawing: Drawing) -> None:
    table = drawing.table()
    if drawing.narrow:
        table.add_column("chunk, what becomes of it", overflow="fold", ratio=1)
    else:
        table.add_column("rank", justify="right", overflow="fold", max_width=6)
        table.add_column("score", overflow="fold", max_width=20)
        table.add_column("chunk", overflow="fold", ratio=3)
        table.add_column("chars", justify="right", overflow="fold", max_width=8)
        table.add_column("what becomes of it", overflow="fold", ratio=4)
    for moved in one.moved:
        cells = _cells(moved, drawing)
        if drawing.narrow:
            rank, score, name, _, ruling = cells
            table.add_row(Text("\n").join([name, Text(f"rank {rank}, score {score}"), ruling]))
        else:
            table.add_row(*cells)
    drawing.put(table)


def _cells(one: Moved, drawing: Drawing) -> list[Text]:
    style = _STYLES[move_word(one)]
    return [
        Text(shown(one.rank)),
        Text(score_text(one)),
        Text(drawing.seen(shown(one.id)), style),
        Text(shown(one.chars)),
        Text(drawing.seen(ruling_text(one)), style),
    ]


def _totals(report: WhatIfReport, drawing: Drawing) -> None:
    drawing.blank()
    drawing.line(f"together: {numbered(report.totals.ruled, 'retrieval')} ruled again", "bold")
    drawing.labelled([*unruled_of(report.totals), *totals_of(report)])
    for title, counts in (
        ("gained most often", report.totals.gained),
        ("lost", report.totals.lost),
    ):
        if counts:
            drawing.line(f"{title}: {numbered(len(counts), 'chunk')}", "bold")
            for name, count in by_count(counts)[:LISTED]:
                drawing.indented(f"{name}: {numbered(count, 'retrieval')}")
            if len(counts) > LISTED:
                drawing.indented(f"{len(counts) - LISTED} more in --format json", "dim")
