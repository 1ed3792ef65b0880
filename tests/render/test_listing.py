import json
from typing import Any

import pytest

from footprint_cli.render import Page
from footprint_cli.render.listing import LISTED_AS, listing

ROWS = [
    {"code": "over-k", "level": "error", "summary": "more chunks are admitted than k"},
    {"code": "cut-line", "level": "error or warning", "summary": "the line stops"},
]


def listed(form: str, **page: Any) -> str:
    return "".join(listing(ROWS, form, Page(**page)))


def test_a_table_is_aligned_and_has_its_keys_as_a_head() -> None:
    assert listed("table", width=77).splitlines()[1:-1] == [
        "│ code     │ level            │ summary                                     │",
        "├──────────┼──────────────────┼─────────────────────────────────────────────┤",
        "│ over-k   │ error            │ more chunks are admitted than k             │",
        "│ cut-line │ error or warning │ the line stops                              │",
    ]


def test_a_narrow_table_has_a_cell_a_row() -> None:
    text = listed("table", width=36)

    assert "│cut-line error or warning" in text
    assert "summary" not in text


@pytest.mark.parametrize("width", [16, 40, 72, 120])
@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_no_line_is_wider_than_the_page_in_any_encoding(width: int, encoding: str) -> None:
    text = listed("table", width=width, encoding=encoding)

    text.encode(encoding)
    assert max(map(len, text.splitlines())) <= width


def test_plain_is_a_row_a_line_between_tabs() -> None:
    assert listed("plain").splitlines() == ["\t".join(row.values()) for row in ROWS]


def test_programs_get_the_rows() -> None:
    assert json.loads(listed("json")) == ROWS
    assert [json.loads(line) for line in listed("jsonl").splitlines()] == ROWS
    assert set(LISTED_AS) == {"table", "plain", "json", "jsonl"}
