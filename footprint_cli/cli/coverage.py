from typing import Annotated

import typer

from footprint_cli.cli.config import written_to
from footprint_cli.cli.inputs import inputs
from footprint_cli.cli.options import (
    ChooseOption,
    DeclarationsOption,
    EngineOption,
    ExitZeroOption,
    FormatOption,
    FullParseOption,
    JobsOption,
    OutputOption,
    Paths,
    RowsAtOption,
    ShardOption,
    StepOption,
    ToolOption,
)
from footprint_cli.cli.page import chosen_format
from footprint_cli.cli.workers import Workers

GapsOnlyOption = Annotated[
    bool, typer.Option("--gaps-only", help="Show only what was left out, call by call.")
]
CallLimitOption = Annotated[
    int,
    typer.Option("--limit", min=0, help="Calls of one tool in table and markdown; 0: all."),
]


def coverage(  # noqa: PLR0913, PLR0917 (the options of a command)
    paths: Paths = None,
    tool: ToolOption = None,
    declarations: DeclarationsOption = None,
    gaps_only: GapsOnlyOption = False,
    step: StepOption = None,
    limit: CallLimitOption = 50,
    choose: ChooseOption = None,
    rows_at: RowsAtOption = None,
    form: FormatOption = None,
    out: OutputOption = None,
    jobs: JobsOption = None,
    engine: EngineOption = None,
    shard: ShardOption = None,
    full_parse: FullParseOption = False,
    exit_zero: ExitZeroOption = False,
) -> int:
    """Say what each call of a tool searched, and what it left out; without --tool, a summary of all.

    Exit status: 0 when every call in the input was shown, with a search declared or not; 3 when
    there is no such call, calls are withheld, or the input is damaged; 4 when an input could not be
    read at all.
    """
    from footprint_cli.archive.covered import CoverageAsked
    from footprint_cli.cli.answering import Answering, answered
    from footprint_cli.cli.covering import declared

    out = written_to(out)
    form = chosen_format(form, out)
    question = CoverageAsked(
        given=declared(declarations, choose, rows_at, written=[out]),
        tool=tool,
        step=step,
        gaps_only=gaps_only,
        limit=limit,
        exit_zero=exit_zero,
    )
    workers = Workers(jobs, engine, shard)
    return answered(
        question, inputs(paths), workers, Answering(form, out, limit, full_parse=full_parse)
    )
