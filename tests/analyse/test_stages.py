"""The stages behind a strategy, each alone and all together, against the producer of the tests."""

from hypothesis import given

from footprint_cli.analyse.stages import Limits, path, pick, prompt_order, spend
from footprint_cli.analyse.strategies import TopK
from footprint_cli.model.seam import ADMITTED, OPEN, Scored, refused
from tests.producer import Chunk, Settings, corpora, run, settings

OVER_CHARS, OVER_ENTRIES = refused("over-char-budget"), refused("over-max-entries")
OVER_BUDGET, BELOW = refused("over-budget"), refused("below-threshold")


def sized(*sizes: int | None) -> list[Scored]:
    """Chunks with passages of these sizes."""
    return [Scored(id=f"c{at}", chars=one) for at, one in enumerate(sizes)]


def aged(*ages: int | None) -> list[Scored]:
    """Chunks written at these times."""
    return [Scored(id=f"c{at}", updated=one, tokens=1) for at, one in enumerate(ages)]


@given(corpora(), settings())
def test_the_whole_path_is_that_of_the_retriever(corpus: list[Chunk], limits: Settings) -> None:
    ran = run(corpus, limits)
    pool = [
        Scored(
            id=one.id,
            score=one.score,
            chars=len(one.text),
            updated=one.updated,
            tokens=one.tokens,
        )
        for one in ran.pool
    ]

    ruled = path(
        pool,
        TopK(k=limits.k, threshold=limits.threshold),
        Limits(limits.max_chars, limits.max_entries, limits.max_tokens),
    )

    assert [one.reason for one in ruled] == [ran.reasons.get(one.id or "") for one in pool]
    assert [one.admitted for one in ruled] == [one.id in ran.picked for one in pool]
    assert [pool[at].id for at in prompt_order(pool, ruled) or ()] == ran.prompt


def test_a_passage_that_fills_the_budget_exactly_fits() -> None:
    assert spend(sized(6, 4), [ADMITTED] * 2, 10) == [ADMITTED, ADMITTED]


def test_the_first_that_does_not_fit_ends_the_spend_for_smaller_ones_too() -> None:
    assert spend(sized(6, 5, 1), [ADMITTED] * 3, 10) == [ADMITTED, OVER_CHARS, OVER_CHARS]


def test_what_a_strategy_refused_costs_nothing_and_keeps_its_reason() -> None:
    ruled = spend(sized(6, 90, 4), [ADMITTED, BELOW, ADMITTED], 10)

    assert ruled == [ADMITTED, BELOW, ADMITTED]


def test_behind_a_passage_of_unknown_size_only_what_cannot_fit_is_settled() -> None:
    ruled = spend(sized(6, None, 2, 3, 1), [ADMITTED] * 5, 10)

    assert ruled == [ADMITTED, OPEN, OPEN, OVER_CHARS, OVER_CHARS]


def test_the_least_size_of_a_passage_may_settle_it() -> None:
    pool = [Scored(id="a", chars=6), Scored(id="b", least=5)]

    assert spend(pool, [ADMITTED] * 2, 10) == [ADMITTED, OVER_CHARS]
    assert spend(pool, [ADMITTED] * 2, 11) == [ADMITTED, OPEN]


def test_the_picker_takes_the_newest_and_of_equals_the_first_by_id() -> None:
    assert pick(aged(1, 3, 2, 3), [ADMITTED] * 4, 2) == [
        OVER_ENTRIES,
        ADMITTED,
        OVER_ENTRIES,
        ADMITTED,
    ]
    assert pick(aged(5, 5, 5), [ADMITTED] * 3, 2) == [ADMITTED, ADMITTED, OVER_ENTRIES]


def test_the_picker_skips_what_does_not_fit_and_goes_on() -> None:
    pool = [Scored(id=f"c{at}", updated=at, tokens=one) for at, one in enumerate([1, 9, 2])]

    assert pick(pool, [ADMITTED] * 3, None, 3) == [ADMITTED, OVER_BUDGET, ADMITTED]


def test_without_an_age_a_cap_that_is_full_settles_none_and_one_that_is_not_all() -> None:
    assert pick(aged(1, None), [ADMITTED] * 2, 1) == [OPEN, OPEN]
    assert pick(aged(1, None), [ADMITTED] * 2, 2) == [ADMITTED, ADMITTED]
    assert pick(aged(1, None), [ADMITTED] * 2, 0) == [OVER_ENTRIES, OVER_ENTRIES]


def test_the_prompt_has_the_oldest_first() -> None:
    assert prompt_order(aged(1, 3, 2), [ADMITTED] * 3) == [0, 2, 1]
    assert prompt_order(aged(1, None, 2), [ADMITTED] * 3) is None
    assert prompt_order(aged(None), [ADMITTED]) == [0]
