"""Columns against the plain rule, one retrieval after the other: ties, NaN, gaps, odd limits."""

from math import inf, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.analyse.columns import Columns
from footprint_cli.analyse.curves import Curves, shares
from footprint_cli.analyse.one_by_one import answers_along, counts_of
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.reruled import unruled
from footprint_cli.analyse.strategies import top_k
from footprint_cli.analyse.sweep import Curve, table_of
from footprint_cli.model.evidence import Candidate, Evidence, Retrieval
from footprint_cli.model.sweep import Axis, no_counts
from footprint_cli.model.what_if import Setting
from tests.producer import SCORES, recorded, run, settings
from tests.producer import corpora as corpora_

GRIDS: dict[str, Any] = {
    "threshold": st.lists(SCORES | st.floats(-1, 1), min_size=1, max_size=6),
    "k": st.lists(st.integers(0, 9), min_size=1, max_size=6),
    "maxChars": st.lists(st.integers(0, 40), min_size=1, max_size=6),
}
FIXED = st.fixed_dictionaries(
    {},
    optional={
        "threshold": st.none() | SCORES,
        "k": st.none() | st.integers(0, 9),
        "maxChars": st.none() | st.integers(0, 40),
    },
)


@st.composite
def retrievals(draw: st.DrawFn) -> Retrieval:
    limits = draw(settings())
    return recorded(run(draw(corpora_()), limits), limits, whole=draw(st.booleans()))


@st.composite
def axes(draw: st.DrawFn) -> Axis:
    name = draw(st.sampled_from([*GRIDS]))
    values: list[Any] = draw(GRIDS[name])
    return Axis(name=name, values=tuple(sorted(values)))


@given(st.lists(retrievals(), max_size=5), axes(), FIXED)
def test_columns_say_what_the_plain_way_says_of_regular_retrievals(
    many: list[Retrieval], axis: Axis, fixed: dict[str, Any]
) -> None:
    fixed.pop(axis.name, None)
    setting, columns, plain, chars = (
        Setting(values=fixed),
        Columns(),
        no_counts(len(axis.values)),
        [],
    )
    for one in many:
        assert one.evidence is not None
        if columns.add(Pool(one, one.evidence)):
            answers = answers_along(one, setting, axis)
            plain.take(counts_of(answers))
            chars.append([each.would_chars.value for each in answers])

    curve = Curve(table_of(columns.packed()), fixed, axis)

    assert curve.counts() == plain
    assert curve.admitted() == plain.admitted
    curves = Curves(table_of(columns.packed()), fixed, axis, ["chars"])
    assert curves.counts == plain
    assert [one.tolist() for one in curves.each("chars")] == (
        [*map(list, zip(*chars, strict=True))] or [[] for _ in axis.values]
    )


ODD = st.sampled_from([None, nan, inf, -inf, 2**53 + 1, 10**400, 0, 1, 0.5, 0.5, 0.3, 0.9])
LIMITS = st.sampled_from([None, nan, inf, 0, 0.5, 1, 2.5, 3, -1, 2**64, 10**400])


@given(st.lists(ODD, max_size=7), LIMITS, ODD, st.lists(SCORES, min_size=1, max_size=5))
def test_odd_pools_are_ruled_as_the_rule_is_written_or_left_to_the_plain_way(
    scores: list[Any], k: Any, threshold: Any, grid: list[float]
) -> None:
    one = ruled_pool(scores, k, threshold)
    axis, columns = Axis(name="threshold", values=tuple(sorted(grid))), Columns()
    by_the_rule = [top_k(scores, k, value).count(None) for value in axis.values]
    assert one.evidence is not None
    pool = Pool(one, one.evidence)

    if columns.add(pool):
        assert Curve(table_of(columns.packed()), {}, axis).admitted() == by_the_rule
    if unruled(pool) is None:
        assert counts_of(answers_along(one, Setting(), axis)).admitted == by_the_rule


def ruled_pool(scores: list[Any], k: Any, threshold: Any) -> Retrieval:
    verdicts = top_k(scores, k, threshold)
    candidates = tuple(
        Candidate(id=str(rank), score=score, rank=rank, admitted=reason is None, reason=reason)
        for rank, (score, reason) in enumerate(zip(scores, verdicts, strict=True), 1)
    )
    evidence = Evidence(
        strategy="topK",
        k=k,
        threshold=threshold,
        considered_count=len(scores),
        candidates=candidates,
        candidates_complete=True,
    )
    return Retrieval(retriever="handbook", evidence_from="commit", evidence=evidence)


def test_a_score_that_equals_the_threshold_is_in_and_the_next_double_is_not() -> None:
    columns, one = Columns(), ruled_pool([0.5000000000000001, 0.5, 0.49999999999999994], 3, None)
    assert one.evidence is not None
    assert columns.add(Pool(one, one.evidence))
    axis = Axis(name="threshold", values=(0.49999999999999994, 0.5, 0.5000000000000001))

    assert Curve(table_of(columns.packed()), {}, axis).admitted() == [3, 2, 1]


@pytest.mark.parametrize(
    ("part", "least"), [(0.0, 1), (0.5, 2), (0.51, 3), (0.75, 3), (0.95, 9), (1.0, 9)]
)
def test_a_share_is_the_least_that_so_many_do_not_exceed(part: float, least: int) -> None:
    import numpy as np

    assert shares(np.array([9, 1, 3, 2]), [part]) == [least]
