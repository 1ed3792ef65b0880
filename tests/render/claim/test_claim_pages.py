"""Claims for people and for programs: every format of every situation."""

import csv
import json
from io import StringIO

import pytest
from markdown_it import MarkdownIt

from footprint_cli.model.claim import LIMITS
from footprint_cli.render import Format
from tests.cli.schemas import violation
from tests.cli.screen import cells, raw_controls, tables, without_colour
from tests.render.claim.claims import REPORTS, drawn


@pytest.mark.parametrize("width", [16, 40, 80, 120])
@pytest.mark.parametrize("name", REPORTS)
def test_no_line_of_a_table_is_wider_than_the_page(name: str, width: int) -> None:
    lines = drawn("table", REPORTS[name], width=width).split("\n")

    assert [line for line in lines if cells(line) > width] == []


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp1252"])
@pytest.mark.parametrize("name", REPORTS)
def test_every_format_writes_every_situation_and_nothing_in_it_acts(
    form: Format, encoding: str, name: str
) -> None:
    text = drawn(form, REPORTS[name], width=80, encoding=encoding)

    assert text.endswith("\n")
    if form not in (Format.JSON, Format.JSONL):
        assert raw_controls(text) <= {"\t"}
        text.encode(encoding)


@pytest.mark.parametrize("form", [Format.TABLE, Format.PLAIN, Format.MARKDOWN])
@pytest.mark.parametrize("name", [one for one in REPORTS if "hostile" not in one])
def test_a_page_for_people_has_every_limit_and_never_says_none(form: Format, name: str) -> None:
    text = drawn(form, REPORTS[name], width=200)

    assert "None" not in text
    for limit in LIMITS:
        assert limit.split(":")[0] in text


@pytest.mark.parametrize("name", REPORTS)
def test_the_document_keeps_its_schema_and_the_order_of_its_keys(name: str) -> None:
    document = json.loads(drawn("json", REPORTS[name]))

    assert violation(document, "claim") is None
    assert [*document] == [
        "schema", "claim", "kind", "verdict", "details", "also", "sentence", "calls", "unions",
        "choices", "limits", "warnings", "sentences", "notJudged", "searched", "findings",
        "exitStatus",
    ]  # fmt: skip
    assert (document["sentences"] is None) == (document["claim"] is not None)


def test_a_document_names_calls_unions_and_choices() -> None:
    union = json.loads(drawn("json", REPORTS["union"]))
    accepted = json.loads(drawn("json", REPORTS["default period"]))

    assert REPORTS["consistent"].verdict == union["verdict"] == "consistent"
    assert [one["verdict"] for one in union["calls"]] == ["outside", "outside"]
    assert union["unions"] == [
        {
            "tool": "incidents",
            "source": "run.jsonl",
            "calls": [{"step": "tools#1", "callId": "c1"}, {"step": "tools#2", "callId": "c2"}],
            "verdict": "consistent",
            "details": [],
            "also": [],
        }
    ]
    assert accepted["choices"] == [{"name": "period-words", "value": "accept-default"}]


@pytest.mark.parametrize("name", REPORTS)
def test_every_line_of_jsonl_says_what_it_is_and_the_verdict_is_last(name: str) -> None:
    rows = [json.loads(line) for line in drawn("jsonl", REPORTS[name]).split("\n")[:-1]]

    assert {row["row"] for row in rows} <= {
        "call", "union", "sentence", "not-judged", "finding", "claim",
    }  # fmt: skip
    assert rows[-1]["row"] == "claim"
    assert rows[-1]["verdict"] == REPORTS[name].verdict
    assert [row["row"] for row in rows].count("claim") == 1


@pytest.mark.parametrize("name", REPORTS)
def test_every_row_of_csv_has_all_columns(name: str) -> None:
    rows = [*csv.reader(StringIO(drawn("csv", REPORTS[name])))]

    assert {len(row) for row in rows} == {10}
    assert rows[-1][0] == ("answer" if REPORTS[name].answer else "claim")


def test_the_table_lists_each_call_with_its_reasons() -> None:
    (table,) = tables(drawn("table", REPORTS["wider"], width=120))

    assert table.head == ["call", "tool", "verdict", "reasons", "source"]
    text = drawn("table", REPORTS["wider"], width=120)
    assert text.startswith("wider than the search: the search only covered status open")
    assert "reasons: wider:fixed:status; also wider:population:service, wider:period:window" in text


def test_a_long_list_of_calls_is_cut_for_people_only_and_says_so() -> None:
    report = REPORTS["many calls"]

    assert "not listed: 30 of 50 calls" in drawn("table", report, width=100)
    assert "Not listed: 30 of 50 calls" in drawn("markdown", report)
    assert drawn("plain", report).count("\ncall\t") == 50


def test_without_colour_a_table_has_the_same_text() -> None:
    bare = drawn("table", REPORTS["wider"], width=80)
    coloured = drawn("table", REPORTS["wider"], width=80, color=True)

    assert [line.rstrip() for line in without_colour(coloured).split("\n")] == bare.split("\n")


@pytest.mark.parametrize("name", ["hostile", "hostile answer"])
def test_in_markdown_recorded_text_is_no_markup(name: str) -> None:
    tokens = MarkdownIt("commonmark").enable("table").parse(drawn("markdown", REPORTS[name]))
    kinds = {one.type for token in tokens for one in (token, *(token.children or ()))}

    assert not kinds & {"html_inline", "html_block", "link_open", "image", "code_inline", "fence"}
