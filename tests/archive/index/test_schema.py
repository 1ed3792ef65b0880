"""docs/index-schema.md says of every column what is in it."""

import re
from pathlib import Path

import pytest

from footprint_cli.archive.index.arrow import columns_of, kind_of
from footprint_cli.archive.index.file import opened
from footprint_cli.archive.index.schema import APPLICATION_ID, SCHEMA_VERSION, TABLES
from tests.archive.asking import built

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "index-schema.md").read_text()
_WHOLE = {"bytes", "count", "characters", "from 0", "from 1", "0, 3, 4", "rows"}


def documented(table: str) -> dict[str, tuple[str, str]]:
    """Return the columns of a table as the page has them, with unit and meaning."""
    section = PAGE.split(f"\n## {table}\n", 1)[1].split("\n## ", 1)[0]
    rows = re.findall(r"^\| ([a-z_]+) \| (.+?) \| (.+?) \|$", section, re.MULTILINE)
    return {name: (unit, meaning) for name, unit, meaning in rows if name != "column"}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("schema") / "index"
    built(path, [])
    return path


@pytest.mark.parametrize("table", TABLES)
def test_the_page_has_every_column_in_its_order(index: Path, table: str) -> None:
    connection = opened(str(index))

    assert [*documented(table)] == columns_of(connection, table)
    connection.close()


@pytest.mark.parametrize("table", TABLES)
def test_the_page_gives_each_column_a_unit_that_fits_its_type(table: str) -> None:
    for name, (unit, meaning) in documented(table).items():
        assert meaning.strip()
        kind = kind_of(table, name)
        assert (kind == "flag") == (unit == "flag"), name
        if kind == "text":
            assert unit in {"text", "word", "hex", "JSON", "YYYY-MM-DD"} or name == "cap", name
        if kind == "whole":
            assert unit in _WHOLE or "since 1970" in unit, name


def test_the_page_names_the_version_and_the_mark() -> None:
    assert f"schema version {SCHEMA_VERSION} " in PAGE
    assert f"0x{APPLICATION_ID:X}" in PAGE


def test_the_page_has_no_other_tables() -> None:
    assert re.findall(r"^## ([a-z_]+)$", PAGE, re.MULTILINE) == [*TABLES]
