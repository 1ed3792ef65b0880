"""Work for workers to do; they find it by its name."""

import os
import signal
from pathlib import Path

from msgspec import Struct

from footprint_cli.archive.sources import Batch, Source


class Reading(Struct, frozen=True):
    """Answers with the names of the sources; `lethal` ones end the process, always or the first time."""

    folder: str = ""

    def __call__(self, batch: Batch) -> tuple[str, ...]:
        for one in batch:
            if one.path == "lethal":
                os.kill(os.getpid(), signal.SIGKILL)
            if one.path == "lethal-once" and not (mark := Path(self.folder) / "died").exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            if one.path == "faulty":
                raise ValueError("a fault of ours")
        return tuple(one.path for one in batch)

    def lost(self, source: Source, why: str) -> tuple[str, ...]:
        return (f"{source.path} lost: {why}",)


class Large(Struct, frozen=True):
    """Answers with more than a pipe holds, to work that is more than a pipe holds."""

    weight: bytes

    def __call__(self, batch: Batch) -> bytes:
        return self.weight * len(batch)

    def lost(self, _source: Source, _why: str) -> bytes:
        return b""


class Process(Struct, frozen=True):
    """Answers with the number of the process it runs in."""

    def __call__(self, _batch: Batch) -> int:
        return os.getpid()

    def lost(self, _source: Source, _why: str) -> int:
        return 0
