"""A long log: memory does not grow with it, and a terminal sees how far the reading came."""

import subprocess
import sys
from pathlib import Path

import pytest

from bench.data import large_log
from tests.cli.recordings import evidence_line
from tests.program import footprint, in_terminal

# Runs one command and prints the most memory that it held, in kilobytes.
PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
MOST = 120_000


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return large_log(tmp_path_factory.mktemp("large") / "run.commits.jsonl")


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in other units elsewhere")
def test_a_log_of_20_mb_is_explained_in_less_than_120_mb(log: Path) -> None:
    program = [sys.executable, "-m", "footprint_cli", "explain", str(log), "--format", "json"]
    done = subprocess.run(
        [sys.executable, "-c", PEAK, *program], capture_output=True, check=True, timeout=60
    )

    assert log.stat().st_size > 19_000_000
    assert int(done.stdout) < MOST


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in other units elsewhere")
def test_a_question_holds_nothing_of_a_long_file_that_it_has_passed(tmp_path: Path) -> None:
    chunks = [(f"kb/{number:04d}.md#0", "") for number in range(100)]
    line = f"{evidence_line(chunks)}\n".encode()
    path = tmp_path / "archive.jsonl"
    path.write_bytes(line * (25_000_000 // len(line)))
    program = [sys.executable, "-m", "footprint_cli", "why-not", "kb/0001.md#0", str(path)]
    done = subprocess.run(
        [sys.executable, "-c", PEAK, *program], capture_output=True, check=True, timeout=60
    )

    assert int(done.stdout) < MOST // 2  # whole, its candidates would take 150 MB


def test_a_log_of_20_mb_has_its_retrieval_and_all_its_calls(log: Path) -> None:
    answer = footprint("explain", log)
    rows = [line.split("\t")[0] for line in answer.text.splitlines()]

    assert (rows.count("retrieval"), rows.count("candidate"), rows.count("call")) == (1, 7, 60)
    assert answer.status == 0


def test_a_terminal_sees_how_far_the_reading_of_a_large_file_came(
    log: Path, tmp_path: Path
) -> None:
    large = tmp_path / "large.commits.jsonl"
    with large.open("wb") as out:
        for _ in range(4):
            out.write(log.read_bytes())

    seen = in_terminal("explain", large, "--format", "plain", columns=80)

    assert "MB" in seen.text
    assert "candidate" in seen.text
