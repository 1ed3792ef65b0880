"""An index, or recordings that are indexed for it → a Parquet dataset."""

import os
from tempfile import TemporaryDirectory

from footprint_cli.archive.index.export import export
from footprint_cli.archive.index.held import held
from footprint_cli.cli.indexed import lent
from footprint_cli.cli.indexing import brought_up_to_date
from footprint_cli.cli.inputs import inputs
from footprint_cli.cli.instead import check_alone
from footprint_cli.cli.streams import say
from footprint_cli.cli.workers import Workers
from footprint_cli.render.words import numbered


def exported(folder: str, paths: list[str] | None, index: str | None) -> int:
    """Write the dataset, say how much is in it, and return the exit status."""
    if index is not None:
        check_alone(index, paths, Workers())
        return _exported(folder, index, age=True)
    with TemporaryDirectory() as place:
        kept = os.path.join(place, "runs.footprint")  # noqa: PTH118
        _, status = brought_up_to_date(inputs(paths), kept, None, lasting=False)
        _exported(folder, kept, age=False)
    return status


def _exported(folder: str, index: str, *, age: bool) -> int:
    with lent(index) as open_index:
        counts = export(open_index.connection, folder)
        if age:
            open_index.tell_age()
        status = held(open_index.connection).status
    rows = ", ".join(_counted(count, table) for table, count in counts.items())
    say(f"{folder}: {rows}\n")
    return status


def _counted(count: int, table: str) -> str:
    """Write a number of rows with the name of their table, a word for one or for many."""
    return numbered(count, table.removesuffix("s").replace("_", " "))
