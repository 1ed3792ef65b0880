"""Files of object stores and web servers, through fsspec: read in blocks, never copied whole."""

import io
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from footprint_cli.errors import InputError

_SCHEMES = {
    "s3": "s3fs",
    "s3a": "s3fs",
    "gs": "gcsfs",
    "gcs": "gcsfs",
    "az": "adlfs",
    "abfs": "adlfs",
    "abfss": "adlfs",
    "http": "aiohttp",
    "https": "aiohttp",
}
_EXTRA = frozenset({"s3fs", "aiohttp"})  # what the extra brings
_BLOCK = 4 << 20  # bytes of one request
_WAITS = (0.5,)  # seconds before each further try: the clients of stores try again themselves
_WEB_WAITS = (0.2, 1.0, 3.0)
_SECRETS = ("signature", "x-amz-credential", "x-amz-security-token", "sig=", "token=", "key=")
_FORBIDDEN = (401, 403)
_BUSY = 429
_SERVER = 500

Result = TypeVar("Result")


def is_remote(path: str) -> bool:
    """Tell whether a path is the address of a file, folder or glob that is not of this machine."""
    scheme, colon, _ = path.partition("://")
    return bool(colon) and scheme in _SCHEMES


def open_remote(path: str, advance: Callable[[int], None] | None = None) -> io.RawIOBase:
    """Open a file of a store; raises InputError where there is none, or it may not be read.

    Reading raises OSError where, after some tries, no more comes; an end before the end is one.
    """
    store = store_of(path)
    try:
        return _RemoteFile(path, store, advance)
    except OSError as error:
        raise InputError(path, reason_of(error)) from error


def store_of(path: str) -> Any:  # noqa: ANN401 (fsspec names no type that all stores have)
    """Return the file system of a path; raises InputError where a package for it is missing.

    An address that holds a secret is refused: every answer names what it is about.
    """
    rest = path.partition("://")[2]
    if "@" in rest.partition("/")[0] or any(one in path.lower() for one in _SECRETS):
        shown = f"{path.partition('://')[0]}://…"
        raise InputError(shown, "its address holds a secret, which every answer would show")
    package = _SCHEMES[path.partition("://")[0]]
    try:
        from importlib import import_module

        store, _ = import_module("fsspec.core").url_to_fs(path)
    except ImportError:
        more = "" if package in _EXTRA else f" {package}"
        why = f"needs an extra package: pip install 'footprint-cli[remote]'{more}"
        raise InputError(path, why) from None
    return store


def again(path: str, work: Callable[[], Result]) -> Result:
    """Do what a store may refuse for a moment, some times over; raises OSError in the end."""
    web = path.startswith(("http://", "https://"))
    for wait in (*(_WEB_WAITS if web else _WAITS), None):
        try:
            return work()
        except MemoryError:
            raise
        except Exception as error:  # each store has errors of its own
            fault = _fault(path, error)
            if wait is None or isinstance(fault, FileNotFoundError | PermissionError):
                raise fault from error
            time.sleep(wait)
    raise AssertionError  # the last try has no wait


def reason_of(error: OSError) -> str:
    """Say in words why something could not be opened."""
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    return "permission denied" if isinstance(error, PermissionError) else str(error)


class _RemoteFile(io.RawIOBase):
    """A file of a store as a stream: what breaks is asked for again from where it broke."""

    def __init__(self, path: str, store: Any, advance: Callable[[int], None] | None) -> None:  # noqa: ANN401
        self._path = path
        self._store = store
        self._advance = advance or (lambda _: None)
        self._position = 0
        self._ranges = True
        self._file = again(path, self._opened)
        self._size: int | None = getattr(self._file, "size", None)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:  # noqa: ANN401 (any writable buffer)
        view = memoryview(buffer).cast("B")
        data = again(self._path, lambda: self._read(len(view)))
        view[: len(data)] = data
        self._position += len(data)
        self._advance(len(data))
        if not data and self._size is not None and self._position < self._size:
            raise OSError(f"it ended after {self._position} of {self._size} bytes")
        return len(data)

    def close(self) -> None:
        if not self.closed and self._file is not None:
            self._file.close()
        super().close()

    def _read(self, size: int) -> bytes:
        if self._file is None:
            self._file = self._opened()
        try:
            data: bytes = self._file.read(size)
        except ValueError as error:
            if not self._ranges or "range" not in str(error):
                raise
            self._ranges = False  # a server that sends whole files only
            self._file = self._opened()
            data = self._file.read(size)
        except BaseException:
            if not self._ranges:  # a stream that broke does not go on
                self._file = None
            raise
        return data

    def _opened(self) -> Any:  # noqa: ANN401 (fsspec)
        block = _BLOCK if self._ranges else 0
        file = self._store.open(self._path, "rb", block_size=block, cache_type="readahead")
        if type(file).__name__ == "HTTPStreamFile":
            self._ranges = False
            passed = 0
            while passed < self._position:
                piece = file.read(min(_BLOCK, self._position - passed))
                if not piece:
                    raise OSError(f"it ended after {passed} bytes when it was read again")
                passed += len(piece)
        return file


def _fault(path: str, error: Exception) -> OSError:
    """Say what went wrong as an error of reading, with no more than one line."""
    status = next((code for one in _causes(error) if (code := _status(one))), None)
    if status in _FORBIDDEN:
        return PermissionError(path)
    if status is not None and (status >= _SERVER or status == _BUSY):
        return OSError(f"the server answers with status {status}")
    if isinstance(error, FileNotFoundError | PermissionError):
        return error
    if type(error).__name__ in {"NoCredentialsError", "PartialCredentialsError"}:
        return PermissionError(path)
    lines = str(error).splitlines()
    return OSError(lines[0] if lines else type(error).__name__)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _status(error: BaseException) -> int | None:
    status = getattr(error, "status", None)
    if status is None:
        response = getattr(error, "response", None)
        told = response.get("ResponseMetadata", {}) if isinstance(response, dict) else {}
        status = told.get("HTTPStatusCode")
    return status if isinstance(status, int) else None
