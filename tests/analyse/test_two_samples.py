"""The test of Kolmogorov and Smirnov against every way to part the numbers into two samples."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footprint_cli.analyse import two_samples
from footprint_cli.analyse.two_samples import Sample, apart, least_p

FEW = st.lists(st.sampled_from([0.1, 0.2, 0.3, 0.4, 0.5]), min_size=1, max_size=5)


def sample(numbers: list[float]) -> Sample:
    return [*Counter(numbers).items()]


def distance(one: list[float], other: list[float]) -> Fraction:
    def under(numbers: list[float], most: float) -> Fraction:
        return Fraction(sum(value <= most for value in numbers), len(numbers))

    return max(abs(under(one, most) - under(other, most)) for most in [*one, *other])


def parted(one: list[float], other: list[float]) -> list[Fraction]:
    """The distance of each way to part the pooled numbers."""
    pool, places = [*one, *other], range(len(one) + len(other))
    return [
        distance([pool[at] for at in chosen], [pool[at] for at in places if at not in chosen])
        for chosen in combinations(places, len(one))
    ]


@settings(max_examples=300)
@given(FEW, FEW)
def test_the_p_value_is_the_share_of_ways_that_are_as_far_apart(
    one: list[float], other: list[float]
) -> None:
    found, far = apart(sample(one), sample(other)), distance(one, other)
    ways = parted(one, other)

    assert found.exact
    assert found.distance == pytest.approx(float(far))
    assert found.p == pytest.approx(sum(way >= far for way in ways) / len(ways))
    assert found.p >= least_p(len(one), len(other)) * 0.999999


@given(FEW, FEW)
def test_the_sides_may_be_swapped(one: list[float], other: list[float]) -> None:
    there, back = apart(sample(one), sample(other)), apart(sample(other), sample(one))

    assert (there.distance, there.p) == pytest.approx((back.distance, back.p))


@pytest.mark.parametrize(
    ("low", "high", "ways"),
    [
        ([0.1, 0.2, 0.3, 0.4], [0.5, 0.6, 0.7, 0.8], 2),
        ([0.1, 0.1, 0.1, 0.1], [0.5, 0.5, 0.5, 0.5], 2),
        ([0.1, 0.1], [0.2], 1),
    ],
)
def test_the_least_p_value_is_met_by_samples_that_do_not_overlap(
    low: list[float], high: list[float], ways: int
) -> None:
    least = least_p(len(low), len(high))

    assert apart(sample(low), sample(high)).p == pytest.approx(least)
    assert least == ways / len(parted(low, high))


def test_samples_of_equal_numbers_are_not_apart() -> None:
    assert apart([(0.5, 300)], [(0.5, 7)])[:2] == (0.0, 1.0)


@pytest.mark.parametrize("shrunk", [1.0, 0.98, 0.95, 0.9])
def test_the_form_for_large_samples_is_near_the_exact_one(
    shrunk: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(7)  # noqa: S311 (numbers, not secrets)
    one = [(chance.random(), 1) for _ in range(700)]
    other = [(chance.random() * shrunk, 1) for _ in range(500)]
    exact = apart(one, other)
    monkeypatch.setattr(two_samples, "MOST_EXACT", 0)
    nearly = apart(one, other)

    assert (exact.exact, nearly.exact) == (True, False)
    assert nearly.distance == exact.distance
    assert nearly.p == pytest.approx(exact.p, rel=0.15)


@pytest.mark.parametrize(
    ("scaled", "known"),  # of the published table of Kolmogorov's distribution
    [
        (0.5, 0.963945),
        (0.83, 0.496315),
        (1.0, 0.27),
        (1.17, 0.129376),
        (1.36, 0.049486),
        (1.63, 0.009846),
    ],
)
def test_the_series_give_the_values_of_the_tables(scaled: float, known: float) -> None:
    size = 2_000_000  # of either side; the distance is a whole number of steps
    far = round(scaled * (2 / size) ** 0.5 * size)
    one = [(0.0, size - far), (1.0, far)]
    found = apart(one, [(0.0, size)])

    assert not found.exact
    assert found.p == pytest.approx(known, abs=2e-4)
