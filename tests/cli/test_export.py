"""`footprint export` straight from recordings: as a process, with workers that end and are ended."""

import os
import re
import signal
import subprocess
import time
from pathlib import Path

import duckdb
import pytest

from footprint_cli.archive.index.dataset import is_dataset
from tests.archive.batches import write_batches
from tests.archive.index.test_exporting import files_of, rows_of
from tests.archive.servers import Bucket, bucket, s3_settings
from tests.cli.recordings import CLEAN, DAMAGED
from tests.program import (
    FIXTURES,
    PROGRAM,
    Answer,
    environment,
    footprint,
    in_terminal,
    interruptible,
)

__all__ = ["bucket"]  # a fixture
HOW_FAR = re.compile(r"interrupted after \d of 5 files, [\d.]+ \w+ of [\d.]+ MB\n")


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of five batches that take some seconds to read, damage in it too."""
    return write_batches(tmp_path_factory.mktemp("archive"), 5, "heading " * 60)


@pytest.fixture(scope="module")
def whole(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "parquet"
    assert footprint("export", archive, "--parquet", folder, "--jobs=1").status == 3
    return folder


def started(archive: Path, folder: Path, *words: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [*PROGRAM, "export", str(archive), "--parquet", str(folder), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        preexec_fn=interruptible,  # noqa: PLW1509 (no thread runs here)
        start_new_session=True,
    )


def ended(process: "subprocess.Popen[bytes]") -> Answer:
    out, err = process.communicate(timeout=60)
    return Answer(process.returncode, out, err)


def children_of(process: "subprocess.Popen[bytes]") -> list[int]:
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return [*map(int, listed.read_text("ascii").split())]


def batches_written(folder: Path) -> int:
    """Count what workers have begun to write beside a dataset."""
    return sum(1 for _ in folder.parent.glob(".footprint-*/.written/*"))


def at_work(folder: Path, batches: int) -> None:
    until = time.monotonic() + 30
    while batches_written(folder) < batches and time.monotonic() < until:
        time.sleep(0.01)
    assert batches_written(folder) >= batches


def test_two_processes_write_the_files_that_one_writes(
    archive: Path, whole: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "parquet"

    answer = footprint("export", archive, "--parquet", folder, "--jobs=2")

    assert answer.status == 3
    assert "damaged; footprint verify names the places: " in answer.complaint
    assert str(archive / "0.jsonl") in answer.complaint
    assert files_of(folder) == files_of(whole)
    assert rows_of(folder)["sources"] == rows_of(whole)["sources"]
    assert len([*(folder / "candidates").glob("*/*.parquet")]) == 5


def test_a_worker_that_is_killed_in_the_middle_loses_nothing(
    archive: Path, whole: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "parquet"
    with started(archive, folder, "--jobs=2") as process:
        at_work(folder, 3)
        victim = children_of(process)[0]
        os.kill(victim, signal.SIGKILL)
        answer = ended(process)

    assert answer.status == 3
    assert files_of(folder) == files_of(whole)
    assert rows_of(folder)["sources"] == rows_of(whole)["sources"]
    assert [one.name for one in tmp_path.iterdir()] == ["parquet"]


@pytest.mark.parametrize("earlier", [False, True])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_within_a_second_and_leaves_what_was(
    archive: Path, tmp_path: Path, jobs: str, *, earlier: bool
) -> None:
    folder = tmp_path / "parquet"
    if earlier:
        footprint("export", CLEAN, "--parquet", folder)
    before = files_of(folder)
    with started(archive, folder, "--jobs", jobs) as process:
        at_work(folder, 1)
        time.sleep(0.4)
        began = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        answer = ended(process)
        took = time.monotonic() - began

    assert (answer.status, answer.out) == (130, b"")
    assert took < 1
    assert HOW_FAR.search(answer.complaint), answer.complaint
    assert files_of(folder) == before
    assert [one.name for one in tmp_path.iterdir()] == ["parquet"] * earlier
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


def test_an_export_that_is_killed_never_looks_whole(archive: Path, tmp_path: Path) -> None:
    folder = tmp_path / "parquet"
    footprint("export", CLEAN, "--parquet", folder)
    before = files_of(folder)
    with started(archive, folder, "--jobs=2") as process:
        at_work(folder, 3)
        process.kill()
        process.wait()

    assert files_of(folder) == before
    assert [one for one in tmp_path.iterdir() if is_dataset(str(one))] == [folder]
    assert footprint("export", CLEAN, "--parquet", folder).status == 0  # and it can be done again


def test_duckdb_and_sql_read_what_workers_wrote(whole: Path) -> None:
    told = footprint(
        "sql",
        "SELECT count(*), count(DISTINCT (source, retrieval)), count(DISTINCT chunk) FROM candidates",
        "--index",
        whole,
    )
    read = f"read_parquet('{whole}/candidates/*/*.parquet', hive_partitioning = true)"
    found = duckdb.sql(
        f"SELECT count(*), count(DISTINCT (source, retrieval)), count(DISTINCT chunk) FROM {read}"  # noqa: S608
    )

    assert found is not None
    [counts] = found.fetchall()
    assert counts[2] == 500
    assert counts[0] == 100 * counts[1]
    assert told.text.splitlines()[1].split("\t") == [*map(str, counts)]


def test_a_terminal_sees_how_far_it_came(archive: Path, tmp_path: Path) -> None:
    seen = in_terminal("export", archive, "--parquet", tmp_path / "parquet", "-j2", columns=120)

    text = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", seen.text)
    assert re.search(r"MB/s +\d of 5 files, \d+ candidates", text), text[-900:]


def test_what_could_not_be_read_is_named_and_is_in_the_dataset(tmp_path: Path) -> None:
    empty, folder = tmp_path / "empty.jsonl", tmp_path / "parquet"
    empty.write_bytes(b"")
    (tmp_path / "nothing").mkdir()
    inputs: list[str | Path] = [CLEAN, DAMAGED, CLEAN, empty, "none.jsonl", FIXTURES / "README.md"]
    inputs += ["nothing", "nothing"]

    answer = footprint("export", *inputs, "--parquet", folder, cwd=tmp_path)

    assert answer.status == 4
    said = answer.complaint.splitlines()
    assert f"footprint: damaged; footprint verify names the places: {DAMAGED}" in said
    assert f"footprint: named more than once, and read once: {CLEAN}, nothing" in said
    assert any(one.startswith("footprint: none.jsonl: ") for one in said)
    assert any(one.startswith(f"footprint: {FIXTURES / 'README.md'}: ") for one in said)
    rows = [dict(one) for one in rows_of(folder)["sources"].elements()]
    assert len(rows) == 6
    assert {one["source"]: one["status"] for one in rows} == {
        str(CLEAN): 0,
        str(DAMAGED): 3,
        str(empty): 0,
        "none.jsonl": 4,
        "nothing": 4,
        str(FIXTURES / "README.md"): 4,
    }
    assert footprint("export", DAMAGED, "--parquet", folder, "--exit-zero").status == 0


def test_recordings_in_a_store_are_exported(bucket: Bucket, tmp_path: Path) -> None:
    bucket.put("exported/clean.jsonl", CLEAN.read_bytes())
    folder, address = tmp_path / "parquet", "s3://archive/exported"

    answer = footprint("export", address, "--parquet", folder, settings=s3_settings(bucket.url))
    footprint("export", CLEAN, "--parquet", tmp_path / "here")

    assert answer.status == 0
    assert f"{folder}: 1 source, 1 recording" in answer.text
    chunks = "SELECT chunk, score, answer FROM candidates ORDER BY ALL"
    assert (
        footprint("sql", chunks, "--index", folder).text
        == footprint("sql", chunks, "--index", tmp_path / "here").text
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-", "--parquet", "new"], "standard input cannot be exported"),
        ([str(CLEAN), "--parquet", "s3://bucket/runs"], "a dataset is written to a folder"),
        ([str(CLEAN), "--parquet", "."], "holds other files"),
        ([str(CLEAN), "--parquet", "mine"], "is there already, and is no folder"),
        (["mine", "--parquet", "new", "--engine=dask://127.0.0.1:1"], "workers would not find"),
        (["--index", "mine", "--parquet", "new", "--jobs=2"], "--jobs: --index mine is asked"),
    ],
)
def test_what_cannot_be_exported_is_refused(tmp_path: Path, words: list[str], said: str) -> None:
    (tmp_path / "mine").write_bytes(CLEAN.read_bytes())

    answer = footprint("export", *words, cwd=tmp_path)

    assert (answer.status, answer.text) == (2, "")
    assert said in answer.complaint
    assert [one.name for one in tmp_path.iterdir()] == ["mine"]


def test_an_export_of_nothing_leaves_the_earlier_dataset(tmp_path: Path) -> None:
    folder, empty = tmp_path / "parquet", tmp_path / "empty"
    empty.mkdir()
    assert footprint("export", CLEAN, "--parquet", folder).status == 0
    before = files_of(folder)

    assert footprint("export", tmp_path / "mistyped", "--parquet", folder).status == 4
    answer = footprint("export", empty, "--parquet", folder)

    assert answer.status == footprint("stats", empty).status
    assert f"{folder}: nothing is written, for no recording was found" in answer.complaint
    assert files_of(folder) == before
    assert footprint("export", empty, "--parquet", tmp_path / "new").status == answer.status
    assert not (tmp_path / "new").exists()
