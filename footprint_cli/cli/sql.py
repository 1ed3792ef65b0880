from typing import Annotated

import typer

from footprint_cli.cli.config import written_to
from footprint_cli.cli.options import FormatOption, OutputOption
from footprint_cli.cli.page import chosen_format, page_for
from footprint_cli.cli.streams import output
from footprint_cli.render import renderer

Statement = Annotated[
    str, typer.Argument(metavar="SELECT", help="One statement of SQL, as DuckDB has it.")
]
IndexPath = Annotated[
    str,
    typer.Option("--index", metavar="FILE|DIR", help="An index, or a dataset of footprint export."),
]
RowLimit = Annotated[
    int, typer.Option("--limit", min=0, help="Rows in table and markdown; 0: all.")
]


def sql(
    statement: Statement,
    index: IndexPath = "runs.footprint",
    limit: RowLimit = 100,
    form: FormatOption = None,
    out: OutputOption = None,
) -> int:
    """Ask an index anything, in SQL: docs/index-schema.md has its tables.

    The statement can only read, and only these tables: sources, recordings, retrievals, candidates,
    calls, coverage_gaps and findings. It needs the extra archive.

    Exit status: 0 when it was answered; 2 when DuckDB does not take the statement; 4 when the index
    cannot be read.
    """
    from footprint_cli.archive.index.sql import asked
    from footprint_cli.cli.indexed import keep_from

    out = written_to(out)
    keep_from(index, out)
    form = chosen_format(form, out)
    page = page_for(form, out, limit)
    with asked(statement, index) as table, output(out, page.encoding) as sink:
        for piece in renderer("sql", form)(table, page):
            sink.write(piece)
    return 0
