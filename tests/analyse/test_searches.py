from typing import Any

import pytest

from footprint_cli.analyse.searches import Searches
from footprint_cli.model.evidence import Retrieval, Withheld
from tests.build import candidate, retrieval

HASH = "6eeb4f81"


def found(*retrievals: Retrieval, trusted: bool = True) -> list[str]:
    """What is found of the last of some searches, each in a recording of its own."""
    searches = Searches()
    told: list[str] = []
    for number, one in enumerate(retrievals, start=1):
        each = searches.findings(one, f"run{number}.jsonl", trusted=trusted)
        told = [f"{finding.level} {finding.code}: {finding.message}" for finding in each]
    return told


def search(*ids: str, **fields: Any) -> Retrieval:
    return retrieval(*map(candidate, ids), **{"query_hash": HASH} | fields)


def test_another_embedder_is_named_with_the_first_and_its_place() -> None:
    assert found(
        search(embedder_id="small", dimensions=4), search(embedder_id="large", dimensions=8.0)
    ) == [
        (
            "warning embedders-mixed: namespace _/_/_global is searched with embedder large and 8 "
            "dimensions, and with embedder small and 4 dimensions in run1.jsonl at "
            "sf-memory-read-handbook#1"
        )
    ]


@pytest.mark.parametrize(
    "other",
    [
        {"embedder_id": "small", "dimensions": 4},
        {"embedder_id": "small", "dimensions": 4.0},
        {"embedder_id": None, "dimensions": None},
        {"embedder_id": "large", "dimensions": 8, "namespace": "south/_/corpus"},
        {"embedder_id": "large", "dimensions": 8, "namespace": None},
    ],
)
def test_one_embedder_a_namespace_is_no_finding(other: dict[str, Any]) -> None:
    assert found(search(embedder_id="small", dimensions=4), search(**other)) == []


def test_other_dimensions_alone_are_found_and_each_only_once() -> None:
    small, large = search(dimensions=4), search(dimensions=8)

    assert found(small, large) != []
    assert found(small, large, large) == []
    assert found(small, large, small) == []


def test_other_results_are_a_note_that_names_the_first() -> None:
    assert found(search("a"), search("b", step=None, line=7)) == [
        (
            f"note results-differ: the same query (hash {HASH}) gave other results in run1.jsonl at "
            "sf-memory-read-handbook#1: the corpus changed in between, or the search is not repeatable"
        )
    ]


def test_a_search_without_a_step_is_placed_by_its_line() -> None:
    (told,) = found(search("a", step=None, line=7), search("b"))

    assert "in run1.jsonl at line 7:" in told


@pytest.mark.parametrize(
    "other",
    [
        search("b", "a"),
        search("a", "b", k=20.0),
        search("c", query_hash="a1"),
        search("c", query_hash=None),
        search("c", retriever="notes"),
        search("c", namespace="south/_/corpus"),
        search("c", k=3),
        search("c", threshold=0.1),
        search("c", strategy="spread-out"),
        search("c", evidence=None),
        search("c", candidates=None),
        search("c", withheld=Withheld(kind="redacted", detail="")),
        search("c", withheld_fields=("candidates.id",)),
    ],
)
def test_what_is_not_the_same_search_or_not_told_is_not_compared(other: Retrieval) -> None:
    assert found(search("a", "b"), other) == []


def test_other_scores_are_other_results() -> None:
    assert found(
        retrieval(candidate(score=0.8), query_hash=HASH),
        retrieval(candidate(score=0.7), query_hash=HASH),
    )


def test_an_empty_corpus_is_another_result_than_an_answer() -> None:
    assert found(search("a"), search()) != []


def test_a_longer_sample_is_no_other_result_where_the_best_are_the_same() -> None:
    short = search("a", "b", k=2, candidates_complete=False)

    assert found(short, search("a", "b", "c", k=2, candidates_complete=False)) == []
    assert found(short, search("a", "c", "b", k=2, candidates_complete=False)) != []


def test_the_results_of_a_damaged_input_are_not_compared() -> None:
    assert found(search("a"), search("b"), trusted=False) == []
