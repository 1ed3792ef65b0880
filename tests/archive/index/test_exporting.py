"""An export by workers has the rows of an export from an index, whoever reads, and whatever dies."""

import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import orjson
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.archive_data import write_files, write_log
from footprint_cli.archive.index.dataset import MARK, appearing, commit, is_dataset
from footprint_cli.archive.index.exporting import Writing
from footprint_cli.archive.index.schema import TABLES
from footprint_cli.archive.sources import batches
from footprint_cli.errors import UsageError
from tests.archive.asking import VERSION, built
from tests.archive.exports import Done, Task, done, done_apart, sources_of
from tests.archive.index.test_answers import PATHS
from tests.archive.index.test_export import exported
from tests.cli.recordings import evidence_line

DAYS = ds.partitioning(pa.schema([("day", pa.string())]), flavor="hive")
Rows = dict[str, Counter[tuple[tuple[str, Any], ...]]]


def rows_of(dataset: Path, without: str | None = None) -> Rows:
    """Return the rows of each table, without the time of reading, wherever they stand."""
    found = {}
    for table in TABLES:
        read = ds.dataset(dataset / table, format="parquet", partitioning=DAYS).to_table()
        names = sorted({*read.column_names} - {"indexed_at"})
        columns = [[(name, one) for one in read.column(name).to_pylist()] for name in names]
        rows = Counter(zip(*columns, strict=True))
        found[table] = Counter(
            {row: count for row, count in rows.items() if dict(row)["source"] != without}
        )
    return found


def files_of(dataset: Path) -> dict[str, bytes]:
    """Return the content of every file; in those of sources stands the time of reading."""
    return {
        one.relative_to(dataset).as_posix(): b""
        if one.parent.name == "sources"
        else one.read_bytes()
        for one in dataset.rglob("*")
        if one.is_file()
    }


def counts_of(dataset: Path) -> dict[str, int]:
    """Return how many rows a dataset says that it has."""
    counts: dict[str, int] = orjson.loads((dataset / MARK).read_bytes())["rows"]
    return counts


def written(paths: list[str], folder: Path, most: int, jobs: int = 1) -> Done:
    task = Task(paths=paths, folder=str(folder), most=most, jobs=jobs)
    return done(task) if jobs == 1 else done_apart(task)


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A small archive like that of the benchmark, damage in it too."""
    folder = tmp_path_factory.mktemp("logs")
    write_files(folder, 20)
    write_log(folder / "log.jsonl", 5_000_000)
    return sorted(map(str, folder.iterdir()))


@pytest.fixture(scope="module")
def whole(logs: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The logs, exported by one process in some batches."""
    folder = tmp_path_factory.mktemp("whole") / "parquet"
    written(logs, folder, 3_000_000)
    return folder


@pytest.fixture(scope="module")
def expected(logs: list[str], tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """The rows that an index of all recordings has."""
    folder = tmp_path_factory.mktemp("expected")
    built(folder / "index", [*PATHS, *map(Path, logs)])
    exported(folder / "index", folder / "parquet")
    return rows_of(folder / "parquet")


@pytest.mark.parametrize("most", [50_000, 2_000_000, 10**9])
def test_the_rows_are_those_of_an_index_however_the_batches(
    logs: list[str], expected: Rows, tmp_path: Path, most: int
) -> None:
    told = written([*map(str, PATHS), *logs], tmp_path / "parquet", most).told

    assert rows_of(tmp_path / "parquet") == expected
    assert counts_of(tmp_path / "parquet") == {
        table: rows.total() for table, rows in expected.items()
    }
    sources = [dict(one) for one in expected["sources"]]
    known = Counter(one["status"] for one in sources if one["state"] == "present")
    assert Counter(status for one in told for status in one.statuses) == known
    assert {*known} == {0, 3, 4}
    assert sum(one.left_out for one in told) == len(sources) - known.total() > 0


@pytest.mark.parametrize("most", [300_000, 3_000_000])
def test_two_processes_write_the_files_that_one_writes(
    logs: list[str], tmp_path: Path, most: int
) -> None:
    paths = [*map(str, PATHS), *logs]
    here = written(paths, tmp_path / "one", most)
    there = written(paths, tmp_path / "two", most, jobs=2)

    assert files_of(tmp_path / "two") == files_of(tmp_path / "one")
    assert there.told == here.told


NAMES = st.one_of(
    st.text("ab#é\ud800", max_size=4), st.just("kb/tides.md#0"), st.integers(0, 9).map(str)
)
LINES = st.lists(st.tuples(NAMES, st.just("")), max_size=5).map(evidence_line)
BROKEN = st.sampled_from(["{", "[]", "", '{"a": 1}'])
CONTENTS = st.lists(st.one_of(LINES, LINES, LINES, BROKEN), max_size=4).map(
    lambda lines: "".join(f"{line}\n" for line in lines).encode()
)


@settings(max_examples=25)
@given(contents=st.lists(CONTENTS, max_size=6), most=st.integers(1, 4_000))
def test_the_rows_of_random_archives_are_those_of_an_index(
    contents: list[bytes], most: int
) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        paths = [folder / f"{number}.jsonl" for number in range(len(contents))]
        for path, content in zip(paths, contents, strict=True):
            path.write_bytes(content)
        built(folder / "index", paths)
        exported(folder / "index", folder / "expected")

        written([*map(str, paths)], folder / "parquet", most)

        assert rows_of(folder / "parquet") == rows_of(folder / "expected")
        assert counts_of(folder / "parquet") == counts_of(folder / "expected")


def test_a_worker_that_dies_with_its_batch_written_leaves_each_row_once(
    logs: list[str], whole: Path, tmp_path: Path
) -> None:
    told = done_apart(
        Task(
            paths=logs,
            folder=str(tmp_path / "parquet"),
            most=3_000_000,
            jobs=2,
            at=(4, 11),
            mark=str(tmp_path / "died"),
        )
    )

    assert {one.name for one in tmp_path.iterdir()} == {"died-4", "died-11", "parquet"}
    assert told.left > 0  # what the dead had written was there, and is in no dataset
    assert rows_of(tmp_path / "parquet") == rows_of(whole)
    assert counts_of(tmp_path / "parquet") == counts_of(whole)
    assert {*(tmp_path / "parquet").iterdir()} == {
        tmp_path / "parquet" / one for one in (*TABLES, MARK)
    }
    assert 4 not in {status for one in told.told for status in one.statuses}


def test_a_source_that_kills_its_worker_again_is_named_and_costs_only_itself(
    logs: list[str], whole: Path, tmp_path: Path
) -> None:
    lost = logs[4]
    task = Task(paths=logs, folder=str(tmp_path / "parquet"), most=3_000_000, jobs=2, at=(4,))
    told = done_apart(task).told

    assert [place for place, one in enumerate(told) if one.statuses == (4,)] == [4]
    assert told[4].complaints[0].startswith(f"{lost}: its reading ended twice")
    assert rows_of(tmp_path / "parquet", without=lost) == rows_of(whole, without=lost)
    rows = rows_of(tmp_path / "parquet")
    [source] = [dict(one) for one in rows["sources"] if dict(one)["source"] == lost]
    assert (source["status"], source["state"], source["recordings"]) == (4, "present", 0)
    assert counts_of(tmp_path / "parquet")["sources"] == len(logs)


def test_a_batch_that_is_committed_twice_is_there_once(
    logs: list[str], whole: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "parquet"
    sources = sources_of(logs)
    with appearing(str(folder)) as part:
        writing = Writing(part, version=VERSION)
        for batch in batches(sources, 3_000_000):
            commit(part, writing.work(batch))
        assert len([*writing.each(sources, None, 3_000_000)]) == len(logs)
        writing.finish()

    assert files_of(folder) == files_of(whole)


def test_what_is_interrupted_leaves_the_earlier_dataset_and_nothing_else(
    logs: list[str], tmp_path: Path
) -> None:
    folder = tmp_path / "parquet"
    written(logs[:2], folder, 1)
    before = files_of(folder)

    with pytest.raises(KeyboardInterrupt):
        _interrupted(logs, folder)

    assert files_of(folder) == before
    assert [one.name for one in tmp_path.iterdir()] == ["parquet"]


def _interrupted(logs: list[str], folder: Path) -> None:
    with appearing(str(folder)) as part:
        writing = Writing(part, version=VERSION)
        for number, _ in enumerate(writing.each(sources_of(logs), None, 1)):
            assert not is_dataset(part)
            if number == 3:
                assert (Path(part) / "candidates").is_dir()
                raise KeyboardInterrupt


def test_a_place_that_cannot_be_written_to_is_named(logs: list[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")

    with pytest.raises(UsageError, match=r"cannot write .*: Not a directory"):
        written(logs[:1], tmp_path / "file" / "parquet", 1)


def test_each_file_is_sorted_by_chunk_with_statistics_and_has_the_columns_of_all(
    whole: Path,
) -> None:
    files = sorted((whole / "candidates").glob("*/*.parquet"))

    assert len(files) > 3
    assert len({str(pq.read_schema(one)) for one in files}) == 1
    for one in files:
        file = pq.ParquetFile(one)
        chunks = file.read(["chunk"]).column("chunk").to_pylist()
        at = file.schema_arrow.get_field_index("chunk")
        group = file.metadata.row_group(0)
        assert chunks == sorted(chunks)
        assert group.column(at).statistics.has_min_max
        assert group.sorting_columns[0].column_index == at


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in other units elsewhere")
def test_memory_does_not_grow_with_the_archive(tmp_path: Path) -> None:
    chunks = [(f"kb/{number:04d}.md#0", "") for number in range(100)]
    paths = [tmp_path / f"{number:03}.jsonl" for number in range(160)]
    for path in paths:
        path.write_text(f"{evidence_line(chunks)}\n" * 25, "utf-8")

    def peak(count: int) -> int:
        names = [*map(str, paths[:count])]
        return done_apart(Task(paths=names, folder=str(tmp_path / "to"), most=1_000_000)).peak

    few = peak(20)  # 50,000 candidates in 7 batches; all are 400,000

    assert peak(160) - few < 25_000
