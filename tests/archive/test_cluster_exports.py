"""Workers of a real cluster write an export, and what happens to them does nothing to it."""

import signal
from pathlib import Path

import pytest

from footprint_cli.archive.index.dataset import is_dataset
from tests.archive.batches import write_batches
from tests.archive.index.test_exporting import files_of, rows_of
from tests.archive.test_cluster import Cluster, cluster, ended_while
from tests.program import FIXTURES, Answer, footprint

__all__ = ["cluster"]  # a fixture


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of six batches that take some seconds to read, damage in it too."""
    return write_batches(tmp_path_factory.mktemp("archive"), 6, "heading " * 100)


@pytest.fixture(scope="module")
def whole(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "parquet"
    assert footprint("export", archive, "--parquet", folder, "--jobs=1").status == 3
    return folder


def told(answer: Answer, folder: Path) -> tuple[int, str, str]:
    """Return what was said, whatever the folder is called."""
    return answer.status, answer.text.replace(str(folder), "DIR"), answer.complaint


def test_a_cluster_exports_as_this_process_does(cluster: Cluster, tmp_path: Path) -> None:
    inputs = (FIXTURES, FIXTURES / "made" / "*", FIXTURES / "none.jsonl")
    here, there = tmp_path / "here", tmp_path / "there"

    alone = footprint("export", *inputs, "--parquet", here, "--jobs=1")
    answer = footprint("export", *inputs, "--parquet", there, cluster.engine)

    assert alone.status == 4
    assert told(answer, there) == told(alone, here)
    assert files_of(there) == files_of(here)


def test_a_worker_that_is_killed_in_the_middle_of_an_export_loses_nothing(
    cluster: Cluster, archive: Path, whole: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "parquet"

    answer = ended_while(
        cluster,
        ("export", archive, "--parquet", folder),
        lambda: cluster.workers[0].send_signal(signal.SIGKILL),
    )

    assert cluster.workers[0].wait(10) == -signal.SIGKILL
    assert answer.status == 3
    assert files_of(folder) == files_of(whole)
    assert rows_of(folder)["sources"] == rows_of(whole)["sources"]
    assert [one.name for one in tmp_path.iterdir()] == ["parquet"]


def test_a_scheduler_that_goes_away_ends_an_export_and_leaves_what_was(
    cluster: Cluster, archive: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "parquet"
    footprint("export", FIXTURES / "first-turn.commits.jsonl", "--parquet", folder)
    before = files_of(folder)

    answer = ended_while(cluster, ("export", archive, "--parquet", folder), cluster.scheduler.kill)

    assert (answer.status, answer.out) == (4, b"")
    assert "the scheduler is gone; nothing was exported" in answer.complaint
    assert "Traceback" not in answer.complaint
    assert files_of(folder) == before
    assert [one.name for one in tmp_path.iterdir()] == ["parquet"]
    assert is_dataset(str(folder))


def test_workers_that_do_not_find_the_folder_end_an_export(
    cluster: Cluster, archive: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "parquet"

    def happens() -> None:
        [part] = tmp_path.glob(".footprint-*")
        part.rename(tmp_path / "elsewhere")

    answer = ended_while(cluster, ("export", archive, "--parquet", folder), happens)

    assert (answer.status, answer.out) == (2, b"")
    assert f"--engine: workers do not find the place of {folder}" in answer.complaint
    assert [one.name for one in tmp_path.iterdir()] == ["elsewhere"]
