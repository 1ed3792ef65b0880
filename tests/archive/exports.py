"""Export files by processes; Parquet is not loaded here, so that this process can be copied."""

import subprocess
import sys
from pathlib import Path

import msgspec
from msgspec import Struct

from footprint_cli.archive.engines import local_engine
from footprint_cli.archive.index.dataset import appearing
from footprint_cli.archive.index.exporting import Writing
from footprint_cli.archive.sources import Source
from footprint_cli.model.told import Told
from tests.archive.asking import VERSION
from tests.archive.works import Dying


class Task(Struct, frozen=True, kw_only=True):
    """What to export; `at` and `mark` as of `Dying`."""

    paths: list[str]
    folder: str
    most: int
    jobs: int = 1
    at: tuple[int, ...] = ()
    mark: str = ""


class Done(Struct, frozen=True):
    """What came of each source, how many files were left by who died, and the most memory, in KB."""

    told: list[Told]
    left: int
    peak: int


def sources_of(paths: list[str]) -> list[Source]:
    return [
        Source(path=one, found=True, size=Path(one).stat().st_size, place=place)
        for place, one in enumerate(paths)
    ]


def done(task: Task) -> Done:
    """Export files in batches of at most so many bytes."""
    from resource import RUSAGE_SELF, getrusage

    with appearing(task.folder) as part:
        writing = Writing(part, version=VERSION)
        if task.at:
            writing.work = Dying.after(writing.work, at=task.at, mark=task.mark)
        with local_engine(task.jobs) as engine:
            told = [one for _, one, _ in writing.each(sources_of(task.paths), engine, task.most)]
        left = sum(one.is_file() for one in (Path(part) / ".written").rglob("*"))
        writing.finish()
    return Done(told, left, getrusage(RUSAGE_SELF).ru_maxrss)


def done_apart(task: Task) -> Done:
    """The same in a process of its own."""
    command = [sys.executable, "-m", "tests.archive.exports"]
    ended = subprocess.run(
        command,
        input=msgspec.json.encode(task),
        capture_output=True,
        check=True,
        cwd=Path(__file__).resolve().parents[2],
        timeout=120,
    )
    return msgspec.json.decode(ended.stdout, type=Done)


if __name__ == "__main__":
    answer = done(msgspec.json.decode(sys.stdin.buffer.read(), type=Task))
    sys.stdout.buffer.write(msgspec.json.encode(answer))
