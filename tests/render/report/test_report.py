"""What holds of every format of a report."""

import unicodedata

import pytest

from footprint_cli.render import FindingFormat
from tests.render.cells import HOSTILE as ACTING
from tests.render.report.reports import HOSTILE, REPORTS, drawn, finding, gate

PEOPLE = ("table", "plain", "markdown", "csv", "github")
JSON = ("json", "jsonl")


@pytest.mark.parametrize("name", REPORTS)
@pytest.mark.parametrize("form", FindingFormat)
def test_a_report_is_written_whole_and_ends_a_line(form: FindingFormat, name: str) -> None:
    text = drawn(form, REPORTS[name], width=80)

    assert text.endswith("\n")
    text.encode("utf-8")


@pytest.mark.parametrize("form", FindingFormat)
@pytest.mark.parametrize("name", ["hostile", "hostile, verified"])
def test_no_character_of_a_recording_acts(name: str, form: FindingFormat) -> None:
    text = drawn(form, REPORTS[name], width=100)

    kept = set(text) - {"\n", "\t"} if form == "plain" else set(text) - {"\n"}
    acting = {one for one in kept if unicodedata.category(one) in ACTING}
    assert acting == set() or (form in JSON and acting <= set("".join(HOSTILE)) - {"\x1b", "\x00"})


@pytest.mark.parametrize("form", ["plain", "jsonl", "csv", "github", "json", "sarif"])
def test_a_hostile_report_has_as_many_lines_as_it_has_rows(form: str) -> None:
    lines = drawn(form, REPORTS["hostile"]).split("\n")
    count = len(HOSTILE)
    assert (
        len(lines) - 1
        == {
            "plain": 1 + count + 1 + 3 * count,
            "jsonl": 1 + 3 * count + 1,
            "csv": 1 + 1 + 1 + 3 * count,
            "github": count + count + count + 1,
            "json": 1,
            "sarif": 1,
        }[form]
    )


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("form", PEOPLE)
@pytest.mark.parametrize("name", REPORTS)
def test_a_narrow_encoding_can_write_all_of_it(name: str, form: str, encoding: str) -> None:
    for width in (16, 40, 80, 120):
        drawn(form, REPORTS[name], width=width, encoding=encoding).encode(encoding)


@pytest.mark.parametrize("form", FindingFormat)
@pytest.mark.parametrize("name", REPORTS)
def test_the_same_report_gives_the_same_text(name: str, form: FindingFormat) -> None:
    assert drawn(form, REPORTS[name]) == drawn(form, REPORTS[name])


@pytest.mark.parametrize("form", FindingFormat)
@pytest.mark.parametrize("name", [name for name in REPORTS if not name.startswith("hostile")])
def test_a_page_never_says_none(name: str, form: FindingFormat) -> None:
    assert "None" not in drawn(form, REPORTS[name])


@pytest.mark.parametrize("form", FindingFormat)
def test_what_was_found_is_on_every_page(form: FindingFormat) -> None:
    text = drawn(form, REPORTS["failed"], width=120)

    assert text.count("the search returned no rows") >= 2
    assert "runs/a.jsonl" in text
    assert "handbook" in text
    assert "corpus-empty" in text


@pytest.mark.parametrize("form", [*PEOPLE, "sarif", "junit", "json", "jsonl"])
def test_what_made_it_inconclusive_is_on_every_page(form: str) -> None:
    assert "no retrieval in it" in drawn(form, REPORTS["inconclusive"], width=200)


@pytest.mark.parametrize("form", FindingFormat)
def test_every_place_that_was_not_judged_is_listed_or_it_is_said_where(form: FindingFormat) -> None:
    text = drawn(form, REPORTS["inconclusive in many places"], width=200)
    listed = text.count("withheld: redacted")

    if form in ("table", "markdown"):
        said = "all 3 places that could not be judged: --format plain, or json"
        assert (listed, said in text.replace("\\", "")) == (0, True)
    else:
        assert listed == 3


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_where_the_sentence_names_every_place_no_other_format_is_named(form: str) -> None:
    assert "places that could not be judged" not in drawn(form, REPORTS["inconclusive"], width=200)


@pytest.mark.parametrize("form", [*PEOPLE, "sarif", "junit", "json", "jsonl"])
def test_the_last_day_of_an_ignore_is_on_every_page_that_lists_what_is_accepted(form: str) -> None:
    text = drawn(form, REPORTS["accepted for a time"], width=200).replace("\\", "")

    if form in JSON:
        assert '"why":"being moved","until":"2031-12-31"' in text
        assert '"why":"in the baseline","until":null' in text
    elif form != "github":  # counts what is accepted
        assert "being moved, until 2031-12-31" in text
        assert "in the baseline, until" not in text


@pytest.mark.parametrize("form", ["markdown", "github", "sarif", "junit"])
def test_a_step_that_the_sentence_names_is_named_once(form: str) -> None:
    silent = finding(step="read#1", retriever=None, message="read#1 ran and left nothing")
    text = drawn(form, gate(silent)).replace("\\", "")

    assert "read#1: read#1" not in text
    assert "read#1 ran and left nothing" in text


# The verdict in a sentence.


SENTENCES = {
    "passed": "pass: nothing was found; 4 checks made; 3 recordings with 4 retrievals and 2 tool calls",
    "failed": "fail: 2 findings; 4 checks made; 3 recordings with 4 retrievals and 2 tool calls",
    "inconclusive": (
        "inconclusive: nothing was found; 1 check made; 1 check could not be made; 3 recordings with "
        "4 retrievals and 2 tool calls"
    ),
    "nothing checked": (
        "inconclusive: nothing was checked; 0 recordings with 0 retrievals and 0 tool calls"
    ),
    "nothing checked, allowed": (
        "pass: nothing was checked; 0 recordings with 0 retrievals and 0 tool calls"
    ),
    "accepted": (
        "pass: 1 finding, accepted; 4 checks made; 3 recordings with 4 retrievals and 2 tool calls"
    ),
    "accepted for a time": (
        "pass: 2 findings, all accepted; 4 checks made; 3 recordings with 4 retrievals and 2 tool "
        "calls"
    ),
    "accepted, and new": (
        "fail: 1 finding, 1 more accepted; 4 checks made; 3 recordings with 4 retrievals and 2 tool "
        "calls"
    ),
    "a warning": (
        "pass: 1 finding (1 warning), all below the level that fails (error); 4 checks made; 3 "
        "recordings with 4 retrievals and 2 tool calls"
    ),
    "verified": (
        "3 findings (1 error, 1 warning, 1 note); 2 comparisons made; 1 comparison could not be made; 3 "
        "recordings with 4 retrievals and 2 tool calls"
    ),
    "verified, nothing compared": (
        "nothing was checked; 0 recordings with 0 retrievals and 0 tool calls"
    ),
}


@pytest.mark.parametrize("name", SENTENCES)
def test_the_first_line_says_what_came_out_and_of_how_much(name: str) -> None:
    assert drawn("plain", REPORTS[name]).splitlines()[0].split("\t")[2] == SENTENCES[name]
    assert drawn("table", REPORTS[name], width=200).splitlines()[0] == SENTENCES[name]
