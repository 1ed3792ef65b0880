from typing import Annotated

import typer

from footprint_cli.cli.config import written_to
from footprint_cli.cli.diffing import Diffing, compared_sides, fails, two_sides
from footprint_cli.cli.options import (
    ChooseOption,
    DeclarationsOption,
    EngineOption,
    ExitZeroOption,
    FormatOption,
    JobsOption,
    OutputOption,
    RowsAtOption,
)
from footprint_cli.cli.page import chosen_format, page_for
from footprint_cli.cli.streams import output
from footprint_cli.cli.workers import Workers
from footprint_cli.render import renderer

SidesArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[BEFORE AFTER]",
        help="Two recordings, folders of them, globs in quotes, or indexes; one with two --step.",
        show_default=False,
    ),
]
StepsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--step",
        help="Only this step of both sides; given twice, the one before and the one after.",
        show_default=False,
    ),
]
FailOnOption = Annotated[
    list[str] | None,
    typer.Option(
        "--fail-on",
        metavar="KIND",
        help="Exit 1 where this differs; 'any' for whatever does; may be repeated.",
        show_default=False,
    ),
]
DiffLimitOption = Annotated[
    int,
    typer.Option(
        "--limit",
        min=0,
        help="Pairs of runs, and what is in none, in table and markdown; 0: all.",
    ),
]


def diff(  # noqa: PLR0913, PLR0917 (the options of a command)
    paths: SidesArgument = None,
    step: StepsOption = None,
    fail_on: FailOnOption = None,
    limit: DiffLimitOption = 20,
    declarations: DeclarationsOption = None,
    rows_at: RowsAtOption = None,
    choose: ChooseOption = None,
    form: FormatOption = None,
    out: OutputOption = None,
    jobs: JobsOption = None,
    engine: EngineOption = None,
    exit_zero: ExitZeroOption = False,
) -> int:
    """Say where two recordings, retrievals or archives differ, run by run, and why.

    KIND is one of read-set, answer, coverage, text, prompt-order, verdicts, reasons, candidates,
    scores, settings, unpaired, any.

    Exit status: 0 when both sides were compared; 1 when something differs that --fail-on names; 3
    when it cannot be told, nothing could be paired, or an input is damaged; 4 when an input could
    not be read at all.
    """
    from footprint_cli.cli.covering import declared

    out = written_to(out)
    form = chosen_format(form, out)
    sides, page = two_sides(paths or [], step), page_for(form, out, limit)
    given = declared(declarations, choose, rows_at, written=[out])
    diffing = Diffing(fails(fail_on), Workers(jobs, engine, None), given, out, exit_zero)
    with output(out, page.encoding) as sink:
        report = compared_sides(sides, diffing)
        for piece in renderer("diff", form)(report, page):
            sink.write(piece)
    return report.exit_status
