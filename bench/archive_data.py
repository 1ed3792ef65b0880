"""The archives that the benchmark asks about, made the same way every time.

One log of many runs one after the other, and a folder of many files, raw and packed. What is made
stays in a folder that git ignores; a name there holds its size, so that sizes do not mix.
"""

import gzip
import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from bench.archive_run import Run, Shape
from bench.archive_text import Dice

SEED = "footprint"
MEGABYTE = 1_000_000
FILES, LEAST, MOST = 2_000, 34_000, 2_200_000
_IN_LOG, _IN_FILE = 185_000, 92_000  # bytes of an iteration: short runs hold more evidence
_CUT = 20  # one file in so many ends in the middle of its last line


def write_log(path: Path, size: int, seed: str = SEED) -> None:
    """Write a log of whole runs, the last one as soon as `size` bytes are reached.

    Every line is whole, and the full reader finds no damage.
    """
    with path.open("wb") as out:
        for number in range(size):
            left = size - out.tell()
            if left <= 0:
                return
            dice = Dice(f"{seed}/size/{number}")
            wanted = min(int(dice.between(MEGABYTE, 8 * MEGABYTE)), max(left, 2_000))
            out.writelines(Run(seed, number, Shape(wanted, _IN_LOG)).lines())


def write_files(folder: Path, count: int, seed: str = SEED) -> None:
    """Write so many files of one run each, 29 KB to 2.4 MB; one in twenty is cut at its end."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        dice = Dice(f"{seed}/file/{number}")
        shape = Shape(int(dice.between(LEAST, MOST)), _IN_FILE)
        lines = [*Run(f"{seed}/files", number, shape).lines()]
        if dice.once_in(_CUT):
            lines[-1] = lines[-1][: len(lines[-1]) // 2]
        (folder / f"run-{number:04}.jsonl").write_bytes(b"".join(lines))


def packed(raw: Path, folder: Path, kind: str) -> None:
    """Write the files of a folder once more, packed with `gz` (level 6) or `zst` (level 3)."""
    folder.mkdir(parents=True, exist_ok=True)
    pack = _packer(kind)
    for path in _files(raw):
        (folder / f"{path.name}.{kind}").write_bytes(pack(path.read_bytes()))


def _packer(kind: str) -> Callable[[bytes], bytes]:
    if kind == "gz":
        return lambda raw: gzip.compress(raw, 6, mtime=0)
    import zstandard

    return zstandard.ZstdCompressor(level=3).compress


def _files(folder: Path) -> Iterator[Path]:
    return iter(sorted(folder.iterdir()))


class Archive:
    """The data of one scale, in a folder; every part is made when it is first asked for.

    `megabytes` is the size of the large log; the folder of files shrinks with it.
    """

    def __init__(self, folder: Path, megabytes: int) -> None:
        self.folder = folder
        self.megabytes = megabytes
        self.count = max(20, FILES * megabytes // 1_000)

    @property
    def size(self) -> str:
        """The size of the large log, as it is said."""
        gigabytes = self.megabytes / 1_000
        return f"{gigabytes:g} GB" if gigabytes >= 1 else f"{self.megabytes} MB"

    def log(self, megabytes: int | None = None) -> Path:
        """Return the log of many runs; of another size where one is asked for."""
        wanted = megabytes or self.megabytes
        name = f"log-{wanted}.jsonl"
        return self._made(name, lambda path: write_log(path, wanted * MEGABYTE))

    def files(self, kind: str = "") -> Path:
        """Return the folder of many files: raw, `gz` or `zst`."""
        raw = self._made(f"files-{self.count}", lambda path: write_files(path, self.count))
        if not kind:
            return raw
        return self._made(f"{raw.name}-{kind}", lambda path: packed(raw, path, kind))

    def _made(self, name: str, write: Callable[[Path], None]) -> Path:
        """Return what has this name; what another version of the generator made is made again.

        It is made beside its place, so that no half is found there.
        """
        path, stamp = self.folder / name, self.folder / f"{name}.made-by"
        if path.exists() and stamp.exists() and stamp.read_text("ascii") == generator():
            return path
        self.folder.mkdir(parents=True, exist_ok=True)
        begun = self.folder / f"{name}.begun-{os.getpid()}"
        write(begun)
        if path.is_dir():
            shutil.rmtree(path)
        begun.replace(path)
        stamp.write_text(generator(), "ascii")
        return path


@cache
def generator() -> str:
    """Return what tells one version of the generator from another."""
    parts = sorted(Path(__file__).parent.glob("archive_*.py"))
    return hashlib.sha256(b"".join(part.read_bytes() for part in parts)).hexdigest()
