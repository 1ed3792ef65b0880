"""The answer as a person reads it in a terminal: rich tables, a bar per score, the threshold drawn."""

from collections.abc import Callable, Iterable, Iterator
from io import StringIO

from rich import box
from rich.console import Console
from rich.style import Style
from rich.table import Table
from rich.text import Text

from footprint_cli.model.audit import Audit, Explained, RetrievalAudit
from footprint_cli.model.coverage import Call
from footprint_cli.model.evidence import Evidence
from footprint_cli.model.finding import Damage, Finding
from footprint_cli.model.numbers import number_text, usable
from footprint_cli.render import Page
from footprint_cli.render.bars import Scale
from footprint_cli.render.choice import chosen
from footprint_cli.render.visible import visible
from footprint_cli.render.words import (
    arguments_text,
    counts_line,
    damage_line,
    field_text,
    limits_line,
    origin_line,
    place_of,
    result_text,
    run_line,
    shortened,
    shown,
    summary_line,
    title_of,
    verdict_text,
    verdict_word,
    where,
)

_NARROW, _WIDE = 72, 110  # cells: under the first one column a candidate, from the second on six
_LONGEST = 160  # characters of a call's arguments or result
_STYLES = {"read": "green", "not read": "", "admitted": "yellow", "unknown": "yellow"}
_LEVELS = {"error": "red", "warning": "yellow", "note": "dim"}
_CALL_OUTCOMES = {"ran": "green", "paused": "yellow", "unfinished": "yellow"}


def render(audits: Iterable[Audit], page: Page, _exit_status: Callable[[], int]) -> Iterator[str]:
    """Yield what is drawn, retrieval by retrieval."""
    for audit in audits:
        yield from _Drawing(page).recording(audit)


class _Drawing:
    def __init__(self, page: Page) -> None:
        self._page = page
        self._ascii = page.encoding != "utf-8"
        self._out = StringIO()
        self._console = Console(
            file=self._out,
            width=max(page.width, 16),
            force_terminal=page.color,
            color_system="standard" if page.color else None,
            no_color=not page.color,
            markup=False,
            emoji=False,
            highlight=False,
            legacy_windows=False,
        )

    def recording(self, audit: Audit) -> Iterator[str]:
        """Yield the head, each retrieval and the rest, so that a long answer begins at once."""
        self._line(f"{audit.recording.source}: {summary_line(audit)}", "bold")
        self._line(run_line(audit), "dim")
        self._line(damage_line(audit), "red")
        for one in audit.recording.damage:
            self._damage(one)
        yield self._drawn()
        for retrieval in audit.retrievals:
            self._retrieval(retrieval)
            yield self._drawn()
        if audit.recording.calls:
            self._calls(audit.recording.calls)
        drawn = {id(one) for retrieval in audit.retrievals for one in retrieval.findings}
        rest = [one for one in audit.findings if id(one) not in drawn]
        if rest:
            self._console.print()
            self._findings(rest)
        self._console.print()
        yield self._drawn()

    def _drawn(self) -> str:
        text = self._out.getvalue()
        self._out.seek(0)
        self._out.truncate()
        return "".join(f"{line.rstrip()}\n" for line in text.splitlines())

    def _retrieval(self, audit: RetrievalAudit) -> None:
        retrieval, evidence = audit.retrieval, audit.retrieval.evidence
        self._console.print()
        self._line(title_of(retrieval), "bold cyan")
        self._line(audit.headline, "bold" if audit.outcome == "some-read" else "bold yellow")
        if evidence is not None:
            self._line(limits_line(evidence))
            self._line(counts_line(audit))
        self._line(origin_line(audit), "dim")
        if audit.candidates and evidence is not None:
            self._candidates(audit, evidence)
        self._findings(audit.findings)

    def _candidates(self, audit: RetrievalAudit, evidence: Evidence) -> None:
        rows, left_out = chosen(audit, self._page.limit)
        numbers = [one.candidate.score for one in rows] + [evidence.threshold]
        scale = Scale(numbers, 8, ascii_only=self._ascii)
        table = self._candidate_table()
        cut = _threshold_at(rows, evidence)
        for place, one in enumerate(rows):
            if place == cut:
                self._threshold_row(table, evidence)
            self._candidate_row(table, one, scale.bar(one.candidate.score, evidence.threshold))
        if cut == len(rows):
            self._threshold_row(table, evidence)
        self._console.print(table)
        if left_out:
            total = len(audit.candidates or ())
            self._line(
                f"{left_out} of {total} candidates are not shown; --limit 0 shows all", "dim"
            )

    def _candidate_table(self) -> Table:
        table = Table(
            box=box.ASCII if self._ascii else box.ROUNDED,
            pad_edge=self._page.width >= _NARROW,
            padding=(0, 1),
            show_lines=False,
            expand=True,
            border_style="dim",
            header_style=Style(bold=True),
        )
        if self._page.width < _NARROW:
            table.add_column("candidate, verdict", overflow="fold", ratio=1)
            return table
        # A recorded number may be of any length: it folds, and leaves room for the id.
        table.add_column("rank", justify="right", overflow="fold", max_width=6)
        table.add_column("score", overflow="fold", max_width=20)
        table.add_column("", no_wrap=True, width=8)
        table.add_column("pos", justify="right", overflow="fold", max_width=6)
        table.add_column("chunk", overflow="fold", ratio=3)  # a cut id cannot be searched for
        if self._page.width >= _WIDE:
            table.add_column("where", overflow="fold", ratio=3)
        table.add_column("verdict", overflow="fold", ratio=5)
        return table

    def _candidate_row(self, table: Table, one: Explained, bar: str) -> None:
        candidate = one.candidate
        style = _STYLES[verdict_word(one)]
        rank = field_text(candidate, "rank")
        score = field_text(candidate, "score")
        position = field_text(candidate, "promptPosition")
        chunk, place = field_text(candidate, "id") or '""', where(candidate)
        verdict = Text(self._seen(verdict_text(one)), style)
        name = Text(self._seen(chunk), style="bold" if one.read else "")
        if self._page.width < _NARROW:
            cell = Text.assemble(name, "\n", f"rank {rank}, score {self._seen(score)} ", bar)
            if place:
                cell.append(f"\n{self._seen(place)}", "dim")
            cell.append("\n").append_text(verdict)
            table.add_row(cell, end_section=True)
            return
        cells = [
            Text(self._seen(rank)),
            Text(self._seen(score)),
            Text(bar),
            Text(self._seen(position)),
        ]
        if self._page.width >= _WIDE:
            cells += [name, Text(self._seen(place), "dim")]
        elif place:
            cells.append(Text.assemble(name, "\n", (self._seen(place), "dim")))
        else:
            cells.append(name)
        table.add_row(*cells, verdict)

    def _threshold_row(self, table: Table, evidence: Evidence) -> None:
        threshold = self._seen(number_text(evidence.threshold or 0))
        rule = ("-" if self._ascii else "╌") * 8
        table.add_section()
        if self._page.width < _NARROW:
            table.add_row(Text(f"{rule} threshold {threshold} {rule}", "dim"), end_section=True)
            return
        cells = ["", threshold, rule, "", *[""] * (1 + (self._page.width >= _WIDE)), "threshold"]
        table.add_row(*(Text(cell, "dim") for cell in cells))
        table.add_section()

    def _calls(self, calls: Iterable[Call]) -> None:
        self._console.print()
        self._line("tool calls", "bold cyan")
        narrow = self._page.width < _NARROW
        table = Table(
            box=box.ASCII if self._ascii else box.ROUNDED,
            pad_edge=not narrow,
            border_style="dim",
            header_style=Style(bold=True),
            show_lines=narrow,
            expand=True,
        )
        for name in ("call",) if narrow else ("call", "outcome", "arguments", "result"):
            table.add_column(name, overflow="fold", ratio=2 if name == "outcome" else 3)
        cut = False
        for call in calls:
            named = Text(self._seen(f"{shown(call.tool)} {shown(call.call_id)}"), "bold")
            named.append(f"\n{self._seen(place_of(call))}", "dim")
            outcome = Text(call.outcome, _CALL_OUTCOMES.get(call.outcome, "red"))
            arguments, result = self._short(arguments_text(call)), self._short(result_text(call))
            if narrow:
                table.add_row(Text.assemble(named, " ", outcome, f"\n{arguments}\n{result}"))
            else:
                table.add_row(named, outcome, Text(arguments), Text(result))
            cut = cut or max(map(len, (arguments_text(call), result_text(call)))) > _LONGEST
        self._console.print(table)
        if cut:
            self._line(
                "long arguments and results are cut here; --format plain shows them whole", "dim"
            )

    def _findings(self, findings: Iterable[Finding]) -> None:
        for one in findings:
            line = "" if one.line is None else f" (line {one.line})"
            text = Text(f"{one.level}: ", _LEVELS.get(one.level, ""))
            text.append(f"{self._seen(one.message)} [{one.code}]{line}", "")
            self._console.print(text, overflow="fold", soft_wrap=False)

    def _damage(self, one: Damage) -> None:
        line = "" if one.line is None else f"line {one.line}: "
        state = "recovered" if one.recovered else "not recovered"
        self._line(f"damage: {line}{one.detail} [{one.kind}, {state}]", "red")

    def _line(self, text: str, style: str = "") -> None:
        if text:
            self._console.print(Text(self._seen(text), style), overflow="fold")

    def _short(self, text: str) -> str:
        return shortened(self._seen(text), _LONGEST, "..." if self._ascii else "…")

    def _seen(self, text: str) -> str:
        return visible(text, self._page.encoding)


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
