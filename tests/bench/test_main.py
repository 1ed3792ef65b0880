"""`python -m bench` as a process of its own, on a very small archive."""

import os
import subprocess
import sys
from pathlib import Path

import orjson

from bench.archive_data import write_log
from bench.archive_text import asked_id
from bench.commands import Command
from bench.ours import why_not_called
from bench.peers import duckdb, orjson_loop, ripgrep
from bench.processes import output
from bench.tally import Tally, tally_of, told
from tests.program import footprint

ROOT = Path(__file__).resolve().parents[2]


def bench(folder: Path, *words: str, **settings: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "bench", *words],
        cwd=ROOT,
        env={
            **os.environ,
            "BENCH_DATA": str(folder),
            "BENCH_MB": "1",
            "BENCH_WAIT": "0",
            **settings,
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_rows_are_listed_and_an_unknown_one_is_a_mistake(tmp_path: Path) -> None:
    listed, unknown = bench(tmp_path, "--list"), bench(tmp_path, "--only", "speed")

    assert "log-cold" in listed.stdout.split()
    assert (listed.returncode, unknown.returncode) == (0, 2)
    assert unknown.stdout == listed.stdout


def test_every_answer_is_that_of_a_plain_count(tmp_path: Path) -> None:
    done = bench(tmp_path, "--only", "answers")
    rows = done.stdout.splitlines()[1:]

    assert done.returncode == 0, done.stdout + done.stderr
    assert len(rows) >= 9
    assert {row.split()[0] for row in rows} <= {"ok", "skip"}


def test_a_sweep_counts_as_its_peers_do(tmp_path: Path) -> None:
    done = bench(tmp_path, "--only", "sweep", "--rounds", "1")
    rows = done.stdout.splitlines()[1:]

    assert "counts otherwise" not in done.stderr
    assert len(rows) == 4
    assert {row.split()[0] for row in rows[2:]} == {"ok"}  # memory does not depend on the machine


def test_a_figure_over_its_limit_ends_with_1(tmp_path: Path) -> None:
    done = bench(tmp_path, "--only", "start-up", "--rounds", "1", BENCH_SLOWDOWN="4")

    assert done.returncode == 1
    assert done.stdout.count("OVER") == 4


def test_the_peers_answer_the_same_question(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    write_log(path, 20_000_000)
    right = tally_of(path, asked_id())
    peers = [ripgrep(path), orjson_loop(path), duckdb(path, asked_id())]

    assert right.retrievals > 90
    assert right.named > 0
    for peer in peers:
        if isinstance(peer, Command) and "rg" in peer.argv:
            assert int(output(peer)) >= right.retrievals
        elif isinstance(peer, Command) and len(peer.argv) > 4:
            found = [int(one) for one in output(peer).split()]
            assert Tally(found[0], found[2], found[3]) == right


def test_a_count_agrees_with_the_program(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    write_log(path, 20_000_000)
    answer = footprint("why-not", asked_id(), path, "--format", "json")

    assert told(orjson.loads(answer.out)) == tally_of(path, asked_id())


def test_a_call_without_a_command_line_gives_the_same_answer(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    write_log(path, 20_000_000)
    called = why_not_called(path, "core")
    assert isinstance(called, Command)
    whole = orjson.loads(footprint("why-not", asked_id(), path, "--format", "json").out)

    assert output(called).decode().split() == [str(len(whole["occurrences"])), whole["answer"]]
