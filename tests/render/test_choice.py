from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.model.evidence import Candidate
from footprint_cli.render.choice import chosen
from tests.build import audited, candidate, read, refused


def names(*candidates: Candidate, limit: int, **fields: Any) -> tuple[list[str | None], int]:
    rows, left_out = chosen(audited(*candidates, **fields), limit)
    return [row.candidate.id for row in rows], left_out


def test_a_limit_of_zero_or_one_that_is_not_reached_shows_all() -> None:
    pool = (read("a"), refused(id="b"), refused(id="c"))

    assert names(*pool, limit=0) == (["a", "b", "c"], 0)
    assert names(*pool, limit=3) == (["a", "b", "c"], 0)


def test_the_admitted_come_first_then_the_nearest_misses_in_recorded_order() -> None:
    pool = (
        refused(id="far", score=0.1),
        refused(id="near", score=0.59),
        read("read"),
        refused(id="nearer", score=0.5),
    )

    assert names(*pool, limit=1) == (["near", "read"], 2)
    assert names(*pool, limit=2) == (["near", "read"], 2)
    assert names(*pool, limit=3) == (["near", "read", "nearer"], 1)


def test_a_chunk_that_cleared_the_threshold_is_nearer_than_one_that_missed_it() -> None:
    pool = (
        read("read", score=0.99),
        refused("over-max-entries", "capped", score=0.98),
        refused(id="under", score=0.5),
    )

    assert names(*pool, limit=2, k=1) == (["read", "capped"], 1)


def test_among_chunks_that_cleared_the_threshold_the_best_is_nearest() -> None:
    pool = (
        read("read", score=0.99),
        refused("over-max-entries", "best", score=0.98),
        refused("over-max-entries", "worse", score=0.61),
    )

    assert names(*pool, limit=2, k=1) == (["read", "best"], 1)


def test_without_a_threshold_the_best_scores_are_nearest() -> None:
    pool = (refused("x", "a", score=-5), refused("x", "b", score=3), refused("x", "c", score=0))

    assert names(*pool, limit=2, threshold=None) == (["b", "c"], 1)


def test_scores_that_are_no_numbers_are_furthest() -> None:
    pool = (
        refused(id="nan", score=float("nan")),
        refused(id="none", score=None),
        refused(id="far", score=-50),
    )

    assert names(*pool, limit=1) == (["far"], 2)


def test_the_admitted_beyond_the_limit_are_shown_too() -> None:
    assert names(*[read(name) for name in "abc"], limit=2) == (["a", "b", "c"], 0)


def test_an_unknown_verdict_is_not_left_out_for_a_refusal() -> None:
    pool = (refused(id="a", score=0.5), refused(id="b", score=0.59), candidate("c", admitted=None))

    assert names(*pool, limit=1) == (["b", "c"], 1)


def test_no_candidates_are_no_rows() -> None:
    assert names(limit=5) == ([], 0)
    assert names(candidates=None, limit=5) == ([], 0)


@given(
    st.lists(st.one_of(st.none(), st.floats(), st.integers(-(10**400), 10**400)), max_size=8),
    st.integers(0, 9),
)
def test_rows_keep_their_order_and_are_all_shown_or_counted(
    scores: list[float | None], limit: int
) -> None:
    pool = [refused(id=str(place), score=score) for place, score in enumerate(scores)]

    shown, left_out = names(*pool, limit=limit)

    assert shown == sorted(shown, key=lambda name: int(name or 0))
    assert len(shown) + left_out == len(pool)
    assert len(shown) == (len(pool) if limit == 0 else min(limit, len(pool)))
