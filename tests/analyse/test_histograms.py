"""Bins: every score in one of them, and each threshold an edge."""

from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.analyse.histograms import bins_of
from footprint_cli.model.spread import Spread

SCORES = st.floats(allow_nan=False, allow_infinity=False) | st.floats(-1, 1)
ROWS = st.lists(st.tuples(SCORES, st.booleans()), min_size=1, max_size=40)


def spread(scores: list[float]) -> Spread:
    counted = Spread()
    for one in scores:
        counted.add(one)
    return counted


@given(ROWS, st.lists(SCORES, max_size=3, unique=True))
def test_no_score_is_lost_and_no_bin_holds_less_than_none(
    rows: list[tuple[float, bool]], thresholds: list[float]
) -> None:
    let = [score for score, admitted in rows if admitted]
    bins = bins_of(spread([score for score, _ in rows]), spread(let), tuple(sorted(thresholds)))

    assert sum(one.admitted for one in bins) == len(let)
    assert sum(one.admitted + one.others for one in bins) == len(rows)
    assert all(one.others >= 0 and one.low <= one.high for one in bins)
    assert len(bins) <= 22 + len(thresholds)


@given(
    st.lists(st.integers(-1000, 1000), min_size=1, max_size=40),
    st.lists(st.integers(-1000, 1000), max_size=3, unique=True),
)
def test_a_bin_is_wholly_on_one_side_of_each_threshold(
    thousandths: list[int], limits: list[int]
) -> None:
    scores = [one / 1000 for one in thousandths]
    thresholds = tuple(sorted(one / 1000 for one in limits))

    bins = bins_of(spread(scores), Spread(), thresholds)

    for one in bins:
        assert one.others == sum(one.low <= score < one.high for score in scores)
        assert all(limit <= one.low or limit >= one.high for limit in thresholds)


def test_the_edges_are_what_a_person_would_choose() -> None:
    bins = bins_of(spread([0.13, 0.41, 0.87]), spread([0.87]), (0.63,))

    edges = [one.low for one in bins] + [bins[-1].high]
    assert edges[:3] == [0.1, 0.15, 0.2]
    assert 0.63 in edges
    assert {0.6, 0.65} < set(edges)
    assert edges[-1] == 0.9


def test_without_scores_there_is_no_bin() -> None:
    assert bins_of(Spread(), Spread(), (0.5,)) == ()


def test_scores_that_are_all_one_number_have_one_bin() -> None:
    assert [
        (one.low, one.high, one.others) for one in bins_of(spread([0.5] * 3), Spread(), ())
    ] == [(0.5, 0.55, 3)]
