"""A whole sweep against `what-if` itself, asked once for each point: numbers, bounds, shares, hits."""

from collections.abc import Iterable
from itertools import product
from math import ceil
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.analyse.columns import Columns
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.sweep import Curve, table_of
from footprint_cli.analyse.sweep_reports import Swept
from footprint_cli.analyse.sweeping import Sweeping
from footprint_cli.analyse.what_if import what_if
from footprint_cli.analyse.what_if_totals import add
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.sweep import AXES, Axis, Expected, SweepPart, no_counts
from footprint_cli.model.sweep_report import SHARES, Sweep, SweepReport, Target
from footprint_cli.model.what_if import AT_LEAST, AT_MOST, ESTIMATE, EXACT, Setting, Totals
from tests.producer import Chunk, recorded, run
from tests.producer import Settings as Limits
from tests.producer import corpora as corpora_
from tests.producer import settings as settings_

GRIDS: dict[str, Any] = {
    "k": st.lists(st.integers(0, 7), min_size=1, max_size=3, unique=True),
    "maxChars": st.lists(st.integers(0, 30), min_size=1, max_size=3, unique=True),
    "threshold": st.lists(
        st.sampled_from([0.1, 0.4, 0.5, 0.5000000000000001, 1.0]),
        min_size=1,
        max_size=4,
        unique=True,
    ),
}
EXPECTED = (
    Expected(query="1", chunks=("c0", "c1", "nowhere")),
    Expected(query="2", chunks=("c0",)),
)


@st.composite
def retrievals(draw: st.DrawFn) -> Retrieval:
    limits = draw(settings_())
    return recorded(run(draw(corpora_()), limits), limits, whole=draw(st.booleans()))


@st.composite
def sweeps(draw: st.DrawFn) -> Sweep:
    names = draw(st.lists(st.sampled_from(AXES), min_size=1, max_size=2, unique=True))
    axes = tuple(
        Axis(name=one, values=tuple(sorted(draw(GRIDS[one])))) for one in AXES if one in names
    )
    fixed: dict[str, Any] = (
        {} if "k" in names else draw(st.sampled_from([{}, {"k": 2}, {"k": None}]))
    )
    cap: dict[str, Any] = draw(st.sampled_from([{}, {}, {"maxEntries": 1}]))
    targets = (Target(statistic="p50", measure="read", sign=">=", number=1),)
    return Sweep(
        setting=Setting(values={**fixed, **cap}), axes=axes, targets=targets, expected=EXPECTED
    )


def report_of(many: Iterable[Retrieval], asked: Sweep, parts: int = 1) -> SweepReport:
    swept = Swept(asked)
    for part in parts_of([*many], asked, parts):
        swept.take(part)
    return swept.report()


def parts_of(many: list[Retrieval], asked: Sweep, count: int) -> Iterable[SweepPart]:
    for first in range(count):
        sweeping = Sweeping(asked)
        for one in many[first::count]:
            sweeping.add(one, None)
        yield sweeping.part()


def share(numbers: list[int], part: float) -> int:
    return sorted(numbers)[max(ceil(part * len(numbers)) - 1, 0)]


@given(st.lists(retrievals(), max_size=5), sweeps())
def test_each_point_is_what_if_asked_with_its_values(many: list[Retrieval], asked: Sweep) -> None:
    report = report_of(many, asked)

    values = [*product(*(one.values for one in asked.axes))]
    assert [one.values for one in report.points] == values
    for point in report.points:
        names = (axis.name for axis in asked.axes)
        tried = {**asked.setting.values, **dict(zip(names, point.values, strict=True))}
        answers = [what_if(one, Setting(values=tried), "") for one in many]
        totals = Totals()
        for one in answers:
            add(totals, one)
        ruled = [one for one in answers if one.unruled is None]
        for mine, plain in (
            (point.admitted, totals.admitted),
            (point.read, totals.would_read),
            (point.nothing, totals.would_nothing),
            (point.chars, totals.would_chars),
        ):
            assert (mine.value, mine.bound) == (plain.value, plain.bounded.bound)
            assert mine.missing == plain.missing
        assert report.ruled == len(ruled)
        if ruled:
            chars = [one.would_chars.value for one in ruled]
            assert point.shares == {name: share(chars, part) for name, part in SHARES.items()}
            assert point.at_targets == (share([one.would_read.value for one in ruled], 0.5),)
        reads = [{each.id for each in one.moved if each.would} for one in ruled]
        assert point.scored is not None
        assert point.scored.read == sum(map(len, reads))
        assert point.scored.both == sum(len(one & {"c0", "c1"}) for one in reads)
        assert point.scored.expected == 3 * len(ruled)


@given(st.lists(retrievals(), max_size=6), sweeps(), st.integers(1, 4))
def test_parts_in_any_number_are_added_up_to_the_whole(
    many: list[Retrieval], asked: Sweep, count: int
) -> None:
    assert report_of(many, asked, count) == report_of(many, asked)


@given(st.lists(retrievals(), max_size=8), st.integers(1, 9), st.sampled_from(AXES), st.data())
def test_blocks_are_counted_as_the_whole_table_is(
    many: list[Retrieval], most: int, name: str, data: st.DataObject
) -> None:
    columns = Columns()
    for one in many:
        assert one.evidence is not None
        columns.add(Pool(one, one.evidence))
    table = table_of(columns.packed())
    axis = Axis(name=name, values=tuple(sorted(data.draw(GRIDS[name]))))
    counts = no_counts(len(axis.values))
    blocks = [*table.blocks(most)]
    for block in blocks:
        counts.take(Curve(block, {}, axis).counts())

    assert counts == Curve(table, {}, axis).counts()
    assert all(len(one.scores) <= most or len(one.sizes) == 1 for one in blocks)
    assert sum(len(one.sizes) for one in blocks) == len(table.sizes)


def question(*scores: float, whole: bool = True) -> Retrieval:
    corpus = [Chunk(f"c{at}", one, "x" * 100, at, 1) for at, one in enumerate(scores)]
    limits = Limits(k=3, threshold=0.5, window=9)
    return recorded(run(corpus, limits), limits, whole=whole)


def test_an_expected_chunk_that_was_never_a_candidate_is_named() -> None:
    asked = Sweep(
        setting=Setting(), axes=(Axis(name="threshold", values=(0.1, 0.8)),), expected=EXPECTED
    )

    first, second = report_of([question(0.9, 0.7)], asked).sought

    assert (first.matched, first.never) == (1, ("nowhere",))
    assert (second.matched, second.never) == (0, ())  # where nothing is there nothing is told


def test_the_best_reads_all_that_can_be_with_the_least_text() -> None:
    asked = Sweep(
        setting=Setting(),
        axes=(Axis(name="threshold", values=(0.5, 0.6, 0.8, 0.95)),),
        expected=(Expected(query="1", chunks=("c0",)),),
    )

    report = report_of([question(0.9, 0.7), question(0.9, 0.55)], asked)

    assert [report.points[at].values for at in report.advice] == [(0.8,)]
    best = report.points[report.advice[0]].scored
    assert best is not None
    assert (best.recall, best.precision) == (1.0, 1.0)
    assert report.advice_note == "best recall, then least text"


def test_of_settings_that_keep_to_a_target_the_one_that_reads_most_is_best() -> None:
    target = Target(statistic="max", measure="chars", sign="<=", number=100)
    axis = Axis(name="threshold", values=(0.5, 0.6, 0.8, 0.95))

    report = report_of(
        [question(0.9, 0.7)], Sweep(setting=Setting(), axes=(axis,), targets=(target,))
    )

    assert [one.meets for one in report.points] == [False, False, True, True]
    assert [report.points[at].values for at in report.advice] == [(0.8,)]


def test_where_no_setting_keeps_to_a_target_none_is_advised() -> None:
    target = Target(statistic="total", measure="read", sign=">", number=9)
    axis = Axis(name="threshold", values=(0.6, 0.8))

    report = report_of(
        [question(0.9, 0.7)], Sweep(setting=Setting(), axes=(axis,), targets=(target,))
    )

    assert report.advice == ()
    assert report.advice_note == "no setting of these meets the targets"


def test_what_does_not_even_seem_to_meet_a_target_is_not_advised() -> None:
    target = Target(statistic="total", measure="chars", sign="<=", number=1)
    axis = Axis(name="threshold", values=(0.4,))  # it lets one in whose size is not recorded

    report = report_of(
        [question(0.9, 0.45)], Sweep(setting=Setting(), axes=(axis,), targets=(target,))
    )

    assert [one.meets for one in report.points] == [None]
    assert report.advice == ()
    assert "by the numbers told none does" in (report.advice_note or "")


@given(
    st.sampled_from(["<=", "<", ">=", ">", "="]),
    st.integers(0, 4),
    st.integers(0, 4),
    st.sampled_from([EXACT, AT_LEAST, AT_MOST, ESTIMATE]),
)
def test_a_bound_settles_a_target_exactly_where_every_true_number_would(
    sign: str, value: int, limit: int, bound: str
) -> None:
    target = Target(statistic="total", measure="read", sign=sign, number=limit)
    possible = {
        EXACT: [value],
        AT_LEAST: range(value, 9),
        AT_MOST: range(-9, value + 1),
        ESTIMATE: range(-9, 9),
    }[bound]

    verdicts = {target.met(one, EXACT) for one in possible}

    assert target.met(value, bound) == (verdicts.pop() if len(verdicts) == 1 else None)


@pytest.mark.parametrize(
    ("total", "statistic", "at"), [(1, "p50", 0), (2, "p50", 0), (1, "max", 1)]
)
def test_of_empty_retrievals_a_share_is_whether_one_is(total: int, statistic: str, at: int) -> None:
    many = [question(0.9) for _ in range(4 - total)] + [question(0.3) for _ in range(total)]
    target = Target(statistic=statistic, measure="empty", sign="=", number=at)
    axis = Axis(name="threshold", values=(0.6,))

    (point,) = report_of(many, Sweep(setting=Setting(), axes=(axis,), targets=(target,))).points

    assert point.nothing.value == total
    assert point.at_targets == (at,)
