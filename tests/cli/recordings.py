"""Write small recordings whose chunks have the names that a test is about."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.program import FIXTURES

WIDE = FIXTURES / "made" / "wide-ids.commits.jsonl"
HOSTILE = FIXTURES / "made" / "hostile-ids.commits.jsonl"
CLEAN = FIXTURES / "some-below-threshold.commits.jsonl"
WITHHELD = FIXTURES / "made" / "evidence-withheld.commits.jsonl"
DAMAGED = FIXTURES / "made" / "cut-last-line.commits.jsonl"


def expected_ids(name: str) -> list[str]:
    """Return the chunk ids of a fixture, in recorded order, from its expected answer."""
    expected = json.loads((FIXTURES / "expected" / f"{name}.json").read_text("utf-8"))
    return [one["id"] for each in expected["retrievals"] for one in each["candidates"]]


def evidence_line(chunks: Sequence[tuple[str, str]], **changes: Any) -> str:
    """Write one evidence line; the first of the chunks, id and heading, is admitted."""
    candidates = [
        {"id": name, "heading": heading, "score": round(0.9 - place / 1000, 3), "rank": place + 1}
        | ({"admitted": False, "reason": "over-max-entries"} if place else {"admitted": True})
        for place, (name, heading) in enumerate(chunks)
    ]
    counts = {
        "consideredCount": len(chunks),
        "admittedCount": min(1, len(chunks)),
        "rejectedCount": max(0, len(chunks) - 1),
    }
    evidence = {"memoryId": "handbook", "strategy": "topK", "queryHash": "a1", "k": 1}
    rest = {"candidatesComplete": True, "corpusEmpty": not chunks, "namespace": "_/_/_global"}
    return json.dumps(
        {**evidence, "threshold": 0.1, **counts, "candidates": candidates, **rest, **changes}
    )


def evidence_file(path: Path, *chunks: tuple[str, str], **changes: Any) -> Path:
    """Write a file of one evidence line."""
    path.write_text(evidence_line(chunks, **changes) + "\n", "utf-8")
    return path


def notices(path: Path, count: int = 4000) -> Path:
    """Write so many small evidence lines of two chunks each."""
    with path.open("w", encoding="utf-8") as lines:
        for number in range(count):
            names = [(f"notice-{number:04d}.md#{part}", "") for part in (0, 1)]
            lines.write(evidence_line(names) + "\n")
    return path
