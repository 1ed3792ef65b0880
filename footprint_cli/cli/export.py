from typing import Annotated

import typer

from footprint_cli.cli.options import ExitZeroOption, IndexOption, StoredPaths

ParquetOption = Annotated[
    str,
    typer.Option("--parquet", metavar="DIR", help="The folder of the dataset.", show_default=False),
]


def export(
    parquet: ParquetOption,
    paths: StoredPaths = None,
    index: IndexOption = None,
    exit_zero: ExitZeroOption = False,
) -> int:
    """Write what an index keeps as a Parquet dataset, for any tool that reads one.

    The tables are those of docs/index-schema.md, a file a day of the runs. It needs the extra archive.

    Exit status: 0 when everything was read whole; 3 when a recording is damaged, or there is none; 4
    when a file could not be read at all, or a PATH holds no recording.
    """
    from footprint_cli.cli.exporting import exported
    from footprint_cli.cli.narrowing import zeroed

    return zeroed(exported(parquet, paths, index), exit_zero=exit_zero)
