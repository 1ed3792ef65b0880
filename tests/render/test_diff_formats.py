"""Diffs of any recordings at all, in every format."""

import csv
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from footprint_cli.analyse.audits import audit
from footprint_cli.analyse.diff import DiffSide, compared
from footprint_cli.analyse.kept_runs import kept_runs
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.recording import FinalAnswer, Recording
from footprint_cli.render import Format, Page, renderer
from footprint_cli.render.schemas import SCHEMAS
from tests.analyse.odd import odd_retrievals, ruled_pools
from tests.build import call, read, recording, refused, retrieval
from tests.cli.screen import cells, raw_controls
from tests.cli.test_fuzz import no_constant
from tests.render.situations import SITUATIONS

RETRIEVALS = st.lists(odd_retrievals() | ruled_pools(), max_size=3)
WIDTHS = (16, 40, 80, 140)
PEOPLE = [Format.TABLE, Format.PLAIN, Format.MARKDOWN]
ANSWERS = st.lists(
    st.builds(FinalAnswer, text=st.text(max_size=9), found=st.just("model")), max_size=1
)


def diff_text(before: Recording, after: Recording, form: Format, **page: Any) -> str:
    mine, theirs = (DiffSide("side", [*kept_runs(audit(one))]) for one in (before, after))
    report = compared(mine, theirs, frozenset({"read-set", "answer"}))
    return "".join(renderer("diff", form)(report, Page(**page)))


@pytest.mark.parametrize("form", Format)
@settings(max_examples=30, deadline=None)
@given(one=RETRIEVALS, other=RETRIEVALS, answers=ANSWERS)
def test_whatever_was_recorded_every_format_writes_it(
    form: Format, one: list[Retrieval], other: list[Retrieval], answers: list[FinalAnswer]
) -> None:
    before = recording(*one, calls=(call(),), final_answers=tuple(answers))

    for width in WIDTHS:
        for encoding in ("ascii", "utf-8"):
            text = diff_text(before, recording(*other), form, width=width, encoding=encoding)
            text.encode(encoding if form in PEOPLE else "utf-8")


@settings(max_examples=100, deadline=None)
@given(one=RETRIEVALS, other=RETRIEVALS, answers=ANSWERS)
def test_the_document_keeps_to_its_schema(
    one: list[Retrieval], other: list[Retrieval], answers: list[FinalAnswer]
) -> None:
    before = recording(*one, calls=(call(),), final_answers=tuple(answers))
    text = diff_text(before, recording(*other), Format.JSON)

    document = json.loads(text, parse_constant=no_constant)
    Draft202012Validator(SCHEMAS["diff"]()).validate(document)


@settings(max_examples=60, deadline=None)
@given(one=RETRIEVALS, other=RETRIEVALS)
def test_plain_csv_and_jsonl_have_the_same_rows(
    one: list[Retrieval], other: list[Retrieval]
) -> None:
    plain, rows, objects = (
        diff_text(recording(*one), recording(*other), form)
        for form in (Format.PLAIN, Format.CSV, Format.JSONL)
    )
    parsed = [*csv.reader(rows.split("\n")[:-1])][1:]

    assert plain.count("\n") == len(parsed) == objects.count("\n")
    for line, row in zip(objects.split("\n"), parsed, strict=False):
        assert json.loads(line, parse_constant=no_constant)["row"] == row[0]


@pytest.mark.parametrize("form", PEOPLE)
@pytest.mark.parametrize("name", SITUATIONS)
@pytest.mark.parametrize("turned", [False, True])
def test_a_page_for_people_acts_on_nothing_and_never_says_none(
    form: Format, name: str, *, turned: bool
) -> None:
    plain = recording(retrieval(read("a"), refused("below-threshold", "b")))
    sides = (SITUATIONS[name], plain)
    text = diff_text(*(sides[::-1] if turned else sides), form, width=100)

    assert "None" not in text
    assert raw_controls(text) <= {"\t"}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", SITUATIONS)
def test_a_table_keeps_to_its_width(name: str, width: int) -> None:
    plain = recording(retrieval(read("a"), refused("below-threshold", "b")))
    text = diff_text(plain, SITUATIONS[name], Format.TABLE, width=width)

    assert [line for line in text.splitlines() if cells(line) > width] == []


def test_a_chunk_that_moved_in_rank_alone_is_counted_and_not_listed() -> None:
    before = recording(retrieval(read("a"), refused("below-threshold", "b", score=0.4)))
    after = recording(
        retrieval(
            read("a"),
            refused("below-threshold", "new", score=0.5),
            refused("below-threshold", "b", score=0.4),
        )
    )
    text = diff_text(before, after, Format.TABLE, width=120)
    (pair,) = json.loads(diff_text(before, after, Format.JSON))["pairs"]

    assert "1 chunk moved in rank alone" in text
    assert [line.split()[1] for line in text.splitlines() if line.startswith("│")] == [
        "chunk",
        "new",
    ]
    assert [(one["id"], one["changed"]) for one in pair["retrievals"][0]["chunks"]] == [
        ("b", ["rank"]),
        ("new", ["presence"]),
    ]


def test_an_answer_of_many_lines_is_cut_in_a_table_and_whole_in_json() -> None:
    long = "\n".join(map(str, range(40)))
    before = recording(final_answers=(FinalAnswer(text="short", found="model"),))
    after = recording(final_answers=(FinalAnswer(text=long, found="model"),))

    assert "29 more lines" in diff_text(before, after, Format.TABLE)
    document = json.loads(diff_text(before, after, Format.JSON))
    assert document["pairs"][0]["answer"]["after"] == long
