from typing import Annotated

import typer

from footprint_cli.cli.inputs import inputs
from footprint_cli.cli.narrowing import zeroed
from footprint_cli.cli.options import ExitZeroOption, StoredPaths

IndexFile = Annotated[
    str,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        help="The index; one that is there is brought up to date.",
    ),
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        min=1,
        metavar="N",
        help="Read with so many processes. Default: as many as there are processors.",
        show_default=False,
    ),
]


def index(
    paths: StoredPaths = None,
    out: IndexFile = "runs.footprint",
    jobs: JobsOption = None,
    exit_zero: ExitZeroOption = False,
) -> int:
    """Keep what recordings say in one file, so that a question reads none of them again.

    Only what is new or changed is read. why-not, why, stats, drift and gate ask the file with --index,
    and footprint sql asks it anything.

    Exit status: 0 when everything in the index was read whole; 3 when a recording in it is damaged, or
    none is in it; 4 when a file could not be read at all, or a PATH holds no recording.
    """
    from footprint_cli.cli.indexing import indexed

    return zeroed(indexed(inputs(paths), out, jobs), exit_zero=exit_zero)
