import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from footprint_cli.archive.index.file import finish, opened, opened_to_write
from footprint_cli.archive.index.schema import SCHEMA_VERSION
from footprint_cli.errors import InputError
from tests.archive.asking import built, rows_of
from tests.program import FIXTURES

LOG = FIXTURES / "some-below-threshold.commits.jsonl"


def refused(path: Path) -> str:
    with pytest.raises(InputError) as for_questions:
        opened(str(path))
    if path.exists():
        with pytest.raises(InputError) as to_write:
            opened_to_write(str(path))
        assert str(to_write.value) == str(for_questions.value)
    return str(for_questions.value)


def test_a_missing_index_is_named(tmp_path: Path) -> None:
    assert (
        refused(tmp_path / "no")
        == f"{tmp_path / 'no'}: there is no such index; footprint index makes one"
    )


def test_another_file_is_no_index_and_stays_as_it_is(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("my notes")

    assert refused(other) == f"{other}: this is no index of footprint"
    assert other.read_text() == "my notes"


def test_another_database_is_no_index(tmp_path: Path) -> None:
    other = tmp_path / "other"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE mine (x)")
    connection.close()

    assert refused(other) == f"{other}: this is no index of footprint"


def test_a_database_that_was_only_begun_is_taken_over(tmp_path: Path) -> None:
    index = tmp_path / "index"
    connection = sqlite3.connect(index)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    assert index.stat().st_size

    assert built(index, [LOG]).read == 1


def test_an_index_of_a_newer_schema_is_refused_by_name(tmp_path: Path) -> None:
    index = tmp_path / "index"
    built(index, [LOG])
    with sqlite3.connect(index) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    connection.close()

    assert refused(index) == (
        f"{index}: its schema is version {SCHEMA_VERSION + 1}, and this version reads "
        f"{SCHEMA_VERSION}: a newer version of footprint wrote it"
    )


def test_a_damaged_index_is_named(tmp_path: Path) -> None:
    index = tmp_path / "index"
    built(index, [LOG])
    content = index.read_bytes()
    index.write_bytes(content[:16] + b"\xff" * (len(content) - 16))

    assert refused(index).startswith(f"{index}: this")


def test_an_index_that_is_asked_cannot_be_written(tmp_path: Path) -> None:
    index = tmp_path / "index"
    built(index, [LOG])
    connection = opened(str(index))

    with pytest.raises(sqlite3.OperationalError):
        connection.execute("DELETE FROM t_candidate")
    connection.close()


def test_two_writers_do_not_mix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footprint_cli.archive.index.file.WAITS", 0.05)
    index = tmp_path / "index"
    first = opened_to_write(str(index))
    first.execute("BEGIN IMMEDIATE")

    with pytest.raises(InputError, match="another process uses this index"):
        built(index, [LOG])
    first.close()


def test_one_file_is_left_behind(tmp_path: Path) -> None:
    built(tmp_path / "index", [LOG])

    assert [one.name for one in tmp_path.iterdir()] == ["index"]


def test_a_question_that_came_before_the_end_does_not_spoil_it(tmp_path: Path) -> None:
    index = tmp_path / "index"
    writing = opened_to_write(str(index))
    writing.execute("PRAGMA busy_timeout = 50")
    asking = opened(str(index))
    asking.execute("SELECT count(*) FROM candidates").fetchall()

    finish(writing)

    writing.close()
    asking.close()
    assert built(index, [LOG]).read == 1


def test_an_index_is_asked_as_it_was_when_it_was_opened(tmp_path: Path) -> None:
    index = tmp_path / "index"
    writing = opened_to_write(str(index))
    count = "SELECT count(*) FROM meta"
    with closing(opened(str(index))) as asking:
        [before] = asking.execute(count).fetchone()
        writing.execute("INSERT INTO meta VALUES ('later', 1)")

        assert asking.execute(count).fetchone() == (before,)
    with closing(opened(str(index))) as asking:
        assert asking.execute(count).fetchone() == (before + 1,)
    writing.close()


def test_an_index_that_is_asked_waits_and_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footprint_cli.archive.index.file.WAITS", 0.05)
    index = tmp_path / "index"
    built(index, [LOG])
    asking = opened(str(index))
    asking.execute("SELECT count(*) FROM candidates").fetchall()

    with pytest.raises(InputError, match="another process uses this index"):
        built(index, [LOG])
    asking.close()


_RUN = """
import sys
from pathlib import Path
from tests.archive.asking import built, rows_of
built(Path(sys.argv[1]), sorted(Path(sys.argv[2]).iterdir()))
"""

_HOLD = """
import sys
import time
from footprint_cli.archive.index.lock import locked
with locked(sys.argv[1]):
    print(flush=True)
    time.sleep(60)
"""


def test_runs_at_once_wait_for_each_other(tmp_path: Path) -> None:
    log, folders = LOG.read_bytes(), [tmp_path / name for name in "abc"]
    for folder in folders:
        folder.mkdir()
        for number in range(30):
            (folder / f"{number}.jsonl").write_bytes(log)
    (tmp_path / "at-once").mkdir()
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", _RUN, str(tmp_path / "at-once" / "index"), str(folder)],
            cwd=Path(__file__).resolve().parents[3],
            stderr=subprocess.PIPE,
        )
        for folder in folders
    ]

    assert [(one.communicate()[1], one.returncode) for one in runs] == [(b"", 0)] * 3

    built(tmp_path / "one", [one for folder in folders for one in sorted(folder.iterdir())])
    assert [one.name for one in (tmp_path / "at-once").iterdir()] == ["index"]
    assert rows_of(tmp_path / "at-once" / "index") == rows_of(tmp_path / "one")


@pytest.mark.parametrize("there", [True, False])
def test_a_run_under_way_keeps_another_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, there: bool
) -> None:
    monkeypatch.setattr("footprint_cli.archive.index.file.WAITS", 0.05)
    index = tmp_path / "index"
    if there:
        built(index, [LOG])
    holding = subprocess.Popen(
        [
            sys.executable,
            "-c",
            _HOLD,
            str(index),
        ],
        cwd=Path(__file__).resolve().parents[3],
        stdout=subprocess.PIPE,
    )
    assert holding.stdout is not None
    holding.stdout.readline()

    with pytest.raises(InputError, match="another process uses this index"):
        built(index, [LOG])

    assert index.exists() == there
    holding.kill()
    holding.communicate()
    assert built(index, [LOG]).read == (not there)
    assert [one.name for one in tmp_path.iterdir()] == ["index"]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written: No such file or directory"):
        built(tmp_path / "no" / "index", [LOG])
