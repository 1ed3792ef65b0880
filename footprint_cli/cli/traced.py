"""The one input of a question about the state of a run."""

from typing import Annotated

import typer

from footprint_cli.cli.files import same_file
from footprint_cli.cli.inputs import inputs
from footprint_cli.errors import UsageError
from footprint_cli.model.recording import Recording

PathArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="[PATH]",
        help="One recording, or - for an archived one on standard input; gz and zst are read too.",
        show_default=False,
    ),
]


def traced_recordings(path: str | None, written: str | None) -> list[Recording]:
    """Read the recordings of one file: a commit log, an envelope, a snapshot, or standard input.

    `written` is the file that the answer goes to: the input is never written over. Raises
    `UsageError` where more than one input is meant, and `InputError` where it cannot be read.
    """
    from footprint_cli.cli.found import sources_of
    from footprint_cli.errors import InputError
    from footprint_cli.read.formats import load

    named = [path] if path is not None else inputs(None)
    sources = sources_of(named)
    if len(sources) != 1:
        raise UsageError(f"{len(sources)} inputs were found, and this asks one: name its path")
    (source,) = sources
    if source.fault is not None:
        raise InputError(source.path, source.fault)
    if written is not None and same_file(source.path, written):
        raise UsageError(f"{written} is an input and would be written over")
    return load(source.path)
