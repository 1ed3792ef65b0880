import re

import pytest

from tests.render.report.reports import HOSTILE, REPORTS, drawn, finding, gate

COMMAND = re.compile(
    r"::(?P<command>error|warning|notice) (?P<properties>[a-z]+=[^,:\n]*(?:,[a-z]+=[^,:\n]*)*)"
    r"::(?P<message>[^\n]*)"
)


def unescaped(text: str) -> str:
    """Read as the runner does: %25 last, so that an escape is never made of two."""
    for code, one in (("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
        text = text.replace(code, one)
    return text


def commands(text: str) -> list[re.Match[str]]:
    return [found for line in text.splitlines() if (found := COMMAND.fullmatch(line))]


def test_a_finding_is_an_annotation_on_its_line() -> None:
    assert drawn("github", REPORTS["failed"]).splitlines() == [
        (
            "::error file=runs/a.jsonl,line=2,title=corpus-empty::handbook at read#1: the search "
            "returned no rows"
        ),
        "::error file=b.jsonl,title=corpus-empty::the search returned no rows",
        (
            "footprint gate: fail: 2 findings; 4 checks made; 3 recordings with 4 retrievals and 2 tool "
            "calls"
        ),
    ]


@pytest.mark.parametrize(
    ("level", "command"), [("error", "error"), ("warning", "warning"), ("note", "notice")]
)
def test_each_level_has_its_command(level: str, command: str) -> None:
    (one,) = commands(drawn("github", gate(finding(level=level))))

    assert one["command"] == command


def test_what_was_not_judged_is_a_warning() -> None:
    assert drawn("github", REPORTS["inconclusive"]).splitlines()[0] == (
        "::warning title=footprint gate::corpus-empty: could not be judged once: b.jsonl: no "
        "retrieval in it"
    )


@pytest.mark.parametrize("name", ["hostile", "hostile, verified"])
def test_every_line_is_one_command_of_ours_or_the_verdict(name: str) -> None:
    *lines, verdict = drawn("github", REPORTS[name]).splitlines()

    assert all(COMMAND.fullmatch(line) for line in lines)
    assert verdict.startswith(f"footprint {REPORTS[name].answer}: ")
    assert "::" not in verdict
    assert "##[" not in verdict


def test_percent_colon_and_comma_come_back_as_they_were() -> None:
    text = "a%0A,b:c%25=d"
    (one,) = commands(drawn("github", gate(finding(source=text, message=text, code=text))))

    assert unescaped(one["message"]).endswith(text)
    first, line, title = one["properties"].split(",")
    assert (unescaped(first), line, unescaped(title)) == (f"file={text}", "line=2", f"title={text}")


@pytest.mark.parametrize("text", HOSTILE)
def test_a_message_makes_no_second_line(text: str) -> None:
    assert drawn("github", gate(finding(message=text))).count("\n") == 2
