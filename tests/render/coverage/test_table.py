import pytest
from rich.cells import cell_len

from footprint_cli.model.coverage_report import CoverageReport
from footprint_cli.model.report import Searched
from footprint_cli.render import Format
from tests.render.coverage.reports import (
    ABSENCE,
    D1,
    NOT_DECLARED,
    REPORTS,
    covered,
    drawn,
    finding,
    many,
    report,
    tool,
)

WIDTHS = (16, 24, 40, 60, 71, 72, 80, 100, 110, 120, 200)


def page(one: CoverageReport, *, gaps_only: bool = False, **fields: int) -> str:
    return drawn(Format.TABLE, one, gaps_only=gaps_only, **fields)


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("gaps_only", [False, True])
@pytest.mark.parametrize("name", [name for name in REPORTS if name != "odd"])
def test_no_line_is_wider_than_the_page(name: str, *, gaps_only: bool) -> None:
    for width in WIDTHS:
        for line in page(REPORTS[name], gaps_only=gaps_only, width=width).splitlines():
            assert cell_len(line) <= width


@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_call_is_headed_by_its_id_and_place_and_told_in_a_sentence(width: int) -> None:
    text = flat(page(REPORTS["one call"], width=width))

    assert text.startswith(
        "incidents: 1 call, declared in the recording (a tool-schema line) c1 tools#3, run.jsonl "
        "Searched open incidents of service checkout in the incident store, window 2h (default): "
        "0 rows, complete. Says nothing about incidents whose status is not open."
    )


def test_only_the_parts_that_are_there_are_listed() -> None:
    text = page(REPORTS["one call"])

    assert "\n  fixed         status=open\n" in text
    for absent in ("filters", "match", "cap", "page", "gap "):
        assert f"\n  {absent}" not in text


def test_what_a_result_says_of_itself_stands_beside_a_ground_that_was_composed() -> None:
    text = page(report(tool(covered(told=(ABSENCE,)))), width=100)

    assert "  result        Not checked: paper sheets (not scanned yet).\n" in text


def test_each_combination_says_how_far_it_was_covered() -> None:
    one = report(
        tool(
            covered(),
            covered({"service": ["payments", "search"]}, 3, call_id="c2"),
            covered({"service": "auth"}, None, call_id="c3", outcome="failed"),
            covered(
                {"service": "mail"},
                1,
                call_id="c4",
                search={**D1, "limits": {"cap": 1, "byCredential": True}},
            ),
        )
    )

    text = page(one, width=72)
    rows = [line.split("\u2502")[1:3] for line in text.splitlines() if line.startswith("\u2502")]
    assert [[cell.strip() for cell in row] for row in rows] == [
        ["", "window 2h"],
        ["service checkout", "0 rows"],
        ["service payments", "3 rows together"],
        ["service search", "3 rows together"],
        ["service auth", "not covered"],
        ["service mail", "partly: 1 row; rows past the cap, rows that the"],
        ["", "credential hides"],
    ]
    assert "asked for, and never covered\n" in text
    assert "  service auth; window 2h; the incident store: c3 failed\n" in text


def test_a_combination_that_a_wider_call_covers_says_so() -> None:
    search = {
        **D1,
        "arguments": [{"name": "service", "role": "population", "whenOmitted": {"any": True}}],
    }
    one = report(
        tool(
            covered({}, search=search),
            covered({"service": "auth"}, None, search=search, outcome="failed"),
        )
    )

    assert "covered by a wider call" in page(one)
    assert "never covered" not in page(one)


def test_calls_that_cover_the_same_ground_with_other_rows_are_both_told() -> None:
    text = page(report(tool(covered(), covered(rows=2), covered())))

    assert "0 rows, then 2 rows" in text


def test_a_combination_that_nobody_asked_for_is_a_dot_with_a_legend() -> None:
    one = report(
        tool(covered({"service": "a", "window": "1h"}), covered({"service": "b", "window": "2h"}))
    )

    assert "·" in page(one)
    assert "· nobody asked\n" in page(one)
    assert ". nobody asked\n" in drawn(Format.TABLE, one, encoding="ascii")
    assert "nobody asked" not in page(report(tool(covered())))


@pytest.mark.parametrize("width", [40, 80, 120])
def test_every_combination_is_on_the_page_however_narrow_it_is(width: int) -> None:
    text = flat(page(many(2, 9), width=width).partition("together\n")[2])

    for column in range(9):
        assert f"window {column}h" in text
    assert text.count("0 rows") == 18


def test_a_grid_is_cut_with_a_count() -> None:
    text = page(many(41, 61), width=200)

    assert "40 of 41 rows and 60 of 61 columns are shown; --format plain shows all\n" in text
    together = text.partition("\ntogether\n")[2]
    assert "service s39" in together.replace("│", "")
    assert "s40" not in together
    assert "60h" not in together


def test_calls_past_the_limit_are_counted() -> None:
    text = page(many(1, 5), limit=2)

    assert "2 of 5 calls are shown; --format plain shows all\n" in text
    assert "\nc0-2  " not in text


def test_calls_that_were_the_same_are_named() -> None:
    calls = [covered(call_id=name) for name in ("i3", "i5")]
    three = [covered(call_id=name) for name in ("i3", "i5", "i6")]

    assert "i3 and i5 were the same call\n" in page(report(tool(*calls)))
    assert "i3, i5 and i6 were the same call\n" in page(report(tool(*three)))


@pytest.mark.parametrize("width", [40, 80, 120])
def test_without_a_tool_there_is_one_row_a_tool_and_how_to_see_more(width: int) -> None:
    text = flat(page(REPORTS["all tools"], width=width).replace("│", " "))

    for told in ("incidents", "logs", "1 ran, 1 failed", "1 without rows", "gaps"):
        assert told in text
    assert "footprint coverage --tool NAME shows each call" in text
    assert "c1" not in text.partition("footprint coverage")[0]


def test_gaps_of_calls_whose_ground_is_not_known_are_not_none() -> None:
    text = flat(page(REPORTS["not declared"], width=100))

    assert "gaps: not known" in text
    assert "gaps: none" in flat(page(report(tool(covered()), asked=None), width=100))


def test_gaps_only_shows_what_was_left_out_and_counts_the_rest() -> None:
    one = report(
        tool(
            covered(),
            covered({}, call_id="c2"),
            covered(of=NOT_DECLARED, call_id="c3"),
            covered(call_id="c4", search={key: D1[key] for key in D1 if key != "complete"}),
        )
    )

    text = page(one, gaps_only=True, width=200)
    assert (
        "c2  tools#3, run.jsonl\n"
        "  service (population): it was not sent, and what leaving it out means is not declared; "
        "asking again could close it\n"
    ) in text
    assert "No search declared: what it searched is not known.\n" in text
    assert "2 calls without a gap, 1 of them not known to be complete\n" in text
    for left_out in ("c1", "c4", "together", "source"):
        assert f"\n{left_out}" not in text


def test_without_any_call_it_says_how_much_was_looked_at() -> None:
    assert page(REPORTS["nothing"]) == "no call of incidents in 1 recording with 0 tool calls\n\n"
    assert page(REPORTS["nothing at all"]) == "no tool call in 1 recording with 0 tool calls\n\n"


def test_findings_of_several_recordings_stand_under_their_source() -> None:
    findings = tuple(finding(source=f"{name}.jsonl") for name in "ab")
    several = Searched(recordings=2, retrievals=0, tool_calls=1)

    text = page(report(tool(covered()), findings=findings, searched=several))

    told = "warning: call c1: 7 rows came back, and the cap is 5 [rows-over-cap] (line 3)\n"
    assert text.endswith(f"a.jsonl\n{told}b.jsonl\n{told}")
    assert "\nrun.jsonl\n" not in page(REPORTS["many gaps"])


def test_partly_is_yellow_and_not_covered_is_red() -> None:
    text = drawn(Format.TABLE, REPORTS["every state"], color=True, width=120)

    assert "\x1b[33mpartly" in text
    assert "\x1b[31mnot covered" in text
    assert "\x1b[32m0 rows" in text
