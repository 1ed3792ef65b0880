"""A damaged index is named as one, whatever is asked of it and wherever it is damaged."""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footprint_cli.archive.chunk_asked import ChunkAsked
from footprint_cli.archive.index.schema import OF_RETRIEVAL, OF_SOURCE
from footprint_cli.cli.drift import By, drift
from footprint_cli.cli.export import export
from footprint_cli.cli.gate import gate
from footprint_cli.cli.question import Question, answered
from footprint_cli.cli.sql import sql
from footprint_cli.cli.stats import stats
from footprint_cli.cli.workers import Workers
from footprint_cli.errors import InputError
from footprint_cli.model.answer import Asked
from footprint_cli.render import FindingFormat, Format
from tests.archive.asking import built
from tests.program import FIXTURES, footprint

# An answer that is broken off leaves what it had put by to the end of the process.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
FILES = [
    FIXTURES / f"{name}.commits.jsonl"
    for name in ("picker-drops-admitted", "some-below-threshold", "incident-searches", "store-dies")
]
PACKED = ("d_text", "d_chunk", "d_setting", "d_ruling", "t_source", *OF_SOURCE, *OF_RETRIEVAL)
BY_QUESTION = frozenset({"why-not", "prefix", "doc", "stats", "gate", "drift", "sides"})
# What somebody changed, and who does not look there.
CHANGES = {
    "DROP TABLE t_candidate": {"drift"},
    "DROP TABLE t_source": {"drift"},
    "DROP VIEW candidates": BY_QUESTION,
    "DROP VIEW retrievals": BY_QUESTION,
    "DELETE FROM d_setting": {"drift"},
    "DELETE FROM d_chunk": {"drift", "retrievals"},
    "DELETE FROM d_chunk WHERE id = 'exchanger.md#2'": {"drift", "retrievals"},
    "DELETE FROM t_candidate WHERE place = 1": {
        "drift",
        "stats",
        "sides",
        "candidates",
        "retrievals",
        "export",
    },
    "DELETE FROM d_ruling": {"drift", "retrievals"},
    "UPDATE d_chunk SET id = x'ff'": {"drift", "retrievals"},
    "UPDATE d_chunk SET id = CAST(x'ff' AS TEXT)": {"drift", "retrievals"},
    "UPDATE d_chunk SET id = 5": {
        "doc",
        "stats",
        "gate",
        "drift",
        "sides",
        "candidates",
        "retrievals",
        "export",
    },
    "UPDATE t_candidate SET score = 'abc'": {"drift", "retrievals"},
    "UPDATE t_candidate SET chunk = 999999": {"drift", "retrievals"},
    "UPDATE t_candidate SET ruling = 99999": {"drift", "retrievals"},
    "UPDATE t_retrieval SET retrieval = retrieval + 9223372036854775000": {"drift", "retrievals"},
    "UPDATE meta SET value = 'x'": {"candidates", "retrievals"},
    "DELETE FROM t_total": set(),
    "UPDATE t_detail SET prompt_chars = 1700000000000": {
        "stats",
        "gate",
        "drift",
        "sides",
        "candidates",
        "retrievals",
        "export",
    },
    "DELETE FROM d_text": set(),
}


def why_not(index: str, asked: Asked, out: str, form: Format = Format.JSON) -> int:
    return answered(Question(ChunkAsked(asked=asked), [], index, Workers(), form, out))


ASKERS: dict[str, Callable[[str, str], object]] = {
    "why-not": lambda index, out: why_not(index, Asked(text="exchanger.md#2"), out),
    "prefix": lambda index, out: why_not(
        index, Asked(text="e", how="prefix"), out, Format.MARKDOWN
    ),
    "doc": lambda index, out: why_not(index, Asked(text="exchanger.md", how="doc"), out),
    "stats": lambda index, out: stats(index=index, form=Format.JSON, out=out),
    "gate": lambda index, out: gate(
        index=index, rule=["best-chunk-dropped"], form=FindingFormat.JSON, out=out
    ),
    "drift": lambda index, out: drift(index=index, by=By.DAY, form=Format.JSON, out=out),
    "sides": lambda index, out: drift(paths=[index, index], form=Format.JSON, out=out),
    "candidates": lambda index, out: sql("FROM candidates", index, form=Format.JSON, out=out),
    "retrievals": lambda index, out: sql("FROM retrievals", index, form=Format.JSON, out=out),
    "export": lambda index, out: export(index=index, parquet=out),
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("sound") / "index"
    built(path, FILES)
    return path.read_bytes()


def changed(sound: bytes, path: Path, statement: str, values: tuple[object, ...] = ()) -> str:
    """Write an index that somebody changed by a statement of SQL."""
    path.write_bytes(sound)
    connection = sqlite3.connect(path)
    try:
        connection.execute(statement, values)
        connection.commit()
    finally:
        connection.close()
    return str(path)


def told(asker: str, index: str) -> str | None:
    """Ask, and return what is said of the index where it is not answered; nothing else may end it."""
    with TemporaryDirectory() as place:
        out = Path(place) / "out"
        try:
            ASKERS[asker](index, str(out))
        except InputError as error:
            assert {one.name for one in Path(place).iterdir()} <= {"out"}
            return str(error)
    return None


@pytest.mark.parametrize("statement", CHANGES)
def test_what_somebody_changed_is_damage(sound: bytes, tmp_path: Path, statement: str) -> None:
    index = changed(sound, tmp_path / "index", statement)

    for asker in sorted(ASKERS.keys() - CHANGES[statement]):
        said = told(asker, index)
        assert said is not None, asker
        assert said.startswith(f"{index}: this index is damaged ("), asker


def test_a_sound_index_is_answered(sound: bytes, tmp_path: Path) -> None:
    (tmp_path / "index").write_bytes(sound)

    assert [told(asker, str(tmp_path / "index")) for asker in ASKERS] == [None] * len(ASKERS)


def _columns() -> list[tuple[str, str]]:
    with TemporaryDirectory() as place:
        built(Path(place) / "index", [])
        connection = sqlite3.connect(Path(place) / "index")
        rows = [
            (table, row[1])
            for table in PACKED
            for row in connection.execute(f"PRAGMA table_info({table})")
        ]
        connection.close()
    return rows


ODD = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(),
    st.text(st.characters(codec="utf-8"), max_size=4),
    st.binary(max_size=4),
    st.sampled_from(["{", "[1]", '{"numbers":{"score":"x"},"odd":3}', "0", "NaN"]),
)


@settings(max_examples=150, deadline=None)
@given(column=st.sampled_from(_columns()), value=ODD, asker=st.sampled_from([*ASKERS]))
def test_no_value_ends_a_question_otherwise(
    sound: bytes,
    tmp_path_factory: pytest.TempPathFactory,
    column: tuple[str, str],
    value: object,
    asker: str,
) -> None:
    path = tmp_path_factory.getbasetemp() / "odd"
    table, name = column
    try:
        index = changed(sound, path, f"UPDATE OR IGNORE {table} SET {name} = ?", (value,))  # noqa: S608
    except sqlite3.Error:
        return  # SQLite itself keeps such a value out

    told(asker, index)


@settings(max_examples=150, deadline=None)
@given(at=st.floats(0, 1), odd=st.binary(min_size=1, max_size=64), asker=st.sampled_from([*ASKERS]))
def test_no_byte_ends_a_question_otherwise(
    sound: bytes, tmp_path_factory: pytest.TempPathFactory, at: float, odd: bytes, asker: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "spoilt"
    start = int(at * (len(sound) - len(odd)))
    path.write_bytes(sound[:start] + odd + sound[start + len(odd) :])

    told(asker, str(path))


@settings(max_examples=60, deadline=None)
@given(at=st.floats(0, 1), odd=st.binary(min_size=1, max_size=64))
def test_a_spoilt_index_is_brought_up_to_date_or_named(
    sound: bytes, tmp_path_factory: pytest.TempPathFactory, at: float, odd: bytes
) -> None:
    folder = tmp_path_factory.mktemp("spoilt")
    start = int(at * (len(sound) - len(odd)))
    (folder / "index").write_bytes(sound[:start] + odd + sound[start + len(odd) :])

    with suppress(InputError):  # and no other error
        built(folder / "index", [*FILES, FIXTURES / "first-turn.commits.jsonl"])


def test_the_program_names_a_schema_that_is_no_text(sound: bytes, tmp_path: Path) -> None:
    index = tmp_path / "index"
    index.write_bytes(
        sound.replace(b"CREATE VIEW candidates", b"CREATE \xff\xfe\xfd\xfc candidates")
    )

    for words in (("index", "-o", index, FILES[0]), ("sql", "SELECT 1", "--index", index)):
        answer = footprint(*words)
        assert (answer.status, answer.text) == (4, "")
        assert f"{index}: this index is damaged" in answer.complaint
        assert answer.complaint.count("\n") == 1
