import json
from typing import Any

import pytest

from footprint_cli.analyse.audits import audit
from footprint_cli.model.audit import Audit
from footprint_cli.render import Format, Page, renderer
from footprint_cli.render.schemas import SCHEMAS
from tests.build import call, recording
from tests.cli.schemas import violation
from tests.render.coverage.reports import (
    ABSENCE,
    D2,
    NOT_DECLARED,
    REPORTS,
    covered,
    drawn,
    report,
    tool,
)

CALL = (
    "source step iteration callId arguments argumentsFrom outcome rows rowsFrom coverage declared "
    "sentence line run filled bounded"
)
COVERAGE = (
    "status because source subject population filters period fixed match cap page gaps "
    "completeness choices found"
)


def document(*calls: Any) -> Any:
    return json.loads(drawn(Format.JSON, report(tool(*calls))))["tools"][0]


def ground(*arguments: Any, **fields: Any) -> Any:
    return document(covered(*arguments, **fields))["calls"][0]["coverage"]


@pytest.mark.parametrize("name", REPORTS)
def test_the_document_is_what_the_schema_says_key_by_key(name: str) -> None:
    text = drawn(Format.JSON, REPORTS[name])
    told = json.loads(text, parse_constant=lambda token: pytest.fail(f"{token} is not JSON"))

    assert text.count("\n") == 1
    assert violation(told, "coverage") is None
    assert [*told] == [*SCHEMAS["coverage"]()["properties"]]
    for one in told["tools"]:
        assert [*one] == ["tool", "declaration", "calls", "ground", "leftOut", "repeated"]
        for each in one["calls"]:
            assert [*each] == CALL.split()
            assert [*each["coverage"]] == COVERAGE.split()


def test_gaps_only_leaves_nothing_out_of_the_document() -> None:
    whole = drawn(Format.JSON, REPORTS["many gaps"])

    assert drawn(Format.JSON, REPORTS["many gaps"], gaps_only=True) == whole


def test_the_worked_example_of_the_search_notes_is_told_facet_by_facet() -> None:
    assert ground() == {
        "status": "composed",
        "because": None,
        "source": [
            {"what": "the incident store", "said": ["the incident store"], "from": "declared"}
        ],
        "subject": {"what": "incidents", "said": ["incident", "incidents"]},
        "population": [{"argument": "service", "value": "checkout", "any": False, "from": "sent"}],
        "filters": [],
        "period": [{"argument": "window", "value": "2h", "any": False, "from": "default"}],
        "fixed": [{"name": "status", "value": "open", "said": ["open"], "from": "declared"}],
        "match": [],
        "cap": None,
        "page": [],
        "gaps": [],
        "completeness": "complete",
        "choices": [],
        "found": "composed",
    }


def test_a_cap_and_a_gap_are_told_with_what_sets_and_what_closes_them() -> None:
    told = ground({"since": "1h", "limit": 5}, 5, search=D2)

    assert told["cap"] == {"limit": 5, "reached": True, "by": ["limit"]}
    assert told["gaps"][1] == {
        "kind": "cap",
        "bears": "completeness",
        "argument": None,
        "what": None,
        "why": "the cap of 5 was reached: there may be more rows",
        "closes": "asking-again",
    }
    assert told["choices"] == [
        {"name": "match-without-text", "value": "gap"},
        {"name": "match-bears", "value": "population"},
    ]


def test_of_a_call_that_covers_nothing_every_part_is_null() -> None:
    told = ground(outcome="failed")

    assert (told.pop("status"), told.pop("because")) == ("not-composed", "failed")
    assert {*told.values()} == {None}
    assert ground(of=NOT_DECLARED)["because"] == "no-search-declared"


def test_a_list_that_is_not_recorded_is_null_and_an_empty_one_is_empty() -> None:
    one = covered(told=(ABSENCE,))

    (told,) = document(one)["calls"][0]["declared"]
    assert told["inProgress"] is None
    assert told["checked"] == [
        {"what": "leak log", "why": None},
        {"what": "sensors", "why": "all six reported"},
    ]
    assert document(covered())["calls"][0]["declared"] == []


def test_what_calls_covered_together_names_them_by_their_places() -> None:
    told = document(
        covered(), covered({"service": ["checkout", "auth"]}, call_id="c2"), covered(call_id="c3")
    )

    assert [(one["state"], one["calls"]) for one in told["ground"]] == [
        ("covered", [0, 1, 2]),
        ("covered", [1]),
    ]
    assert told["repeated"] == [[0, 2]]


def test_explain_tells_of_a_call_the_same_ground() -> None:
    one = covered()
    whole = recording(calls=(call(),))
    made = Audit(recording=whole, retrievals=(), findings=(), exit_status=0, calls=(one,))
    text = "".join(renderer("explain", Format.JSON)([made], Page(), lambda: 0))
    told = json.loads(text)

    assert violation(told, "explain") is None
    (shown,) = told["recordings"][0]["toolCalls"]
    mine = document(one)["calls"][0]
    del mine["sentence"]
    assert {key: shown[key] for key in mine} == mine
    assert [*shown] == ["tool", *CALL.split()[:11], "result", "line", "run", "filled", "bounded"]


def test_explain_prints_the_calls_of_a_recording_in_its_order() -> None:
    whole = recording(calls=tuple(call(call_id=f"call-{number}") for number in range(4)))
    text = "".join(renderer("explain", Format.JSON)([audit(whole)], Page(), lambda: 0))

    told = json.loads(text)["recordings"][0]["toolCalls"]
    assert [one["callId"] for one in told] == ["call-0", "call-1", "call-2", "call-3"]
