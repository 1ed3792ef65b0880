from enum import StrEnum
from typing import Annotated

import typer

from footprint_cli.cli.comparing import (
    Reading,
    compared_periods,
    compared_sides,
    fails,
    known_alpha,
)
from footprint_cli.cli.config import written_to
from footprint_cli.cli.instead import check_alone
from footprint_cli.cli.options import (
    EngineOption,
    ExitZeroOption,
    FormatOption,
    FullParseOption,
    IndexOption,
    JobsOption,
    OutputOption,
    ShardOption,
)
from footprint_cli.cli.page import chosen_format, page_for
from footprint_cli.cli.streams import output
from footprint_cli.cli.workers import Workers
from footprint_cli.errors import UsageError
from footprint_cli.render import renderer


class By(StrEnum):
    """How long a period is."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"


SidesArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[BEFORE AFTER]",
        help="Two recordings, folders of them, globs in quotes, or indexes.",
        show_default=False,
    ),
]
ByOption = Annotated[
    By | None,
    typer.Option(
        "--by", help="With --index: compare each period with the next.", show_default=False
    ),
]
FailOnOption = Annotated[
    list[str] | None,
    typer.Option(
        "--fail-on",
        metavar="CHANGE",
        help="Exit 1 where this changed; 'any' for whatever did; may be repeated.",
        show_default=False,
    ),
]
AlphaOption = Annotated[
    float, typer.Option("--alpha", help="Scores differ where the p-value is under this.")
]
TopOption = Annotated[
    int, typer.Option("--top", min=0, help="Questions that are listed of one retriever; 0: all.")
]


def drift(  # noqa: PLR0913, PLR0917 (the options of a command)
    paths: SidesArgument = None,
    index: IndexOption = None,
    by: ByOption = None,
    fail_on: FailOnOption = None,
    alpha: AlphaOption = 0.01,
    top: TopOption = 10,
    form: FormatOption = None,
    out: OutputOption = None,
    jobs: JobsOption = None,
    engine: EngineOption = None,
    shard: ShardOption = None,
    full_parse: FullParseOption = False,
    exit_zero: ExitZeroOption = False,
) -> int:
    """Say what changed between two sets of recordings: what questions admit, settings, scores.

    CHANGE is one of admitted, considered, strategy, k, threshold, max-chars, embedder, dimensions,
    order, namespace, scores, retriever, any.

    Exit status: 0 when both sides were compared; 1 when something changed that --fail-on names; 3
    when it cannot be told, a side holds no retrieval, or an input is damaged; 4 when an input could
    not be read at all.
    """
    from footprint_cli.analyse.drift_reports import Comparing

    out = written_to(out)
    form = chosen_format(form, out)
    comparing, page = Comparing(fails(fail_on), known_alpha(alpha), top), page_for(form, out)
    workers = Workers(jobs, engine, shard)
    reading = Reading(workers, full_parse)
    if (index is None) is not (by is None):
        raise UsageError("--index FILE and --by day|week|month go together, in place of two sides")
    if index is not None:
        check_alone(index, paths, workers, full_parse=full_parse)
    if shard is not None:
        from footprint_cli.cli.drift_parts import write_part

        return write_part(paths or [], comparing, reading, written=out, exit_zero=exit_zero)
    with output(out, page.encoding) as sink:
        report = (
            compared_sides(paths or [], comparing, reading, written=out, exit_zero=exit_zero)
            if index is None or by is None
            else compared_periods((index, by.value), comparing, written=out, exit_zero=exit_zero)
        )
        for piece in renderer("drift", form)(report, page):
            sink.write(piece)
    return report.exit_status
