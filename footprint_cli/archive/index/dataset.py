"""A folder of Parquet files that appears when it is whole."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from footprint_cli.archive.index.schema import SCHEMA_VERSION
from footprint_cli.errors import UsageError
from footprint_cli.model.exported import Exported

MARK = "_footprint.json"  # readers of datasets pass over names that begin so
_PART = ".footprint-"  # starts the name of a dataset that is not whole yet
_WRITTEN = ".written"  # in it: folders of batches that are not committed


@contextmanager
def appearing(folder: str) -> Iterator[str]:
    """Lend a new folder beside this one, that takes its place at the end of the block.

    A folder that is there must be empty, or an earlier dataset. Raises `UsageError` where it is not, or
    cannot be written; then, and however else the block is left, what was there stays.
    """
    _check(folder)
    part = f"{_beside(folder)}{os.urandom(8).hex()}"
    try:
        os.makedirs(f"{part}/{_WRITTEN}")  # noqa: PTH103
        yield part
        _replace(part, folder)
    except OSError as error:
        why = error.strerror or error
        raise UsageError(f"cannot write {error.filename or folder}: {why}") from error
    finally:
        _remove(part)


def place_of_batches(part: str) -> str:
    """Return the folder in which workers write; what is in it at the end is nobody's."""
    return f"{part}/{_WRITTEN}"


def commit(part: str, batch: Exported) -> None:
    """Give the files of a batch their names; those of the same batch, done before, are replaced."""
    for one in batch.files:
        os.makedirs(os.path.dirname(f"{part}/{one}"), exist_ok=True)  # noqa: PTH103, PTH120
        os.replace(f"{batch.folder}/{one}", f"{part}/{one}")  # noqa: PTH105


def mark(part: str, rows: dict[str, int]) -> None:
    """Say that a dataset is whole, once nothing else is in it."""
    import orjson

    _remove(place_of_batches(part))
    with open(f"{part}/{MARK}", "wb") as file:  # noqa: PTH123
        file.write(orjson.dumps({"schema": SCHEMA_VERSION, "rows": rows}) + b"\n")


def is_dataset(folder: str) -> bool:
    """Tell whether a folder holds a whole dataset."""
    return os.path.isfile(os.path.join(folder, MARK))  # noqa: PTH113, PTH118


def _check(folder: str) -> None:
    if os.path.lexists(folder) and not os.path.isdir(folder):  # noqa: PTH112
        raise UsageError(f"{folder} is there already, and is no folder")
    if os.path.isdir(folder) and os.listdir(folder) and not is_dataset(folder):  # noqa: PTH112, PTH208
        raise UsageError(f"{folder} holds other files than an earlier export; name a new folder")


def _replace(part: str, folder: str) -> None:
    """Put the new dataset where the earlier one was; no reader sees half of one."""
    old = f"{part}-old"
    if os.path.isdir(folder):  # noqa: PTH112
        os.rename(folder, old)  # noqa: PTH104
    try:
        os.rename(part, folder)  # noqa: PTH104
    except BaseException:  # Ctrl-C too
        if os.path.isdir(old) and not os.path.lexists(folder):  # noqa: PTH112
            os.rename(old, folder)  # noqa: PTH104
        raise
    _remove(old)


def _beside(folder: str) -> str:
    path = os.path.abspath(folder)  # noqa: PTH100
    return os.path.join(os.path.dirname(path), _PART)  # noqa: PTH118, PTH120


def _remove(folder: str) -> None:
    """Remove a folder, under another name: who still writes there does not find it any more."""
    from shutil import rmtree

    gone = f"{folder}-gone"
    with suppress(OSError):
        os.rename(folder, gone)  # noqa: PTH104
        rmtree(gone, ignore_errors=True)
