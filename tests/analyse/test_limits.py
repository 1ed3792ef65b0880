import pytest

from footprint_cli.analyse.limits import binding_limits, limit_of
from tests.build import candidate, pool, read, refused, ruling


@pytest.mark.parametrize(
    ("reason", "limit"),
    [
        ("below-threshold", "threshold"),
        ("over-budget", "token-budget"),
        ("over-char-budget", "char-budget"),
        ("diversity", "strategy"),
        (None, "strategy"),
    ],
)
def test_a_reason_names_the_limit_that_refused(reason: str | None, limit: str) -> None:
    assert limit_of(1, pool(read(), refused(reason))) == limit


def test_a_cap_is_the_k_of_the_strategy() -> None:
    assert limit_of(1, pool(read(), refused("over-max-entries"), k=1)) == "k"


def test_a_cap_is_the_one_of_the_picker_where_an_event_admitted_the_chunk() -> None:
    one = pool(refused("over-max-entries", "z"), at_retriever=(ruling("z"),))

    assert limit_of(0, one) == "max-entries"


def test_a_cap_is_the_one_of_the_picker_where_the_k_had_room() -> None:
    assert limit_of(1, pool(read(), refused("over-max-entries"), k=5)) == "max-entries"


def test_nothing_refused_what_was_admitted_or_not_ruled() -> None:
    one = pool(read(), candidate(admitted=None), candidate(reason="over-budget"))

    assert [limit_of(place, one) for place in range(3)] == [None, None, None]


def test_refusals_are_counted_by_limit_in_one_order() -> None:
    one = pool(
        read("a"),
        refused("diversity"),
        refused("over-char-budget"),
        refused("over-budget"),
        refused("over-budget"),
        refused(),
        k=20,
    )

    assert [(each.limit, each.refused) for each in binding_limits(one)] == [
        ("threshold", 1),
        ("token-budget", 2),
        ("char-budget", 1),
        ("strategy", 1),
    ]


def test_no_limit_binds_where_nothing_is_refused() -> None:
    assert binding_limits(pool(read())) == ()
