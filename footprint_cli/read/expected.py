"""Which chunks should be read: JSON, JSON lines or CSV, by query hash or run id."""

from typing import Any, TypeGuard

from footprint_cli.errors import UsageError
from footprint_cli.read.rule_files import records

_FORM = '{"query": HASH, "chunks": [ID, ...]}, or "run" in place of "query"'


def read_expected(path: str) -> dict[str, tuple[str, ...]]:
    """Read what is expected: {key: [ids]}, or lines with query or run, and chunks.

    A CSV file has columns query or run, and chunk, a row a chunk. `UsageError` names the place.
    """
    found: dict[str, dict[str, None]] = {}
    for place, record in records(path, _pairs, columns=("query", "run", "chunk")):
        key = record.get("query") if record.get("query") is not None else record.get("run")
        chunks = record.get("chunks", record.get("chunk"))
        chunks = [chunks] if isinstance(chunks, str) else chunks
        if not isinstance(key, str) or not _are_ids(chunks):
            raise UsageError(f"{place}: not what is expected of a question: {_FORM}")
        found.setdefault(key, {}).update(dict.fromkeys(chunks))
    if not found:
        raise UsageError(f"{path}: nothing is expected in it: {_FORM}")
    return {key: tuple(chunks) for key, chunks in found.items()}


def _are_ids(chunks: object) -> TypeGuard[list[str]]:
    return isinstance(chunks, list) and all(isinstance(one, str) for one in chunks)


def _pairs(value: dict[str, Any]) -> Any:  # noqa: ANN401 (records)
    return ({"query": key, "chunks": chunks} for key, chunks in value.items())
