"""Files that a strategy rules by: new scores, vectors of chunks, similarities. JSON or JSON lines.

They are the settings of whoever asks, not recordings: what is not as it should be is a usage error
that names the place.
"""

import csv
from collections.abc import Callable, Iterator
from math import isfinite
from pathlib import Path
from typing import Any, TypeGuard

import orjson

from footprint_cli.errors import UsageError
from footprint_cli.model.evidence import Number
from footprint_cli.model.numbers import usable

Scores = dict[str | None, dict[str, Number]]  # by query hash (None: of any query), then by chunk id
_SCORE = '{"id": "a.md#2", "score": 0.91}, with "query": HASH where it is of one question'
_VECTOR = '{"id": "a.md#2", "vector": [0.1, ...]}'


def read_scores(path: str) -> Scores:
    """Read new scores: lines of JSON or CSV (id, score and, or not, query), or {id: score}.

    One object may also hold {query hash: {id: score}}.
    """
    scores: Scores = {}
    for place, record in _records(path, _score_pairs, columns=("query", "id", "score")):
        query, name, score = record.get("query"), record.get("id"), record.get("score")
        if not isinstance(query, str | None) or not isinstance(name, str) or not usable(score):
            raise UsageError(f"{place}: not a score: each is {_SCORE}")
        of_query = scores.setdefault(query, {})
        if of_query.setdefault(name, score) != score:
            raise UsageError(f"{place}: {name!r} has two scores")
    if not scores:
        raise UsageError(f"{path}: no score in it: each is {_SCORE}")
    return scores


def read_vectors(path: str) -> dict[str, list[float]]:
    """Read vectors: lines of JSON, or {id: [numbers]}; all have the same length."""
    vectors: dict[str, list[float]] = {}
    length = None
    for place, record in _records(path, _vector_pairs):
        name, vector = record.get("id"), record.get("vector")
        if not isinstance(name, str) or not _is_vector(vector):
            raise UsageError(f"{place}: not a vector: each is {_VECTOR}")
        length = len(vector) if length is None else length
        if len(vector) != length:
            raise UsageError(f"{place}: {len(vector)} numbers, where the first vector has {length}")
        if vectors.setdefault(name, vector) != vector:
            raise UsageError(f"{place}: {name!r} has two vectors")
    if not vectors:
        raise UsageError(f"{path}: no vector in it: each is {_VECTOR}")
    return vectors


def read_similarities(path: str) -> tuple[list[str], list[list[float]]]:
    """Read {"ids": [...], "matrix": [[...], ...]}: a row and a column for each id, in their order."""
    value = _whole(path, _text(path))
    ids = value.get("ids") if isinstance(value, dict) else None
    matrix = value.get("matrix") if isinstance(value, dict) else None
    if not isinstance(ids, list) or not all(isinstance(one, str) for one in ids):
        raise UsageError(f'{path}: "ids" is not a list of chunk ids')
    if len({*ids}) != len(ids):
        raise UsageError(f"{path}: an id has two rows")
    square = isinstance(matrix, list) and len(matrix) == len(ids)
    if not square or not all(_is_vector(row) and len(row) == len(ids) for row in matrix or ()):
        raise UsageError(f'{path}: "matrix" is not {len(ids)} rows of {len(ids)} numbers')
    return ids, matrix or []


def _is_vector(value: object) -> TypeGuard[list[float]]:
    return isinstance(value, list) and bool(value) and all(map(_is_finite, value))


def _is_finite(value: object) -> bool:
    return usable(value) and isfinite(float(value))


def _records(
    path: str,
    pairs: Callable[[dict[str, Any]], Iterator[dict[str, Any]]],
    columns: tuple[str, ...] = (),
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield records with their places: of lines, or of one object by its keys."""
    text = _text(path)
    if columns and path.endswith(".csv"):
        yield from _rows(path, text, columns)
        return
    lines = [(number, line) for number, line in enumerate(text.split(b"\n"), 1) if line.strip()]
    if len(lines) > 1 and _is_record(lines[0][1]):
        for number, line in lines:
            value = _whole(f"{path}:{number}", line)
            yield f"{path}:{number}", value if isinstance(value, dict) else {}
        return
    value = _whole(path, text)
    if not isinstance(value, dict):
        raise UsageError(f"{path}: neither one object nor lines of them")
    records = [value] if "id" in value else pairs(value)
    for record in records:
        yield path, record


def _is_record(line: bytes) -> bool:
    try:
        return isinstance(orjson.loads(line), dict)
    except orjson.JSONDecodeError:
        return False


def _rows(path: str, text: bytes, columns: tuple[str, ...]) -> Iterator[tuple[str, dict[str, Any]]]:
    rows = csv.DictReader(text.decode("utf-8-sig", "replace").splitlines())
    for number, row in enumerate(rows, 2):
        record: dict[str, Any] = {name: row.get(name) or None for name in columns}
        try:
            record["score"] = float(record["score"] or "")
        except ValueError:
            record["score"] = None
        yield f"{path}:{number}", record


def _score_pairs(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for key, one in value.items():
        if isinstance(one, dict):
            yield from ({"query": key, "id": name, "score": score} for name, score in one.items())
        else:
            yield {"id": key, "score": one}


def _vector_pairs(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    return ({"id": name, "vector": vector} for name, vector in value.items())


def _text(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from error


def _whole(place: str, text: bytes) -> Any:  # noqa: ANN401 (a JSON value)
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise UsageError(f"{place}: not JSON: {error}") from error
