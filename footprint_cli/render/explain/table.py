"""The answer as a person reads it in a terminal: rich tables, a bar per score, the threshold drawn."""

from collections.abc import Callable, Iterable, Iterator

from rich.text import Text

from footprint_cli.model.audit import Audit, RetrievalAudit
from footprint_cli.model.coverage import CoveredCall
from footprint_cli.render import Page
from footprint_cli.render.candidates import draw_candidates
from footprint_cli.render.choice import chosen
from footprint_cli.render.drawing import Drawing
from footprint_cli.render.words import (
    arguments_text,
    counts_line,
    damage_line,
    limits_line,
    origin_line,
    place_of,
    result_text,
    run_line,
    shown,
    summary_line,
    title_of,
)

_LONGEST = 160  # characters of a call's arguments or result
_CALL_OUTCOMES = {"ran": "green", "paused": "yellow", "unfinished": "yellow"}


def render(audits: Iterable[Audit], page: Page, _exit_status: Callable[[], int]) -> Iterator[str]:
    """Yield what is drawn, retrieval by retrieval, so that a long answer begins at once."""
    for audit in audits:
        yield from _recording(audit, Drawing(page))


def _recording(audit: Audit, drawing: Drawing) -> Iterator[str]:
    drawing.line(f"{audit.recording.source}: {summary_line(audit)}", "bold")
    drawing.line(run_line(audit), "dim")
    drawing.line(damage_line(audit), "red")
    for one in audit.recording.damage:
        drawing.damage(one)
    yield drawing.drawn()
    for retrieval in audit.retrievals:
        _retrieval(retrieval, drawing)
        yield drawing.drawn()
    if audit.calls:
        _calls(audit.calls, drawing)
    drawn = {id(one) for retrieval in audit.retrievals for one in retrieval.findings}
    rest = [one for one in audit.findings if id(one) not in drawn]
    if rest:
        drawing.blank()
        drawing.findings(rest)
    drawing.blank()
    yield drawing.drawn()


def _retrieval(audit: RetrievalAudit, drawing: Drawing) -> None:
    retrieval, evidence = audit.retrieval, audit.retrieval.evidence
    drawing.blank()
    drawing.line(title_of(retrieval), "bold cyan")
    drawing.line(audit.headline, "bold" if audit.outcome == "some-read" else "bold yellow")
    if evidence is not None:
        drawing.line(limits_line(evidence))
        drawing.line(counts_line(audit))
    drawing.line(origin_line(audit), "dim")
    if audit.candidates and evidence is not None:
        rows, left_out = chosen(audit, drawing.page.limit)
        draw_candidates(drawing, rows, evidence)
        if left_out:
            total = len(audit.candidates)
            drawing.line(
                f"{left_out} of {total} candidates are not shown; --limit 0 shows all", "dim"
            )
    drawing.findings(audit.findings)


def _calls(calls: Iterable[CoveredCall], drawing: Drawing) -> None:
    drawing.blank()
    drawing.line("tool calls", "bold cyan")
    narrow = drawing.narrow
    table = drawing.table(show_lines=narrow)
    for name in ("call",) if narrow else ("call", "outcome", "arguments", "result"):
        table.add_column(name, overflow="fold", ratio=2 if name == "outcome" else 3)
    cut = False
    for covered in calls:
        call = covered.call
        named = Text(drawing.seen(f"{shown(call.tool)} {shown(call.call_id)}"), "bold")
        named.append(f"\n{drawing.seen(place_of(call))}", "dim")
        outcome = Text(call.outcome, _CALL_OUTCOMES.get(call.outcome, "red"))
        texts = arguments_text(call), result_text(call)
        arguments, result = (drawing.short(one, _LONGEST) for one in texts)
        told = Text.assemble(result, *_covered(covered, drawing))
        if narrow:
            table.add_row(Text.assemble(named, " ", outcome, f"\n{arguments}\n", told))
        else:
            table.add_row(named, outcome, Text(arguments), told)
        cut = cut or max(map(len, texts)) > _LONGEST
    drawing.put(table)
    if cut:
        drawing.line(
            "long arguments and results are cut here; --format plain shows them whole", "dim"
        )


def _covered(covered: CoveredCall, drawing: Drawing) -> list[tuple[str, str]]:
    """Return what a call covered, to stand below its result; nothing where it is not known."""
    if not covered.coverage.is_composed:
        return []
    from footprint_cli.render.coverage.said import sentence

    return [(f"\n{drawing.seen(sentence(covered))}", "dim")]
