"""What the oracles of the shared recordings say, as tests ask it."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.shared import SHARED

RECORDINGS = SHARED / "recordings"


def _runs() -> list[Any]:
    return [
        pytest.param(oracle.parent, run, id=f"{oracle.parent.name}-{run['label']}")
        for oracle in sorted(RECORDINGS.glob("*/oracle.json"))
        for run in json.loads(oracle.read_text())["runs"]
    ]


RUNS = _runs()


def file_of(folder: Path, run: dict[str, Any], kind: str) -> Path | None:
    """Return a file of a run (commits, envelope, events); None: it is not handed out, or empty."""
    path = folder / str(run["files"][kind])
    packed = path.with_name(path.name + ".gz")
    path = path if path.exists() else packed
    return path if path.exists() and path.stat().st_size else None


def strategy_events(run: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the strategy's own lists: the payloads of `memory.retrieved`."""
    return [one["payload"] for one in run["memoryRetrievedEvents"]]
