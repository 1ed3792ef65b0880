"""A point a line, tab-separated, under one line of names: for pipes, `grep` and `cut`."""

from collections.abc import Iterator

from footprint_cli.model.sweep import SweepReport
from footprint_cli.render import Page
from footprint_cli.render.plain_text import plain_line
from footprint_cli.render.sweep.facts import FIELDS, rows
from footprint_cli.render.words import shown


def render(report: SweepReport, page: Page) -> Iterator[str]:
    """Yield the names, then the points; `-` is not known, or does not apply."""
    yield plain_line(FIELDS, page)
    for one in rows(report):
        yield plain_line([shown(one[name]) for name in FIELDS], page)
