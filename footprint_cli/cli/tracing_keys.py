"""The commands of trace on one key of the state."""

from typing import Annotated

import typer
from msgspec.structs import replace

from footprint_cli.cli.config import written_to
from footprint_cli.cli.narrowing import zeroed
from footprint_cli.cli.options import ExitZeroOption, FormatOption, OutputOption
from footprint_cli.cli.page import chosen_format, page_for
from footprint_cli.cli.streams import output
from footprint_cli.cli.traced import PathArgument, traced_recordings
from footprint_cli.errors import UsageError
from footprint_cli.model.trace_report import TraceAsked
from footprint_cli.render import Format, renderer

KeyArgument = Annotated[
    str,
    typer.Argument(
        metavar="KEY",
        help="A key: a/b or a.b for one inside another, or exactly a JSON array of its segments.",
        show_default=False,
    ),
]
AtOption = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="STEP",
        help="After this step (its id, all its commits) or commit (@12, from 0). Default: the end.",
        show_default=False,
    ),
]
BeforeOption = Annotated[
    str | None,
    typer.Option(
        "--before",
        metavar="STEP",
        help="Before this step (its id, its first commit) or commit (@12). Default: the end.",
        show_default=False,
    ),
]
InOption = Annotated[
    str | None,
    typer.Option(
        "--in",
        metavar="MOUNT",
        help="Ask the nested log of the subflow that this step mounted, such as final#28.",
        show_default=False,
    ),
]
ParityOption = Annotated[
    bool, typer.Option("--parity", help="Keep to the engine's own rules, blind spots and all.")
]
DepthOption = Annotated[
    int, typer.Option("--depth", min=1, help="How many steps deep the slice is followed.")
]
NodesOption = Annotated[
    int, typer.Option("--nodes", min=1, help="How many steps the slice may have.")
]
ForwardOption = Annotated[
    bool, typer.Option("--forward", help="What the last write of the key fed, not what fed it.")
]


def value(  # noqa: PLR0913, PLR0917 (the options of a command)
    key: KeyArgument,
    path: PathArgument = None,
    at: AtOption = None,
    log: InOption = None,
    parity: ParityOption = False,
    form: FormatOption = None,
    out: OutputOption = None,
    exit_zero: ExitZeroOption = False,
) -> int:
    """Show the value of a key after a step, and who wrote it.

    Exit status: 0 when the value, or that there is none, is told; 3 when it is withheld, not recorded,
    or only a part of it is, no commit wrote the key, or the input is damaged; 4 when it could not be
    read.
    """
    asked = TraceAsked(question="value", key=key, step=at, log=log, parity=parity)
    return _answered(asked, path, form, out, exit_zero=exit_zero)


def who_wrote(  # noqa: PLR0913, PLR0917 (the options of a command)
    key: KeyArgument,
    path: PathArgument = None,
    before: BeforeOption = None,
    log: InOption = None,
    parity: ParityOption = False,
    form: FormatOption = None,
    out: OutputOption = None,
    exit_zero: ExitZeroOption = False,
) -> int:
    """Name the last commit that wrote a key: exactly, as a part, or with what it is a part of.

    Exit status: 0 when it is told; 3 when nothing in the log wrote or holds the key, or the input is
    damaged; 4 when it could not be read.
    """
    asked = TraceAsked(question="who-wrote", key=key, step=before, log=log, parity=parity)
    return _answered(asked, path, form, out, exit_zero=exit_zero)


def timeline(  # noqa: PLR0913, PLR0917 (the options of a command)
    key: KeyArgument,
    path: PathArgument = None,
    log: InOption = None,
    parity: ParityOption = False,
    form: FormatOption = None,
    out: OutputOption = None,
    exit_zero: ExitZeroOption = False,
) -> int:
    """List every write and every read of a key, in log order; a step reads before it writes.

    Exit status: 0 when both are told; 3 when reads are not recorded, nothing is told of the key, or
    the input is damaged; 4 when it could not be read.
    """
    asked = TraceAsked(question="timeline", key=key, log=log, parity=parity)
    return _answered(asked, path, form, out, exit_zero=exit_zero)


def slice_(  # noqa: PLR0913, PLR0917 (the options of a command)
    key: KeyArgument,
    path: PathArgument = None,
    before: BeforeOption = None,
    forward: ForwardOption = False,
    log: InOption = None,
    parity: ParityOption = False,
    depth: DepthOption = 20,
    nodes: NodesOption = 100,
    form: FormatOption = None,
    out: OutputOption = None,
    exit_zero: ExitZeroOption = False,
) -> int:
    """Say which steps and keys fed a key, back to the chunks in the prompt of the model.

    Exit status: 0 when the slice is whole; 3 when reads are not recorded, it was cut, nothing is told
    of the key, or the input is damaged; 4 when it could not be read.
    """
    if forward and before is not None:
        raise UsageError("--before is for what fed a key; --forward starts at its last write")
    asked = TraceAsked(
        question="forward" if forward else "slice",
        key=key,
        step=before,
        log=log,
        parity=parity,
        deepest=depth,
        most=nodes,
    )
    return _answered(asked, path, form, out, exit_zero=exit_zero)


def _answered(
    asked: TraceAsked, path: str | None, form: Format | None, out: str | None, *, exit_zero: bool
) -> int:
    from footprint_cli.analyse.trace_reports import trace_report

    out = written_to(out)
    form = chosen_format(form, out)
    page = page_for(form, out)
    recordings = traced_recordings(path, out)
    if len(recordings) != 1:
        raise UsageError(
            f"{recordings[0].source if recordings else path}: it holds {len(recordings)} recordings, "
            "and this asks one"
        )
    report = trace_report(recordings[0], asked)
    status = zeroed(report.exit_status, exit_zero=exit_zero)
    with output(out, page.encoding) as sink:
        for piece in renderer("trace", form)(replace(report, exit_status=status), page):
            sink.write(piece)
    return status
