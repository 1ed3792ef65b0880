from typing import Any

import pytest

from footprint_cli.analyse.rules_calls import findings_of_calls
from footprint_cli.model.coverage import CoveredCall
from footprint_cli.model.finding import Finding
from footprint_cli.model.search import Declaration, SearchLimits
from tests.analyse.grounds import argument, call, covered, declaration, rows

SERVICE = argument("service")
TAKEN = "it is taken for one value"
PARTS = "population, gaps; the recorded one is shown"


def found(*calls: CoveredCall) -> list[Finding]:
    return [*findings_of_calls(calls)]


def of(one: Declaration, sent: Any, **fields: Any) -> CoveredCall:
    return covered(one, call(sent, result=[], **fields))


def messages(*calls: CoveredCall) -> list[tuple[str, str]]:
    return [(one.code, one.message) for one in found(*calls)]


def test_a_clean_call_has_no_finding() -> None:
    assert found(of(declaration(SERVICE), {"service": "a"})) == []


def test_a_faulty_declaration_is_said_once_a_tool() -> None:
    faulty = declaration(SERVICE, faulty=True)
    other = declaration(SERVICE, faulty=True, tool="alerts")

    told = messages(of(faulty, {"service": "a"}), of(faulty, {"service": "b"}), of(other, {}))

    assert told == [
        (
            "declaration-faulty",
            f"the declaration of {tool} is never complete, for it is faulty: V20 a fault",
        )
        for tool in ("incidents", "alerts")
    ]


def test_a_declaration_of_which_nothing_could_be_read_is_not_used() -> None:
    fault = declaration(faulty=True).problems[0]
    dropped = Declaration(tool="incidents", problems=(fault, fault))

    ((_, message),) = messages(of(dropped, {}))

    assert message == (
        "the declaration of incidents is not used, for it is faulty: V20 a fault (and 1 more)"
    )


@pytest.mark.parametrize("role", ["population", "filter", "query", "match"])
@pytest.mark.parametrize("text", ['["ferry","pier"]', " [1]", "[]"])
def test_a_text_that_is_a_list_is_said_and_stays_one_value(role: str, text: str) -> None:
    one = of(declaration(argument("berth", role)), {"berth": text})

    assert messages(one) == [
        (
            "list-sent-as-text",
            f"call call-1: berth was sent as a text that looks like a list, {text}: {TAKEN}",
        )
    ]


@pytest.mark.parametrize(
    "value",
    ["[ferry", "[ferry]", "ferry", '{"a":[1]}', "", ["ferry"], 7, True, "[" * 100_000, "[\ud83d]"],
    ids=lambda one: repr(one)[:20],
)
def test_a_value_that_is_no_list_in_a_text_is_nothing_to_say(value: Any) -> None:
    assert messages(of(declaration(argument("berth", "filter")), {"berth": value})) == []


def test_a_default_that_looks_like_a_list_was_not_sent() -> None:
    one = declaration(argument("berth", omitted='["ferry"]'))

    assert messages(of(one, {})) == []


def test_more_rows_than_the_cap_are_said() -> None:
    capped = declaration(limits=SearchLimits(cap=2))

    assert messages(covered(capped, call(), rows=rows(3))) == [
        ("rows-over-cap", "call call-1: 3 rows came back, and the cap is 2")
    ]
    assert messages(covered(capped, call(), rows=rows(2))) == []
    assert messages(covered(capped, call(), rows=rows(None))) == []
    unknown = declaration(limits=SearchLimits(cap="unknown"))
    assert messages(covered(unknown, call(), rows=rows(3))) == []


def test_different_numbers_of_rows_are_said() -> None:
    one = covered(declaration(), call(result=[], told=([1],)))

    ((code, message),) = messages(one)

    assert code == "rows-disagree"
    assert message.startswith("call call-1: the record tells of 0 and 1 rows for one result")
    assert messages(covered(declaration(), call(result=[], told=([],)))) == []


def test_a_period_without_a_zone_is_said_to_be_left_out() -> None:
    bare = {"queried": {"from": "2026-03-01", "to": "2026-03-02"}, "held": "unknown"}
    absent = {"af_absent": True, "checked": ["the log"], "period": bare}

    ((code, message),) = messages(covered(declaration(), call(result=absent)))

    assert code == "period-not-readable"
    assert message == (
        "call call-1: the result says of its period what cannot be read: it was left out"
    )


def test_a_recorded_coverage_that_differs_is_said() -> None:
    one = covered(declaration(), call(), differs=("population", "gaps"))

    assert messages(one) == [
        (
            "coverage-differs",
            f"call call-1: the recorded coverage is not what the declaration gives in: {PARTS}",
        )
    ]


def test_a_finding_has_the_place_of_its_call() -> None:
    one = covered(declaration(limits=SearchLimits(cap=1)), call(call_id=None), rows=rows(3))

    (told,) = found(one)

    assert (told.source, told.line, told.step, told.tool) == (
        "run.jsonl",
        3,
        "tools#3",
        "incidents",
    )
    assert (told.level, told.message) == ("warning", "3 rows came back, and the cap is 1")
