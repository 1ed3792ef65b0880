"""An index, or recordings that are indexed for it → a Parquet dataset."""

import os
from tempfile import TemporaryDirectory

from footprint_cli.archive.index.export import export
from footprint_cli.archive.index.file import statuses
from footprint_cli.cli.indexed import lent
from footprint_cli.cli.indexing import brought_up_to_date
from footprint_cli.cli.inputs import inputs
from footprint_cli.cli.instead import check_alone
from footprint_cli.cli.streams import say
from footprint_cli.cli.workers import Workers
from footprint_cli.model.audit import first_status


def exported(folder: str, paths: list[str] | None, index: str | None) -> int:
    """Write the dataset, say how much is in it, and return the exit status."""
    if index is not None:
        check_alone(index, paths, Workers())
        return _exported(folder, index, age=True)
    with TemporaryDirectory() as place:
        kept = os.path.join(place, "runs.footprint")  # noqa: PTH118
        brought_up_to_date(inputs(paths), kept, None)
        return _exported(folder, kept, age=False)


def _exported(folder: str, index: str, *, age: bool) -> int:
    with lent(index) as open_index:
        counts = export(open_index.connection, folder)
        if age:
            open_index.tell_age()
        status = first_status(statuses(open_index.connection))
    rows = ", ".join(f"{count} {table}" for table, count in counts.items())
    say(f"{folder}: {rows}\n")
    return status
