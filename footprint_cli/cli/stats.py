from typing import Annotated

import typer

from footprint_cli.cli.config import written_to
from footprint_cli.cli.inputs import inputs
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
from footprint_cli.cli.page import chosen_format
from footprint_cli.cli.workers import Workers

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
    from footprint_cli.archive.counting import StatsAsked
    from footprint_cli.cli.answering import Answering, answered
    from footprint_cli.cli.counting import answered_from, known_margin
    from footprint_cli.cli.covering import declared
    from footprint_cli.cli.instead import check_alone
    from footprint_cli.model.stats_report import Asking

    out, workers = written_to(out), Workers(jobs, engine, shard)
    how = Answering(chosen_format(form, out), out, full_parse=full_parse)
    margin = known_margin(margin)
    if index is not None:
        check_alone(index, paths, workers, declarations=declarations, full_parse=full_parse)
        asked = Asking(retriever=retriever, tool=tool, top=top)
        return answered_from(index, asked, margin, how, exit_zero=exit_zero)
    question = StatsAsked(
        margin=margin,
        given=declared(declarations, written=[out]),
        retriever=retriever,
        tool=tool,
        top=top,
        named=bool(declarations),
        exit_zero=exit_zero,
    )
    return answered(question, inputs(paths), workers, how)
