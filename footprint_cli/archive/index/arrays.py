"""Columns of rows as Arrow has them, and the libraries that are needed for that."""

from collections.abc import Callable, Sequence
from typing import Any

from footprint_cli.archive.index.values import text_again
from footprint_cli.errors import UsageError
from footprint_cli.model.numbers import number_text


def needed(library: str) -> Any:  # noqa: ANN401 (a module)
    """Import a library of the extra `archive`; raises `UsageError` where it is not installed."""
    from importlib import import_module

    try:
        return import_module(library)
    except ImportError as error:
        raise _missing(library) from error


def check_installed(library: str) -> None:
    """Raise `UsageError` where a library is not installed; it is not loaded, for it starts threads."""
    from importlib.util import find_spec

    if find_spec(library) is None:
        raise _missing(library)


def _missing(library: str) -> UsageError:
    name = library.partition(".")[0]
    return UsageError(f"{name} needs an extra package: pip install 'footprint-cli[archive]'")


def array_of(column: Sequence[Any], kind: Any) -> Any:  # noqa: ANN401 (of Arrow)
    """Return a column as it is to be: Arrow's way, and value by value where it has none."""
    arrow = needed("pyarrow")
    try:
        if kind == arrow.bool_():
            return arrow.array(column).cast(kind)
        return arrow.array(column, kind)
    except (TypeError, ValueError, OverflowError):
        make = _MAKERS[str(kind)]
        return arrow.array([None if one is None else make(one) for one in column], kind)


def _text(value: Any) -> str:  # noqa: ANN401 (what a column has)
    """Return a value as UTF-8 can hold it: half of a surrogate pair is written as its escape."""
    if isinstance(value, bytes):
        return str(text_again(value)).encode("utf-8", "backslashreplace").decode()
    return value if isinstance(value, str) else number_text(value)


_MAKERS: dict[str, Callable[[Any], Any]] = {
    "bool": bool,
    "int64": int,
    "double": float,
    "string": _text,
}
