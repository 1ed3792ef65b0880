from typing import Any

import pytest

from footprint_cli.analyse.pool import is_below, is_top_k
from tests.build import candidate, evidence, pool, read, refused, ruling


def test_the_k_is_the_cap_where_the_shipped_rule_had_filled_it() -> None:
    one = pool(read("a"), read("b"), refused("over-max-entries"), k=2)

    assert one.cap_author(2) == "k"


def test_the_picker_is_the_cap_where_the_shipped_rule_had_room_left() -> None:
    one = pool(read("a"), refused("over-max-entries"), k=2)

    assert one.cap_author(1) == "picker"


def test_chunks_under_the_threshold_take_no_room_of_the_k() -> None:
    one = pool(
        candidate("a", score=0.9),
        refused(id="b", score=0.1),
        refused("over-max-entries", "c", score=0.7),
        k=2,
    )

    assert one.cap_author(2) == "picker"


def test_room_is_taken_by_rank_and_not_by_place_in_the_list() -> None:
    one = pool(refused("over-max-entries", rank=3), read("a", rank=1), read("b", rank=2), k=2)

    assert one.cap_author(0) == "k"


@pytest.mark.parametrize(("admitted", "author"), [(True, "picker"), (False, "k")])
def test_a_verdict_from_before_the_picker_tells_whose_cap_it_was(
    *, admitted: bool, author: str
) -> None:
    earlier = ruling("z", admitted=admitted, rank=1, score=0.7)
    one = pool(refused("over-max-entries", "z"), at_retriever=(earlier,), strategy="spread-out")

    assert one.cap_author(0) == author


def test_a_verdict_on_another_chunk_or_rank_does_not_tell() -> None:
    others = (ruling("y", rank=1), ruling("z", rank=2))
    one = pool(refused("over-max-entries", "z"), at_retriever=others, strategy="spread-out")

    assert one.cap_author(0) is None


def test_an_event_knows_no_picker() -> None:
    one = pool(refused("over-max-entries"), k=5, evidence_from="event")

    assert one.cap_author(0) == "k"


@pytest.mark.parametrize("fields", [{"strategy": "spread-out"}, {"k": None}], ids=str)
def test_the_cap_of_an_own_strategy_or_without_a_k_is_unknown(fields: dict[str, Any]) -> None:
    assert pool(read(), refused("over-max-entries"), **fields).cap_author(1) is None


def test_a_score_equal_to_the_threshold_is_not_below() -> None:
    whole = evidence(threshold=0.6)

    assert is_below(candidate(score=0.5999), whole)
    assert not is_below(candidate(score=0.6), whole)
    assert not is_below(candidate(score=float("nan")), whole)
    assert not is_below(candidate(score=None), whole)
    assert not is_below(candidate(score=-5), evidence(threshold=None))


def test_records_that_do_not_name_their_strategy_were_ruled_by_the_shipped_one() -> None:
    assert [is_top_k(evidence(strategy=name)) for name in (None, "topK", "top-k", "mmr")] == [
        True,
        True,
        True,
        False,
    ]
