import json

import pytest

from footprint_cli.render.documents import finding_document
from footprint_cli.render.schemas import SCHEMAS
from tests.cli.schemas import violation
from tests.render.report.reports import REPORTS, drawn


@pytest.mark.parametrize("name", REPORTS)
def test_the_document_is_what_the_schema_says_key_by_key(name: str) -> None:
    document = json.loads(drawn("json", REPORTS[name]))
    answer = REPORTS[name].answer

    assert violation(document, answer) is None
    assert [*document] == [*SCHEMAS[answer]()["properties"]]


def test_a_gate_has_the_promised_keys_in_their_order() -> None:
    document = json.loads(drawn("json", REPORTS["accepted"]))

    assert [*document] == [
        "schema",
        "verdict",
        "why",
        "unjudged",
        "rules",
        "findings",
        "suppressed",
        "searched",
        "exitStatus",
    ]
    (suppressed,) = document["suppressed"]
    of_finding = finding_document(REPORTS["accepted"].suppressed[0].finding)
    assert [*suppressed] == [*of_finding, "why", "until"]
    assert document["searched"] == {"recordings": 3, "retrievals": 4, "toolCalls": 2}


def test_text_is_kept_as_it_was_recorded() -> None:
    for name in ("hostile", "hostile, verified"):
        document = json.loads(drawn("json", REPORTS[name]))
        findings = REPORTS[name].findings

        assert [one["message"] for one in document["findings"]] == [one.message for one in findings]
        assert [one["step"] for one in document["findings"]] == [one.step for one in findings]


@pytest.mark.parametrize("name", REPORTS)
def test_the_rows_of_jsonl_are_those_of_the_document(name: str) -> None:
    lines = drawn("jsonl", REPORTS[name]).split("\n")[:-1]
    document = json.loads(drawn("json", REPORTS[name]))

    for kind, key in (("rule", "rules"), ("check", "checks"), ("suppressed", "suppressed")):
        rows = [row for row in map(json.loads, lines) if row.pop("row") == kind]
        assert rows == document.get(key, [])
    last = json.loads(lines[-1])
    assert last["row"] == "report"
    assert last["exitStatus"] == document["exitStatus"]
    assert last["verdict"] == document.get("verdict")
