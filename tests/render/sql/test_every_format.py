import csv
import json
import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from io import StringIO
from math import isfinite
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from footprint_cli.model.sql import Table
from footprint_cli.render import Format, Page, renderer
from footprint_cli.render.schemas import SCHEMAS

HOSTILE = "a\x1b[31m\t|<b>\n"
ROWS: list[tuple[Any, ...]] = [
    (HOSTILE, None, True, 0, 0.5),
    ("b", date(2026, 3, 2), False, 2**60, float("nan")),
    ("c", Decimal("1.50"), None, -1, float("inf")),
    ("d", [1, None, {"x": b"\xff"}], None, None, None),
]
COLUMNS = ("id", "odd\x1b", "flag", "whole", "score")


def written(form: str, rows: list[tuple[Any, ...]] = ROWS, **page: Any) -> str:
    table = Table(COLUMNS, iter(rows))
    return "".join(renderer("sql", form)(table, Page(**page)))


@pytest.mark.parametrize("form", [one.value for one in Format])
def test_nothing_from_a_recording_moves_the_cursor(form: str) -> None:
    text = written(form)

    assert "\x1b" not in text
    assert "\t|" not in text


def test_plain_rows_have_a_cell_a_column() -> None:
    lines = written("plain").splitlines()

    assert [len(line.split("\t")) for line in lines] == [5] * 5
    assert lines[2] == f"b\t2026-03-02\tfalse\t{2**60}\tNaN"
    assert lines[4] == 'd\t[1,null,{"x":"ff"}]\t-\t-\t-'


def test_null_is_an_empty_field_of_csv_and_no_zero() -> None:
    rows = [*csv.reader(StringIO(written("csv")))]

    assert rows[1][1:] == ["", "true", "0", "0.5"]
    assert rows[3][1:] == ["1.50", "", "-1", "Infinity"]


def test_the_document_is_that_of_its_schema() -> None:
    document = orjson.loads(written("json"))

    Draft202012Validator(SCHEMAS["sql"]()).validate(document)
    assert document["columns"] == [*COLUMNS]
    assert document["rows"][0] == [HOSTILE, None, True, 0, 0.5]
    assert document["rows"][1] == ["b", "2026-03-02", False, 2**60, "NaN"]


def test_a_line_of_jsonl_names_its_columns() -> None:
    lines = [orjson.loads(line) for line in written("jsonl").splitlines()]

    assert lines[2] == dict(zip(COLUMNS, ["c", "1.50", None, -1, "Infinity"], strict=True))


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_a_person_is_told_that_there_is_more(form: str) -> None:
    assert "b" not in written(form, limit=1).splitlines()[-1]
    assert "first 1 rows are shown" in written(form, limit=1)
    assert "rows are shown" not in written(form, limit=4)
    assert "rows are shown" not in written(form, limit=0)


def test_no_more_rows_are_taken_than_a_person_is_shown() -> None:
    def rows() -> Iterator[tuple[Any, ...]]:
        yield from ROWS[:2]
        raise AssertionError("a third row was asked for")

    table = Table(COLUMNS, rows())

    assert "first 1 rows" in "".join(renderer("sql", "table")(table, Page(limit=1)))


def test_a_table_without_rows_is_said_to_have_none() -> None:
    assert "0 rows" in written("table", [])
    assert orjson.loads(written("json", []))["rows"] == []


@given(st.floats() | st.integers())
def test_a_number_is_shown_whole_where_it_is(number: float) -> None:
    # orjson would read a whole number that no 64 bits hold as another
    [shown] = json.loads(written("json", [(number,) * 5]))["rows"][0][:1]
    plain = written("plain", [(number,) * 5]).splitlines()[1].split("\t")[0]

    if not isfinite(number):
        assert shown == plain
        return
    assert type(number)(plain) == number == shown
    assert ".0" not in plain or abs(number) > 2**53 or number != int(number)


WORDS = st.text("abcdefgh-_", min_size=1, max_size=24)
WHOLE = st.integers(-(2**63), 2**63 - 1)
CELLS = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)


@given(st.data(), st.integers(40, 160))
def test_no_word_is_broken_in_a_terminal(data: st.DataObject, width: int) -> None:
    names = data.draw(st.lists(WORDS, min_size=1, max_size=30))
    rows = data.draw(st.lists(st.tuples(*[st.none() | WHOLE | CELLS for _ in names]), max_size=3))

    text = "".join(renderer("sql", "table")(Table((*names,), iter(rows)), Page(width=width)))

    assert all(len(line) <= width for line in text.splitlines())
    there = re.findall(r"[^\s│,:]+", text)
    values = [str(one) for row in rows for one in row if one is not None]
    for word in " ".join([*names, *values]).split():
        assert word in there


def test_a_row_without_room_for_its_columns_is_a_line_a_value() -> None:
    names = ("outcome", "headline", "retriever", "considered", "admitted")
    row = ("some-read", None, "plant-manual", 7.0, 0)

    text = "".join(renderer("sql", "table")(Table(names, iter([row])), Page(width=40)))

    assert text.splitlines() == [
        "row 1",
        "outcome: some-read",
        "headline: -",
        "retriever: plant-manual",
        "considered: 7",
        "admitted: 0",
        "",
        "1 row",
    ]


def test_columns_without_rows_are_named_where_they_have_no_room() -> None:
    names = tuple(f"column_{number}" for number in range(12))

    text = "".join(renderer("sql", "table")(Table(names, iter([])), Page(width=80)))

    assert text.split() == ["columns:", *(f"{one}," for one in names[:-1]), names[-1], "0", "rows"]
