"""`--sweep` and `--target` as people write them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.cli.axes import axes_of, targets_of
from footprint_cli.errors import UsageError
from footprint_cli.model.sweep_report import MEASURES, SIGNS, STATISTICS, Target


@given(st.integers(-50, 50), st.integers(1, 9), st.integers(0, 60), st.integers(0, 4))
def test_each_value_of_a_range_is_the_double_of_its_decimal(
    first: int, step: int, count: int, digits: int
) -> None:
    def text(value: int) -> str:
        return f"{value / 10**digits:.{digits}f}"

    asked = f"threshold={text(first)}:{text(first + step * count)}:{text(step)}"

    (axis,) = axes_of([asked])

    exact = [Fraction(first + step * at, 10**digits) for at in range(count + 1)]
    assert [*axis.values] == [float(one) for one in exact]


def test_a_tenth_three_times_is_three_tenths() -> None:
    (axis,) = axes_of(["threshold=0:0.5:0.1"])

    assert axis.values == (0, 0.1, 0.2, 0.3, 0.4, 0.5)


def test_values_can_be_listed_and_are_put_in_order_once() -> None:
    (axis,) = axes_of(["threshold=0.7,0.5,0.70,-1e-3"])

    assert axis.values == (-0.001, 0.5, 0.7)


def test_the_threshold_varies_fastest_whatever_the_order() -> None:
    axes = axes_of(["threshold=0,1", "max-chars=0:10:5", "k=1:3"])

    assert [(one.name, one.values) for one in axes] == [
        ("k", (1, 2, 3)),
        ("maxChars", (0, 5, 10)),
        ("threshold", (0, 1)),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "threshold",
        "threshold=",
        "speed=0:1:0.1",
        "maxChars=0:10:5",
        "threshold=0:1",
        "threshold=0:1:0",
        "threshold=0:1:-0.1",
        "threshold=1:0:0.1",
        "threshold=0:nan:0.1",
        "threshold=0:inf:1",
        "threshold=0:1:1e-9",
        "threshold=0:1:0.1:2",
        "threshold=0,,1",
        "threshold=1_0",
        "k=1:2:0.5",
        "k=-1:3",
        "k=1.5",
        "k=99999999999999999999",
        "max-chars=0:9",
    ],
)
def test_what_is_no_axis_is_a_usage_error_that_names_it(text: str) -> None:
    with pytest.raises(UsageError, match="--sweep"):
        axes_of([text])


def test_a_setting_is_swept_once_and_a_grid_has_an_end() -> None:
    with pytest.raises(UsageError, match="swept already"):
        axes_of(["k=1:2", "k=3:4"])
    with pytest.raises(UsageError, match="20000 points, and 10000 are the most"):
        axes_of(["k=0:99", "threshold=0.01:2:0.01"])


@given(
    st.sampled_from(STATISTICS),
    st.sampled_from([*MEASURES]),
    st.sampled_from(SIGNS),
    st.integers(0, 9999),
    st.sampled_from(["", " "]),
)
def test_a_target_is_read_as_it_is_written(
    statistic: str, measure: str, sign: str, number: int, gap: str
) -> None:
    assert targets_of([f"{statistic} {measure}{gap}{sign}{gap}{number}"]) == (
        Target(statistic=statistic, measure=measure, sign=sign, number=number),
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "chars <= 4000",
        "p95 chars",
        "p95 words <= 1",
        "p75 chars <= 1",
        "p95 chars != 1",
        "max chars <= nan",
        "max chars <= 1 and more",
    ],
)
def test_what_is_no_target_is_a_usage_error_that_shows_the_grammar(text: str) -> None:
    with pytest.raises(UsageError, match="--target") as error:
        targets_of([text])

    assert "nan" in text or "p95 chars <= 4000" in str(error.value)
