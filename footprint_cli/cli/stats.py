from typing import Annotated

import typer

from footprint_cli.cli.audits import Audits, read_status, zeroed
from footprint_cli.cli.config import written_to
from footprint_cli.cli.counting import bare, known_margin
from footprint_cli.cli.inputs import inputs
from footprint_cli.cli.options import (
    DeclarationsOption,
    ExitZeroOption,
    FormatOption,
    OutputOption,
    Paths,
    RetrieverOption,
    ToolOption,
)
from footprint_cli.cli.page import chosen_format, page_for
from footprint_cli.cli.streams import complain, output
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
    form: FormatOption = None,
    out: OutputOption = None,
    exit_zero: ExitZeroOption = False,
) -> int:
    """Count what retrievals admitted and refused, and what tools searched, over many recordings.

    Exit status: 0 when everything in the inputs was counted; 3 when there is no retrieval and no
    call, or an input is damaged; 4 when an input could not be read at all.
    """
    from footprint_cli.analyse.stats import stats_of
    from footprint_cli.analyse.stats_reports import report_of, unmatched
    from footprint_cli.model.stats import Stats
    from footprint_cli.model.stats_report import Asking

    out = written_to(out)
    form = chosen_format(form, out)
    asked = Asking(retriever=retriever, tool=tool, top=top)
    whole, page = Stats(margin=known_margin(margin)), page_for(form, out)
    audited = bare(declarations, written=out)
    audits = Audits(inputs(paths), status_of=read_status, audited=audited, most=64, written=out)
    with output(out, page.encoding) as sink:
        for one in audits:
            whole.take(stats_of(one.recording, one.calls, margin=margin))
        for complaint in unmatched(whole, asked):
            complain(complaint)
        report = report_of(
            whole, asked, lambda status: zeroed(_with(audits, status), exit_zero=exit_zero)
        )
        for piece in renderer("stats", form)(report, page):
            sink.write(piece)
    return report.exit_status


def _with(audits: Audits, status: int) -> int:
    return first_status([audits.exit_status(), status])
