"""Candidates of one retrieval as a table: a bar per score, the threshold drawn between rows."""

from rich.table import Table
from rich.text import Text

from footprint_cli.model.audit import Explained
from footprint_cli.model.evidence import Evidence
from footprint_cli.model.numbers import number_text, usable
from footprint_cli.render.bars import Scale
from footprint_cli.render.drawing import Drawing
from footprint_cli.render.words import field_text, verdict_text, verdict_word, where

_STYLES = {"read": "green", "not read": "", "admitted": "yellow", "unknown": "yellow"}


def draw_candidates(
    drawing: Drawing,
    rows: list[Explained],
    evidence: Evidence,
    marked: tuple[Explained, ...] = (),
) -> None:
    """Draw rows in their order, with the threshold where it parts them; `marked` ones stand out."""
    numbers = [one.candidate.score for one in rows] + [evidence.threshold]
    scale = Scale(numbers, 8, ascii_only=drawing.ascii)
    table = _empty(drawing)
    cut = _threshold_at(rows, evidence)
    for place, one in enumerate(rows):
        if place == cut:
            _threshold_row(drawing, table, evidence)
        mark = ("> " if drawing.ascii else "▸ ") if any(one is each for each in marked) else ""
        bar = scale.bar(one.candidate.score, evidence.threshold)
        _candidate_row(drawing, table, one, bar, mark)
    if cut == len(rows):
        _threshold_row(drawing, table, evidence)
    drawing.put(table)


def _empty(drawing: Drawing) -> Table:
    table = drawing.table()
    if drawing.narrow:
        table.add_column("candidate, verdict", overflow="fold", ratio=1)
        return table
    # A recorded number may be of any length: it folds, and leaves room for the id.
    table.add_column("rank", justify="right", overflow="fold", max_width=6)
    table.add_column("score", overflow="fold", max_width=20)
    table.add_column("", no_wrap=True, width=8)
    table.add_column("pos", justify="right", overflow="fold", max_width=6)
    table.add_column("chunk", overflow="fold", ratio=3)  # a cut id cannot be searched for
    if drawing.wide:
        table.add_column("where", overflow="fold", ratio=3)
    table.add_column("verdict", overflow="fold", ratio=5)
    return table


def _candidate_row(drawing: Drawing, table: Table, one: Explained, bar: str, mark: str) -> None:
    candidate = one.candidate
    style = _STYLES[verdict_word(one)]
    rank = field_text(candidate, "rank")
    score = field_text(candidate, "score")
    position = field_text(candidate, "promptPosition")
    chunk, place = _quoted(field_text(candidate, "id")), where(candidate)
    verdict = Text(drawing.seen(verdict_text(one)), style)
    name = Text(drawing.seen(chunk), style="bold" if one.read else "")
    if drawing.narrow:
        standing = f"{mark}rank {rank}, score {drawing.seen(score)} "
        cell = Text.assemble(name, "\n", standing, bar)
        if place:
            cell.append(f"\n{drawing.seen(place)}", "dim")
        cell.append("\n").append_text(verdict)
        table.add_row(cell, end_section=True)
        return
    cells = [
        Text(mark + drawing.seen(rank)),
        Text(drawing.seen(score)),
        Text(bar),
        Text(drawing.seen(position)),
    ]
    if drawing.wide:
        cells += [name, Text(drawing.seen(place), "dim")]
    elif place:
        cells.append(Text.assemble(name, "\n", (drawing.seen(place), "dim")))
    else:
        cells.append(name)
    table.add_row(*cells, verdict)


def _threshold_row(drawing: Drawing, table: Table, evidence: Evidence) -> None:
    threshold = drawing.seen(number_text(evidence.threshold or 0))
    rule = ("-" if drawing.ascii else "╌") * 8
    table.add_section()
    if drawing.narrow:
        table.add_row(Text(f"{rule} threshold {threshold} {rule}", "dim"), end_section=True)
        return
    cells = ["", threshold, rule, "", *[""] * (1 + drawing.wide), "threshold"]
    table.add_row(*(Text(cell, "dim") for cell in cells))
    table.add_section()


def _threshold_at(rows: list[Explained], evidence: Evidence) -> int | None:
    """Find the row that the threshold stands above; None where the order of the rows has no place."""
    threshold = evidence.threshold
    if not usable(threshold):
        return None
    scores = [one.candidate.score for one in rows]
    if not all(usable(score) for score in scores):
        return None
    above = sum(score >= threshold for score in scores if score is not None)
    ordered = all(
        (score is not None and score >= threshold) == (place < above)
        for place, score in enumerate(scores)
    )
    return above if ordered else None


def _quoted(name: str) -> str:
    """Return an id; one that nobody would see, empty or of blanks only, stands in quotes."""
    return name if name.strip() else f'"{name}"'
