"""An index whose writing is killed at any moment has each source whole or not at all."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from footprint_cli.archive.index import pool
from footprint_cli.errors import FootprintError
from tests.archive.asking import built, rows_of
from tests.program import FIXTURES

_BUILD = """
import sys
from pathlib import Path
from tests.archive.asking import built
built(Path(sys.argv[1]), [Path(one) for one in sys.argv[3:]], jobs=int(sys.argv[2]))
"""
FILES = sorted(FIXTURES.glob("*.commits.jsonl"))


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Make an archive that takes a second to index."""
    folder = tmp_path_factory.mktemp("archive")
    for number in range(240):
        log = FILES[number % len(FILES)]
        (folder / f"{number:03}.jsonl").write_bytes(log.read_bytes() * (1 + number % 3))
    return sorted(folder.iterdir())


@pytest.fixture(scope="module")
def whole(archive: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    index = tmp_path_factory.mktemp("whole") / "index"
    built(index, archive)
    return index


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("seed", range(4))
def test_a_killed_build_loses_at_most_the_source_that_was_read(
    archive: list[Path], whole: Path, tmp_path: Path, seed: int, jobs: int
) -> None:
    index = tmp_path / "index"
    dice = random.Random(seed * 10 + jobs)  # noqa: S311 (a seed, so that a failure comes again)
    arguments = [sys.executable, "-c", _BUILD, str(index), str(jobs), *map(str, archive)]
    for _ in range(3):
        process = subprocess.Popen(arguments, cwd=Path(__file__).resolve().parents[3])
        while not index.exists() and process.poll() is None:
            time.sleep(0.001)
        time.sleep(dice.uniform(0, 0.5))
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        _each_source_is_whole(index, whole)

    built(index, archive)

    assert rows_of(index) == rows_of(whole)


def _each_source_is_whole(index: Path, whole: Path) -> None:
    """Hold the rows of every source that is there against those of an index that came to its end."""
    if not index.exists() or _has_no_table(index):
        return
    there = {row[0] for row in rows_of(index)["sources"]}
    expected = rows_of(whole)
    for table, rows in rows_of(index).items():
        assert rows == [row for row in expected[table] if row[0] in there]


def _has_no_table(index: Path) -> bool:
    connection = sqlite3.connect(index)
    [tables] = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    connection.close()
    return not tables


def test_the_workers_of_a_killed_build_end(archive: list[Path], tmp_path: Path) -> None:
    large = tmp_path / "large"
    large.mkdir()
    for number, log in enumerate(archive[:8]):
        (large / f"{number}.jsonl").write_bytes(log.read_bytes() * 60)
    arguments = [
        sys.executable,
        "-c",
        _BUILD,
        str(tmp_path / "index"),
        "2",
        *map(str, large.iterdir()),
    ]
    process = subprocess.Popen(
        arguments, cwd=Path(__file__).resolve().parents[3], start_new_session=True
    )
    deadline = time.monotonic() + 20
    while len(_of_session(process.pid)) < 3 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(_of_session(process.pid)) >= 3, "no worker was started"

    os.kill(process.pid, signal.SIGKILL)
    process.wait()

    deadline = time.monotonic() + 10
    while _of_session(process.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _of_session(process.pid)


def test_a_worker_that_is_killed_is_no_damage_of_the_index(
    archive: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "_SMALL", 0)
    monkeypatch.setattr(pool, "_BATCH", 1)
    index, at = tmp_path / "index", tmp_path / "killed"
    monkeypatch.setattr(pool, "_done", partial(_killed_once, pool._done, at))  # noqa: SLF001

    with pytest.raises(FootprintError, match="a process that read files was killed"):
        built(index, archive[:8], jobs=2)

    assert at.exists()
    assert built(index, archive[:8], jobs=2).read > 0
    built(tmp_path / "whole", archive[:8])
    assert rows_of(index) == rows_of(tmp_path / "whole")


def _killed_once(done: Callable[..., object], at: Path, reading: object, one: object) -> object:
    if not at.exists() and "3" in str(one):
        at.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return done(reading, one)


def _of_session(session: int) -> list[str]:
    """Return the processes of a session, by what the kernel says of them."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[3] == str(session) and fields[0] != "Z":
            found.append(stat.parent.name)
    return found
