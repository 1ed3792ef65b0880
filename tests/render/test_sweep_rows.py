"""Which points of a curve are shown, and how a curve is drawn."""

from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.model.sweep import Axis, Counted
from footprint_cli.model.sweep_report import Point, Sweep, SweepReport
from footprint_cli.model.what_if import Setting
from footprint_cli.render.sweep.chosen import alike, rows_of
from footprint_cli.render.sweep.curve import columns_of, drawn_curve

READ = st.lists(st.integers(0, 3), min_size=1, max_size=40)


def report(reads: list[int], advice: set[int]) -> SweepReport:
    none = Counted(value=0)
    return SweepReport(
        asked=Sweep(setting=Setting(), axes=(Axis(name="k", values=tuple(range(len(reads)))),)),
        retrievals=1,
        ruled=1,
        unruled={},
        one_by_one=0,
        read=0,
        nothing=0,
        chars=none,
        points=tuple(
            Point(
                values=(at,),
                admitted=none,
                read=Counted(value=one),
                nothing=none,
                chars=none,
                shares=None,
            )
            for at, one in enumerate(reads)
        ),
        advice=tuple(sorted(at for at in advice if at < len(reads))),
    )


@given(READ, st.sets(st.integers(0, 39)))
def test_rows_are_all_points_once_and_each_says_one_thing(
    reads: list[int], advice: set[int]
) -> None:
    one = report(reads, advice)
    rows = alike(one)

    assert [at for row in rows for at in range(row.first, row.last + 1)] == [*range(len(reads))]
    for row in rows:
        assert len({reads[at] for at in range(row.first, row.last + 1)}) == 1
        assert {at in one.advice for at in range(row.first, row.last + 1)} == {row.advised}


@given(READ, st.sets(st.integers(0, 39), max_size=3), st.integers(0, 12))
def test_as_many_rows_as_asked_for_are_shown_the_advised_first(
    reads: list[int], advice: set[int], limit: int
) -> None:
    one = report(reads, advice)
    rows, left = rows_of(one, limit)
    every = alike(one)

    assert rows == sorted(rows)
    assert left == len(reads) - sum(row.last - row.first + 1 for row in rows)
    assert len(rows) == (len(every) if not limit else min(limit, len(every)))
    assert sum(row.advised for row in rows) == min(
        sum(row.advised for row in every), limit or len(every)
    )


@given(st.lists(st.integers(0, 10**12), max_size=200), st.integers(1, 90), st.integers(1, 5))
def test_a_curve_has_its_highest_at_the_top_and_shows_what_is_not_zero(
    numbers: list[int], width: int, height: int
) -> None:
    columns = columns_of(numbers, width)
    lines = drawn_curve(columns, height, ascii_only=False)

    assert len(columns) <= width
    assert max(columns, default=0) == max(numbers, default=0)
    assert {len(line) for line in lines} == {len(columns)}
    for at, one in enumerate(columns):
        assert (lines[-1][at] != " ") is bool(one)
        assert one != max(columns) or not one or lines[0][at] == "█"
