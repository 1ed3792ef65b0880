from typing import Annotated

import typer

from footprint_cli.cli.options import ExitZeroOption, IndexOption, Paths

ParquetOption = Annotated[
    str,
    typer.Option("--parquet", metavar="DIR", help="The folder of the dataset.", show_default=False),
]


def export(
    parquet: ParquetOption,
    paths: Paths = None,
    index: IndexOption = None,
    exit_zero: ExitZeroOption = False,
) -> int:
    """Write what an index keeps as a Parquet dataset, for any tool that reads one.

    The tables are those of docs/index-schema.md, a file a day of the runs. It needs the extra archive.

    Exit status: 0 when everything was read whole; 3 when a recording is damaged; 4 when one could not
    be read at all.
    """
    from footprint_cli.cli.exporting import exported
    from footprint_cli.cli.narrowing import zeroed

    return zeroed(exported(parquet, paths, index), exit_zero=exit_zero)
