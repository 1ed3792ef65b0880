import json
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from footprint_cli.model.evidence import Candidate
from footprint_cli.model.recording import Recording, Run
from footprint_cli.render import Format
from footprint_cli.render.schemas import schema_text
from tests.analyse.odd import odd_retrievals
from tests.build import call, candidate, damage, read, recording, refused, retrieval, ruling
from tests.render.drawn import drawn
from tests.render.situations import SITUATIONS, odd_recording, unknown_call

SCHEMA = json.loads(schema_text("explain"))
RECORDING = "source format run lines commits damage retrievals toolCalls"
RUN = "runId sessionId complete droppedEvents producer"
RETRIEVAL = (
    "retriever step line evidenceFrom outcome headline strategy queryHash k threshold maxChars "
    "charsUsed embedderId dimensions selectionOrder namespace consideredCount admittedCount "
    "rejectedCount candidatesComplete candidatesOmittedReason corpusEmpty bindingLimits candidates"
)
CANDIDATE = (
    "id rank score admitted reason docUri page heading promptPosition promptChars read margin "
    "explanation history flips"
)
CALL = (
    "source step iteration callId arguments argumentsFrom outcome rows rowsFrom coverage declared"
)
FINDING = "code level message source line step retriever chunk tool"


def explained(*recordings: Recording) -> Any:
    text = drawn(Format.JSON, *recordings)
    return json.loads(text, parse_constant=lambda token: pytest.fail(f"{token} is not JSON"))


def only_retrieval(*candidates: Candidate, **fields: Any) -> Any:
    return explained(recording(retrieval(*candidates, **fields)))["recordings"][0]["retrievals"][0]


def problems(document: Any) -> list[str]:
    found = Draft202012Validator(SCHEMA).iter_errors(document)
    return [f"{one.json_path}: {one.message}" for one in found]


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", SITUATIONS)
def test_every_answer_is_what_the_schema_promises(name: str) -> None:
    assert problems(explained(SITUATIONS[name])) == []


def test_answers_on_many_inputs_and_on_none_are_what_the_schema_promises() -> None:
    assert problems(explained(*SITUATIONS.values())) == []
    assert problems(explained()) == []


@given(odd_retrievals())
def test_whatever_was_recorded_the_answer_is_what_the_schema_promises(one: Any) -> None:
    assert problems(explained(recording(one, damage=(damage(),)))) == []


def test_a_document_without_a_promised_key_is_not_what_the_schema_promises() -> None:
    document = explained(SITUATIONS["read and refused"])
    del document["recordings"][0]["retrievals"][0]["candidates"][0]["margin"]

    assert len(problems(document)) == 1


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_same_input_gives_the_same_bytes(name: str) -> None:
    one = SITUATIONS[name]

    assert drawn(Format.JSON, one).encode() == drawn(Format.JSON, one).encode()


@pytest.mark.parametrize("name", SITUATIONS)
def test_an_answer_is_one_line_that_ends(name: str) -> None:
    text = drawn(Format.JSON, SITUATIONS[name])

    assert text.endswith("}\n")
    assert text.count("\n") == 1


@pytest.mark.parametrize("name", SITUATIONS)
def test_keys_stand_in_the_promised_order(name: str) -> None:
    document = explained(SITUATIONS[name])
    one = document["recordings"][0]
    retrievals = one["retrievals"]
    candidates = [each for whole in retrievals for each in whole["candidates"] or []]

    assert [*document] == ["schema", "recordings", "findings", "exitStatus"]
    promised = [
        ([one], RECORDING),
        ([one["run"]], RUN),
        (retrievals, RETRIEVAL),
        (candidates, CANDIDATE),
        (one["toolCalls"], CALL),
        (document["findings"], FINDING),
        (one["damage"], "line kind detail recovered"),
        ([each for row in candidates for each in row["history"]], "at admitted reason"),
    ]
    for found, keys in promised:
        for each in found:
            assert [key for key in each if key in keys.split()] == keys.split()


def test_what_was_not_recorded_is_null_and_never_left_out() -> None:
    row = Candidate()
    document = only_retrieval(evidence=None, failure="x", retriever=None, step=None, line=None)

    nulls = set(RETRIEVAL.split()) - {"evidenceFrom", "outcome", "headline"}
    assert {key for key in nulls if document[key] is None} == nulls
    (bare,) = only_retrieval(row, candidates=(row,))["candidates"]
    nulls = set(CANDIDATE.split()) - {"explanation", "history"}
    assert {key for key in nulls if bare[key] is None} == nulls


def test_an_empty_list_is_not_a_list_that_was_not_recorded() -> None:
    assert only_retrieval()["candidates"] == []
    assert only_retrieval(candidates=None)["candidates"] is None
    assert only_retrieval()["bindingLimits"] == []
    assert only_retrieval(candidates=None)["bindingLimits"] is None


def test_an_unknown_call_has_every_key() -> None:
    (document,) = explained(recording(calls=(unknown_call(),)))["recordings"][0]["toolCalls"]

    assert document["outcome"] == "not-dispatched"
    assert {document[key] for key in CALL.split()[1:6]} == {None}


def test_zero_is_not_null() -> None:
    one = read(score=0, page=0, prompt_position=0)
    document = only_retrieval(one, threshold=0, k=0, max_chars=0, chars_used=0)

    assert [document[key] for key in ("threshold", "k", "maxChars", "charsUsed")] == [0, 0, 0, 0]
    (row,) = document["candidates"]
    assert [row[key] for key in ("score", "page", "promptPosition", "margin")] == [0, 0, 0, 0]


def test_a_value_of_another_type_is_printed_as_it_was_recorded() -> None:
    one = explained(odd_recording())["recordings"][0]["retrievals"][0]
    row = one["candidates"][0]

    assert row["rank"] == 1.5
    assert row["score"] == "0.9"
    assert row["admitted"] == "true"
    assert row["reason"] == 7
    assert row["page"] == "iv"
    assert row["heading"] == ["h"]
    assert row["docUri"] == {"a": 1}
    assert row["promptPosition"] is False
    assert row["extra"] == {"later": [1, None]}
    assert (one["threshold"], one["k"], one["consideredCount"]) == ("0.6", True, [3])


def test_an_id_that_was_a_number_is_a_string_of_its_digits() -> None:
    rows = explained(odd_recording())["recordings"][0]["retrievals"][0]["candidates"]

    assert [row["id"] for row in rows] == ["50000000014435121", None, None]


def test_numbers_are_printed_as_recorded() -> None:
    rows = [read("a", score=0.30000000000000004), read("b", score=1), read("c", score=2**60 + 1)]

    text = drawn(Format.JSON, recording(retrieval(*rows, threshold=0.7)))

    for score in ('"score":0.30000000000000004,', '"score":1,', '"score":1152921504606846977,'):
        assert score in text


def test_text_is_kept_as_it_was_recorded() -> None:
    name = "\x1b[2J<b>a\u202eb\nc</b>"

    assert only_retrieval(read(name, heading=name))["candidates"][0]["id"] == name


def test_the_history_of_a_chunk_is_told_stage_by_stage() -> None:
    one = only_retrieval(refused("over-budget", "a", score=0.8), at_retriever=(ruling("a"),))

    assert one["candidates"][0]["history"] == [
        {"at": "retriever", "admitted": True, "reason": None},
        {"at": "picker", "admitted": False, "reason": "over-budget"},
    ]


def test_findings_of_all_inputs_stand_together_in_order() -> None:
    inputs = [
        recording(retrieval(candidate(name, reason="over-budget")), source=f"{name}.jsonl")
        for name in "ab"
    ]

    document = explained(*inputs)

    assert [(each["source"], each["chunk"]) for each in document["findings"]] == [
        ("a.jsonl", "a"),
        ("b.jsonl", "b"),
    ]
    assert document["exitStatus"] == 0


def test_the_exit_status_of_damage_is_printed() -> None:
    assert explained(recording(retrieval(read()), damage=(damage(),)))["exitStatus"] == 3


def test_a_run_id_that_only_the_lines_tell_is_the_run_id_where_it_is_one() -> None:

    one = explained(recording(run=Run(run_ids=("r1",)), calls=(call(),)))
    two = explained(recording(run=Run(run_ids=("r1", "r2")), calls=(call(),)))

    assert one["recordings"][0]["run"]["runId"] == "r1"
    assert two["recordings"][0]["run"]["runId"] is None
    assert two["recordings"][0]["run"]["runIds"] == ["r1", "r2"]
