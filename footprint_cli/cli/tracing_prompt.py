from typing import Annotated

import typer

from footprint_cli.cli.config import written_to
from footprint_cli.cli.narrowing import zeroed
from footprint_cli.cli.options import ExitZeroOption, FormatOption, OutputOption
from footprint_cli.cli.page import chosen_format, is_terminal, page_for
from footprint_cli.cli.streams import complain, output
from footprint_cli.cli.traced import PathArgument, traced_recordings
from footprint_cli.errors import UsageError
from footprint_cli.model.prompt_report import PromptReport
from footprint_cli.render import renderer

CallOption = Annotated[
    int | None,
    typer.Option(
        "--call",
        metavar="N",
        help="Show the prompt of this call: from 1, or from the last, -1, backward.",
        show_default=False,
    ),
]
RawOption = Annotated[
    bool,
    typer.Option(
        "--raw", help="Only the system prompt: to a file or a pipe byte for byte as it was."
    ),
]
LinesOption = Annotated[
    int,
    typer.Option(
        "--limit", min=0, help="Lines of one part of a prompt in table and markdown; 0: all."
    ),
]


def prompt(  # noqa: PLR0913, PLR0917 (the options of a command)
    path: PathArgument = None,
    call: CallOption = None,
    raw: RawOption = False,
    limit: LinesOption = 20,
    form: FormatOption = None,
    out: OutputOption = None,
    exit_zero: ExitZeroOption = False,
) -> int:
    """Show the exact prompt of a call of the model: each part with its source, chunks marked.

    Without --call, the only call is shown; several are listed with their sizes.

    Exit status: 0 when all that is shown was recorded; 3 when a part of a prompt is withheld or
    cannot be told, no call is recorded, or the input is damaged; 4 when it could not be read.
    """
    out = written_to(out)
    if raw and form is not None:
        raise UsageError("--raw has no --format: it is the system prompt alone")
    form = chosen_format(form, out)
    page = page_for(form, out, limit)
    reports = _reports(path, call, out)
    status = zeroed(max(one.exit_status for one in reports), exit_zero=exit_zero)
    if raw:
        _write_raw(reports, out)
        return status
    with output(out, page.encoding) as sink:
        for piece in renderer("trace_prompt", form)(reports, page, status):
            sink.write(piece)
    return status


def _reports(path: str | None, call: int | None, out: str | None) -> list[PromptReport]:
    """Report on each recording of the input; the call that is asked for is in one at least."""
    from footprint_cli.analyse.prompt_reports import NoSuchCallError, prompt_report

    reports: list[PromptReport] = []
    missing: list[str] = []
    for one in traced_recordings(path, out):
        try:
            reports.append(prompt_report(one, call))
        except NoSuchCallError as error:
            missing.append(f"{one.source}: {error}")
    if not reports:
        raise UsageError(missing[0] if missing else "no recording in it")
    return reports


def _write_raw(reports: list[PromptReport], out: str | None) -> None:
    """Write the one system prompt that is asked for; on a terminal with every character visible."""
    from footprint_cli.render.visible import visible

    shown = [each for one in reports for each in one.shown]
    if len(shown) != 1:
        raise UsageError("--raw writes one system prompt: name its call with --call N")
    text = shown[0].prompt.text
    if text is None:
        complain(f"the system prompt is not known: {shown[0].prompt.unknown}")
        return
    if out is None and is_terminal():
        text = "".join(f"{visible(line)}\n" for line in text.split("\n"))
    with output(out, "utf-8") as sink:
        sink.write(text)
