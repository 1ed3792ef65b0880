"""Recordings in an object store or behind a web server, and what networks do to them."""

import gzip
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.archive.servers import (
    SECRET,
    Bucket,
    Fate,
    Proxy,
    bucket,
    free_port,
    running,
    s3_settings,
)
from tests.cli.recordings import CLEAN, DAMAGED, evidence_line
from tests.program import FIXTURES, Answer, footprint

__all__ = ["bucket"]

LARGE = b"".join(
    f"{evidence_line([(f'kb/{number}.md#{part}', '') for part in range(40)])}\n".encode()
    for number in range(1300)
)  # more than two blocks


def over(url: str, *words: str | Path) -> Answer:
    answer = footprint(*words, settings=s3_settings(url))
    assert SECRET not in answer.text + answer.complaint
    assert "Traceback" not in answer.complaint
    return answer


def without_names(answer: Answer, place: str) -> Answer:
    """Leave out where it was, to compare with what is said of files of this machine."""
    return answer._replace(
        out=answer.out.replace(place.encode(), b"IN"), err=answer.err.replace(place.encode(), b"IN")
    )


@pytest.mark.parametrize(
    "command",
    [
        ("verify", "--format=json"),
        ("coverage", "--format=json"),
        ("stats", "--format=json"),
        ("gate", "--rule=record-inconsistent"),
        ("explain",),
        ("why-not", "exchanger.md#2"),
    ],
    ids=" ".join,
)
def test_a_folder_of_a_bucket_is_answered_like_a_folder(
    command: tuple[str, ...], bucket: Bucket
) -> None:
    bucket.fill(FIXTURES, "fixtures")
    address = "s3://archive/fixtures"

    there = over(bucket.url, *command, address)
    here = footprint(*command, FIXTURES)

    assert without_names(there, address) == without_names(here, str(FIXTURES))


def test_a_glob_a_file_and_a_packed_one(bucket: Bucket) -> None:
    for name in ("b/2.jsonl", "b/1.jsonl", "b/no.txt"):
        bucket.put(f"some/{name}", CLEAN.read_bytes())
    bucket.put("some/packed.jsonl.gz", gzip.compress(CLEAN.read_bytes()))

    for address, names in (
        ("s3://archive/some/b/*.jsonl", ["b/1.jsonl", "b/2.jsonl"]),
        ("s3://archive/some/b/2.jsonl", ["b/2.jsonl"]),
        ("s3://archive/some/packed.jsonl.gz", ["packed.jsonl.gz"]),
        ("s3://archive/some/", ["b/1.jsonl", "b/2.jsonl", "packed.jsonl.gz"]),
    ):
        answer = over(bucket.url, "explain", address)
        told = [line.split("\t")[1] for line in answer.text.splitlines() if line[:4] == "reco"]
        assert (answer.status, told) == (0, [f"s3://archive/some/{name}" for name in names])


def test_workers_read_a_bucket_as_one_process_does(bucket: Bucket) -> None:
    bucket.fill(FIXTURES / "made", "made")

    one, two = (
        over(bucket.url, "verify", "s3://archive/made", f"--jobs={jobs}") for jobs in (1, 2)
    )

    assert one == two
    assert one.out


def test_shards_of_a_bucket_are_merged(bucket: Bucket, tmp_path: Path) -> None:
    bucket.fill(FIXTURES / "made", "made")
    for number in (1, 2, 3):
        part = tmp_path / str(number)
        over(bucket.url, "verify", "s3://archive/made", "--shard", f"{number}/3", "-o", part)

    merged = footprint("merge", *(tmp_path / str(number) for number in (1, 2, 3)))

    assert merged.out == over(bucket.url, "verify", "s3://archive/made").out


def test_a_recording_is_read_a_second_time_where_that_is_needed(bucket: Bucket) -> None:
    bucket.put("again.jsonl", CLEAN.read_bytes())

    answer = over(bucket.url, "verify", "s3://archive/again.jsonl")

    assert "check\theld\tprompt-lacks-fragment" in answer.text


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("s3://archive/none.jsonl", "there is no such file"),
        ("s3://archive/none/", "there is no such file"),
        ("s3://no-such-bucket/a.jsonl", "there is no such file"),
        ("s3://archive/none/*.jsonl", "no file matches"),
    ],
)
def test_what_is_not_there_is_named(address: str, why: str, bucket: Bucket) -> None:
    answer = over(bucket.url, "verify", address)

    assert answer.status == 4
    assert f"footprint: {address}: {why}\n" in answer.complaint


def test_a_server_that_is_not_there_is_an_input_that_cannot_be_read() -> None:
    answer = over(f"http://127.0.0.1:{free_port()}", "verify", "s3://archive/a.jsonl", CLEAN)

    assert answer.status == 4
    assert "footprint: s3://archive/a.jsonl: " in answer.complaint
    assert f"recording\t{CLEAN}" in answer.text or str(CLEAN) in answer.text


@pytest.fixture
def large(bucket: Bucket) -> Bucket:
    bucket.put("large.jsonl", LARGE)
    return bucket


@pytest.fixture
def here(tmp_path: Path) -> Answer:
    (tmp_path / "large.jsonl").write_bytes(LARGE)
    return without_names(footprint("verify", tmp_path / "large.jsonl"), str(tmp_path))


def through(bucket: Bucket, fate: Fate) -> tuple[Answer, list[bytes]]:
    proxy = Proxy(bucket.url, fate)
    try:
        answer = over(proxy.url, "verify", "s3://archive/large.jsonl")
    finally:
        proxy.close()
    return without_names(answer, "s3://archive"), proxy.requests


def is_read(line: bytes) -> bool:
    return line.startswith(b"GET /archive/large.jsonl")


def first_of(count: int, fate: str | int) -> Fate:
    """Give the first reads of the file a fate."""
    left = [count]

    def decided(line: bytes, _number: int) -> str | int | None:
        if not is_read(line) or not left[0]:
            return None
        left[0] -= 1
        return fate

    return decided


def test_throttling_is_waited_out(large: Bucket, here: Answer) -> None:
    answer, requests = through(large, first_of(3, "throttle"))

    assert answer == here
    assert sum(map(is_read, requests)) >= 5


def test_a_connection_that_breaks_is_taken_up_where_it_broke(large: Bucket, here: Answer) -> None:
    answer, requests = through(large, first_of(3, 100_000))

    assert answer == here
    assert sum(map(is_read, requests)) >= 5


def test_a_store_that_stops_answering_in_the_middle_is_damage_and_never_silence(
    large: Bucket,
) -> None:
    reads = [0]

    def fate(line: bytes, _number: int) -> str | int | None:
        reads[0] += is_read(line)
        return 100_000 if is_read(line) and reads[0] > 1 else None

    answer, _ = through(large, fate)

    assert answer.status == 3
    assert "read-error" in answer.text
    assert "reading failed: " in answer.text


def test_a_store_that_always_throttles_is_named(bucket: Bucket) -> None:
    answer, _ = through(bucket, lambda *_: "throttle")

    assert answer.status == 4
    assert "footprint: IN/large.jsonl: the server answers with status 503\n" in answer.complaint


def test_what_is_forbidden_is_named(bucket: Bucket) -> None:
    bucket.put("large.jsonl", LARGE)
    forbidden = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    port = free_port()
    script = (
        "import socket\n"
        f"server = socket.create_server(('127.0.0.1', {port}))\n"
        "while True:\n"
        "    one, _ = server.accept()\n"
        "    one.recv(65536)\n"
        f"    one.sendall({forbidden!r})\n"
        "    one.close()\n"
    )
    with running([sys.executable, "-c", script], port) as url:
        for address in ("s3://archive/large.jsonl", f"{url}/large.jsonl"):
            answer = over(url, "verify", address)
            assert answer.status == 4
            assert f"footprint: {address}: permission denied\n" in answer.complaint


@pytest.fixture
def web(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A web server that sends whole files only."""
    (tmp_path / "large.jsonl").write_bytes(LARGE)
    (tmp_path / "clean.jsonl").write_bytes(CLEAN.read_bytes())
    (tmp_path / "damaged.jsonl").write_bytes(DAMAGED.read_bytes())
    port = free_port()
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
    with running(command, port, cwd=tmp_path) as url:
        yield url, tmp_path


@pytest.mark.parametrize("name", ["large.jsonl", "clean.jsonl", "damaged.jsonl"])
def test_files_of_a_web_server_are_read(name: str, web: tuple[str, Path]) -> None:
    url, folder = web

    there = over(url, "verify", f"{url}/{name}")

    assert without_names(there, url) == without_names(
        footprint("verify", folder / name), str(folder)
    )


def test_a_web_server_without_the_file_is_named(web: tuple[str, Path]) -> None:
    url, _ = web

    answer = over(url, "verify", f"{url}/none.jsonl")

    assert answer.status == 4
    assert f"{url}/none.jsonl: there is no such file\n" in answer.complaint


def test_a_web_server_that_breaks_off_is_asked_again_or_it_is_damage(
    web: tuple[str, Path],
) -> None:
    url, folder = web
    for count, status in ((2, 0), (1000, 3)):
        left = [count]

        def fate(line: bytes, _number: int, left: list[int] = left) -> str | int | None:
            if not line.startswith(b"GET") or not left[0]:
                return None
            left[0] -= 1
            return 6_000_000

        proxy = Proxy(url, fate)
        answer = over(url, "verify", f"{proxy.url}/large.jsonl")
        proxy.close()

        assert answer.status == status
        if status == 0:
            own = footprint("verify", folder / "large.jsonl")
            assert without_names(answer, proxy.url) == without_names(own, str(folder))
        else:
            assert "read-error" in answer.text


@pytest.mark.parametrize(
    "address",
    [
        "https://me:hunter2@example.org/a.jsonl",
        "https://example.org/a.jsonl?X-Amz-Signature=hunter2",
        "https://example.org/a.jsonl?sig=hunter2",
    ],
)
def test_an_address_with_a_secret_is_refused_and_not_shown(address: str) -> None:
    for command in ("verify", "explain"):
        answer = footprint(command, address, "--format=json")

        assert answer.status == 4
        assert "hunter2" not in answer.text + answer.complaint
        assert "holds a secret" in answer.complaint


def test_missing_packages_are_named(tmp_path: Path) -> None:
    hidden = tmp_path / "fsspec"
    hidden.mkdir()
    (hidden / "__init__.py").write_text("raise ImportError('hidden')")
    script = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
    script += "from footprint_cli.cli.app import run; sys.exit(run(sys.argv[1:]))"
    import subprocess

    for address, package in (("s3://a/b.jsonl", ""), ("gs://a/b.jsonl", " gcsfs")):
        done = subprocess.run(
            [sys.executable, "-c", script, "verify", address],
            capture_output=True,
            check=False,
            text=True,
        )
        assert done.returncode == 4
        needs = f"needs an extra package: pip install 'footprint-cli[remote]'{package}\n"
        assert f"{address}: {needs}" in done.stderr


def test_paths_of_the_environment_may_be_addresses(bucket: Bucket) -> None:
    bucket.put("env/a.jsonl", CLEAN.read_bytes())
    settings = {**s3_settings(bucket.url), "FOOTPRINT_RECORDINGS": f"s3://archive/env:{CLEAN}"}

    answer = footprint("explain", settings=settings)

    assert answer.status == 0
    assert answer.text.count("recording\t") == 2
