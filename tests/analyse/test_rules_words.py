from typing import Any

import pytest

from footprint_cli.model.evidence import Candidate
from tests.analyse.found import codes, found
from tests.build import candidate, evidence, read, refused, retrieval


def test_a_reason_of_a_later_version_is_shown_as_written() -> None:
    assert found("unknown-reason", refused("diversity", "a")) == [
        'warning: "diversity" is a reason this version does not know (a)'
    ]


def test_a_reason_of_a_later_version_is_said_once_for_all_its_chunks() -> None:
    pool = [refused("diversity", name) for name in "abc"]

    assert len(found("unknown-reason", *pool)) == 1


@pytest.mark.parametrize(
    "reason", ["below-threshold", "over-max-entries", "over-budget", "over-char-budget", None]
)
def test_a_reason_of_this_version_is_known(reason: str | None) -> None:
    assert found("unknown-reason", refused(reason)) == []


def test_a_strategy_of_ones_own_is_named() -> None:
    assert found("unknown-strategy", read(), strategy="spread-out") == [
        'note: the strategy is "spread-out", whose rule this version does not know'
    ]


@pytest.mark.parametrize("strategy", ["topK", "top-k", None])
def test_the_shipped_strategy_is_known_by_both_its_names(strategy: str | None) -> None:
    assert found("unknown-strategy", read(), strategy=strategy) == []


def test_a_prompt_order_of_a_later_version_is_named() -> None:
    assert found("unknown-selection-order", read(), selection_order="by-length") == [
        'note: selectionOrder is "by-length", an order this version does not know'
    ]


@pytest.mark.parametrize("order", ["recency", "relevance", None])
def test_the_prompt_orders_of_this_version_are_known(order: str | None) -> None:
    assert found("unknown-selection-order", read(), selection_order=order) == []


def test_a_record_that_does_not_name_its_strategy_may_be_an_old_one() -> None:
    assert found("strategy-not-recorded", read(), strategy=None) == [
        "note: the record does not name its strategy, as records before 9.39.0 do not"
    ]


@pytest.mark.parametrize(
    "kept",
    [
        {"strategy": "topK"},
        {"strategy": None, "odd": {"strategy": 4}},
        {"strategy": None, "withheld_fields": ("strategy",)},
    ],
    ids=str,
)
def test_a_strategy_that_is_named_oddly_named_or_withheld_is_recorded(
    kept: dict[str, Any],
) -> None:
    assert found("strategy-not-recorded", read(), **kept) == []


def test_a_strategy_is_missing_also_where_another_field_is_withheld() -> None:
    fields = {"strategy": None, "withheld_fields": ("queryHash",)}

    assert len(found("strategy-not-recorded", read(), **fields)) == 1


def test_ids_that_were_numbers_are_counted() -> None:
    pool = [candidate(name, odd={"id": int(name)}) for name in ("50000000014435121", "7")]

    assert found("id-not-text", *pool) == [
        (
            "warning: the ids of 2 candidates are numbers, not text (50000000014435121); shown digit "
            "for digit"
        )
    ]


def test_a_single_id_that_was_a_number_is_counted_in_the_singular() -> None:
    (message,) = found("id-not-text", candidate("7", odd={"id": 7}))

    assert "1 candidates" not in message
    assert "7" in message


def test_an_id_that_was_a_fraction_is_not_said_to_be_shown_as_written() -> None:
    (message,) = found("id-not-text", candidate("1.1", odd={"id": 1.1}))

    assert message.endswith("(1.1); shown by value, which may be written otherwise")


def test_an_id_of_digits_that_was_text_is_text() -> None:
    assert found("id-not-text", candidate("50000000014435121")) == []


def test_candidates_without_an_id_are_counted() -> None:
    assert found("id-not-recorded", candidate(None)) == ["warning: 1 candidate has no id"]
    assert found("id-not-recorded", candidate(None), candidate(None), read()) == [
        "warning: 2 candidates have no id"
    ]


@pytest.mark.parametrize(
    "one",
    [candidate(""), candidate(None, odd={"id": None}), candidate(None, odd={"row": "text"})],
    ids=["empty", "null", "no record"],
)
def test_an_id_that_is_empty_or_null_or_in_no_record_is_not_merely_missing(one: object) -> None:
    assert found("id-not-recorded", one) == []  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("0.6", '"0.6"'),
        (True, "true"),
        (None, "null"),
        (1.5, "1.5"),
        ([1], "a list"),
        ({"a": 1}, "an object"),
        (float("nan"), "NaN"),
    ],
)
def test_a_value_of_another_type_is_quoted_as_written(value: object, text: str) -> None:
    assert found("wrong-type", read(), threshold=None, odd={"threshold": value}) == [
        f"error: threshold is {text}, which is not the type the record promises"
    ]
    assert found("wrong-type", candidate("a", rank=1, odd={"page": value})) == [
        f"error: page of a is {text}, which is not the type the record promises"
    ]


def test_a_row_that_is_no_record_is_quoted() -> None:
    row = candidate(None, admitted=None, score=None, rank=None, odd={"row": "kb/a.md"})

    assert found("wrong-type", row) == ['error: a row of candidates is "kb/a.md", not a record']


def test_an_id_that_was_a_number_has_a_finding_of_its_own() -> None:
    assert found("wrong-type", candidate("7", odd={"id": 7})) == []


def test_a_record_of_the_promised_types_is_silent() -> None:
    assert found("wrong-type", read(), refused()) == []


@pytest.mark.parametrize(("namespace", "slots"), [("south", 1), ("a/b", 2), ("a/b/c/d", 4)])
def test_a_namespace_of_other_than_three_slots_is_quoted(namespace: str, slots: int) -> None:
    (message,) = found("namespace-shape", read(), namespace=namespace)

    assert message.startswith(f"note: namespace {namespace} has {slots} slot")
    assert "1 slots" not in message


@pytest.mark.parametrize("namespace", ["_/_/_global", "south/a%2Fb/corpus", None])
def test_a_namespace_has_three_slots(namespace: str | None) -> None:
    assert found("namespace-shape", read(), namespace=namespace) == []


def test_fields_that_redaction_took_are_named() -> None:
    one = {"withheld_fields": ("namespace", "queryHash")}

    assert found("field-withheld", read(), **one) == [
        "warning: withheld by redaction: namespace, queryHash"
    ]
    assert found("field-withheld", read()) == []


def test_a_reason_of_a_later_version_does_not_stop_the_counts() -> None:
    one = retrieval(evidence=evidence(read(), refused("diversity"), considered_count=5))

    assert one.evidence is not None
    assert found("count-against-list", evidence=one.evidence) == [
        "error: consideredCount is 5, but 2 candidates are listed"
    ]


@pytest.mark.parametrize(
    ("name", "one"),
    [
        ("id", read(None)),
        ("rank", read("a", rank=None)),
        ("score", read("a", score=None)),
        ("reason", refused(None, "a")),
        ("promptFragment", candidate("a")),
    ],
)
def test_what_redaction_took_from_rows_is_not_called_missing(name: str, one: Candidate) -> None:
    shown = retrieval(read("z"))
    kept = retrieval(one, withheld_fields=(f"candidates.{name}",))

    assert set(codes(shown, kept)) == {"field-withheld"}
    assert set(codes(shown, retrieval(one))) != {"field-withheld"}
