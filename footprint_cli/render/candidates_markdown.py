"""Candidates of one retrieval as a Markdown table."""

from collections.abc import Iterable, Iterator

from footprint_cli.model.audit import Explained
from footprint_cli.render import Page
from footprint_cli.render.inert import inert
from footprint_cli.render.words import field_text, verdict_text, where


def candidate_rows(rows: Iterable[Explained], page: Page) -> Iterator[str]:
    """Yield the lines of the table."""
    yield "| rank | score | position | chunk | where | verdict |"
    yield "| ---: | ---: | ---: | --- | --- | --- |"
    for one in rows:
        candidate = one.candidate
        cells = [
            field_text(candidate, "rank"),
            field_text(candidate, "score"),
            field_text(candidate, "promptPosition"),
            field_text(candidate, "id"),
            where(candidate),
            verdict_text(one),
        ]
        yield f"| {' | '.join(inert(cell, page) for cell in cells)} |"
