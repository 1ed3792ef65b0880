"""One fact a line, tab-separated, nothing cut: for pipes, `grep` and `cut`."""

from collections.abc import Iterator

from footprint_cli.model.what_if import WhatIfReport
from footprint_cli.render import Page
from footprint_cli.render.plain_text import plain_line
from footprint_cli.render.what_if.facts import facts
from footprint_cli.render.words import shown


def render(report: WhatIfReport, page: Page) -> Iterator[str]:
    """Yield rows of the cells of `Fact`, in their order; `-` is not recorded, or does not apply."""
    for one in facts(report):
        yield plain_line([shown(cell) for cell in one], page)
