"""The commands on declarations: what tools say they search."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated

import typer

from footprint_cli.cli.audits import Audits, read_status, zeroed
from footprint_cli.cli.config import written_to
from footprint_cli.cli.files import same_file
from footprint_cli.cli.inputs import inputs, some
from footprint_cli.cli.options import ExitZeroOption, FindingFormatOption, OutputOption, Paths
from footprint_cli.cli.page import chosen_finding_format, page_for
from footprint_cli.cli.streams import complain, output
from footprint_cli.errors import InputError, UsageError
from footprint_cli.model.audit import first_status
from footprint_cli.model.report import Report
from footprint_cli.model.search import ToolSchema
from footprint_cli.render import renderer

_INCONCLUSIVE = 3

Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE...",
        help="Declarations: JSON or TOML files, or folders of them.",
        show_default=False,
    ),
]
Tool = Annotated[str, typer.Argument(metavar="TOOL", help="The tool's name.", show_default=False)]


def _alone(context: typer.Context) -> None:
    """Check or draft what tools say they search."""
    if context.invoked_subcommand is None:
        complain("no command was named")
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(2)


declarations = typer.Typer(
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    callback=_alone,
    invoke_without_command=True,
)


@declarations.command("check", short_help="Say everything that is wrong with declarations.")
def check(
    files: Files,
    form: FindingFormatOption = None,
    out: OutputOption = None,
    exit_zero: ExitZeroOption = False,
) -> int:
    """Check declarations of what tools search, and say everything that is wrong with them.

    Exit status: 0 when every declaration is accepted, warnings or not; 1 when one is refused; 3 when
    a file has no declaration; 4 when a file could not be read at all.
    """
    from msgspec.structs import replace

    out = written_to(out)
    form = chosen_finding_format(form, out)
    page = page_for(form, out)
    with output(out, page.encoding) as sink:
        report = _checked(files, out)
        status = zeroed(report.exit_status, exit_zero=exit_zero)
        for piece in renderer("report", form)(replace(report, exit_status=status), page):
            sink.write(piece)
    return status


@declarations.command("draft", short_help="Write the start of a declaration.")
def draft(tool: Tool, paths: Paths = None, out: OutputOption = None) -> int:
    """Write the start of a declaration of TOOL from its calls in recordings, as TOML.

    Exit status: 0; 3 when no recording knows the tool, or one is damaged; 4 when one could not be
    read at all.
    """
    from footprint_cli.analyse.audits import audit
    from footprint_cli.analyse.drafts import Drafting
    from footprint_cli.render.draft import render

    out = written_to(out)
    if out is not None and out.lower().endswith(".json"):
        raise UsageError(f"{out}: a draft is TOML, for it has comments; name it so")
    unexplained = partial(audit, naming=lambda _: False)  # only the calls are asked for
    audits = Audits(inputs(paths), status_of=read_status, audited=unexplained, written=out)
    drafting = Drafting(tool)
    for one in audits:
        drafting.add(one.recording)
    drafted = drafting.draft()
    if drafted is None:
        known = some(sorted(drafting.tools)) or "none"
        complain(f"no call and no schema of {tool} in these recordings; tools in them: {known}")
        return first_status({audits.exit_status(), _INCONCLUSIVE})
    with output(out, "utf-8") as sink:
        for piece in render(drafted):
            sink.write(piece)
    return audits.exit_status()


def _checked(paths: list[str], out: str | None) -> Report:
    from footprint_cli.analyse.declaration_check import declarations_report
    from footprint_cli.read.declarations import read_declarations

    schemas: list[ToolSchema] = []
    unread: list[InputError] = []
    empty: list[str] = []
    for path in _files(paths, unread):
        if out is not None and same_file(path, out):
            raise UsageError(f"{out} is an input and would be written over")
        try:
            found = [one for one in read_declarations(path) if one.search is not None]
        except InputError as error:
            complain(str(error))
            unread.append(error)
            continue
        schemas += found
        if not found:
            empty.append(path)
    return declarations_report(schemas, unread, empty)


def _files(paths: list[str], unread: list[InputError]) -> Iterator[str]:
    """Yield each file once; what gives none is said."""
    from footprint_cli.read.declarations import declaration_files

    seen: set[str] = set()
    for path in paths:
        try:
            files = declaration_files(path)
        except InputError as error:
            complain(str(error))
            unread.append(error)
            continue
        yield from (one for one in files if one not in seen)
        seen.update(files)
