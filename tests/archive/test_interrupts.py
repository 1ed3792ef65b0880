"""Ctrl-C ends whoever reads within a second, says how far it came, and leaves no process."""

import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.recordings import evidence_line
from tests.program import PROGRAM, environment, in_terminal, interruptible

HOW_FAR = re.compile(
    r"footprint: interrupted after (\d+) of (\d+) files?, [\d.]+ \w+ of [\d.]+ MB\n"
)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that takes some seconds to read."""
    folder = tmp_path_factory.mktemp("large")
    chunks = [(f"kb/{number:04d}.md#0", "") for number in range(100)]
    line = f"{evidence_line(chunks)}\n".encode()
    for number in range(8):
        (folder / f"{number}.jsonl").write_bytes(line * (12_000_000 // len(line)))
    return folder


def interrupted(*words: str | Path, whole_group: bool) -> tuple[int, str, float]:
    """Start, interrupt after a moment; the status, what was said, and how long ending took."""
    with subprocess.Popen(
        [*PROGRAM, *map(str, words)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment(),
        preexec_fn=interruptible,  # noqa: PLW1509 (no thread runs here)
        start_new_session=True,
    ) as process:
        time.sleep(1.2)
        assert process.poll() is None
        began = time.monotonic()
        if whole_group:  # as a terminal does
            os.killpg(process.pid, signal.SIGINT)
        else:
            process.send_signal(signal.SIGINT)
        status = process.wait(timeout=20)
        took = time.monotonic() - began
        assert process.stderr is not None
        complaint = process.stderr.read().decode()  # ends only when no worker holds it open
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
    return status, complaint, took


@pytest.mark.parametrize("whole_group", [False, True])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_the_reading_of_an_archive(jobs: str, whole_group: bool, large: Path) -> None:
    status, complaint, took = interrupted("verify", large, "--jobs", jobs, whole_group=whole_group)

    assert status == 130
    assert took < 1
    told = HOW_FAR.search(complaint)
    assert told is not None, complaint
    assert 0 <= int(told[1]) < int(told[2]) == 8
    assert complaint.count("\n") == 2  # how many files there are, and how far it came


def test_ctrl_c_ends_the_reading_of_one_large_file(large: Path) -> None:
    one = large / "0.jsonl"
    status, complaint, took = interrupted("explain", one, one, large, whole_group=False)

    assert status == 130
    assert took < 1
    assert HOW_FAR.search(complaint), complaint


def test_workers_do_not_outlive_a_command_that_is_killed(large: Path) -> None:
    with subprocess.Popen(
        [*PROGRAM, "verify", str(large), "--jobs=2"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
    ) as process:
        time.sleep(1.2)
        process.kill()
        process.wait(timeout=20)
        until = time.monotonic() + 20
        while time.monotonic() < until and is_there(process.pid):
            time.sleep(0.05)
        assert not is_there(process.pid)


def is_there(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_terminal_sees_files_bytes_rate_and_findings(large: Path) -> None:
    seen = in_terminal("verify", large, "--jobs", "2", "--format", "plain", columns=120)

    text = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", seen.text)
    assert re.search(r"[\d.]+/[\d.]+ MB [\d.]+ MB/s +\d of 8 files, \d+ findings", text), text[
        -900:
    ]
    assert seen.status == 0
