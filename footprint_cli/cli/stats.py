from typing import Annotated

import typer

from footprint_cli.cli.config import written_to
from footprint_cli.cli.counting import counted_in, known_margin
from footprint_cli.cli.inputs import inputs
from footprint_cli.cli.narrowing import zeroed
from footprint_cli.cli.options import (
    DeclarationsOption,
    EngineOption,
    ExitZeroOption,
    FormatOption,
    FullParseOption,
    IndexOption,
    JobsOption,
    OutputOption,
    Paths,
    RetrieverOption,
    ShardOption,
    ToolOption,
)
from footprint_cli.cli.page import chosen_format, page_for
from footprint_cli.cli.streams import complain, output
from footprint_cli.cli.workers import Workers
from footprint_cli.errors import UsageError
from footprint_cli.model.audit import first_status
from footprint_cli.model.stats_report import Asking
from footprint_cli.render import Format, renderer

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
    jobs: JobsOption = None,
    engine: EngineOption = None,
    shard: ShardOption = None,
    full_parse: FullParseOption = False,
    exit_zero: ExitZeroOption = False,
) -> int:
    """Count what retrievals admitted and refused, and what tools searched, over many recordings.

    Exit status: 0 when everything in the inputs was counted; 3 when there is no retrieval and no
    call, or an input is damaged; 4 when an input could not be read at all.
    """
    out, margin = written_to(out), known_margin(margin)
    form = chosen_format(form, out)
    if index is not None:
        if paths or declarations:
            raise UsageError(f"--index {index} is asked in place of recordings and declarations")
        asked = Asking(retriever=retriever, tool=tool, top=top)
        return _from_index(index, asked, margin, form, out, exit_zero=exit_zero)
    from footprint_cli.archive.questions import StatsAsked
    from footprint_cli.cli.answering import Answering, answered
    from footprint_cli.cli.covering import declared

    question = StatsAsked(
        given=declared(declarations, written=[out]),
        margin=margin,
        retriever=retriever,
        tool=tool,
        top=top,
        exit_zero=exit_zero,
    )
    workers = Workers(jobs, engine, shard)
    return answered(question, inputs(paths), workers, Answering(form, out, full_parse=full_parse))


def _from_index(  # noqa: PLR0913 (how it is written)
    index: str, asked: Asking, margin: float, form: Format, out: str | None, *, exit_zero: bool
) -> int:
    from footprint_cli.analyse.stats_reports import report_of, unmatched

    page = page_for(form, out)
    with output(out, page.encoding) as sink:
        found = counted_in(index, margin, out)
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
