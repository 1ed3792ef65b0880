"""A real scheduler and two real workers: whoever reads, the answer is the same."""

import contextlib
import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.archive.servers import free_port, running
from tests.cli.recordings import evidence_line
from tests.program import FIXTURES, Answer, footprint

COMMANDS: tuple[tuple[str, ...], ...] = (
    ("verify", "--format=json"),
    ("gate", "--rule=record-inconsistent", "--rule=namespace-changed", "--fail-on=note"),
    ("coverage", "--format=json"),
)


class Cluster:
    """A scheduler, and workers that can be killed."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.workers: list[subprocess.Popen[bytes]] = []

    def start(self, count: int) -> None:
        command = [sys.executable, "-m", "distributed.cli.dask_worker", self.url]
        command += ["--nthreads=1", "--no-nanny", "--no-dashboard", "--death-timeout=60"]
        for _ in range(count):
            self.workers.append(
                subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            )
        self.wait_for(count)

    def wait_for(self, count: int) -> None:
        from distributed import Client

        with Client(self.url, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(count, timeout=60)

    @property
    def engine(self) -> str:
        return f"--engine=dask://{self.url.removeprefix('tcp://')}"


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    port = free_port()
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host=127.0.0.1"]
    with running([*command, f"--port={port}", "--no-dashboard"], port) as url:
        made = Cluster(url.replace("http://", "tcp://"))
        made.start(2)
        try:
            yield made
        finally:
            for one in made.workers:
                one.kill()
                one.wait()


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that takes some seconds to read, damage in it too."""
    folder = tmp_path_factory.mktemp("archive")
    for number in range(24):
        chunks = [(f"kb/{number:02d}-{part}.md#0", "") for part in range(100)]
        lines = f"{evidence_line(chunks, embedderId=f'e{number % 2}')}\n" * 90
        (folder / f"{number:02d}.jsonl").write_text(lines + "{" * (number % 3 == 0), "utf-8")
    return folder


def test_a_cluster_answers_as_this_process_does(cluster: Cluster) -> None:
    for command in COMMANDS:
        words = (*command, FIXTURES, FIXTURES / "made" / "*", FIXTURES / "none.jsonl")
        assert footprint(*words, cluster.engine) == footprint(*words, "--jobs=1")


def test_a_worker_that_is_killed_in_the_middle_loses_nothing(
    cluster: Cluster, archive: Path
) -> None:
    whole = footprint("verify", archive, "--format=json", "--jobs=1")
    killed = threading.Timer(2.5, lambda: cluster.workers[0].send_signal(signal.SIGKILL))
    killed.start()

    answer = footprint("verify", archive, "--format=json", cluster.engine)

    assert not killed.is_alive()
    assert cluster.workers[0].wait(10) == -signal.SIGKILL
    assert answer == whole
    assert len({one["source"] for one in json.loads(answer.out)["checks"]}) == 24


def test_a_cluster_that_is_gone_in_the_middle_is_said_and_is_no_clean_answer(
    cluster: Cluster, archive: Path
) -> None:
    def end() -> None:
        for one in cluster.workers:
            one.kill()

    ended = threading.Timer(2.5, end)
    revived = threading.Timer(5, lambda: contextlib.suppress(Exception) and cluster.start(1))
    ended.start()
    revived.start()

    answer: Answer = footprint("verify", archive, "--format=json", cluster.engine)
    revived.join()

    assert answer == footprint("verify", archive, "--format=json", "--jobs=1")


def test_a_scheduler_that_is_not_there_is_named() -> None:
    began = time.monotonic()
    address = f"dask://127.0.0.1:{free_port()}"

    answer = footprint("verify", FIXTURES, "--engine", address)

    assert (answer.status, answer.out) == (4, b"")
    assert f"footprint: {address}: no scheduler answers there" in answer.complaint
    assert time.monotonic() - began < 45


@pytest.mark.parametrize("engine", ["ray://127.0.0.1:1", "dask://", "spark", ""])
def test_another_engine_is_a_usage_error(engine: str) -> None:
    assert footprint("verify", FIXTURES, f"--engine={engine}").status == 2


@pytest.mark.parametrize("path", ["fixtures", "-"])
def test_what_workers_would_not_find_is_a_usage_error(path: str) -> None:
    answer = footprint("verify", path, "--engine=dask://127.0.0.1:1", cwd=FIXTURES.parent)

    assert answer.status == 2
    assert "workers would not find" in answer.complaint
