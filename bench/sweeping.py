"""A sweep of 100 thresholds over 10 million candidates, against Polars and plain Python, in memory.

Performance notes, sections 5 and 8 (row 14). The data are made: 158,000 retrievals of k = 8.
"""

import tracemalloc
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from bench.rounds import Result
from bench.setting import Setting

if TYPE_CHECKING:
    from footprint_cli.analyse.sweep import Table
    from footprint_cli.model.sweep import Axis

Found = TypeVar("Found")
CANDIDATES, RETRIEVALS, K = 10_000_000, 158_000, 8
GRID = tuple(at / 100 for at in range(100))
_PLAIN = 500  # of the retrievals, for the rule as it is written takes half a minute over all
_WHAT = "100 thresholds, 10 M candidates"


def sweeping(setting: Setting) -> Iterator[Result]:
    """Time the sweep, a pass of Polars for each threshold, and the rule as it is written."""
    from footprint_cli.analyse.sweep import Curve
    from footprint_cli.model.sweep import Axis

    table, axis = _table(), Axis(name="threshold", values=GRID)
    polars = _polars(table) if find_spec("polars") else None
    rounds: list[tuple[float, float, float]] = []
    for _ in range((setting.rounds or 3) + 1):  # the first warms up
        ours, found = _timed(lambda: Curve(table, {}, axis).admitted())
        theirs, same = _timed(polars) if polars else (0.0, found)
        plain, part = _timed(lambda: _plain(table))
        if same != found or part != _of_part(table, axis):
            raise AssertionError("the peers do not count the same")
        rounds.append((ours, theirs, plain * RETRIEVALS / _PLAIN))
    rounds = rounds[1:]
    if polars is None:
        yield Result(_WHAT, "a pass of Polars", None, skipped="polars is not installed")
    else:
        yield _result("a pass of Polars", [one[0] / one[1] for one in rounds], 0.5)
    yield _result("the rule in Python (part, scaled)", [one[0] / one[2] for one in rounds], 0.01)
    yield _memory(table, axis)


def _timed(work: Callable[[], Found]) -> tuple[float, Found]:
    begin = perf_counter()
    found = work()
    return perf_counter() - begin, found


def _result(peer: str, ratios: list[float], limit: float) -> Result:
    return Result(_WHAT, peer, median(ratios), limit=limit, least=min(ratios), most=max(ratios))


def _memory(table: "Table", axis: "Axis") -> Result:
    from footprint_cli.analyse.sweep import Curve

    columns = sum(one.nbytes for one in table)
    tracemalloc.start()
    Curve(table, {}, axis).counts()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return Result(
        "the same, all counts: peak memory", "the columns", (columns + peak) / columns, limit=3.0
    )


def _table() -> "Table":
    """Make columns: lists best first, scores of three digits, so that many are equal."""
    import numpy as np

    from footprint_cli.analyse.sweep import Table

    chance = np.random.default_rng(1)
    sizes = chance.integers(20, 107, RETRIEVALS)
    sizes = sizes * CANDIDATES // sizes.sum()
    begins = np.cumsum(sizes) - sizes
    scores = chance.random(int(sizes.sum())).round(3)
    scores = scores[np.lexsort((-scores, np.repeat(np.arange(RETRIEVALS), sizes)))]
    return Table(
        begins=begins,
        sizes=sizes,
        k=np.full(RETRIEVALS, float(K)),
        threshold=np.full(RETRIEVALS, 0.5),
        max_chars=np.full(RETRIEVALS, np.inf),
        read=np.full(RETRIEVALS, K // 2),
        hides=np.zeros(RETRIEVALS, np.int8),
        scores=scores,
        chars=chance.integers(50, 900, len(scores)),
    )


def _polars(table: "Table") -> Callable[[], list[int]]:
    import numpy as np
    import polars as pl

    owner = np.repeat(np.arange(RETRIEVALS), table.sizes)
    rank = np.arange(len(owner)) - table.begins[owner]
    frame = pl.DataFrame({"rank": rank, "score": table.scores})

    def passes() -> list[int]:
        cut = pl.col("rank") < K
        return [
            frame.lazy().filter(cut & (pl.col("score") >= one)).select(pl.len()).collect().item()
            for one in GRID
        ]

    return passes


def _plain(table: "Table") -> list[int]:
    """Rule some retrievals one after the other at each threshold, as the rule is written."""
    from footprint_cli.analyse.strategies import top_k

    pools = [
        table.scores[begin : begin + size].tolist()
        for begin, size in zip(table.begins[:_PLAIN], table.sizes[:_PLAIN], strict=True)
    ]
    return [sum(top_k(scores, K, one).count(None) for scores in pools) for one in GRID]


def _of_part(table: "Table", axis: "Axis") -> list[int]:
    from footprint_cli.analyse.sweep import Curve

    part = {
        name: getattr(table, name)[:_PLAIN]
        for name in ("begins", "sizes", "k", "threshold", "max_chars", "read", "hides")
    }
    return Curve(table._replace(**part), {}, axis).admitted()
