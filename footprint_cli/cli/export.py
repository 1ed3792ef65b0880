from typing import Annotated

import typer

from footprint_cli.cli.options import (
    EngineOption,
    ExitZeroOption,
    IndexOption,
    JobsOption,
    StoredPaths,
)
from footprint_cli.cli.workers import Workers

ParquetOption = Annotated[
    str,
    typer.Option("--parquet", metavar="DIR", help="The folder of the dataset.", show_default=False),
]


def export(  # noqa: PLR0913, PLR0917 (the options of a command)
    parquet: ParquetOption,
    paths: StoredPaths = None,
    index: IndexOption = None,
    jobs: JobsOption = None,
    engine: EngineOption = None,
    exit_zero: ExitZeroOption = False,
) -> int:
    """Write what recordings say, or what an index keeps, as a Parquet dataset for any tool that reads one.

    The tables are those of docs/index-schema.md, in files for each day of the runs. DIR appears when it
    is whole, and takes the place of an earlier dataset. It needs the extra archive. With --engine, workers
    have to see DIR by its whole path.

    Exit status: 0 when everything was read whole; 3 when a recording is damaged, or there is none; 4
    when a file could not be read at all, or a PATH holds no recording.
    """
    from footprint_cli.cli.exporting import exported
    from footprint_cli.cli.narrowing import zeroed

    status = exported(parquet, paths, index, Workers(jobs, engine))
    return zeroed(status, exit_zero=exit_zero)
