from functools import partial

from footprint_cli.analyse.audits import audit
from footprint_cli.cli.audits import Audits, Narrowing, explained_status, zeroed
from footprint_cli.cli.config import written_to
from footprint_cli.cli.covering import lazy_covering
from footprint_cli.cli.inputs import inputs
from footprint_cli.cli.options import (
    DeclarationsOption,
    ExitZeroOption,
    FormatOption,
    LimitOption,
    OnlyOption,
    OutputOption,
    Paths,
    RetrieverOption,
    StepOption,
)
from footprint_cli.cli.page import chosen_format, page_for
from footprint_cli.cli.streams import output
from footprint_cli.render import renderer


def explain(  # noqa: PLR0913, PLR0917 (the options of a command)
    paths: Paths = None,
    retriever: RetrieverOption = None,
    step: StepOption = None,
    only: OnlyOption = None,
    declarations: DeclarationsOption = None,
    limit: LimitOption = 20,
    form: FormatOption = None,
    out: OutputOption = None,
    exit_zero: ExitZeroOption = False,
) -> int:
    """Explain every retrieval and tool call of a recording: what was read, what was not, and why.

    Exit status: 0 when every retrieval and call in the input was shown; 3 when there is nothing to
    explain, evidence is withheld or not recorded, or the input is damaged; 4 when an input could
    not be read at all.
    """
    named = inputs(paths)
    out = written_to(out)
    form = chosen_format(form, out)
    page = page_for(form, out, limit)
    narrowing = Narrowing(retriever=retriever, step=step, only=only)
    audits = Audits(
        named,
        narrowing,
        status_of=explained_status,
        audited=partial(audit, covering=lazy_covering(declarations, written=out)),
        written=out,
    )

    def status() -> int:
        return zeroed(audits.exit_status(), exit_zero=exit_zero)

    with output(out, page.encoding) as sink:
        for piece in renderer("explain", form)(audits, page, status):
            sink.write(piece)
    return status()
