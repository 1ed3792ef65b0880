"""`docs/benchmarks.md` has every row and every setting, with the limits that are held."""

import re
from pathlib import Path

import pytest

from bench import indexing, sections, sweeping
from bench.__main__ import ROWS
from bench.archive_data import Archive
from bench.peaks import BASE, OF_LONGEST

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
TABLE = PAGE[PAGE.index("| row |") :]


def test_the_page_has_the_rows_in_their_order() -> None:
    names = [
        name
        for cell in re.findall(r"^\| (`.*?) \|", TABLE, re.MULTILINE)
        for name in cell.split(", ")
    ]

    assert [name.strip("`") for name in names] == [*ROWS]


def test_the_page_has_every_setting() -> None:
    used = {
        name
        for path in (ROOT / "bench").glob("*.py")
        for name in re.findall(r'environ\.get\("(BENCH_\w+)"', path.read_text(encoding="utf-8"))
    }

    assert used == set(re.findall(r"`(BENCH_\w+)`", PAGE))


@pytest.mark.parametrize("name", ["log", "log_cold", "files", "files_cold", "lines", "explain"])
def test_the_page_has_the_limits_of_a_section(name: str, tmp_path: Path) -> None:
    section = getattr(sections, name)(Archive(tmp_path, 1))
    row = TABLE[TABLE.index(f"| `{name.replace('_', '-')}` |") :].split("\n| `")[0]
    held = {f"{one.limit:g}" for one in section.figures if one.limit is not None}

    assert held <= set(re.findall(r"\d+\.?\d*", row.replace("\n", " ")))


def test_the_page_has_the_limits_of_an_index_and_of_memory(tmp_path: Path) -> None:
    archive = Archive(tmp_path, 1)
    limits = [indexing.build(archive).figures[0].limit, indexing.question(archive).figures[0].limit]

    assert re.findall(r"^\| `index(?:-question)?` .*\| (\S+) \|$", TABLE, re.MULTILINE) == [
        f"{limit:g}" for limit in limits
    ]
    assert f"{BASE:g} MB + {OF_LONGEST:g} \N{MULTIPLICATION SIGN} the longest line" in TABLE


def test_the_page_has_the_limits_of_a_sweep() -> None:
    row = TABLE[TABLE.index("| `sweep` |") :].split("\n| `")[0]

    assert re.findall(r"\| ([^|]+) \|$", row, re.MULTILINE) == [
        f"{sweeping.OF_POLARS:g}; {sweeping.OF_PYTHON:g} %",
        f"{sweeping.OF_COLUMNS:g}",
    ]
