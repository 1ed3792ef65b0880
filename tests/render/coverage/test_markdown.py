import pytest

from footprint_cli.model.coverage_report import CoverageReport
from footprint_cli.render import Format
from tests.render.coverage.reports import REPORTS, covered, drawn, many, report, tool
from tests.render.explain.test_markdown import EXPECTED, page_of

OWN = EXPECTED | {"h4"}


def text_of(one: CoverageReport, *, gaps_only: bool = False) -> str:
    return drawn(Format.MARKDOWN, one, gaps_only=gaps_only)


@pytest.mark.parametrize("gaps_only", [False, True])
@pytest.mark.parametrize("name", [name for name in REPORTS if name != "odd"])
def test_the_page_holds_no_tag_but_our_own(name: str, *, gaps_only: bool) -> None:
    page = page_of(text_of(REPORTS[name], gaps_only=gaps_only))

    assert page.tags <= OWN
    assert page.attributes <= {"style"}


def test_a_call_has_a_heading_its_sentence_and_its_parts() -> None:
    text = text_of(REPORTS["one call"])

    assert "#### c1, tools\\#3 in run.jsonl\n\nSearched open incidents" in text
    assert "* population: service checkout (sent)\n" in text
    assert "|  | window 2h |\n| --- | --- |\n| **service checkout** | 0 rows |\n" in text


def test_a_summary_has_a_row_a_tool() -> None:
    text = text_of(REPORTS["all tools"])

    assert "| tool | calls | declaration | rows | gaps | completeness |\n" in text
    assert (
        "| incidents | 1 ran | declared in the recording (a tool-schema line) | 1 without rows "
        "| none | 1 complete |\n"
    ) in text
    assert "* warning: call c1\\: 7 rows came back, and the cap is 5 (rows-over-cap)\n" in text


def test_gaps_only_has_the_gaps_and_counts_the_rest() -> None:
    text = text_of(report(tool(covered(), covered({}, call_id="c2"))), gaps_only=True)

    assert "#### c1" not in text
    assert "* gap: service (population)\\: it was not sent" in text
    assert text.endswith("\n1 call without a gap\n")


def test_a_grid_is_cut_with_a_count() -> None:
    assert "40 of 41 rows are shown; --format plain shows all\n" in text_of(many(41, 1))
