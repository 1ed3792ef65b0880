from typing import Annotated

import typer

from footprint_cli.cli.audits import zeroed
from footprint_cli.cli.config import written_to
from footprint_cli.cli.counting import counted, counted_in, known_margin
from footprint_cli.cli.options import (
    DeclarationsOption,
    ExitZeroOption,
    FormatOption,
    IndexOption,
    OutputOption,
    Paths,
    RetrieverOption,
    ToolOption,
)
from footprint_cli.cli.page import chosen_format, page_for
from footprint_cli.cli.streams import complain, output
from footprint_cli.errors import UsageError
from footprint_cli.model.audit import first_status
from footprint_cli.render import renderer

MarginOption = Annotated[
    float, typer.Option("--margin", help="A score under the threshold by this or less is near.")
]
TopOption = Annotated[
    int, typer.Option("--top", min=0, help="Chunks, documents and places of one list; 0: all.")
]


def stats(  # noqa: PLR0913, PLR0917 (the options of a command)
    paths: Paths = None,
    retriever: RetrieverOption = None,
    tool: ToolOption = None,
    margin: MarginOption = 0.05,
    top: TopOption = 10,
    declarations: DeclarationsOption = None,
    index: IndexOption = None,
    form: FormatOption = None,
    out: OutputOption = None,
    exit_zero: ExitZeroOption = False,
) -> int:
    """Count what retrievals admitted and refused, and what tools searched, over many recordings.

    Exit status: 0 when everything in the inputs was counted; 3 when there is no retrieval and no
    call, or an input is damaged; 4 when an input could not be read at all.
    """
    from footprint_cli.analyse.stats_reports import report_of, unmatched
    from footprint_cli.model.stats_report import Asking

    out, margin = written_to(out), known_margin(margin)
    form, asked = chosen_format(form, out), Asking(retriever=retriever, tool=tool, top=top)
    page = page_for(form, out)
    if index is not None and (paths or declarations):
        raise UsageError(f"--index {index} is asked in place of recordings and declarations")
    with output(out, page.encoding) as sink:
        found = (
            counted(paths, declarations, margin, out)
            if index is None
            else counted_in(index, margin, out)
        )
        for complaint in unmatched(found.stats, asked):
            complain(complaint)
        report = report_of(
            found.stats,
            asked,
            lambda status: zeroed(first_status([found.status, status]), exit_zero=exit_zero),
            told_by=found.told_by,
        )
        for piece in renderer("stats", form)(report, page):
            sink.write(piece)
    return report.exit_status
