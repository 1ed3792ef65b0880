"""A large file that is read in pieces has the rows of one that is read at once."""

import os
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from footprint_cli.archive import sources
from footprint_cli.archive.index import pool
from footprint_cli.archive.index.file import opened_to_write
from footprint_cli.archive.index.write import Stamp, Told, Writer
from footprint_cli.archive.sources import Source
from tests.archive.asking import built, rows_of
from tests.archive.search.logs import files
from tests.archive.search.said import said
from tests.program import FIXTURES

LOGS = [
    (FIXTURES / f"{name}.commits.jsonl").read_bytes()
    for name in (
        "some-below-threshold",
        "corpus-empty",
        "incident-searches",
        "picker-drops-admitted",
        "candidates-not-recorded",
    )
]


def told_apart(log: bytes, number: int) -> bytes:
    """Write a log as that of another run: its first line says so."""
    first, rest = log.split(b"\n", 1)
    bundle = orjson.loads(first)
    bundle["overwrite"]["runIdentity"] = {"conversationId": f"run-{number}"}
    bundle["trace"].append({"path": "runIdentity", "verb": "set"})
    return orjson.dumps(bundle) + b"\n" + rest


def cut_everywhere(source: Source, _count: int) -> tuple[Source, ...]:
    """Cut a file wherever a log begins."""
    cuts, at = [0], 0
    for line in Path(source.path).read_bytes().splitlines(keepends=True):
        if line.endswith(b',"idx":0}\n') and at:
            cuts.append(at)
        at += len(line)
    ends = [*cuts[1:], source.size]
    return tuple(
        Source(path=source.path, size=source.size, start=start, end=end)
        for start, end in zip(cuts, ends, strict=True)
    )


@pytest.fixture
def cutting(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return what has any file cut, or none."""

    def cut(there: bool) -> None:
        monkeypatch.setattr(pool, "LARGE", 0 if there else sources.LARGE)
        monkeypatch.setattr(pool, "cut_at_logs", cut_everywhere)

    return cut


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    parts=st.lists(st.one_of(files(), st.sampled_from(LOGS)), min_size=1, max_size=4)
    | said().map(lambda one: [one]),
    apart=st.booleans(),
)
def test_pieces_have_the_rows_of_the_whole(
    tmp_path: Path, cutting: Callable[..., None], parts: list[bytes], apart: bool
) -> None:
    log, whole, cut = tmp_path / "log.jsonl", tmp_path / "whole", tmp_path / "cut"
    if apart:
        parts = [told_apart(one, at) if one in LOGS else one for at, one in enumerate(parts)]
    log.write_bytes(b"".join(parts))
    for there, index in ((False, whole), (True, cut)):
        cutting(there=there)
        index.unlink(missing_ok=True)
        built(index, [log])

    assert rows_of(cut) == rows_of(whole)


def test_several_processes_read_the_pieces_of_one_file(
    tmp_path: Path, cutting: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    log, whole, cut = tmp_path / "log.jsonl", tmp_path / "whole", tmp_path / "cut"
    log.write_bytes(b"".join(told_apart(LOGS[at % len(LOGS)], at) for at in range(60)))
    readers = tmp_path / "readers"
    cutting(there=False)
    built(whole, [log])
    cutting(there=True)
    monkeypatch.setattr(pool, "_SMALL", 0)
    monkeypatch.setattr(pool, "_whole", _never)
    monkeypatch.setattr(pool, "_done", partial(_done_and_noted, pool._done, readers))  # noqa: SLF001

    built(cut, [log], jobs=2)

    assert rows_of(cut) == rows_of(whole)
    assert len(rows_of(cut)["retrievals"]) > 40
    assert str(os.getpid()) not in readers.read_text().split()


def _done_and_noted(
    done: Callable[..., object], readers: Path, reading: object, one: object
) -> object:
    with readers.open("a") as file:
        file.write(f"{os.getpid()} ")
    return done(reading, one)


def test_a_build_that_ends_between_two_pieces_leaves_nothing_of_the_file(
    tmp_path: Path, cutting: Callable[..., None]
) -> None:
    log, index = tmp_path / "log.jsonl", tmp_path / "index"
    log.write_bytes(b"".join(told_apart(one, at) for at, one in enumerate(LOGS)))
    cutting(there=True)
    read = next(pool.each_read([(str(log), None)], 1))
    assert isinstance(read, pool.Cut)
    connection = opened_to_write(str(index))
    writer = Writer(connection, version="test", now=0)

    def ends() -> object:
        yield next(read.pieces)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        writer.put_pieces(str(log), Stamp(), ends(), _never)  # type: ignore[arg-type]

    assert _counts(connection) == [0, 0, 0]
    connection.close()


def _never(*_: object) -> Told:
    raise AssertionError


def _counts(connection: sqlite3.Connection) -> list[int]:
    tables = ("t_source", "t_retrieval", "t_candidate")
    return [
        connection.execute(f"SELECT count(*) FROM {one}").fetchone()[0]  # noqa: S608
        for one in tables
    ]


@pytest.mark.parametrize("jobs", [1, 2])
def test_words_of_pieces_that_were_given_up_are_known_to_the_files_behind(
    tmp_path: Path, cutting: Callable[..., None], monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    """The last piece repeats the first; what the others name is named again by the next file."""
    large, small = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    large.write_bytes(b"".join(told_apart(one, at) for at, one in enumerate(LOGS)))
    large.write_bytes(large.read_bytes() + told_apart(LOGS[0], 0) + told_apart(LOGS[3], 9))
    small.write_bytes(LOGS[3] + told_apart(LOGS[1], 7))
    monkeypatch.setattr(pool, "_SMALL", 0)
    cutting(there=False)
    built(tmp_path / "whole", [large, small])
    cutting(there=True)
    built(tmp_path / "cut", [large, small], jobs=jobs)

    assert rows_of(tmp_path / "cut") == rows_of(tmp_path / "whole")


def test_a_file_that_only_the_full_reader_can_tell_is_read_at_once(
    tmp_path: Path, cutting: Callable[..., None]
) -> None:
    """The third log repeats the first, so it is counted once."""
    log, whole, cut = tmp_path / "log.jsonl", tmp_path / "whole", tmp_path / "cut"
    log.write_bytes(LOGS[0] + LOGS[3] + LOGS[0])
    cutting(there=False)
    built(whole, [log])
    cutting(there=True)
    built(cut, [log])

    assert rows_of(cut) == rows_of(whole)
    assert [row for row in rows_of(cut)["findings"] if "copied-lines" in row]
    with sqlite3.connect(cut) as connection:
        [unused] = connection.execute(
            "SELECT count(*) FROM d_chunk WHERE chunk NOT IN (SELECT chunk FROM t_candidate)"
        ).fetchone()
    assert unused == 0
