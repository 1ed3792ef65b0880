from typing import TYPE_CHECKING, Annotated, Any

import typer

from footprint_cli.cli.config import written_to
from footprint_cli.cli.options import FindingFormatOption, OutputOption
from footprint_cli.cli.page import chosen_finding_format, page_for
from footprint_cli.cli.streams import output
from footprint_cli.errors import UsageError
from footprint_cli.render import FindingFormat, Format

if TYPE_CHECKING:
    from footprint_cli.archive.partial import Head
    from footprint_cli.archive.questions import Question

PartPaths = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PART...", help="The files that --shard wrote, in any order.", show_default=False
    ),
]


def merge(
    parts: PartPaths = None, form: FindingFormatOption = None, out: OutputOption = None
) -> int:
    """Add up the parts that --shard wrote, and answer as the command itself would have over all.

    Every part has to be there, and of the same question over the same sources. Exit status: that of
    the command; 2 for parts that do not belong together; 3 where one is missing, or is there in two
    different versions; 4 where one cannot be read.
    """
    from footprint_cli.archive.chunk_asked import ChunkAsked
    from footprint_cli.archive.drift_asked import DriftAsked
    from footprint_cli.cli.sharding import heads_of

    out = written_to(out)
    form = chosen_finding_format(form, out)
    if not parts:
        raise UsageError("no part was named: give the files that --shard wrote")
    heads = heads_of(list(dict.fromkeys(parts)))
    head = next(iter(heads.values()))
    question = head.question
    if not head.has_findings and form not in [*Format]:
        raise UsageError(f"--format {form}: only gate and verify have findings to write so")
    if isinstance(question, ChunkAsked):
        from footprint_cli.cli.chunk_parts import MergedParts
        from footprint_cli.cli.question import drawn

        return drawn(question, MergedParts(heads, question), Format(form), out)
    if isinstance(question, DriftAsked):
        from footprint_cli.cli.drift_parts import merged

        return merged(question, heads, Format(form), out)
    return _added_up(question, heads, form, out)


def _added_up(
    question: "Question[Any]", heads: dict[str, "Head"], form: FindingFormat, out: str | None
) -> int:
    """Draw the answer of parts that are added up before the first line of it is known."""
    from footprint_cli.cli.adding import Accepting, adding_of
    from footprint_cli.cli.scanning import Scanning
    from footprint_cli.cli.sharding import Parts, baseline_of

    head = next(iter(heads.values()))
    page = page_for(form, out, head.limit)
    adding = adding_of(question, Accepting(baseline_of(head)))
    scanning = Scanning[Any](question, head.paths)
    with output(out, page.encoding) as sink:
        scanning.take(Parts(heads), adding.take)
        status = adding.answer(scanning.exit_status(), scanning.called)
        for piece in adding.pieces(form, page):
            sink.write(piece)
    return status
