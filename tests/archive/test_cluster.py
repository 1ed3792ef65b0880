"""A real scheduler and two real workers: whoever reads, the answer is the same."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.archive_data import write_files, write_log
from footprint_cli.archive.cluster import is_address_of_dask
from footprint_cli.archive.sources import LARGE
from tests.archive.servers import free_port, started
from tests.cli.recordings import evidence_line
from tests.program import FIXTURES, PROGRAM, Answer, environment, footprint

COMMANDS: tuple[tuple[str, ...], ...] = (
    ("verify", "--format=json"),
    ("gate", "--rule=record-inconsistent", "--rule=namespace-changed", "--fail-on=note"),
    ("coverage", "--format=json"),
    ("stats", "--format=json"),
    ("why-not", "alarms.md#4", "--format=json"),
    ("why-not", "none.md#4"),
    ("why", "--doc=exchanger.md", "--format=table"),
)


class Cluster:
    """A scheduler, and workers that can be killed."""

    def __init__(self, url: str, scheduler: subprocess.Popen[bytes]) -> None:
        self.url = url
        self.scheduler = scheduler
        self.workers: list[subprocess.Popen[bytes]] = []

    def start(self, count: int) -> None:
        command = [sys.executable, "-m", "distributed.cli.dask_worker", self.url]
        command += ["--nthreads=1", "--no-nanny", "--no-dashboard", "--death-timeout=20"]
        for _ in range(count):
            self.workers.append(
                subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            )
        self.wait_for(count)

    def wait_for(self, count: int) -> None:
        with client_of(self.url) as client:
            client.wait_for_workers(count, timeout=60)

    @property
    def engine(self) -> str:
        return f"--engine=dask://{self.url.removeprefix('tcp://')}"


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    port = free_port()
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host=127.0.0.1"]
    with started([*command, f"--port={port}", "--no-dashboard"], port) as scheduler:
        made = Cluster(f"tcp://127.0.0.1:{port}", scheduler)
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
        words: tuple[str | Path, ...] = (
            *command,
            FIXTURES,
            FIXTURES / "made" / "*",
            FIXTURES / "none.jsonl",
        )
        assert footprint(*words, cluster.engine) == footprint(*words, "--jobs=1")


def test_a_cluster_searches_as_this_process_does(cluster: Cluster, tmp_path: Path) -> None:
    folder = tmp_path / "large"
    write_files(folder, 20)
    write_log(folder / "log.jsonl", LARGE + 1_000_000)
    for question in (
        ("why-not", "none.md#4"),
        ("why-not", "pumps", "--prefix", "--format=json", "--fail"),
    ):
        here = footprint(*question, folder, "--jobs=1")
        assert footprint(*question, folder, cluster.engine) == here

    part, other = tmp_path / "1.part", tmp_path / "2.part"
    words = ("why-not", "none.md#4", folder, "--shard=2/2", "-o")
    footprint(*words, part, "--jobs=1")
    footprint(*words, other, cluster.engine)

    assert other.read_bytes() == part.read_bytes()


@pytest.mark.parametrize(
    "address",
    [
        "",
        "[",
        "[::1",
        "::1",
        ":8786",
        "h:",
        "h:x",
        "h:0",
        "h:65536",
        "h:1:2",
        "h/x",
        "a b",
        "a..b",
        "h\n",
    ],
)
def test_an_address_that_is_none_is_refused_at_once(address: str) -> None:
    answer = footprint("stats", f"--engine=dask://{address}", FIXTURES / "first-turn.commits.jsonl")

    assert (answer.status, answer.text, answer.complaint.count("\n")) == (2, "", 1)
    assert "give the scheduler of a Dask cluster, as dask://HOST:PORT" in answer.complaint


def test_what_names_a_host_may_be_a_scheduler() -> None:
    for address in (
        "h",
        "h:8786",
        "10.0.0.1:1",
        "[::1]:65535",
        "[fe80::1%eth0]:1",
        "a_b.c-d:1",
        "é:1",
    ):
        assert is_address_of_dask(f"dask://{address}")
    assert not is_address_of_dask("tcp://h:8786")


def read_while(cluster: Cluster, archive: Path, happens: Callable[[], None]) -> Answer:
    """Read an archive by a cluster, to which something happens once it is at work."""
    return ended_while(cluster, ("verify", archive, "--format=json"), happens)


def ended_while(
    cluster: Cluster, words: tuple[str | Path, ...], happens: Callable[[], None]
) -> Answer:
    """Run a command with a cluster, to which something happens once it is at work."""
    with subprocess.Popen(
        [*PROGRAM, *map(str, words), cluster.engine],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        with client_of(cluster.url) as client:
            until = time.monotonic() + 60
            while not any(client.processing().values()) and time.monotonic() < until:
                time.sleep(0.02)
        assert process.poll() is None
        happens()
        out, err = process.communicate(timeout=100)
    return Answer(process.returncode, out, err)


def client_of(url: str) -> Any:
    from distributed import Client

    return Client(url, timeout=60, set_as_default=False)  # type: ignore[no-untyped-call]


def test_a_worker_that_is_killed_in_the_middle_loses_nothing(
    cluster: Cluster, archive: Path
) -> None:
    answer = read_while(cluster, archive, lambda: cluster.workers[0].send_signal(signal.SIGKILL))

    assert cluster.workers[0].wait(10) == -signal.SIGKILL
    assert answer == footprint("verify", archive, "--format=json", "--jobs=1")
    assert len({one["source"] for one in json.loads(answer.out)["checks"]}) == 24


def test_a_cluster_whose_workers_are_all_killed_goes_on_with_another(
    cluster: Cluster, archive: Path
) -> None:
    def happens() -> None:
        for one in cluster.workers:
            one.kill()
        cluster.start(1)

    answer = read_while(cluster, archive, happens)

    assert answer == footprint("verify", archive, "--format=json", "--jobs=1")


def test_a_scheduler_that_is_killed_ends_the_reading_with_all_that_was_lost_named(
    cluster: Cluster, archive: Path
) -> None:
    answer = read_while(cluster, archive, cluster.scheduler.kill)

    told = json.loads(answer.out)
    assert (answer.status, told["exitStatus"]) == (4, 4)
    lost = {one["source"] for one in told["findings"] if one["code"] == "unreadable"}
    assert len(lost | {one["source"] for one in told["checks"]}) == 24
    assert "Traceback" not in answer.complaint


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
