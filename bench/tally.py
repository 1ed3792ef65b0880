"""What a question must answer, counted by a loop that shares nothing with the program."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import orjson

_KEY = "retrievalEvidence_"


class Tally(NamedTuple):
    """Retrievals of an archive; those that name the chunk, and those that admitted it."""

    retrievals: int
    named: int
    admitted: int


def tally_of(path: Path, chunk: str) -> Tally:
    """Count in a file or in all files of a folder; a line that is cut holds no evidence."""
    retrievals = named = admitted = 0
    for candidates in _pools(path):
        retrievals += 1
        found = [one for one in candidates if one["id"] == chunk]
        named += bool(found)
        admitted += any(one["admitted"] for one in found)
    return Tally(retrievals, named, admitted)


def told(document: dict[str, Any]) -> Tally:
    """Return the same three numbers from an answer of `why-not --format json`."""
    searched = document["searched"]
    answers: dict[str, int] = searched["answers"]
    named = sum(answers.get(one, 0) for one in ("read", "refused"))
    return Tally(searched["retrievals"], named, answers.get("read", 0))


def _pools(path: Path) -> Iterator[list[dict[str, Any]]]:
    for file in sorted(path.iterdir()) if path.is_dir() else [path]:
        with file.open("rb") as lines:
            for line in lines:
                yield from _pools_of(line)


def _pools_of(line: bytes) -> Iterator[list[dict[str, Any]]]:
    try:
        commit = orjson.loads(line)
    except orjson.JSONDecodeError:
        return
    for key, value in commit["overwrite"].items():
        if key.startswith(_KEY):
            yield value.get("candidates", [])
