"""An index from the command line: made, brought up to date, asked."""

import os
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import orjson
import pytest

from tests.cli.recordings import CLEAN, DAMAGED, WITHHELD
from tests.program import FIXTURES, FORMATS, PROGRAM, environment, footprint, interruptible

DROPPED = FIXTURES / "picker-drops-admitted.commits.jsonl"


@pytest.fixture
def index(tmp_path: Path) -> Path:
    path = tmp_path / "runs.footprint"
    assert footprint("index", "-o", path, CLEAN, DROPPED).status == 0
    return path


def test_making_an_index_says_what_was_read(tmp_path: Path) -> None:
    path = tmp_path / "runs.footprint"

    made = footprint("index", "-o", path, CLEAN, DROPPED)
    again = footprint("index", "-o", path, CLEAN, DROPPED)

    size = f"{path.stat().st_size:,} bytes\n"
    assert (made.status, made.text) == (0, f"{path}: 2 files read, 0 unchanged; {size}")
    assert (again.status, again.text) == (0, f"{path}: 0 files read, 2 unchanged; {size}")


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    "question",
    [
        ("why-not", "alarms.md#4"),
        ("why-not", "Exchanger.md-2"),
        ("why", "exchanger.md#2", "--all"),
        ("why-not", "exchanger", "--prefix"),
        ("why-not", "*#2", "--glob"),
        ("why-not", "--doc", "exchanger.md"),
        ("why-not", "alarms.md#4", "--retriever", "plant-manual", "--fail"),
        ("why-not", "alarms.md#4", "--step", "no-such-step"),
    ],
    ids=" ".join,
)
def test_the_answer_is_the_one_of_the_recordings(
    index: Path, form: str, question: tuple[str, ...]
) -> None:
    read = footprint(*question, "--format", form, CLEAN, DROPPED)

    kept = footprint(*question, "--format", form, "--index", index)

    assert (kept.status, kept.text) == (read.status, read.text)


def test_the_answer_says_how_old_the_index_is(index: Path) -> None:
    answer = footprint("why-not", "alarms.md#4", "--index", index)

    assert answer.complaint.startswith(f"footprint: answered from {index}, brought up to date ")
    assert answer.complaint.count("\n") == 1


def test_what_changed_since_is_named(tmp_path: Path) -> None:
    one, two, index = tmp_path / "one.jsonl", tmp_path / "two.jsonl", tmp_path / "index"
    for path in (one, two):
        path.write_bytes(CLEAN.read_bytes())
    footprint("index", "-o", index, one, two)
    one.unlink()
    two.write_bytes(DROPPED.read_bytes())

    answer = footprint("why-not", "alarms.md#4", "--index", index)

    assert f"changed or gone since they were indexed: {one}, {two}" in answer.complaint


def test_an_index_that_never_came_to_its_end_says_so(index: Path) -> None:
    connection = sqlite3.connect(index)
    connection.execute("DELETE FROM meta WHERE name = 'updated'")
    connection.commit()
    connection.close()

    answer = footprint("why-not", "alarms.md#4", "--index", index)

    assert "which is not finished: footprint index goes on with it" in answer.complaint


@pytest.mark.parametrize(
    ("inputs", "status"),
    [([CLEAN], 0), ([CLEAN, DAMAGED], 3), ([CLEAN, WITHHELD], 0), (["no-such-file", DAMAGED], 4)],
)
def test_damage_is_said_and_stays_said(
    tmp_path: Path, inputs: list[Path | str], status: int
) -> None:
    index = tmp_path / "index"

    assert footprint("index", "-o", index, *inputs).status == status
    assert footprint("index", "-o", index, CLEAN).status == status
    read = footprint("why-not", "exchanger.md#2", *inputs)
    assert footprint("why-not", "exchanger.md#2", "--index", index).status == read.status


def test_an_unchanged_index_says_what_is_wrong_in_it(tmp_path: Path) -> None:
    index, cut = tmp_path / "index", tmp_path / "cut.jsonl.gz"
    cut.write_bytes(b"\x1f\x8b\x08 no more")
    inputs: list[str | Path] = [CLEAN, DAMAGED, cut, "no-such-file"]

    first = footprint("index", "-o", index, *inputs)
    again = footprint("index", "-o", index, CLEAN)

    for one in (first, again):
        assert one.status == 4
        assert "1 file in the index is damaged; footprint verify" in one.complaint
        for path in (cut, "no-such-file"):
            [line] = [line for line in one.complaint.splitlines() if str(path) in line]
            assert line.startswith(f"footprint: {path}: ")
            assert line in footprint("stats", *inputs).complaint


@pytest.mark.parametrize(
    ("files", "status"),
    [
        ({"run.jsonl": b""}, 3),
        ({"run.jsonl": b"", "other.json": b'{"settings": true}'}, 3),
        ({"other.json": b'{"settings": true}'}, 4),
        ({}, 4),
    ],
    ids=["empty", "empty and other", "other", "nothing"],
)
def test_where_nothing_is_a_recording_the_status_is_that_of_stats(
    tmp_path: Path, files: dict[str, bytes], status: int
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)

    assert footprint("stats", folder).status == status
    made: list[str | Path] = ["index", "-o", tmp_path / "index", folder]
    for arguments in (made, made, ["export", "--parquet", tmp_path / "parquet", folder]):
        answer = footprint(*arguments)
        assert answer.status == status
        assert "no recording" in answer.complaint or "recognised" in answer.complaint
    if status == 3:
        answer = footprint("export", "--parquet", tmp_path / "two", "--index", tmp_path / "index")
        assert answer.status == 3
        assert ("1 source, 0 recordings" in answer.text) == (len(files) == 1)


def test_tables_count_recordings_as_stats_does(tmp_path: Path) -> None:
    empty, index = tmp_path / "empty.jsonl", tmp_path / "index"
    empty.write_bytes(b"")
    inputs: list[str | Path] = [CLEAN, DAMAGED, empty, "no-such-file"]
    footprint("index", "-o", index, *inputs)

    told = orjson.loads(footprint("stats", *inputs, "--format", "json").text)
    counts = footprint(
        "sql",
        "SELECT count(*), (SELECT sum(recordings) FROM sources) FROM recordings",
        "--index",
        index,
        "--format",
        "json",
    )

    assert orjson.loads(counts.text)["rows"] == [[told["searched"]["recordings"]] * 2]


def test_help_offers_no_standard_input_where_it_is_refused() -> None:
    for command in ("index", "export"):
        assert "or - for" not in footprint(command, "--help").text


def test_exit_zero_forgives_damage_and_nothing_worse(tmp_path: Path) -> None:
    index = tmp_path / "index"

    assert footprint("index", "--exit-zero", "-o", index, DAMAGED).status == 0
    assert footprint("index", "--exit-zero", "-o", index, "no-such-file").status == 4


def test_an_index_in_its_own_archive_is_no_recording(tmp_path: Path) -> None:
    (tmp_path / "run.jsonl").write_bytes(CLEAN.read_bytes())
    index = tmp_path / "runs.jsonl"
    footprint("index", "-o", index, tmp_path)

    again = footprint("index", "-o", index, tmp_path)

    assert (again.status, again.text.split(";")[0]) == (0, f"{index}: 0 files read, 1 unchanged")


def test_what_is_no_recording_is_left_out_once(tmp_path: Path) -> None:
    (tmp_path / "run.jsonl").write_bytes(CLEAN.read_bytes())
    (tmp_path / "other.json").write_text('{"settings": true}')
    index = tmp_path / "index"

    first = footprint("index", "-o", index, tmp_path)
    again = footprint("index", "-o", index, tmp_path)

    assert "left out, for they hold no recording" in first.complaint
    assert (first.status, again.status) == (0, 0)
    assert ": 0 files read, 2 unchanged" in again.text
    named = footprint("index", "-o", index, tmp_path / "other.json")
    assert (named.status, "other.json: no recording" in named.complaint) == (4, True)


def test_no_name_means_another_database(tmp_path: Path) -> None:
    made = footprint("index", "-o", ":memory:", CLEAN, cwd=tmp_path)

    assert made.status == 0
    assert [one.name for one in tmp_path.iterdir()] == [":memory:"]


def test_paths_of_an_index_are_meant_from_one_folder(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "run.jsonl").write_bytes(CLEAN.read_bytes())
    index = tmp_path / "index"
    footprint("index", "-o", index, "run.jsonl", cwd=tmp_path / "one")

    answer = footprint("index", "-o", index, "run.jsonl", cwd=tmp_path / "two")

    assert answer.status == 4
    assert f"its paths are meant from {tmp_path / 'one'}" in answer.complaint


def test_a_gate_judges_an_index_as_the_recordings(index: Path) -> None:
    rules = ["--rule", "best-chunk-dropped", "--rule", "corpus-empty", "--format", "json"]

    read = footprint("gate", *rules, CLEAN, DROPPED)
    kept = footprint("gate", *rules, "--index", index)

    assert (kept.status, kept.text) == (read.status, read.text) == (1, read.text)


def test_a_statement_is_answered_from_a_file_and_from_a_dataset(
    index: Path, tmp_path: Path
) -> None:
    statement = "SELECT chunk, score FROM candidates ORDER BY score DESC, source LIMIT 2"
    folder = tmp_path / "parquet"

    written = footprint("export", "--parquet", folder, "--index", index)

    assert (written.status, written.text.split(": ")[0]) == (0, str(folder))
    for place in (index, folder):
        told = footprint("sql", statement, "--index", place, "--format", "json")
        assert (told.status, told.complaint) == (0, "")
        assert orjson.loads(told.text)["rows"] == [["exchanger.md#2", 0.91]] * 2


def test_recordings_are_exported_without_an_index(tmp_path: Path) -> None:
    answer = footprint("export", "--parquet", tmp_path / "parquet", CLEAN, DAMAGED)

    assert answer.status == 3
    assert "2 sources, 2 recordings" in answer.text


def test_ctrl_c_ends_within_a_second_and_says_how_far_it_came(tmp_path: Path) -> None:
    content = CLEAN.read_bytes()
    for number in range(8):
        (tmp_path / f"{number}.jsonl").write_bytes(content * 3_000)
    process = subprocess.Popen(
        [*PROGRAM, "index", "-o", str(tmp_path / "index"), "-j", "2", str(tmp_path)],
        stderr=subprocess.PIPE,
        env=environment(),
        preexec_fn=interruptible,  # noqa: PLW1509 (no thread runs here)
    )
    while not (tmp_path / "index").exists():
        time.sleep(0.01)
    time.sleep(0.3)
    begun = time.monotonic()
    os.kill(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=20)

    assert process.returncode == 130
    assert time.monotonic() - begun < 3  # a second, on a machine that does nothing else
    assert b"of 8 files are in" in said
    assert said.endswith(b"footprint: interrupted\n")


@pytest.mark.parametrize("rule", ["recording-damaged", "record-inconsistent"])
def test_an_index_does_not_judge_what_it_never_looked_at(index: Path, rule: str) -> None:
    answer = footprint("gate", "--index", index, f"--rule={rule}")

    assert (answer.status, answer.out) == (2, b"")
    assert f"an index cannot judge {rule}" in answer.complaint
