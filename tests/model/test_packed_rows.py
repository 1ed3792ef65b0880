from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.model.packed_rows import NEAR, ONE, not_known, read, refused, unread
from footprint_cli.model.stats import LIMITS, Rows, rows_in

BECAME = [one for one in ONE if one != "near"]
COUNTS = st.dictionaries(st.sampled_from(BECAME), st.integers(0, 2**40))
PACKED = st.tuples(COUNTS, st.integers(0, 9))


def counted(of: tuple[dict[str, int], int]) -> Rows:
    """The same counts, one by one."""
    counts, near = of
    rows = Rows(near=near)
    for name, times in counts.items():
        rows.count(name, times)
    return rows


def packed(of: tuple[dict[str, int], int]) -> int:
    counts, near = of
    return sum(ONE[name] * times for name, times in counts.items()) + near * NEAR


@given(PACKED, PACKED)
def test_adding_numbers_adds_counts(
    one: tuple[dict[str, int], int], other: tuple[dict[str, int], int]
) -> None:
    whole = counted(one)
    whole.take(counted(other))

    assert rows_in(packed(one) + packed(other)) == whole


@given(st.lists(PACKED))
def test_each_count_is_that_of_its_rows(all_: list[tuple[dict[str, int], int]]) -> None:
    numbers, rows = [*map(packed, all_)], [*map(counted, all_)]

    assert refused(numbers) == [one.refused for one in rows]
    assert read(numbers) == [one.read for one in rows]
    assert unread(numbers) == [0 if one.read or one.not_known else one.considered for one in rows]
    assert not_known(numbers) == sum(not one.read and one.not_known > 0 for one in rows)


def test_every_limit_has_a_count() -> None:
    assert {limit.replace("-", "_") for limit in LIMITS} < ONE.keys()
