from datetime import date
from typing import Any

import pytest

from footprint_cli.analyse.audits import audit
from footprint_cli.analyse.covered import Covering
from footprint_cli.analyse.gate import Gate
from footprint_cli.model.coverage import OUTCOMES, Call
from footprint_cli.model.finding import Finding
from footprint_cli.model.gate import AskedRule, GateSettings
from footprint_cli.model.report import Report
from footprint_cli.model.search import ToolSchema
from tests.build import call, recording

SEARCH: dict[str, Any] = {
    "source": {"what": "the incident store", "said": ["incident store"]},
    "subject": {"what": "incidents", "said": ["incidents"]},
    "arguments": [
        {"name": "service", "role": "population"},
        {"name": "page", "role": "page", "whenOmitted": {"any": True}},
        {"name": "limit", "role": "cap", "whenOmitted": {"any": True}},
    ],
    "complete": "within-arguments",
}
NEVER_COMPLETE = {name: value for name, value in SEARCH.items() if name != "complete"}
RULES = (
    "coverage-gap=population",
    "coverage-gap=completeness",
    "cap-reached",
    "page-open",
    "no-search-declared",
    "absence-unsupported",
)
# How each rule comes out on a call: + passed, ! failed, ? unknown, . not concerned; as listed above.
ON_CALLS = {
    "clean": ({"service": "checkout"}, [], SEARCH, "++++++"),
    "rows": ({"service": "checkout"}, [1], SEARCH, "++++++"),
    "population left open": ({}, [], SEARCH, "!++++!"),
    "cap reached": ({"service": "checkout", "limit": 1}, [1], SEARCH, "+!!+++"),
    "cap not known": ({"service": "checkout", "limit": "all"}, [1], SEARCH, "+!?+++"),
    "cap withheld": ({"service": "checkout", "limit": "REDACTED"}, [1], SEARCH, "+!?+++"),
    "page open": ({"service": "checkout", "page": 2}, [], SEARCH, "+!+!+!"),
    "page withheld": ({"service": "checkout", "page": "REDACTED"}, [1], SEARCH, "+!+?++"),
    "rows not known": ({"service": "checkout"}, "prose", SEARCH, "+++++?"),
    "completeness not declared": ({"service": "checkout"}, [], NEVER_COMPLETE, "+?+++!"),
    "faulty": ({"service": "checkout"}, [], {**SEARCH, "Complete": True}, "?!??+!"),
    "no search declared": ({"service": "checkout"}, [], None, "????!!"),
    "no search declared, rows": ({"service": "checkout"}, [1], None, "????!+"),
}
SIGNS = {"+": (1, 0, 0), "!": (1, 1, 0), "?": (0, 0, 1), ".": (0, 0, 0)}
ABSENT: dict[str, Any] = {"af_absent": True, "checked": [{"what": "the register"}]}


def gated(rules: tuple[str, ...], *calls: Call, search: Any = None, **settings: Any) -> Report:
    covering = Covering([ToolSchema(tool="incidents", search=search)] if search else [])
    asked = tuple(
        AskedRule(name=name, value=value or None)
        for name, _, value in (rule.partition("=") for rule in rules)
    )
    gate = Gate(GateSettings(rules=asked, **settings), date(2030, 6, 15))
    gate.judge(audit(recording(calls=calls), covering=covering.calls))
    return gate.report(None)


def made(arguments: Any = None, result: Any = (), **fields: Any) -> Call:
    given: dict[str, Any] = {
        "tool": "incidents",
        "arguments": arguments,
        "arguments_from": "event",
        "result": result,
        "result_recorded": True,
        "outcome": "ran",
    }
    return call(**given | fields)


def signs(report: Report) -> str:
    words = {counts: sign for sign, counts in SIGNS.items()}
    return "".join(words[one.checked, one.failed, one.unknown] for one in report.rules)


@pytest.mark.parametrize("case", ON_CALLS)
def test_a_rule_comes_out_on_a_call_as_its_ground_says(case: str) -> None:
    arguments, result, search, expected = ON_CALLS[case]

    report = gated(RULES, made(arguments, result), search=search)

    assert signs(report) == expected


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_a_call_that_never_searched_is_not_judged_and_one_that_may_have_is_unknown(
    outcome: str,
) -> None:
    (covered,) = audit(recording(calls=(made({"service": "checkout"}, [], outcome=outcome),))).calls
    report = gated(
        ("cap-reached",),
        made({"service": "a"}, [], outcome=outcome),
        search=SEARCH,
        allow_empty=True,
    )

    expected = {"ran": "+", "paused": "?", "unfinished": "?"}.get(outcome, ".")
    assert (covered.call.outcome, signs(report)) == (outcome, expected)


def test_a_recording_of_whose_calls_none_ran_leaves_the_rule_unknown() -> None:
    failed = gated(("cap-reached",), made({}, "boom", outcome="failed"), search=SEARCH)
    empty = gated(("cap-reached",), search=SEARCH)
    other = gated(("cap-reached",), made({}, []), search=SEARCH, tool="logs")

    assert [one.why for one in failed.unjudged] == ["no tool call in it ran"]
    assert [one.why for one in empty.unjudged] == ["no tool call in it"]
    assert [one.why for one in other.unjudged] == ["no call of logs in it"]
    assert {one.verdict for one in (failed, empty, other)} == {"inconclusive"}
    assert gated(("cap-reached",), search=SEARCH, allow_empty=True).verdict == "pass"


def test_calls_that_redaction_took_are_unknown_whatever_is_allowed() -> None:
    hidden = Finding(
        code="calls-withheld", level="warning", message="the calls are withheld", source="run.jsonl"
    )
    covering = Covering()
    gate = Gate(
        GateSettings(rules=(AskedRule(name="cap-reached"),), allow_empty=True), date(2030, 6, 15)
    )
    gate.judge(audit(recording(noticed=(hidden,)), covering=covering.calls))

    assert (gate.report(None).verdict, gate.report(None).exit_status) == ("inconclusive", 3)


@pytest.mark.parametrize(
    ("result", "sign"),
    [
        (ABSENT, "+"),
        ({**ABSENT, "not_checked": [{"what": "the archive"}]}, "!"),
        ({**ABSENT, "cannot_cover": [{"what": "paper", "why": "not scanned"}]}, "!"),
        ({"af_absent": True, "checked": []}, "?"),
        ([], "!"),
        ("nothing found", "?"),
        ({"af_semantics": True, "facts": None, "clarify": "which service?"}, "+"),
    ],
)
def test_without_a_search_an_absence_stands_only_where_the_result_declares_it(
    result: Any, sign: str
) -> None:
    assert signs(gated(("absence-unsupported",), made({}, result))) == sign


def test_what_a_result_leaves_out_counts_beside_a_declared_search() -> None:
    left_out = {**ABSENT, "not_checked": [{"what": "the archive"}]}

    report = gated(("absence-unsupported",), made({"service": "a"}, left_out), search=SEARCH)

    assert signs(report) == "!"
    assert report.findings[0].message.endswith("its result leaves out: the archive")


def test_an_absence_whose_declarations_are_withheld_is_unknown() -> None:
    hidden = made({"service": "a"}, [], doors="withheld")

    assert signs(gated(("absence-unsupported",), hidden, search=SEARCH)) == "?"


def test_a_gap_in_a_facet_that_is_not_known_counts_for_every_facet() -> None:
    strange = {**SEARCH, "gaps": [{"what": "weekends", "why": "nobody writes", "bears": "weather"}]}

    report = gated(("coverage-gap=period",), made({"service": "a"}, [1]), search=strange)

    assert signs(report) == "!"
    (finding,) = report.findings
    assert (finding.tool, finding.code) == ("incidents", "coverage-gap")
    assert "weekends: nobody writes" in finding.message


def test_only_the_tool_that_is_asked_for_is_judged() -> None:
    other = made({}, [], tool="logs")

    report = gated(("no-search-declared",), made({}, []), other, search=SEARCH, tool="logs")

    assert [(one.tool, one.code) for one in report.findings] == [("logs", "no-search-declared")]
