from functools import partial
from typing import Annotated

import typer

from footprint_cli.cli.audits import Audits, Narrowing, read_status, zeroed
from footprint_cli.cli.config import written_to
from footprint_cli.cli.inputs import inputs
from footprint_cli.cli.options import (
    ChooseOption,
    DeclarationsOption,
    ExitZeroOption,
    FormatOption,
    OutputOption,
    Paths,
    RowsAtOption,
    StepOption,
    ToolOption,
)
from footprint_cli.cli.page import chosen_format, page_for
from footprint_cli.cli.streams import complain, output
from footprint_cli.model.audit import first_status
from footprint_cli.render import renderer

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
    exit_zero: ExitZeroOption = False,
) -> int:
    """Say what each call of a tool searched, and what it left out; without --tool, a summary of all.

    Exit status: 0 when every call in the input was shown, with a search declared or not; 3 when
    there is no such call, calls are withheld, or the input is damaged; 4 when an input could not be
    read at all.
    """
    from footprint_cli.analyse.audits import audit
    from footprint_cli.analyse.coverage_reports import Covered
    from footprint_cli.cli.covering import covering, note_uncalled

    out = written_to(out)
    form = chosen_format(form, out)
    used = covering(declarations, choose, rows_at, written=[out])
    audits = Audits(
        inputs(paths),
        Narrowing(retriever=None, step=step, only=None),
        status_of=read_status,
        audited=partial(audit, covering=used.calls),
        written=out,
    )
    covered, page = Covered(tool), page_for(form, out, limit)
    with output(out, page.encoding) as sink:
        for one in audits:
            covered.add(one)
        report = covered.report(lambda status: zeroed(_with(audits, status), exit_zero=exit_zero))
        if not report.tools:
            complain(covered.nothing())
        note_uncalled(used)
        for piece in renderer("coverage", form)(report, page, gaps_only=gaps_only):
            sink.write(piece)
    return report.exit_status


def _with(audits: Audits, status: int) -> int:
    return first_status([audits.exit_status(), status])
