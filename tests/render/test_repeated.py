"""What several inputs have in the same words is said once to people, and each time to machines."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.model.finding import Finding
from footprint_cli.model.report import Report, Searched
from footprint_cli.render import Format, Page, renderer
from footprint_cli.render.repeated import inputs_text, parted
from tests.render.coverage.reports import drawn, finding, report

NOTES = tuple(
    Finding(code="failures-not-flagged", level="note", message="no flag", source=f"run-{at}.jsonl")
    for at in range(5)
)
SEARCHED = Searched(recordings=5, retrievals=0, tool_calls=5)
FINDINGS = st.lists(
    st.builds(
        Finding,
        code=st.sampled_from("ab"),
        level=st.just("note"),
        message=st.sampled_from("mn"),
        source=st.sampled_from("xyz"),
        line=st.none() | st.just(1),
        step=st.none() | st.just("s#1"),
        tool=st.none() | st.just("t"),
    ),
    max_size=12,
)


@given(found=FINDINGS)
def test_every_finding_is_told_and_none_that_stands_alone_is_moved(found: list[Finding]) -> None:
    alone, repeated = parted(found)
    told = {(one.code, one.message, one.tool, source) for one, at in repeated for source in at}

    assert {
        (one.code, one.message, one.tool, one.source) for one in found if one not in alone
    } <= told
    assert [one for one in found if one in alone] == alone
    assert all(len(set(at)) == len(at) > 1 for _, at in repeated)
    assert all(one.line is None and one.step is None for one, _ in repeated)


@pytest.mark.parametrize("form", [Format.TABLE, Format.MARKDOWN])
def test_coverage_says_it_once_with_the_number_of_inputs(form: Format) -> None:
    damaged = finding(code="cut-line", message="stops", source="run-2.jsonl", line=22)
    text = " ".join(
        drawn(form, report(searched=SEARCHED, findings=(*NOTES, damaged)), width=200).split()
    )

    assert text.count("failures-not-flagged") == 1
    assert "run-0.jsonl, run-1.jsonl, run-2.jsonl and 2 more" in text
    assert "in 5 inputs" in text
    assert text.index("cut-line") < text.index("failures-not-flagged")


@pytest.mark.parametrize("form", [Format.PLAIN, Format.JSONL])
def test_a_row_a_finding_stays_a_row_a_finding(form: Format) -> None:
    text = drawn(form, report(searched=SEARCHED, findings=NOTES))

    assert text.count("failures-not-flagged") == len(NOTES)


def test_json_has_every_finding() -> None:
    whole = json.loads(drawn(Format.JSON, report(searched=SEARCHED, findings=NOTES)))

    assert [one["source"] for one in whole["findings"]] == [one.source for one in NOTES]


@pytest.mark.parametrize("form", [Format.TABLE, Format.MARKDOWN])
def test_verify_says_it_once(form: Format) -> None:
    one = Report(answer="verify", verdict=None, exit_status=0, searched=SEARCHED, findings=NOTES)

    text = "".join(renderer("report", form)(one, Page(width=200)))

    assert text.count("failures-not-flagged") == 1
    assert "in 5 inputs" in text


def test_a_few_inputs_are_all_named() -> None:
    assert inputs_text(["a", "b"]) == "in 2 inputs: a, b"
