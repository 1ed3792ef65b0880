import os
from functools import partial
from typing import Annotated

import typer

from footprint_cli.cli.audits import Audits, read_status, zeroed
from footprint_cli.cli.config import written_to
from footprint_cli.cli.inputs import inputs, some
from footprint_cli.cli.options import (
    ChooseOption,
    DeclarationsOption,
    ExitZeroOption,
    FormatOption,
    OutputOption,
    RowsAtOption,
    ToolOption,
)
from footprint_cli.cli.page import chosen_format, page_for
from footprint_cli.cli.streams import complain, output
from footprint_cli.errors import UsageError
from footprint_cli.model.audit import first_status
from footprint_cli.render import renderer

ClaimAndPaths = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="CLAIM [PATH]...",
        help="A sentence; then recordings, folders of them, globs, or - for standard input.",
        show_default=False,
    ),
]
AnswerOption = Annotated[
    bool,
    typer.Option("--answer", help="Judge the sentences of the run's own answer; give no CLAIM."),
]
SupportedOption = Annotated[
    bool,
    typer.Option("--fail", help="Exit 1 unless the claim is consistent with the search."),
]


def claim(  # noqa: PLR0913, PLR0917 (the options of a command)
    words: ClaimAndPaths = None,
    tool: ToolOption = None,
    answer: AnswerOption = False,
    declarations: DeclarationsOption = None,
    choose: ChooseOption = None,
    rows_at: RowsAtOption = None,
    fail: SupportedOption = False,
    form: FormatOption = None,
    out: OutputOption = None,
    exit_zero: ExitZeroOption = False,
) -> int:
    """Say whether what was searched supports a sentence such as "No open incidents for checkout".

    The best answer is "consistent with the search", never "true". Exit status: 0 when the claim was
    judged; 3 when it was not, nothing could be read, or the input is damaged; 1 with --fail unless
    it is consistent (with --answer: unless each sentence that was judged is, and one was); 4 when an
    input could not be read at all.
    """
    from footprint_cli.analyse.audits import audit
    from footprint_cli.analyse.claim_reports import Claiming
    from footprint_cli.cli.covering import covering, note_uncalled

    text, paths = _asked(words or [], answer=answer)
    out = written_to(out)
    form = chosen_format(form, out)
    covered = covering(declarations, choose, rows_at, written=[out])
    audits = Audits(
        inputs(paths),
        status_of=read_status,
        audited=partial(audit, covering=covered.calls),
        written=out,
    )
    claiming = Claiming(
        text, covered.choices, tool=tool, declaring=covered.declaration, tools=covered.tools
    )
    page = page_for(form, out)
    with output(out, page.encoding) as sink:
        for one in audits:
            claiming.add(one)
        note_uncalled(covered.tools, covered.rows_at, covered.called)
        seen = claiming.tools_seen()
        if tool is not None and tool not in seen:
            complain(f"no call of {tool}; called: {some(seen) or 'none'}")
        report = claiming.report(
            lambda status: zeroed(
                first_status([audits.exit_status(), status]), exit_zero=exit_zero
            ),
            fail=fail,
        )
        for piece in renderer("claim", form)(report, page):
            sink.write(piece)
    return report.exit_status


def _asked(words: list[str], *, answer: bool) -> tuple[str | None, list[str]]:
    """Part a command line into the claim and the paths; with --answer all words are paths."""
    if answer:
        return None, words
    if not words or not words[0].strip():
        raise UsageError("no claim was made: give a sentence, then recordings; or --answer")
    if os.path.exists(words[0]):  # noqa: PTH110
        raise UsageError(f"{words[0]} is a path: give the claim first; or --answer")
    return words[0], words[1:]
