from decimal import Decimal
from pathlib import Path

import orjson
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

from footprint_cli.archive.index.arrow import columns_of
from footprint_cli.archive.index.dataset import MARK
from footprint_cli.archive.index.export import export
from footprint_cli.archive.index.file import opened
from footprint_cli.archive.index.parquet import NO_DAY
from footprint_cli.archive.index.schema import TABLES
from footprint_cli.archive.index.sql import asked
from footprint_cli.errors import InputError, UsageError
from footprint_cli.render.sql.values import cell_text
from tests.archive.asking import built
from tests.archive.index.test_answers import PATHS
from tests.program import footprint


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("exported") / "index"
    built(path, PATHS)
    return path


@pytest.fixture(scope="module")
def dataset(index: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dataset") / "parquet"
    exported(index, folder)
    return folder


def exported(index: Path, folder: Path) -> dict[str, int]:
    connection = opened(str(index))
    try:
        return export(connection, str(folder))
    finally:
        connection.close()


def answer(statement: str, path: Path) -> list[tuple[object, ...]]:
    with asked(statement, str(path)) as table:
        return [*table.rows]


def as_doubles(rows: list[tuple[object, ...]]) -> list[list[str]]:
    """Write rows with every number as the double that a dataset may have of it."""
    return [[cell_text(float(one) if type(one) is int else one) for one in row] for row in rows]


@pytest.mark.parametrize("table", TABLES)
def test_both_have_the_rows_that_sqlite_has(index: Path, dataset: Path, table: str) -> None:
    connection = opened(str(index))
    columns = ", ".join(one for one in columns_of(connection, table) if one != "other")
    [count] = connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608
    connection.close()

    statement = f"SELECT {columns} FROM {table} ORDER BY ALL"  # noqa: S608
    from_index = answer(statement, index)

    assert len(from_index) == count
    assert as_doubles(answer(statement, dataset)) == as_doubles(from_index)


def test_numbers_are_those_that_sqlite_has(index: Path) -> None:
    statement = (
        "SELECT source, retrieval, place, chunk, score, rank FROM candidates ORDER BY 1, 2, 3"
    )
    connection = opened(str(index))
    kept = connection.execute(statement).fetchall()
    connection.close()

    assert [row[:4] + row[5:] for row in answer(statement, index)] == [
        (*row[:3], _as_text(row[3]), *row[5:]) for row in kept
    ]
    scores = [row[4] for row in answer(statement, index)]
    assert scores == [None if row[4] is None else float(row[4]) for row in kept]
    assert any(one is not None for one in scores)


def test_a_column_of_whole_numbers_has_no_fractions_in_sql(index: Path, dataset: Path) -> None:
    connection = opened(str(index))
    kept = {
        (table, one): {kind for [kind] in connection.execute(f"SELECT typeof({one}) FROM {table}")}  # noqa: S608
        for table, one in [
            ("retrievals", "k"),
            ("retrievals", "threshold"),
            ("retrievals", "considered"),
            ("candidates", "page"),
            ("candidates", "score"),
        ]
    }
    connection.close()

    for (table, one), kinds in kept.items():
        statement = f"SELECT any_value(typeof({one})) FROM {table}"  # noqa: S608
        assert answer(statement, index) == [("DOUBLE" if "real" in kinds else "BIGINT",)]
        assert answer(statement, dataset) == [("DOUBLE",)]
    assert {"real" in kinds for kinds in kept.values()} == {True, False}


def _as_text(value: object) -> object:
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else value


def test_each_day_is_a_partition_and_no_day_is_one_too(dataset: Path, index: Path) -> None:
    days = {one.name for one in (dataset / "candidates").iterdir()}
    known = {day for [day] in answer("SELECT DISTINCT day FROM candidates", index)}

    assert days == {f"day={one or NO_DAY}" for one in known}
    assert None in known
    assert len(known) > 1


def test_a_partition_is_sorted_by_chunk_with_statistics(dataset: Path) -> None:
    for path in (dataset / "candidates").glob("*/*.parquet"):
        file = pq.ParquetFile(path)
        chunks = file.read(["chunk"]).column("chunk").to_pylist()
        named = [one for one in chunks if one is not None]  # null comes first
        group = file.metadata.row_group(0)
        column = [group.column(at).path_in_schema for at in range(group.num_columns)].index("chunk")

        assert named == sorted(named)
        assert chunks[len(chunks) - len(named) :] == named
        assert group.column(column).statistics.has_min_max
        assert group.sorting_columns[0].column_index == file.schema_arrow.get_field_index("chunk")


def test_the_dataset_is_a_plain_hive_dataset(dataset: Path) -> None:
    rows = ds.dataset(dataset / "candidates", format="parquet", partitioning="hive").to_table()

    assert rows.num_rows == orjson.loads((dataset / MARK).read_bytes())["rows"]["candidates"]


def test_an_earlier_dataset_is_replaced_whole(index: Path, tmp_path: Path) -> None:
    folder = tmp_path / "parquet"
    first = exported(index, folder)
    (folder / "candidates" / "stale").mkdir()

    assert exported(index, folder) == first
    assert not (folder / "candidates" / "stale").exists()
    assert [one.name for one in tmp_path.iterdir()] == ["parquet"]


def test_a_folder_of_other_files_is_left_alone(index: Path, tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("mine")

    with pytest.raises(UsageError, match="holds other files than an earlier export"):
        exported(index, tmp_path)
    assert [one.name for one in tmp_path.iterdir()] == ["notes"]


def test_an_empty_index_has_every_column(tmp_path: Path) -> None:
    built(tmp_path / "index", [])

    exported(tmp_path / "index", tmp_path / "parquet")

    assert answer("SELECT chunk, day FROM candidates", tmp_path / "parquet") == []


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM read_csv('{0}')",
        "SELECT * FROM '{0}'",
        "SELECT * FROM read_text('{0}')",
        "SELECT * FROM glob('/*')",
        "COPY candidates TO '{0}'",
        "DROP TABLE candidates",
        "CREATE TABLE mine AS SELECT 1",
        "INSERT INTO candidates SELECT * FROM candidates",
        "ATTACH '{0}'",
        "INSTALL httpfs",
        "LOAD sqlite",
        "SET enable_external_access = true",
        "EXPORT DATABASE '{0}'",
        "SELECT 1; SELECT 2",
        "SELECT index FROM tmp_path",
        "SELEC",
        "",
    ],
)
@pytest.mark.parametrize("kind", ["index", "dataset"])
def test_a_statement_only_reads_and_only_the_tables(
    request: pytest.FixtureRequest, tmp_path: Path, statement: str, kind: str
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("a,b\n1,2\n")

    with pytest.raises(UsageError):
        answer(statement.format(secret), request.getfixturevalue(kind))
    assert [one.name for one in tmp_path.iterdir()] == ["secret"]


def test_what_reads_is_answered_in_every_form(index: Path) -> None:
    whole = answer("SELECT count(*) FROM candidates", index)

    assert (
        answer("WITH mine AS (SELECT * FROM candidates) SELECT count(*) FROM mine", index) == whole
    )
    assert answer("select COUNT(*) from CANDIDATES", index) == whole
    twice = "SELECT count(*) FROM candidates a JOIN candidates b USING (source, retrieval, place)"
    assert answer(twice, index) == whole
    assert len(answer("FROM sources", index)) == len(answer("SELECT source FROM sources", index))


@pytest.mark.parametrize(
    ("asked_for", "given"),
    [
        (
            "date 'infinity', date '-infinity', date '9999-12-31'",
            ("infinity", "-infinity", "9999-12-31"),
        ),
        ("timestamp 'infinity' AS a, 1 AS a", ("infinity", 1)),
        ("timestamp_ns '2026-03-02 01:02:03.123456789'", ("2026-03-02 01:02:03.123456789",)),
        ("interval '1 month', time '24:00:00'", ("1 month", "24:00:00")),
        ("[date 'infinity', NULL], NULL::date", (["infinity", None], None)),
        ("[date 'infinity']::date[1]", (("infinity",),)),
        (
            """{'a "b;': [date 'infinity'], 'c': 1.50}""",
            ({'a "b;': ["infinity"], "c": Decimal("1.50")},),
        ),
        ("map {date 'infinity': 1}", ({"infinity": 1},)),
        ("date '2026-03-02', ';' -- ; and no more", ("2026-03-02", ";")),
        ("date '2026-03-02'; -- the end; of it", ("2026-03-02",)),
        ("date '2026-03-02' /* ; */ ; ", ("2026-03-02",)),
        ("1, ';' -- ;", (1, ";")),
    ],
)
def test_dates_are_those_that_duckdb_has(
    index: Path, asked_for: str, given: tuple[object, ...]
) -> None:
    assert answer(f"SELECT {asked_for}", index) == [given]


def test_dates_keep_their_order_and_their_names(index: Path) -> None:
    all_ = "SELECT range AS n, date '2026-03-02' + range::int AS n FROM range(70000)"
    statement = f"{all_} ORDER BY range % 7, 1"
    with asked(statement, str(index)) as table:
        columns, numbers = table.columns, [one for one, _ in table.rows]

    assert columns == ("n", "n")
    assert numbers == sorted(range(70_000), key=lambda one: (one % 7, one))


@pytest.mark.parametrize("kind", ["index", "dataset"])
def test_no_folder_is_written_to(request: pytest.FixtureRequest, kind: str) -> None:
    place = answer("SELECT current_setting('temp_directory')", request.getfixturevalue(kind))

    assert place == [("",)]


def test_a_statement_that_is_no_text_is_refused(index: Path) -> None:
    with pytest.raises(UsageError, match="the statement is not UTF-8"):
        answer("SELECT '\udcff'", index)
    said = footprint("sql", b"SELECT '\xff'".decode("utf-8", "surrogateescape"), "--index", index)
    assert (said.status, said.text, said.complaint.count("\n")) == (2, "", 1)


def test_a_damaged_dataset_is_named(index: Path, tmp_path: Path) -> None:
    exported(index, tmp_path / "parquet")
    for one in (tmp_path / "parquet" / "candidates").glob("*/*.parquet"):
        content = one.read_bytes()
        one.write_bytes(content[:50] + b"\xff" * 400 + content[450:])

    with pytest.raises(InputError, match="its table candidates is damaged"):
        answer("FROM candidates", tmp_path / "parquet")
    with pytest.raises(UsageError, match="was not answered"):
        answer("SELECT no_column FROM candidates", tmp_path / "parquet")
    assert answer("SELECT count(*) > 0 FROM sources", tmp_path / "parquet") == [(True,)]


def test_what_is_no_index_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such index"):
        answer("SELECT 1 FROM candidates", tmp_path / "no")
