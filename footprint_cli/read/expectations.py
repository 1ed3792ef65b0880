"""A file that says which chunks should be read, for a question or for a run: JSON, JSON lines or CSV.

It is what whoever asks wants, no recording: what is not as it should be is a usage error that names
the place.
"""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from footprint_cli.errors import UsageError
from footprint_cli.model.sweep import Expected

_FORM = '{"query": HASH, "read": [IDS]}, or {"run": ID, "read": [IDS]}'
_Key = tuple[str, str]  # query or run, and its name


def read_expectations(path: str) -> tuple[Expected, ...]:
    """Read lines of JSON as `_FORM` has them, CSV (query or run, and id), or {query hash: [ids]}."""
    found: dict[_Key, dict[str, None]] = {}
    for place, key, chunks in _csv(path) if path.lower().endswith(".csv") else _json(path):
        found.setdefault(key, {}).update(dict.fromkeys(chunks))
        if not found[key]:
            raise UsageError(f"{place}: no chunk is named")
    if not found:
        raise UsageError(f"{path}: nothing is expected in it: each is {_FORM}")
    return tuple(
        Expected(
            query=name if kind == "query" else None,
            run=name if kind == "run" else None,
            chunks=tuple(chunks),
        )
        for (kind, name), chunks in found.items()
    )


def _json(path: str) -> Iterator[tuple[str, _Key, list[str]]]:
    text = _text(path)
    whole = _loaded(text)
    if isinstance(whole, dict) and not {"query", "run"} & {*whole}:
        for name, chunks in whole.items():
            yield path, ("query", name), _ids(chunks, f"{path}: {name!r}")
        return
    if isinstance(whole, list):
        rows = [(f"{path}: item {number}", one) for number, one in enumerate(whole, 1)]
    else:
        lines = enumerate(text.split(b"\n"), 1)
        rows = [(f"{path}:{number}", _loaded(line)) for number, line in lines if line.strip()]
    for place, row in rows:
        yield place, _key(row, place), _ids(row.get("read"), place)


def _key(row: object, place: str) -> _Key:
    if isinstance(row, dict) and len(row) == 2 and "read" in row:  # noqa: PLR2004 (a key, and read)
        for kind in ("query", "run"):
            name = row.get(kind)
            if isinstance(name, str) and name:
                return kind, name
    raise UsageError(f"{place}: no expectation: each is {_FORM}")


def _ids(chunks: object, place: str) -> list[str]:
    if isinstance(chunks, list) and all(isinstance(one, str) and one for one in chunks):
        return chunks
    raise UsageError(f"{place}: the chunks to be read are no list of ids")


def _csv(path: str) -> Iterator[tuple[str, _Key, list[str]]]:
    try:
        text = _text(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8: {error}") from error
    rows = csv.DictReader(text.splitlines(), strict=True)
    names = {*(rows.fieldnames or ())}
    if "id" not in names or not names & {"query", "run"} or names - {"id", "query", "run"}:
        raise UsageError(f"{path}:1: the columns are query or run, and id")
    try:
        for row in rows:
            place = f"{path}:{rows.line_num}"
            named = [(kind, row.get(kind)) for kind in ("query", "run") if row.get(kind)]
            if len(named) != 1 or not row.get("id") or None in row:
                raise UsageError(f"{place}: each row has a query or a run, and one id")
            yield place, (named[0][0], str(named[0][1])), [row["id"]]
    except csv.Error as error:
        raise UsageError(f"{path}:{rows.line_num}: {error}") from error


def _loaded(text: bytes) -> Any:  # noqa: ANN401 (a JSON value)
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None  # `_key` says what is wrong with it


def _text(path: str) -> bytes:
    try:
        return Path(path).read_bytes().removeprefix(b"\xef\xbb\xbf")
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from error
