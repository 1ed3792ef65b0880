"""A list of what the program knows, such as its codes: for people as a table, for programs as rows."""

from collections.abc import Iterator, Sequence

from footprint_cli.model.json_text import json_text
from footprint_cli.render import Page

LISTED_AS = ("table", "plain", "json", "jsonl")

Row = dict[str, str]


def listing(rows: Sequence[Row], form: str, page: Page) -> Iterator[str]:
    """Yield rows of one set of keys in one of the formats of `LISTED_AS`.

    The first key names a row, the last one explains it.
    """
    if form == "table":
        yield _drawn(rows, page)
    elif form == "json":
        yield json_text(list(rows)) + "\n"
    elif form == "jsonl":
        yield from (json_text(row) + "\n" for row in rows)
    else:
        yield from ("\t".join(row.values()) + "\n" for row in rows)


def _drawn(rows: Sequence[Row], page: Page) -> str:
    from rich.text import Text

    from footprint_cli.render.drawing import Drawing

    drawing = Drawing(page)
    table = drawing.table(show_lines=drawing.narrow)
    for name in ("",) if drawing.narrow else tuple(rows[0]):
        table.add_column(name, overflow="fold", ratio=1 if name == [*rows[0]][-1] else None)
    table.show_header = not drawing.narrow
    for row in rows:
        named, *between, explained = (drawing.seen(text) for text in row.values())
        if drawing.narrow:  # no room for columns
            about = f" {' '.join(between)}\n{explained}"
            table.add_row(Text.assemble((named, "bold"), about))
        else:
            table.add_row(Text(named, "bold"), *map(Text, between), Text(explained))
    drawing.put(table)
    return drawing.drawn()
