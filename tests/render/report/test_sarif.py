import json
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from footprint_cli.model.finding import Finding
from tests.render.report.reports import REPORTS, count, drawn, finding, gate

TEXT = {"type": "string", "minLength": 1}
MESSAGE = {
    "type": "object",
    "required": ["text"],
    "properties": {"text": {"type": "string"}},
    "additionalProperties": False,
}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
RULE = {
    "type": "object",
    "required": ["id", "index"],
    "properties": {"id": TEXT, "index": {"type": "integer", "minimum": 0}},
    "additionalProperties": False,
}
PHYSICAL = {
    "type": "object",
    "required": ["artifactLocation"],
    "additionalProperties": False,
    "properties": {
        "artifactLocation": {"type": "object", "properties": {"uri": {"type": "string"}}},
        "region": {
            "type": "object",
            "properties": {"startLine": {"type": "integer", "minimum": 1}},
        },
    },
}
ASKED = {
    "type": "object",
    "required": ["rule"],
    "properties": {"rule": TEXT},
    "additionalProperties": False,
}
LOCATIONS = {
    "type": "array",
    "items": {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "physicalLocation": PHYSICAL,
            "logicalLocations": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"fullyQualifiedName": {"type": "string"}},
                },
            },
        },
    },
}
# The parts of SARIF 2.1.0 that we write, with what the standard asks of them.
SARIF: dict[str, Any] = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {"type": "array", "items": {"$ref": "#/$defs/run"}},
    },
    "additionalProperties": False,
    "$defs": {
        "run": {
            "type": "object",
            "required": ["tool", "results"],
            "additionalProperties": False,
            "properties": {
                "tool": {
                    "type": "object",
                    "required": ["driver"],
                    "properties": {
                        "driver": {
                            "type": "object",
                            "required": ["name"],
                            "properties": {
                                "name": TEXT,
                                "rules": {
                                    "type": "array",
                                    "uniqueItems": True,
                                    "items": {
                                        "type": "object",
                                        "required": ["id"],
                                        "properties": {"id": TEXT, "shortDescription": MESSAGE},
                                        "additionalProperties": False,
                                    },
                                },
                            },
                            "additionalProperties": False,
                        }
                    },
                },
                "invocations": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["executionSuccessful"],
                        "properties": {
                            "executionSuccessful": {"type": "boolean"},
                            "exitCode": {"type": "integer"},
                            "toolExecutionNotifications": {
                                "type": "array",
                                "items": {
                                    "type": "object",
                                    "required": ["message"],
                                    "properties": {
                                        "level": LEVEL,
                                        "message": MESSAGE,
                                        "associatedRule": RULE,
                                        "properties": ASKED,
                                        "locations": LOCATIONS,
                                    },
                                    "additionalProperties": False,
                                },
                            },
                        },
                        "additionalProperties": False,
                    },
                },
                "results": {"type": "array", "items": {"$ref": "#/$defs/result"}},
            },
        },
        "result": {
            "type": "object",
            "required": ["message"],
            "additionalProperties": False,
            "properties": {
                "ruleId": TEXT,
                "ruleIndex": {"type": "integer", "minimum": 0},
                "level": LEVEL,
                "message": MESSAGE,
                "locations": LOCATIONS,
                "properties": ASKED,
                "partialFingerprints": {
                    "type": "object",
                    "additionalProperties": {"type": "string"},
                },
                "suppressions": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["kind"],
                        "properties": {
                            "kind": {"enum": ["inSource", "external"]},
                            "justification": {"type": "string"},
                        },
                    },
                },
            },
        },
    },
}


def run_of(name: str) -> dict[str, Any]:
    document = json.loads(drawn("sarif", REPORTS[name]))
    (run,) = document["runs"]
    return dict(run)


def result_of(one: Finding) -> dict[str, Any]:
    (result,) = json.loads(drawn("sarif", gate(one)))["runs"][0]["results"]
    return dict(result)


def uri_of(source: str) -> str:
    result = result_of(finding(source=source))
    return str(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_is_sarif(name: str) -> None:
    document = json.loads(drawn("sarif", REPORTS[name]))

    assert [*Draft202012Validator(SARIF).iter_errors(document)] == []
    run = run_of(name)
    rules = [one["id"] for one in run["tool"]["driver"]["rules"]]
    assert len(rules) == len(set(rules))
    assert all(rules[one["ruleIndex"]] == one["ruleId"] for one in run["results"])


@pytest.mark.parametrize("name", ["hostile", "hostile, verified"])
def test_the_text_is_strict_json_for_any_reader(name: str) -> None:
    orjson = pytest.importorskip("orjson")

    assert orjson.loads(drawn("sarif", REPORTS[name]).encode()) == json.loads(
        drawn("sarif", REPORTS[name])
    )


def test_a_result_has_its_place_its_rule_and_its_level() -> None:
    result = result_of(finding(level="warning"))

    assert (result["ruleId"], result["level"]) == ("corpus-empty", "warning")
    assert result["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "runs/a.jsonl"},
                "region": {"startLine": 2},
            },
            "logicalLocations": [{"fullyQualifiedName": "handbook at read#1"}],
        }
    ]


@pytest.mark.parametrize(
    "path", ["a b.jsonl", "a:b/c.jsonl", "ü/%41#x?y.jsonl", "-", "a\nb", "\udcff.jsonl", "a\\b"]
)
def test_a_path_is_a_relative_uri_that_names_the_same_file(path: str) -> None:
    parts = urlsplit(uri_of(path))

    assert (parts.scheme, parts.netloc, parts.query, parts.fragment) == ("", "", "", "")
    assert unquote(parts.path, errors="surrogateescape") == path


def test_an_absolute_path_is_a_file() -> None:
    assert uri_of("/tmp/a b.jsonl") == "file:///tmp/a%20b.jsonl"  # noqa: S108


def test_a_fingerprint_stays_where_line_and_words_change() -> None:
    one, moved = finding(), finding(line=9, message="other words")

    assert result_of(one)["partialFingerprints"] == result_of(moved)["partialFingerprints"]
    others = [finding(step="other#1"), finding(source="b.jsonl"), finding(chunk="a")]
    marks = [result_of(each)["partialFingerprints"]["footprint/v1"] for each in (one, *others)]
    assert len(set(marks)) == 4


def test_two_of_a_kind_have_marks_of_their_own() -> None:
    results = json.loads(drawn("sarif", gate(finding(), finding())))["runs"][0]["results"]
    marks = [one["partialFingerprints"]["footprint/v1"] for one in results]

    assert [one.rpartition(":")[2] for one in marks] == ["1", "2"]


def test_what_is_accepted_is_a_suppressed_result() -> None:
    (result,) = run_of("accepted")["results"]

    assert result["suppressions"] == [{"kind": "external", "justification": "in the baseline"}]


def test_a_rule_says_what_it_stands_for_once_whatever_its_values() -> None:
    report = gate(rules=(count("admitted-below=2"), count("admitted-below=5")))
    run = json.loads(drawn("sarif", report))["runs"][0]

    assert run["tool"]["driver"]["rules"] == [
        {"id": "admitted-below", "shortDescription": {"text": "It is empty."}}
    ]


def test_a_result_says_which_value_it_is_of() -> None:
    found = [finding(code="admitted-below", rule=f"admitted-below={value}") for value in (2, 5)]
    report = gate(*found, finding(), rules=(count("admitted-below=2"), count("admitted-below=5")))
    results = json.loads(drawn("sarif", report))["runs"][0]["results"]

    assert [one["ruleId"] for one in results] == [
        "admitted-below",
        "admitted-below",
        "corpus-empty",
    ]
    assert [one.get("properties") for one in results] == [
        {"rule": "admitted-below=2"},
        {"rule": "admitted-below=5"},
        None,
    ]


@pytest.mark.parametrize(("name", "whole"), [("failed", True), ("unreadable", False)])
def test_an_input_that_could_not_be_read_is_no_success(name: str, whole: bool) -> None:
    (invocation,) = run_of(name)["invocations"]

    assert invocation["executionSuccessful"] is whole
    assert invocation["exitCode"] == REPORTS[name].exit_status


def test_what_was_not_judged_is_a_notification() -> None:
    (invocation,) = run_of("inconclusive")["invocations"]

    told = [one["message"]["text"] for one in invocation["toolExecutionNotifications"]]
    assert told[1:] == [*REPORTS["inconclusive"].why, "could not be judged: no retrieval in it"]


def test_each_place_that_was_not_judged_is_a_notification_with_its_rule() -> None:
    (invocation,) = run_of("inconclusive in many places")["invocations"]
    places = invocation["toolExecutionNotifications"][2:]

    assert len(places) == 3
    assert places[0] == {
        "level": "note",
        "message": {"text": "could not be judged: handbook at read#1: withheld: redacted"},
        "associatedRule": {"id": "corpus-empty", "index": 0},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "b.jsonl"},
                    "region": {"startLine": 7},
                }
            }
        ],
    }


def test_nothing_of_a_message_is_a_link_or_a_placeholder() -> None:
    hostile = finding(message="[see](https://evil.invalid) {0} {name} a[1]")
    (result,) = json.loads(drawn("sarif", gate(findings=(hostile,))))["runs"][0]["results"]

    assert result["message"]["text"].endswith(
        "\\[see\\](https://evil.invalid) {{0}} {name} a\\[1\\]"
    )
