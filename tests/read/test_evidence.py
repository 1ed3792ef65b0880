import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from footprint_cli.model.evidence import Candidate
from footprint_cli.read.evidence import (
    candidate_of,
    candidates_in,
    candidates_of,
    evidence_of,
    injected_text,
    looks_like_evidence,
    rulings_of,
)
from tests.log import record, refused_row, row
from tests.recorded import as_recorded

TEXTS = ("id", "reason", "docUri", "heading", "promptFragment")
NUMBERS = ("score", "page")
WHOLE = ("rank", "promptPosition")
FIELDS = dict(zip(TEXTS, TEXTS, strict=True)) | {
    "docUri": "doc_uri",
    "promptFragment": "prompt_fragment",
    "promptPosition": "prompt_position",
    "score": "score",
    "page": "page",
    "rank": "rank",
    "admitted": "admitted",
}
OTHERS: list[Any] = [[], [1], {}, {"a": 1}]
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(), inner, max_size=2),
)


def the_only(*rows: Any) -> Candidate:
    evidence = evidence_of({"candidates": [*rows]})
    assert evidence.candidates is not None
    (one,) = evidence.candidates
    return one


# Candidates


def test_a_candidate_has_its_fields_by_their_recorded_names() -> None:
    one = the_only(
        row(
            "a.md#0",
            reason="x",
            docUri="docs/a.md",
            page=7,
            heading="Tides",
            promptFragment="At noon.",
            promptPosition=0,
        )
    )

    assert one == Candidate(
        id="a.md#0",
        score=0.8,
        rank=1,
        admitted=True,
        reason="x",
        doc_uri="docs/a.md",
        page=7,
        heading="Tides",
        prompt_fragment="At noon.",
        prompt_position=0,
    )


def odd_values() -> list[tuple[str, Any]]:
    wrong: dict[str, list[Any]] = {}
    wrong |= {name: [*OTHERS, True, 3] for name in TEXTS if name != "id"}
    wrong |= {name: [*OTHERS, True, "0.5"] for name in NUMBERS}
    wrong |= {name: [*OTHERS, True, "1", 1.5, float("nan")] for name in WHOLE}
    wrong |= {"admitted": [*OTHERS, "true", "True", 1, 0], "id": [*OTHERS, True]}
    return [(name, value) for name, values in wrong.items() for value in values]


@pytest.mark.parametrize(("name", "value"), odd_values())
def test_a_value_of_another_type_is_kept_beside_the_field_and_not_in_it(
    name: str, value: Any
) -> None:
    one = the_only(row() | {name: value})

    assert getattr(one, FIELDS[name]) is None
    assert one.odd == {name: value}
    assert one.odd[name] is value
    assert one.extra == {}


@pytest.mark.parametrize("name", sorted(FIELDS.keys() - {"id"}))
def test_null_is_not_recorded(name: str) -> None:
    one = the_only(row() | {name: None})

    assert getattr(one, FIELDS[name]) is None
    assert (one.odd, one.extra) == ({}, {})


def test_an_id_of_null_is_told_from_an_id_that_is_absent() -> None:
    absent = row()
    del absent["id"]

    assert (the_only(row(None)).id, the_only(row(None)).odd) == (None, {"id": None})
    assert (the_only(absent).id, the_only(absent).odd) == (None, {})


@pytest.mark.parametrize("number", [0, -7, 50000000014435121, 2**53 + 1, 2**64, 10**40])
def test_a_number_for_an_id_is_its_exact_digits_and_is_kept_as_it_was(number: int) -> None:
    one = the_only(row(number))

    assert (one.id, one.odd) == (str(number), {"id": number})


def test_an_empty_id_is_an_id() -> None:
    assert (the_only(row("")).id, the_only(row("")).odd) == ("", {})


@pytest.mark.parametrize("number", [2**63, 2**64, -(2**70), 10**400])
def test_a_number_of_any_size_is_kept_with_every_digit(number: int) -> None:
    one = the_only(row(score=number, rank=number, page=number))

    assert (one.score, one.rank, one.page) == (number, number, number)
    assert one.odd == {}


@pytest.mark.parametrize("value", [float("inf"), float("-inf")])
def test_a_score_without_end_is_kept(value: float) -> None:
    assert the_only(row(score=value)).score == value


def test_a_score_that_is_no_number_is_kept_as_one() -> None:
    score = the_only(row(score=float("nan"))).score

    assert score is not None
    assert score != score  # noqa: PLR0124 (so is NaN)


@pytest.mark.parametrize("value", [None, 7, "a.md#0", True, [], ["a.md#0"]])
def test_a_row_that_is_no_record_is_a_row_all_the_same(value: Any) -> None:
    evidence = evidence_of({"candidates": [row(), value, row("b.md#0")]})
    assert evidence.candidates is not None

    assert [one.id for one in evidence.candidates] == ["a.md#0", None, "b.md#0"]
    assert evidence.candidates[1].odd == {"row": value}


def test_keys_that_the_record_does_not_name_are_kept() -> None:
    one = the_only(row(vector={"dims": 4}, tier=None))

    assert one.extra == {"vector": {"dims": 4}, "tier": None}
    assert one.odd == {}


@pytest.mark.parametrize("name", ["odd", "extra", "doc_uri", "prompt_position", "row", "chunk"])
@pytest.mark.parametrize("value", [{"id": "forged"}, "text", 7, [1]])
def test_keys_named_like_ours_do_no_harm(name: str, value: Any) -> None:
    one = the_only(row() | {name: value})

    assert one == replace(the_only(row()), extra={name: value})


def test_an_empty_row_is_a_candidate_of_which_nothing_is_known() -> None:
    assert the_only({}) == Candidate()


ROWS = st.dictionaries(st.sampled_from(sorted(FIELDS)), VALUES)


@given(ROWS)
def test_the_fast_road_and_the_field_by_field_road_end_in_one_place(one: dict[str, Any]) -> None:
    slow = candidate_of({**one, "beside": 0})  # a key of no field: the fast road is closed

    fast = candidate_of(one)

    assert repr(fast) == repr(replace(slow, extra={}))


@pytest.mark.parametrize("name", [*NUMBERS, *WHOLE])
@pytest.mark.parametrize("value", [1.0, -0.0, 2.0**60, 1e300, 10**19, -(10**30), 3])
def test_both_roads_agree_on_numbers_at_the_edge(name: str, value: float) -> None:
    one = row() | {name: value}

    assert repr(candidate_of(one)) == repr(replace(candidate_of(one | {"beside": 0}), extra={}))


@given(ROWS)
def test_nothing_of_a_row_is_lost(one: dict[str, Any]) -> None:
    read = candidate_of(one)

    shown = {name for name, field in FIELDS.items() if getattr(read, field) is not None}
    recorded = {name for name, value in one.items() if value is not None}
    assert shown | (read.odd.keys() - {"id"}) >= recorded - {"id"}
    assert shown <= recorded
    assert ("id" in recorded) == (read.id is not None or read.odd.get("id") is not None)


# Evidence


def test_a_record_comes_back_as_it_was_written() -> None:
    whole = record(
        row("tides.md#0", heading="Tides"),
        refused_row(),
        memoryId="kb",
        maxChars=200,
        charsUsed=182,
        embedderId="hand-4d",
        dimensions=4,
        candidatesOmittedReason="none",
    )

    assert as_recorded(evidence_of(whole)) == whole


EVIDENCE_TEXTS = (
    "memoryId",
    "strategy",
    "queryHash",
    "embedderId",
    "selectionOrder",
    "namespace",
    "candidatesOmittedReason",
)
EVIDENCE_NUMBERS = (
    "k",
    "threshold",
    "maxChars",
    "charsUsed",
    "dimensions",
    "consideredCount",
    "admittedCount",
    "rejectedCount",
)
FLAGS = ("candidatesComplete", "corpusEmpty")


def odd_fields() -> list[tuple[str, Any]]:
    wrong: dict[str, list[Any]] = {}
    wrong |= {name: [7, True, ["a"]] for name in EVIDENCE_TEXTS}
    wrong |= {name: ["7", True, [7]] for name in EVIDENCE_NUMBERS}
    wrong |= {name: ["true", 1, []] for name in FLAGS}
    return [(name, value) for name, values in wrong.items() for value in values]


@pytest.mark.parametrize(("name", "value"), odd_fields())
def test_a_field_of_another_type_is_not_recorded_and_is_kept_as_it_was(
    name: str, value: Any
) -> None:
    usual = evidence_of(record(row()) | {"memoryId": "kb", "embedderId": "e"})
    odd = evidence_of(record(row()) | {"memoryId": "kb", "embedderId": "e"} | {name: value})

    assert odd.odd == {name: value}
    assert odd.extra == {}
    assert name not in as_recorded(replace(odd, odd={}))
    kept = as_recorded(usual)
    kept.pop(name, None)
    assert as_recorded(replace(odd, odd={})) == kept


@pytest.mark.parametrize("name", [*EVIDENCE_TEXTS, *EVIDENCE_NUMBERS, *FLAGS])
def test_a_field_of_null_is_not_recorded(name: str) -> None:
    evidence = evidence_of(record(row()) | {name: None})

    assert (evidence.odd, evidence.extra) == ({}, {})
    assert name not in as_recorded(evidence)


@pytest.mark.parametrize("value", [7, "a.md#0", True, {"0": {"id": "a"}}])
def test_candidates_that_are_no_list_name_no_candidate(value: Any) -> None:
    evidence = evidence_of(record() | {"candidates": value})

    assert evidence.candidates is None
    assert evidence.odd == {"candidates": value}


def test_no_list_an_empty_list_and_null_are_told_apart_from_a_list() -> None:
    bare = record(row())
    del bare["candidates"]

    assert evidence_of(bare).candidates is None
    assert evidence_of(bare | {"candidates": None}).candidates is None
    assert evidence_of(bare | {"candidates": []}).candidates == ()


@pytest.mark.parametrize("name", ["odd", "extra", "memory_id", "candidates_complete"])
def test_keys_named_like_our_own_do_no_harm_to_evidence(name: str) -> None:
    evidence = evidence_of(record(row()) | {name: {"strategy": "forged"}})

    assert evidence == replace(evidence_of(record(row())), extra={name: {"strategy": "forged"}})


def test_rows_of_an_appended_list_stand_in_for_the_whole_of_it() -> None:
    evidence = evidence_of(record(row("a"), row("b")), rows=[row("b")])
    assert evidence.candidates is not None

    assert [one.id for one in evidence.candidates] == ["b"]
    assert evidence.considered_count == 2


@given(st.dictionaries(st.sampled_from([*EVIDENCE_TEXTS, *EVIDENCE_NUMBERS, "candidates"]), VALUES))
def test_any_record_is_read(one: dict[str, Any]) -> None:
    evidence = evidence_of(one)

    kept = as_recorded(replace(evidence, candidates=None)).keys()
    listed = isinstance(one.get("candidates"), list)
    assert kept | ({"candidates"} if listed else set()) == {
        name for name, value in one.items() if value is not None
    }
    if listed:
        assert evidence.candidates is not None
        assert len(evidence.candidates) == len(one["candidates"])


def test_rulings_keep_the_verdicts_in_their_order() -> None:
    rulings = rulings_of(evidence_of(record(row(), refused_row())))

    assert [(one.chunk, one.admitted, one.reason) for one in rulings or ()] == [
        ("a.md#0", True, None),
        ("z.md#0", False, "below-threshold"),
    ]
    assert rulings_of(evidence_of({"k": 1})) is None


@pytest.mark.parametrize(
    ("messages", "text"),
    [
        ([], ""),
        ([{"content": "a"}, {"content": ""}, {"content": "b"}], "a\n\n\n\nb"),
        ([{"content": "a"}, {"content": None}], None),
        ([{"content": "a"}, "b"], None),
        ("REDACTED", None),
        (None, None),
    ],
)
def test_the_injected_text_is_known_where_every_message_is_text(
    messages: Any, text: str | None
) -> None:
    assert injected_text(messages) == text


@pytest.mark.parametrize(
    ("value", "is_evidence"),
    [
        ({"consideredCount": 0}, True),
        ({"candidates": [], "k": 3}, True),
        ({"candidates": []}, False),
        ({"candidates": [1, {"id": "a", "admitted": False}]}, True),
        ({"candidates": [1, {"id": "a"}]}, False),
        ({"k": 3}, False),
        ([], False),
        ("consideredCount", False),
    ],
)
def test_bare_evidence_is_told_by_the_keys_that_only_it_has(value: Any, is_evidence: bool) -> None:
    assert looks_like_evidence(value) is is_evidence


@pytest.mark.parametrize("name", ["rank", "score", "admitted", "reason", "promptPosition"])
def test_a_field_that_holds_half_a_character_costs_no_row(name: str) -> None:
    candidate = candidate_of({"id": "a.md#0", "admitted": True} | {name: "\ud800"})

    assert candidate.id == "a.md#0"
    assert (candidate.reason if name == "reason" else candidate.odd[name]) == "\ud800"


WRITTEN = st.lists(
    st.one_of(
        st.fixed_dictionaries(
            {"id": st.text(max_size=3), "score": st.floats(-1, 1), "rank": st.integers(1, 9)},
            optional={
                "admitted": st.booleans(),
                "reason": st.text(max_size=3),
                "docUri": st.text(max_size=3),
                "page": st.integers() | st.floats(),
                "promptFragment": st.text(max_size=3),
            },
        ),
        st.dictionaries(st.sampled_from([*FIELDS, "odd", "extra", "other"]), VALUES, max_size=4),
    ),
    max_size=4,
)


@given(rows=WRITTEN, spaced=st.booleans(), ascii_only=st.booleans())
def test_rows_that_are_typed_as_they_are_written_are_typed_as_they_are_read(
    rows: list[Any], *, spaced: bool, ascii_only: bool
) -> None:
    separators = None if spaced else (",", ":")
    text = json.dumps(rows, separators=separators, ensure_ascii=ascii_only)
    try:
        found = candidates_in(text.encode())
    except UnicodeEncodeError:  # such a text is in no file
        return
    if found is not None:
        assert found == candidates_of(json.loads(text))
        assert [repr(one) for one in found] == [repr(one) for one in candidates_of(rows)]


@pytest.mark.parametrize(
    "text",
    [
        b'[{"id":"a","id":"b"}]',
        b'[{"id":"a","odd":{"x":1}}]',
        b'[{"id":"a","extra":{"x":1}}]',
        b'[{"id":"a","reason":null}]',
        b'[{"id":"a","other":1}]',
        b'[{"id":"a","score":1e400}]',
        b'[{"id":7}]',
        b'[{"score":0.5}]',
        b'[{"id":"a"}',
        b'[{"id":"\xff"}]',
        b"[7]",
    ],
)
def test_rows_in_which_more_stands_than_is_typed_are_left_to_the_reader(text: bytes) -> None:
    assert candidates_in(text) is None


def test_rows_as_the_recorder_writes_them_are_typed_at_once() -> None:
    text = (
        '[{"id":"ü.md#1","score":0.5,"rank":1,"admitted":true,"docUri":"ü.md","heading":"a \\"b\\"",'
        '"promptFragment":"<a>\\n","promptPosition":0},{"id":"b","score":-1,"rank":2}]'
    )
    assert candidates_in(text.encode()) == candidates_of(json.loads(text))
