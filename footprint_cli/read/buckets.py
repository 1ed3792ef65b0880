"""Folders and globs of object stores → the files in them, in a stable order."""

from collections.abc import Callable
from typing import Any, NamedTuple

from footprint_cli.errors import InputError
from footprint_cli.read.remote import again, reason_of, store_of

_GLOB = frozenset("*[")  # not ?, which begins a query


class RemoteFile(NamedTuple):
    """A file of a store, with its bytes as they are stored, where that is known."""

    path: str
    size: int | None


def files_in_store(path: str, is_recording: Callable[[str], bool]) -> tuple[list[RemoteFile], bool]:
    """Return the files that an address means, and whether it was a folder or a glob.

    A folder is listed with all that is under it: the files whose names `is_recording` and that are
    not hidden. The order is that of their paths. Raises InputError where nothing can be listed.
    """
    store = store_of(path)
    try:
        if _GLOB & set(path):
            found = again(path, lambda: store.glob(path, detail=True))
            return _sorted(store, found), True
        if path.partition("://")[0] in {"http", "https"}:
            return [RemoteFile(path, None)], False  # opening it says what is wrong
        info = again(path, lambda: store.info(path))
        if info.get("type") != "directory":
            return [RemoteFile(path, info.get("size"))], False
        found = again(path, lambda: store.find(path, detail=True))
    except OSError as error:
        raise InputError(path, reason_of(error)) from error
    top = store._strip_protocol(path)  # noqa: SLF001 (fsspec has no other name for it)
    kept = {
        name: each
        for name, each in found.items()
        if not _is_hidden(name.removeprefix(top)) and is_recording(name.rpartition("/")[2])
    }
    return _sorted(store, kept), True


def _sorted(store: Any, found: dict[str, Any]) -> list[RemoteFile]:  # noqa: ANN401 (fsspec)
    return [
        RemoteFile(store.unstrip_protocol(name), each.get("size"))
        for name, each in sorted(found.items())
        if each.get("type") == "file"
    ]


def _is_hidden(name: str) -> bool:
    return any(part.startswith(".") for part in name.split("/"))
