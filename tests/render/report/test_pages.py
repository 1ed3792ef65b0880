"""Reports for people and for what cuts lines: table, plain, markdown, csv."""

import csv
from io import StringIO

import pytest
from markdown_it import MarkdownIt

from tests.cli.screen import cells, tables, unescaped, without_colour
from tests.render.report.reports import HOSTILE, REPORTS, check, drawn, finding, gate, verify


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("name", REPORTS)
def test_no_line_of_a_table_is_wider_than_the_page(name: str, width: int) -> None:
    lines = drawn("table", REPORTS[name], width=width).split("\n")

    assert [line for line in lines if cells(line) > width] == []


def test_without_colour_a_table_has_no_escape_and_with_it_the_same_text() -> None:
    bare = drawn("table", REPORTS["failed"], width=80)
    coloured = drawn("table", REPORTS["failed"], width=80, color=True)

    assert "\x1b" not in bare
    assert "\x1b[" in coloured
    assert [line.rstrip() for line in without_colour(coloured).split("\n")] == bare.split("\n")


def test_a_table_of_a_gate_counts_each_rule() -> None:
    (table,) = tables(drawn("table", REPORTS["inconclusive"], width=80))

    assert table.head == ["rule", "checked", "failed", "unknown"]
    assert table.sections == [[["corpus-empty", "1", "0", "1"]]]


def test_a_person_sees_source_place_and_sentence_together() -> None:
    text = drawn("table", gate(finding(), finding(step="read#9")), width=100)

    assert text.split("\n\n")[1].splitlines() == [
        "runs/a.jsonl",
        "handbook at read#1",
        "error: the search returned no rows [corpus-empty] (line 2)",
        "handbook at read#9",
        "error: the search returned no rows [corpus-empty] (line 2)",
    ]


def test_what_verify_found_stands_by_level_and_what_held_is_only_counted() -> None:
    text = drawn("table", REPORTS["verified"], width=100)

    places = [text.index(f"{level}: the search") for level in ("error", "warning", "note")]
    assert places == sorted(places)
    assert "not-checked-check" in text
    assert "broken-check" in text
    assert "held-check" not in text


def test_why_a_comparison_could_not_be_made_is_told_in_a_narrow_table_too() -> None:
    report = verify(checks=(check(state="not-checked", detail="no events in it"),))

    for width in (40, 80):
        assert "no events in it" in drawn("table", report, width=width)
    assert "no events in it" in drawn("markdown", report)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_plain_row_has_its_columns_whatever_stands_in_them(text: str) -> None:
    report = gate(finding(message=text, step=text, retriever=text, source=text, chunk=text))
    row = drawn("plain", report).split("\n")[2].split("\t")

    assert row[:3] == ["finding", "error", "corpus-empty"]
    assert len(row) == 9
    assert [unescaped(one) for one in row[5:]] == [text] * 4


def test_the_rows_of_plain_say_what_they_are() -> None:
    rows = [line.split("\t") for line in drawn("plain", REPORTS["accepted"]).splitlines()]
    checks = [line.split("\t") for line in drawn("plain", REPORTS["verified"]).splitlines()]

    assert [row[0] for row in rows] == ["gate", "rule", "suppressed"]
    assert rows[1] == ["rule", "corpus-empty", "4", "1", "0"]
    assert rows[2][-1] == "in the baseline"
    assert checks[0][:2] == ["verify", "-"]
    assert checks[1] == ["check", "held", "held-check", "runs/a.jsonl", "the numbers of 4 commits"]


@pytest.mark.parametrize("name", REPORTS)
def test_every_row_of_csv_has_the_columns_of_the_header(name: str) -> None:
    header, *rows = csv.reader(StringIO(drawn("csv", REPORTS[name])))

    assert {len(row) for row in rows} == {len(header)}
    found = [dict(zip(header, row, strict=True)) for row in rows]
    assert found[0]["row"] == REPORTS[name].answer
    assert len([one for one in found if one["row"] == "finding"]) == len(REPORTS[name].findings)


@pytest.mark.parametrize("name", ["hostile", "hostile, verified"])
def test_markdown_has_no_tag_link_or_picture_of_a_recording(name: str) -> None:
    tokens = (
        MarkdownIt("commonmark", {"html": True})
        .enable("table")
        .parse(drawn("markdown", REPORTS[name]))
    )
    kinds = {one.type for token in tokens for one in [token, *(token.children or [])]}

    assert not {"html_block", "html_inline", "link_open", "image", "code_inline", "fence"} & kinds


def test_markdown_names_the_verdict_the_rules_and_the_findings() -> None:
    lines = drawn("markdown", REPORTS["failed"]).splitlines()

    assert lines[0] == "## footprint gate\\: fail"
    assert "| corpus-empty | 4 | 2 | 0 |" in lines
    assert (
        "* error: handbook at read\\#1: the search returned no rows (corpus-empty, line 2)" in lines
    )
