from typing import Annotated

import typer

from footprint_cli.cli.config import written_to
from footprint_cli.cli.narrowing import zeroed
from footprint_cli.cli.options import ExitZeroOption, FormatOption, OutputOption
from footprint_cli.cli.page import chosen_format, page_for
from footprint_cli.cli.streams import output
from footprint_cli.cli.traced import PathArgument, traced_recordings
from footprint_cli.render import renderer

DepthOption = Annotated[
    int | None,
    typer.Option(
        "--depth",
        min=0,
        help="How deep into subflows; 0: only the steps of the run. Default: all.",
        show_default=False,
    ),
]
WritesOption = Annotated[
    bool, typer.Option("--writes", help="Only steps that wrote something, or failed.")
]
StepsOption = Annotated[
    int, typer.Option("--limit", min=0, help="Steps in table and markdown; 0: all.")
]


def steps(  # noqa: PLR0913, PLR0917 (the options of a command)
    path: PathArgument = None,
    depth: DepthOption = None,
    writes: WritesOption = False,
    limit: StepsOption = 50,
    form: FormatOption = None,
    out: OutputOption = None,
    exit_zero: ExitZeroOption = False,
) -> int:
    """List the steps of a run as a tree, and what each wrote: keys, verbs, values and their sizes.

    The steps of subflows are there where the input holds their logs: a snapshot, or an archived
    recording.

    Exit status: 0; 3 when no commit log is recorded, not all of it is known, or the input is
    damaged; 4 when it could not be read at all.
    """
    from footprint_cli.analyse.steps_reports import steps_report

    out = written_to(out)
    form = chosen_format(form, out)
    page = page_for(form, out, limit)
    read = traced_recordings(path, out)
    reports = [steps_report(one, depth, writing=writes) for one in read]
    status = zeroed(max(one.exit_status for one in reports), exit_zero=exit_zero)
    with output(out, page.encoding) as sink:
        for piece in renderer("trace_steps", form)(reports, page, status):
            sink.write(piece)
    return status
