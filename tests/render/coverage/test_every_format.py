"""What holds of every format of a report on coverage."""

import json
from unicodedata import category

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footprint_cli.render import Format
from tests.render.cells import HOSTILE
from tests.render.coverage.reports import REPORTS, apart, covered, drawn, report, tool

PEOPLE = (Format.TABLE, Format.PLAIN, Format.MARKDOWN, Format.CSV)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@pytest.mark.parametrize("gaps_only", [False, True])
@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("name", REPORTS)
def test_a_report_is_written_whole_and_the_same_each_time(
    name: str, form: Format, *, gaps_only: bool
) -> None:
    text = drawn(form, REPORTS[name], gaps_only=gaps_only)

    assert text == drawn(form, REPORTS[name], gaps_only=gaps_only)
    assert text == "" or text.endswith("\n")
    text.encode("utf-8")


@pytest.mark.parametrize("gaps_only", [False, True])
@pytest.mark.parametrize("form", PEOPLE)
@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp1252"])
def test_no_character_of_a_recording_acts(form: Format, encoding: str, *, gaps_only: bool) -> None:
    for name in ("hostile", "odd"):
        text = drawn(form, REPORTS[name], gaps_only=gaps_only, encoding=encoding)

        text.encode(encoding)
        allowed = "\n\t" if form == Format.PLAIN else "\n"
        assert [one for one in text if one not in allowed and category(one) in HOSTILE] == []


@pytest.mark.parametrize("form", PEOPLE)
@pytest.mark.parametrize("name", [name for name in REPORTS if name not in ("hostile", "odd")])
def test_a_page_for_people_never_says_none_of_python(name: str, form: Format) -> None:
    for gaps_only in (False, True):
        assert "None" not in drawn(form, REPORTS[name], gaps_only=gaps_only)


@settings(max_examples=60, deadline=None)
@given(VALUES, VALUES)
def test_whatever_was_sent_every_format_writes_it(one: object, other: object) -> None:
    told = report(tool(covered({"service": one, "window": other}), covered(one)))

    for form in Format:
        drawn(form, told, width=40).encode("utf-8")
    json.loads(drawn(Format.JSON, told))


@pytest.mark.parametrize("form", [Format.TABLE, Format.MARKDOWN])
def test_a_declaration_that_is_faulty_is_told_once_a_tool(form: Format) -> None:
    text = "".join(drawn(form, REPORTS["faulty"], width=400).split("\\"))

    assert text.count("the declaration is faulty (V23 ") == 1


def test_deep_nesting_is_written_in_every_format() -> None:
    deep: list[object] = []
    for _ in range(3000):
        deep = [deep]
    one = covered({"service": deep, "window": deep})

    for form in Format:
        assert "[" * 3001 in drawn(form, report(tool(one, one)), width=10_000).replace("\\", "")


@pytest.mark.parametrize("form", [Format.TABLE, Format.MARKDOWN])
def test_a_grid_too_large_to_be_laid_out_is_said_and_where_its_combinations_are(
    form: Format,
) -> None:
    text = drawn(form, apart(317), width=200)  # 317 x 317 cells are more than 100,000

    assert "317 combinations, too many to be laid out; --format plain lists them" in text
    assert "too many to be laid out" not in drawn(form, apart(316), width=200)
    assert drawn(Format.PLAIN, apart(317)).count("\nground\t") == 317
