"""The shared commit logs with the engine's own answers, as tests ask them."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from footprint_cli.analyse.log_lines import log_lines
from footprint_cli.analyse.traced import Traced
from footprint_cli.model.trace import Reads
from footprint_cli.read.reads import reads_of
from tests.shared import SHARED

COMMIT_LOGS = SHARED / "commit-logs"


class Stored(NamedTuple):
    """One log with its answers, and the snapshot that it is a part of."""

    folder: Path
    bundles: list[Any]
    oracle: dict[str, Any]
    queries: dict[str, Any]
    snapshot: dict[str, Any]

    @property
    def mount(self) -> str | None:
        """The key of a nested log; None: it is that of the run."""
        key: str | None = self.oracle.get("subflowResultsKey")
        return key

    @property
    def reads(self) -> Reads:
        """What its own execution tree tells."""
        if self.mount is None:
            return reads_of(self.snapshot["executionTree"])
        return reads_of(self.snapshot["subflowResults"][self.mount]["treeContext"]["stageContexts"])

    def traced(self, *, parity: bool) -> Traced:
        """Return its lines with its reads."""
        return Traced(log_lines(self.bundles), self.reads, parity=parity)


def stored(folder: Path) -> Stored:
    """Read one log; a nested one stands two folders below its snapshot."""
    own = folder / "snapshot.json"
    whole = own if own.exists() else folder.parent.parent / "snapshot.json"
    return Stored(
        folder,
        [json.loads(line) for line in (folder / "commitLog.jsonl").read_bytes().splitlines()],
        json.loads((folder / "oracle.json").read_text()),
        json.loads((folder / "queries.json").read_text()),
        json.loads(whole.read_text()),
    )


ALL = [
    pytest.param(path.parent, id=str(path.parent.relative_to(COMMIT_LOGS)))
    for path in sorted(COMMIT_LOGS.rglob("queries.json"))
]
