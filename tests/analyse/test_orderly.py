"""What is said of an orderly list from its first rows is what is said of it by looking at all."""

from functools import cached_property
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.analyse.flips import Flipping
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.reruled import ruled_otherwise
from footprint_cli.analyse.rules import findings_of
from footprint_cli.analyse.verdicts import explained
from footprint_cli.model.evidence import Retrieval
from tests.analyse.odd import nearly_orderly, odd_retrievals, ruled_pools
from tests.build import pool, read, refused, ruling

WORDS = ("below-threshold", "over-max-entries")  # of the rule itself


class Looked(Pool):
    """A pool that is never taken for an orderly one."""

    @cached_property
    def as_ruled(self) -> bool | None:
        return None


def said(one: Pool) -> list[Any]:
    flipping = Flipping(one)
    places = range(len(one.candidates))
    return [repr((explained(at, one, flipping), flipping.displaced(at))) for at in places]


def both(one: Retrieval) -> tuple[Pool, Pool]:
    assert one.evidence is not None
    return Pool(one, one.evidence), Looked(one, one.evidence)


@given(st.one_of(nearly_orderly(), odd_retrievals(), ruled_pools()))
def test_the_first_rows_tell_of_every_row_what_all_rows_tell(one: Retrieval) -> None:
    quick, looked = both(one)

    assert said(quick) == said(looked)


@given(st.one_of(nearly_orderly(), odd_retrievals(), ruled_pools()))
def test_rules_find_in_the_first_rows_what_they_find_in_all(one: Retrieval) -> None:
    quick, looked = both(one)

    assert findings_of(one, quick, "") == findings_of(one, looked, "")


@given(st.one_of(nearly_orderly(), odd_retrievals(), ruled_pools()))
def test_an_orderly_list_is_ruled_as_the_shipped_rule_rules_it(one: Retrieval) -> None:
    quick, looked = both(one)

    if quick.as_ruled is not None:
        assert quick.as_ruled is not bool(ruled_otherwise(looked))
        assert quick.ranked == [*range(len(quick.candidates))]
        assert quick.best_place == (0 if quick.candidates else None)
        places = range(len(quick.candidates))
        assert {at: quick.position(at) for at in places} == {
            at: looked.cleared.get(at) for at in places
        }
        beyond = [quick.candidates[at] for at in places if at not in quick.head]
        assert all(row.reason in WORDS and row.admitted is False for row in beyond)


def test_a_list_of_the_shipped_rule_is_orderly() -> None:
    assert pool(read(score=0.9), refused("over-max-entries", score=0.8), refused(), k=1).is_orderly


@pytest.mark.parametrize(
    "one",
    [
        pool(read(score=0.7), read(score=0.8)),
        pool(read(score=0.9, rank=2), read(score=0.8, rank=1)),
        pool(read(score=0.9), read(score=None)),
        pool(read(score=0.9), read(score=float("nan"))),
        pool(
            read(score=0.9), refused("over-max-entries", score=0.8), refused(), k=1, strategy="own"
        ),
        pool(read(score=0.9), refused("over-max-entries", score=0.4), k=1),
        pool(read(score=0.9), refused("other", score=0.4)),
        pool(read(score=0.9), read(score=0.8), k=1),
        pool(read("a", score=0.9), at_retriever=(ruling("a", rank=1),)),
        pool(refused("over-max-entries", score=0.9), k=1, evidence_from="event"),
    ],
)
def test_a_list_that_another_order_or_rule_made_is_not_orderly(one: Pool) -> None:
    assert not one.is_orderly


def test_a_limit_that_no_list_reaches_is_a_limit() -> None:
    one = pool(read(score=0.9), refused("over-char-budget", score=0.95), k=10**40)
    unordered = pool(read(score=0.9), read(score=0.95), refused(score=0.1), k=10**40)

    for each in (one, unordered):
        assert [Flipping(each).displaced(at) for at in range(len(each.candidates))] == [
            None for _ in each.candidates
        ]
