from collections.abc import Iterable

from footprint_cli.render import Page
from footprint_cli.render.visible import visible


def plain_line(cells: Iterable[str], page: Page) -> str:
    """Write a row as one line of cells that tabs part, every character visible."""
    return "\t".join(visible(cell, page.encoding) for cell in cells) + "\n"
