"""A sweep over columns: 100 thresholds over 10 million candidates, against Polars and the rule as written.

All three rule the same columns in one process, in alternating rounds. Polars makes a full pass for
every threshold: how many clear it among those whose rank, which it is given as a column, is under k.
Plain Python has the rule as it is written, over a part of the retrievals; its time is scaled.
"""

import tracemalloc
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from bench.commands import missing_module
from bench.rounds import Result

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bench.setting import Setting
    from footprint_cli.analyse.sweep import Table

_K, _RETRIEVALS = 8, 158_000
_LISTED = 63.29  # candidates of a retrieval, in the mean: 10 million in all
_ROUNDS = 3
_PART = 300  # retrievals that plain Python rules
OF_POLARS, OF_PYTHON, OF_COLUMNS = 0.5, 1, 3  # times, percent, times


class Ways(NamedTuple):
    """Three ways to count, at every threshold, what is admitted; `scale` is for what is a part."""

    columns: Callable[[], list[int]]
    polars: Callable[[], list[int]] | None
    plain: Callable[[], list[int]]
    scale: float


def sweep(setting: "Setting") -> Iterator[Result]:
    """Yield the times of a sweep in times those of its peers, and its memory in times its columns."""
    count = max(_PART, round(_RETRIEVALS * min(setting.archive.megabytes, 1_000) / 1_000))
    table, thresholds = made(count), tuple(one / 100 for one in range(100))
    what = f"sweep, 100 thresholds x {len(table.scores) / 1e6:.2g} M"
    ways = _ways(table, thresholds)
    rounds = [_round(ways, setting.slowdown) for _ in range(setting.rounds or _ROUNDS)]
    gone = missing_module("polars")
    if gone is not None:
        yield Result(what, "Polars, full pass", None, limit=OF_POLARS, skipped=gone.why)
    else:
        yield _ratio(what, "Polars, full pass", [(a, b) for a, b, _ in rounds], OF_POLARS)
    scaled = [(100 * a, c) for a, _, c in rounds]
    yield _ratio(what, "plain Python, scaled", scaled, OF_PYTHON)._replace(unit="%")
    yield from _memory(table, thresholds, setting.slowdown)


def made(count: int) -> "Table":
    """Return the columns of so many retrievals, best first, with ties: the same every time."""
    import numpy as np

    from footprint_cli.analyse.sweep import Table

    dice = np.random.default_rng(1)
    sizes = dice.integers(20, round(2 * _LISTED) - 19, count)
    begins = np.cumsum(sizes) - sizes
    scores = dice.random(int(sizes.sum())).round(3)
    owner = np.repeat(np.arange(count), sizes)
    return Table(
        begins=begins,
        sizes=sizes,
        k=np.full(count, float(_K)),
        threshold=np.full(count, 0.5),
        max_chars=np.full(count, np.inf),
        read=np.full(count, 4),
        hides=np.zeros(count, np.int8),
        scores=scores[np.lexsort((-scores, owner))],
        chars=dice.integers(50, 900, len(scores)),
    )


def _ways(table: "Table", thresholds: tuple[float, ...]) -> Ways:
    from footprint_cli.analyse.curves import Curves
    from footprint_cli.model.sweep import Axis

    axis = Axis(name="threshold", values=thresholds)

    def columns() -> list[int]:
        return Curves(table, {}, axis, ()).counts.admitted

    polars = None if missing_module("polars") else _polars(table, thresholds)
    count = min(_PART, len(table.sizes))
    listed = int(table.sizes[:count].sum())
    plain = _plain(table.scores[:listed], table.sizes[:count], thresholds)
    if plain() != Curves(next(table.blocks(listed)), {}, axis, ()).counts.admitted:
        raise AssertionError("the rule as it is written counts otherwise")
    return Ways(columns, polars, plain, len(table.scores) / listed)


def _polars(table: "Table", thresholds: tuple[float, ...]) -> Callable[[], list[int]]:
    import numpy as np
    import polars as pl

    rank = np.arange(len(table.scores)) - np.repeat(table.begins, table.sizes)
    frame = pl.DataFrame({"rank": rank, "score": table.scores}).lazy()

    def full() -> list[int]:
        cleared = (
            frame.filter((pl.col("rank") < _K) & (pl.col("score") >= one)) for one in thresholds
        )
        return [int(one.select(pl.len()).collect().item()) for one in cleared]

    return full


def _plain(
    scores: "NDArray[np.float64]", sizes: "NDArray[np.int64]", thresholds: tuple[float, ...]
) -> Callable[[], list[int]]:
    from footprint_cli.analyse.strategies import top_k

    values, pools, at = scores.tolist(), [], 0
    for size in sizes.tolist():
        pools.append(values[at : at + size])
        at += size
    return lambda: [sum(top_k(pool, _K, one).count(None) for pool in pools) for one in thresholds]


def _round(ways: Ways, slowdown: int) -> tuple[float, float, float]:
    """Return the seconds of each way; a slowdown repeats ours alone."""
    ours, found = _timed(ways.columns, slowdown)
    others = 0.0
    if ways.polars is not None:
        others, same = _timed(ways.polars)
        if same != found:
            raise AssertionError("Polars counts otherwise")
    plain, _ = _timed(ways.plain)
    return ours, others, plain * ways.scale


def _timed(way: Callable[[], list[int]], times: int = 1) -> tuple[float, list[int]]:
    start, found = perf_counter(), []
    for _ in range(times):
        found = way()
    return perf_counter() - start, found


def _ratio(what: str, peer: str, times: list[tuple[float, float]], limit: float) -> Result:
    ratios = [ours / other for ours, other in times]
    return Result(what, peer, median(ratios), "x", limit, min(ratios), max(ratios))


def _memory(table: "Table", thresholds: tuple[float, ...], copies: int) -> Iterator[Result]:
    """Yield the most memory of a sweep with all it reports, the columns included."""
    from footprint_cli.analyse.curves import Curves, shares
    from footprint_cli.model.sweep import Axis

    columns = sum(one.nbytes for one in table)
    for axis in (
        Axis(name="threshold", values=thresholds),
        Axis(name="maxChars", values=tuple(range(500, 10_500, 1_000))),
    ):
        tracemalloc.start()
        held = [Curves(table, {}, axis, ["chars"]) for _ in range(copies)]
        for one in held:
            for numbers in one.each("chars"):
                shares(numbers, (0.5, 0.95, 1.0))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        said = f"  the most memory, {axis.name}"
        yield Result(said, "the columns", (columns + peak) / columns, "x", OF_COLUMNS)
