"""Work for workers to do; they find it by its name."""

import os
import signal
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict

from footprint_cli.archive.index.exporting import Exporting
from footprint_cli.archive.sources import Batch, Source
from footprint_cli.model.exported import Exported


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


class Dying(Exporting, frozen=True, kw_only=True):
    """An export whose process is killed once it has written what these sources say.

    With `mark` only the first time: a file of that name, and the place of the source, is left.
    """

    at: tuple[int, ...]
    mark: str = ""

    @classmethod
    def after(cls, work: Exporting, at: tuple[int, ...], mark: str = "") -> "Dying":
        return cls(**asdict(work), at=at, mark=mark)

    def __call__(self, batch: Batch) -> Exported:
        told = Exporting.__call__(self, batch)
        for one in batch:
            if one.place in self.at and not one.fault and not self._died(one.place):
                os.kill(os.getpid(), signal.SIGKILL)
        return told

    def _died(self, place: int) -> bool:
        if not self.mark:
            return False
        mark = Path(f"{self.mark}-{place}")
        died = mark.exists()
        mark.touch()
        return died
