from typing import Annotated

import typer

from footprint_cli.cli.config import written_to
from footprint_cli.cli.inputs import inputs
from footprint_cli.cli.listing import write_list
from footprint_cli.cli.options import (
    EngineOption,
    ExitZeroOption,
    FindingFormatOption,
    JobsOption,
    OutputOption,
    Paths,
    ShardOption,
)
from footprint_cli.cli.page import chosen_finding_format
from footprint_cli.cli.workers import Workers


def verify(  # noqa: PLR0913, PLR0917 (the options of a command)
    paths: Paths = None,
    fail: Annotated[bool, typer.Option("--fail", help="Exit 1 where an error is found.")] = False,
    listed: Annotated[
        bool, typer.Option("--list", help="List every code that a finding may have, and end.")
    ] = False,
    form: FindingFormatOption = None,
    out: OutputOption = None,
    jobs: JobsOption = None,
    engine: EngineOption = None,
    shard: ShardOption = None,
    exit_zero: ExitZeroOption = False,
) -> int:
    """Check that a recording agrees with itself, and name what of it could not be checked.

    Exit status: 0 whatever is found, or with --fail 1 where an error is found; 3 when an input is
    damaged, or holds nothing to check; 4 when an input could not be read at all.
    """
    from footprint_cli.archive.questions import Verifying
    from footprint_cli.cli.answering import Answering, answered

    out = written_to(out)
    form = chosen_finding_format(form, out)
    if listed:
        write_list(_codes(), form, out)
        return 0
    question = Verifying(fail=fail, exit_zero=exit_zero)
    workers = Workers(jobs, engine, shard)
    return answered(question, inputs(paths), workers, Answering(form, out))


def _codes() -> list[dict[str, str]]:
    from footprint_cli.model.codes import CODES

    return [
        {"code": one.code, "level": one.level, "summary": one.summary} for one in CODES.values()
    ]
