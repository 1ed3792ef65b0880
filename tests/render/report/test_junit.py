from xml.etree import ElementTree as ET

import pytest

from footprint_cli.model.report import Report, Suppressed
from footprint_cli.render.visible import visible
from tests.render.report.reports import (
    HOSTILE,
    REPORTS,
    check,
    count,
    drawn,
    finding,
    gate,
    unjudged,
    verify,
)


def suite_of(report: Report) -> ET.Element:
    root = ET.fromstring(drawn("junit", report))  # noqa: S314 (our own text)
    (suite,) = root
    return suite


def states(report: Report) -> dict[str, str]:
    """How each test case came out."""
    return {
        case.get("name", ""): next(
            (one.tag for one in case if one.tag in ("error", "failure", "skipped")), "passed"
        )
        for case in suite_of(report).iter("testcase")
    }


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_is_read_back_with_the_numbers_that_it_says(name: str) -> None:
    suite = suite_of(REPORTS[name])
    cases = [*suite.iter("testcase")]

    assert int(suite.get("tests", "")) == len(cases)
    for tag, key in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        assert int(suite.get(key, "")) == len([*suite.iter(tag)])
    assert all(len([one for one in case if one.tag != "system-out"]) <= 1 for case in cases)


@pytest.mark.parametrize("name", REPORTS)
def test_it_is_green_only_where_the_gate_passes(name: str) -> None:
    report = REPORTS[name]
    if report.answer == "gate" and report.verdict != "pass":
        assert set(states(report).values()) != {"passed"}
    if report.verdict == "pass" and any(one.checked for one in report.rules):
        assert not {"failure", "error"} & set(states(report).values())


def test_a_rule_is_a_test_case() -> None:
    assert states(REPORTS["failed"]) == {"corpus-empty": "failure", "inputs": "passed"}
    assert states(REPORTS["inconclusive"]) == {"corpus-empty": "skipped", "inputs": "skipped"}
    assert states(REPORTS["unreadable"]) == {"corpus-empty": "passed", "inputs": "error"}
    assert states(REPORTS["nothing checked"]) == {"corpus-empty": "skipped", "inputs": "skipped"}
    assert states(REPORTS["values"]) == {
        "admitted-below=2": "failure",
        "admitted-below=5": "passed",
        "never-asked": "passed",
        "inputs": "passed",
    }


def test_a_finding_that_names_no_value_fails_every_rule_of_its_name() -> None:
    rules = (count("admitted-below=2", failed=1), count("admitted-below=5"))

    assert states(gate(finding(code="admitted-below"), rules=rules)) == {
        "admitted-below=2": "failure",
        "admitted-below=5": "failure",
        "inputs": "passed",
    }


def test_what_is_told_of_a_rule_is_told_of_its_value_only() -> None:
    rules = (count("admitted-below=2"), count("admitted-below=5", unknown=1))
    accepted = Suppressed(
        finding=finding(code="admitted-below", rule="admitted-below=2"), why="known"
    )
    report = gate(
        rules=rules, suppressed=(accepted,), unjudged=(unjudged(rule="admitted-below=5"),)
    )
    first, second, _ = suite_of(report).iter("testcase")

    assert "accepted: " in "".join(first.itertext())
    assert "accepted: " not in "".join(second.itertext())
    assert "could not be judged" in "".join(second.itertext())
    assert "could not be judged" not in "".join(first.itertext())


def test_a_finding_under_the_level_that_fails_is_told_and_passes() -> None:
    case = suite_of(REPORTS["a warning"])[0]

    assert [one.tag for one in case] == ["system-out"]
    assert "warning: runs/a.jsonl, line 2: handbook at read#1" in (case[0].text or "")


def test_a_failure_names_the_first_and_lists_all() -> None:
    failure = next(suite_of(REPORTS["failed"]).iter("failure"))

    assert failure.get("message") == "handbook at read#1: the search returned no rows"
    assert (failure.text or "").count("\n") == 1


def test_a_recording_that_was_verified_is_a_test_case() -> None:
    report = verify(
        finding(source="a"),
        finding(source="b", level="note"),
        checks=(
            check(source="a"),
            check(source="b"),
            check(source="c", state="not-checked", detail="no log"),
        ),
    )

    assert states(report) == {
        "a": "failure",
        "b": "passed",
        "c": "skipped",
        "inputs": "passed",
    }


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_comes_back_as_it_is_shown(text: str) -> None:
    report = gate(finding(message=text, code=text, step=None, retriever=None), rules=(count(text),))
    suite = suite_of(report)
    case = suite[0]

    assert case.get("name") == visible(text)
    failure = case.find("failure")
    if failure is not None:
        assert failure.get("message") == visible(text)
        assert f": {visible(text)} [" in (failure.text or "")
