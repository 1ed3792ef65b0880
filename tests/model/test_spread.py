"""Numbers counted one by one while they are few, and rounded when they are many."""

from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.model import spread
from footprint_cli.model.spread import Spread

NUMBERS = st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from([0.1, -0.0, 0, 7])
LISTS = st.lists(NUMBERS, max_size=30)
SHARES = (0.0, 0.1, 0.5, 0.9, 1.0)


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spread, "MOST_EXACT", 12)


def of(numbers: list[float]) -> Spread:
    counted = Spread()
    for one in numbers:
        counted.add(one)
    return counted


def together(*spreads: Spread) -> Spread:
    whole = Spread()
    for one in spreads:
        whole.take(one)
    return whole


@given(LISTS, LISTS, LISTS)
def test_it_does_not_matter_how_numbers_were_shared_out(
    one: list[float], two: list[float], three: list[float]
) -> None:
    whole = of([*three, *one, *two])

    assert together(of(one), of(two), of(three)) == whole
    assert together(of(one), together(of(two), of(three))) == whole
    assert together(whole, Spread()) == whole == together(Spread(), whole)


@given(LISTS)
def test_every_number_is_counted(numbers: list[float]) -> None:
    counted = of(numbers)

    assert counted.total == len(numbers)
    assert counted.rounded == (len({*map(float, numbers)}) > 12)


@given(LISTS)
def test_few_numbers_are_exact(numbers: list[float]) -> None:
    few = [*dict.fromkeys(numbers)][:12] * 2

    kept = [value for value, times in of(few).ordered() for _ in range(times)]
    assert kept == sorted(few)


@given(st.lists(st.floats(-50, 50, allow_subnormal=False), min_size=20, max_size=60, unique=True))
def test_many_numbers_are_rounded_to_what_is_promised(numbers: list[float]) -> None:
    counted = of(numbers)

    assert counted.rounded
    for value in numbers:
        near = min(counted.counts, key=lambda kept: abs(kept - value))
        assert abs(near - value) <= max(0.0005, abs(value) * 0.005) * 1.000001


@given(st.lists(NUMBERS, min_size=1, max_size=12))
def test_a_quantile_is_the_least_number_that_so_many_are_not_above(numbers: list[float]) -> None:
    found = of(numbers).quantiles(SHARES)
    ordered = sorted(numbers)

    assert found is not None
    assert [*found] == [ordered[max(1, ceil(one * len(ordered))) - 1] for one in SHARES]


def test_without_a_number_there_is_no_quantile() -> None:
    assert Spread().quantiles(SHARES) is None


def test_the_largest_double_stays_one() -> None:
    counted = of([float(one) for one in range(20)])
    counted.add(1.7976931348623157e308)

    assert max(counted.counts) == 1.7976931348623157e308


def test_no_zero_is_negative() -> None:
    assert [*map(str, of([-0.0]).counts)] == ["0.0"]
