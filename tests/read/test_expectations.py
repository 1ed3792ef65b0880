"""Files that say which chunks should be read."""

from pathlib import Path

import pytest

from footprint_cli.errors import UsageError
from footprint_cli.model.sweep import Expected
from footprint_cli.read.expectations import read_expectations

BOTH = (Expected(query="6eeb", chunks=("a", "b")), Expected(run="run-1", chunks=("c",)))


def written(folder: Path, text: str, name: str = "expected.json") -> str:
    path = folder / name
    path.write_bytes(text.encode("utf-8"))
    return str(path)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("e.jsonl", '{"query": "6eeb", "read": ["a", "b"]}\n\n{"run": "run-1", "read": ["c"]}\n'),
        ("e.json", '[{"query": "6eeb", "read": ["a", "b"]}, {"run": "run-1", "read": ["c"]}]'),
        ("e.csv", "query,run,id\r\n6eeb,,a\r\n6eeb,,b\r\n,run-1,c\r\n"),
        ("e.csv", "\ufeffid,query,run\na,6eeb,\nc,,run-1\nb,6eeb,\n"),
        (
            "e.jsonl",
            """{"query": "6eeb", "read": ["a"]}
               {"query": "6eeb", "read": ["b", "a"]}
               {"run": "run-1", "read": ["c"]}""",
        ),
    ],
)
def test_every_form_says_the_same(tmp_path: Path, name: str, text: str) -> None:
    assert sorted(read_expectations(written(tmp_path, text, name)), key=str) == sorted(
        BOTH, key=str
    )


def test_an_object_has_questions_by_their_hash(tmp_path: Path) -> None:
    (one,) = read_expectations(written(tmp_path, '{"6eeb": ["a", "b"]}'))

    assert one == BOTH[0]


def test_one_line_alone_is_one_expectation(tmp_path: Path) -> None:
    (one,) = read_expectations(written(tmp_path, '{"run": "run-1", "read": ["c"]}'))

    assert one == BOTH[1]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("e.json", "", "nothing is expected"),
        ("e.json", "[]", "nothing is expected"),
        ("e.json", "{}", "nothing is expected"),
        ("e.json", "nonsense", "e.json:1: no expectation"),
        ("e.json", '{"6eeb": "a"}', "no list of ids"),
        ("e.json", '{"6eeb": []}', "no chunk is named"),
        ("e.json", '{"6eeb": [1]}', "no list of ids"),
        ("e.json", '{"6eeb": [""]}', "no list of ids"),
        ("e.jsonl", '{"query": "a", "read": ["b"]}\n{"query": "a"}', "e.jsonl:2: no expectation"),
        ("e.jsonl", '{"query": "a", "run": "b", "read": ["b"]}\n', "no expectation"),
        ("e.jsonl", '{"query": 1, "read": ["b"]}\n', "no expectation"),
        ("e.jsonl", '{"query": "a", "read": ["b"]}\n[1]\n', "e.jsonl:2: no expectation"),
        ("e.csv", "query,chunk\na,b\n", "e.csv:1: the columns are"),
        ("e.csv", "id\nb\n", "e.csv:1: the columns are"),
        ("e.csv", "query,id\n,b\n", "e.csv:2: each row"),
        ("e.csv", "query,run,id\na,b,c\n", "e.csv:2: each row"),
        ("e.csv", "query,id\na,b,c\n", "e.csv:2: each row"),
        ("e.csv", "query,id\na\n", "e.csv:2: each row"),
        ("e.csv", 'query,id\na,"b\n', "e.csv:1: unexpected end of data"),
    ],
)
def test_what_is_not_as_it_should_be_is_named_with_its_place(
    tmp_path: Path, name: str, text: str, said: str
) -> None:
    with pytest.raises(UsageError) as error:
        read_expectations(written(tmp_path, text, name))

    assert said in str(error.value)


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    path = tmp_path / "e.csv"
    path.write_bytes(b"query,id\n\xff,a\n")

    with pytest.raises(UsageError, match="not UTF-8"):
        read_expectations(str(path))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.json: No such file"):
        read_expectations(str(tmp_path / "none.json"))
