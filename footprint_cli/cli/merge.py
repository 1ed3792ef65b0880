from typing import Annotated, Any

import typer

from footprint_cli.cli.config import written_to
from footprint_cli.cli.options import FindingFormatOption, OutputOption
from footprint_cli.cli.page import chosen_finding_format, page_for
from footprint_cli.cli.streams import output
from footprint_cli.errors import UsageError
from footprint_cli.render import Format

Parts = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PART...", help="The files that --shard wrote, in any order.", show_default=False
    ),
]


def merge(parts: Parts = None, form: FindingFormatOption = None, out: OutputOption = None) -> int:
    """Add up the parts that --shard wrote, and answer as the command itself would have over all.

    Every part has to be there, and of the same question over the same sources. Exit status: that of
    the command; 2 for parts that do not belong together; 3 where one is missing, or is there in two
    different versions; 4 where one cannot be read.
    """
    from footprint_cli.cli.adding import Accepting, adding_of
    from footprint_cli.cli.scanning import Scanning
    from footprint_cli.cli.sharding import baseline_of, entries, heads_of

    out = written_to(out)
    form = chosen_finding_format(form, out)
    if not parts:
        raise UsageError("no part was named: give the files that --shard wrote")
    heads = heads_of(list(dict.fromkeys(parts)))
    head = next(iter(heads.values()))
    if not head.has_findings and form not in [*Format]:
        raise UsageError(f"--format {form}: only gate and verify have findings to write so")
    page = page_for(form, out, head.limit)
    adding = adding_of(head.question, Accepting(baseline_of(head)))
    scanning = Scanning[Any](head.question, head.paths)
    with output(out, page.encoding) as sink:
        scanning.take(entries(heads), adding.take)
        status = adding.answer(scanning.exit_status(), scanning.called)
        for piece in adding.pieces(form, page):
            sink.write(piece)
    return status
