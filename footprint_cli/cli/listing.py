"""`--list` of a command: what it knows, without any input."""

from collections.abc import Sequence

from footprint_cli.cli.page import page_for
from footprint_cli.cli.streams import output
from footprint_cli.errors import UsageError
from footprint_cli.render import FindingFormat


def write_list(rows: Sequence[dict[str, str]], form: FindingFormat, out: str | None) -> None:
    """Write a list to standard output or to a file; formats of findings have none."""
    from footprint_cli.render.listing import LISTED_AS, listing

    if form not in LISTED_AS:
        *most, last = LISTED_AS
        raise UsageError(f"--list is written as {', '.join(most)} or {last}, not as {form.value}")
    page = page_for(form, out)
    with output(out, page.encoding) as sink:
        for piece in listing(rows, form, page):
            sink.write(piece)
